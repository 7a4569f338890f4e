import { useEffect, useReducer } from 'react';
import { isRehearsal, now, pageMadeFor } from './clock';
import { useHydrated } from './use-hydrated';

/** The maximum delay of setTimeout. */
const longestWait = 2 ** 31 - 1;

/** The time for which to render, updated at these instants; until hydration, that of the prerendering. */
export function useTime(instants: readonly string[]): { at: number; rehearsal: boolean } {
  const hydrated = useHydrated();
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
  return hydrated ? { at: now(), rehearsal: isRehearsal() } : { at: pageMadeFor(), rehearsal: false };
}
