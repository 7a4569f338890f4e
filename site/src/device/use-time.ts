import { useEffect, useReducer } from 'react';
import type { Category, PriceChange, Prices, SalesWindow } from '../types/content.gen';
import { isRehearsal, laterPrices, now, pageMadeFor, pricesAt, type SalesState, salesState } from './clock';
import { useHydrated } from './use-hydrated';

/** Timers stop while a device sleeps, so the clock is read at least once a minute and when the page is shown again. */
const longestWait = 60_000;

/** Returns the time of prerendering until hydration, then the current time. Renders again at `instants`. */
function useTime(instants: readonly string[]): { at: number; rehearsal: boolean } {
  const hydrated = useHydrated();
  const [updates, update] = useReducer((count: number) => count + 1, 0);
  const at = hydrated ? now() : pageMadeFor();
  const turns = instants.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each update sets the timer for the next one
  useEffect(() => {
    // If an instant has passed since rendering, the timer fires at once, so that the update is not missed.
    const next = Math.min(...turns.split(',').flatMap((turn) => (Date.parse(turn) > at ? Date.parse(turn) : [])));
    if (next === Infinity) return;
    const timer = setTimeout(update, Math.min(next - now(), longestWait));
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [turns, updates, hydrated]);
  return { at, rehearsal: hydrated && isRehearsal() };
}

/** A category's sales state, updated while the page is open. */
export function useSalesState(window: SalesWindow): SalesState {
  const { at, rehearsal } = useTime([window.opens_at, window.closes_at]);
  return salesState(window, at, rehearsal);
}

/** A category's current and future prices, updated while the page is open. */
export function usePrices(category: Category): { prices: Prices; later: PriceChange[] } {
  const { at } = useTime((category.price_changes ?? []).map((change) => change.at));
  return { prices: pricesAt(category, at), later: laterPrices(category, at) };
}
