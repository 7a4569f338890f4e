// The three phases of registration: open, closed, and after the event. A page contains the text for every phase. The
// build shows the current phase's text, and the loader corrects it on each device.
import type { Event, Tickets } from './types/content.gen';

export type Phase = 'open' | 'closed' | 'over';

/** The end of sales, the end of sales in a rehearsal, and the end of the last day, in milliseconds since 1970. */
export type Turns = readonly [sale: number, rehearsed: number, end: number];

/** A rehearsal also sells categories that are off sale (clock.ts). If nothing is on sale, the end of sales is 0. */
export function turnsOf({ categories }: Tickets, { days }: Event): Turns {
  const last = (all: typeof categories) => Math.max(0, ...all.map(({ sales }) => Date.parse(sales.closes_at)));
  return [
    last(categories.filter(({ sales }) => sales.on_sale)),
    last(categories),
    Math.max(...days.map(({ end_utc }) => Date.parse(end_utc))),
  ];
}

export const phaseAt = ([sale, rehearsed, end]: Turns, at: number, rehearsal: boolean): Phase =>
  at >= end ? 'over' : at >= (rehearsal ? rehearsed : sale) ? 'closed' : 'open';

/** The last time that pages changed. Pages are rendered for that time, so unchanged pages are not written again. */
export function lastTurn(tickets: Tickets, event: Event, now: number): number {
  const all = tickets.categories
    .flatMap(({ sales, price_changes = [] }) => [sales.opens_at, sales.closes_at, ...price_changes.map(({ at }) => at)])
    .map((text) => Date.parse(text));
  return Math.max(0, ...[...all, ...turnsOf(tickets, event)].filter((instant) => instant <= now));
}
