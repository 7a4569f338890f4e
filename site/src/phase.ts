// What every page says of the registration: come, too late, or the event is over. A page is made with the sentences for
// all three; which one is shown is decided when it is made and, on every device anew, by the loader.
import type { Event, Tickets } from './types/content.gen';

export type Phase = 'open' | 'closed' | 'over';

/**
 * Instants in milliseconds since 1970: until when something is sold, the same in a rehearsal, the end of the last day.
 */
export type Turns = readonly [sale: number, rehearsed: number, end: number];

/** A rehearsal sells what is off sale too (clock.ts). Where nothing is sold, the sale has ended at 0. */
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

/**
 * The last instant until now at which a page would have changed. Pages are made for this one and not for the moment of
 * the build, so that a build without changes changes no file.
 */
export function lastTurn(tickets: Tickets, event: Event, now: number): number {
  const all = tickets.categories
    .flatMap(({ sales, price_changes = [] }) => [sales.opens_at, sales.closes_at, ...price_changes.map(({ at }) => at)])
    .map((text) => Date.parse(text));
  return Math.max(0, ...[...all, ...turnsOf(tickets, event)].filter((instant) => instant <= now));
}
