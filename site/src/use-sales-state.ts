import { useEffect, useState } from 'react';
import { now, salesState, type SalesState } from './clock';
import type { SalesWindow } from './types/content.gen';

/** The longest delay that setTimeout takes. */
const longestWait = 2 ** 31 - 1;

/**
 * The state of a category's sale, kept right while the page is open. The page that was prerendered cannot know the time:
 * until it is alive it says "closed" for what is off sale and "open" for the rest.
 */
export function useSalesState(window: SalesWindow): SalesState {
  const [state, setState] = useState<SalesState>(window.on_sale ? 'open' : 'closed');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      setState(salesState(window));
      const next = [window.opens_at, window.closes_at].map((at) => Date.parse(at) - now()).find((wait) => wait > 0);
      if (next !== undefined) timer = setTimeout(look, Math.min(next, longestWait));
    };
    look();
    return () => clearTimeout(timer);
  }, [window]);
  return state;
}
