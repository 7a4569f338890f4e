import { useEffect, useReducer } from 'react';
import type { SalesWindow } from '../types/content.gen';
import { now, pageMadeFor, type SalesState, salesState } from './clock';
import { useAlive } from './use-alive';

/** The longest delay that setTimeout takes. */
const longestWait = 2 ** 31 - 1;

/**
 * The state of a category's sale, kept right while the page is open. The page that was prerendered cannot know the
 * time: until it is alive it says what was right when it was made.
 */
export function useSalesState(window: SalesWindow): SalesState {
  const alive = useAlive();
  const [looks, lookAgain] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look sets the alarm for the next turn
  useEffect(() => {
    const next = [window.opens_at, window.closes_at].map((at) => Date.parse(at) - now()).find((wait) => wait > 0);
    if (next === undefined) return;
    const timer = setTimeout(lookAgain, Math.min(next, longestWait));
    return () => clearTimeout(timer);
  }, [window, looks]);
  return alive ? salesState(window) : salesState(window, pageMadeFor(), false);
}
