// The current time. In a rehearsal, the server adds its own time to each page.
import type { Category, PriceChange, Prices, SalesWindow } from '../types/content.gen';

/** The server marks a rehearsal's prerendered pages. */
export function isRehearsal(): boolean {
  return startedAt() !== undefined;
}

/** In milliseconds since 1970. */
export function now(): number {
  const start = startedAt();
  return start === undefined ? Date.now() : start + performance.now();
}

function startedAt(): number | undefined {
  const mark = globalThis.document?.documentElement.dataset.rehearsal;
  const instant = mark ? Date.parse(mark) : NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

let madeFor = NaN;

/** Sets the time for which pages are prerendered. */
export function makeFor(instant: number): void {
  madeFor = instant;
}

/** Hydration uses the same time as prerendering. */
export const pageMadeFor = (): number =>
  globalThis.document ? Number(document.documentElement.dataset.madeFor) : madeFor;

/** Whether a category can be bought. */
export type SalesState = 'open' | 'not_yet' | 'closed';

/** Uses the server's rule (schema.SalesWindow.StateAt): a rehearsal ignores on_sale, but not the dates. */
export function salesState(
  window: Omit<SalesWindow, 'display_closes_at'>,
  at: number = now(),
  rehearsal: boolean = isRehearsal(),
): SalesState {
  if ((!window.on_sale && !rehearsal) || at >= Date.parse(window.closes_at)) return 'closed';
  if (at < Date.parse(window.opens_at)) return 'not_yet';
  return 'open';
}

type Priced = Pick<Category, 'prices' | 'price_changes'>;

/** Uses the server's rule (schema.Category.PricesAt). */
export function pricesAt({ prices, price_changes = [] }: Priced, at: number = now()): Prices {
  return price_changes.filter((change) => at >= Date.parse(change.at)).at(-1)?.prices ?? prices;
}

/** The price changes that have not taken effect yet. */
export const laterPrices = ({ price_changes = [] }: Priced, at: number): PriceChange[] =>
  price_changes.filter((change) => at < Date.parse(change.at));
