import { useEffect, useReducer } from 'react';
import { isRehearsal, now, pageMadeFor } from './clock';
import { useAlive } from './use-alive';

/** The longest delay that setTimeout takes. */
const longestWait = 2 ** 31 - 1;

/**
 * The time to render for, updated at each of the instants while the page is open. Until hydration it is that of the
 * prerendering.
 */
export function useTime(instants: readonly string[]): { at: number; rehearsal: boolean } {
  const alive = useAlive();
  const [updates, update] = useReducer((count: number) => count + 1, 0);
  const turns = instants.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each update sets the timer for the next one
  useEffect(() => {
    const waits = turns.split(',').map((at) => Date.parse(at) - now());
    const next = Math.min(...waits.filter((wait) => wait > 0));
    if (next === Infinity) return;
    const timer = setTimeout(update, Math.min(next, longestWait));
    return () => clearTimeout(timer);
  }, [turns, updates]);
  return alive ? { at: now(), rehearsal: isRehearsal() } : { at: pageMadeFor(), rehearsal: false };
}
