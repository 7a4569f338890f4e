import { useEffect, useReducer } from 'react';
import type { SalesWindow } from '../types/content.gen';
import { now, pageMadeFor, type SalesState, salesState } from './clock';
import { useAlive } from './use-alive';

/** The longest delay that setTimeout takes. */
const longestWait = 2 ** 31 - 1;

/** The sales state of a category, updated while the page is open. Until hydration it is that of the prerendering. */
export function useSalesState(window: SalesWindow): SalesState {
  const alive = useAlive();
  const [updates, update] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each update sets the timer for the next one
  useEffect(() => {
    const next = [window.opens_at, window.closes_at].map((at) => Date.parse(at) - now()).find((wait) => wait > 0);
    if (next === undefined) return;
    const timer = setTimeout(update, Math.min(next, longestWait));
    return () => clearTimeout(timer);
  }, [window, updates]);
  return alive ? salesState(window) : salesState(window, pageMadeFor(), false);
}
