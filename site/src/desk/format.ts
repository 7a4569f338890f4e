import { event } from '../content';
import { rupees } from '../payment/amounts';

/** Formats paise as rupees: 1180000 as "₹11,800". */
export const money = (paise: number): string => rupees(paise / 100);

export const number = (value: number): string => value.toLocaleString('en-IN');

const zone = event.time_zone;
/** The format is made at its first use, because a phone needs a tenth of a second for the first one. */
function format(timeZone: string, options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (at) => {
    made ??= new Intl.DateTimeFormat('en-IN', { timeZone, ...options });
    return made.format(at);
  };
}

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const day = format(zone, date);
const plainDay = format('UTC', date);
const clock = format(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** An instant (UTC, RFC 3339) as a day in the event's zone: "9 Apr 2025". */
export const dayOf = (instant: string): string => day(new Date(instant));

/** A calendar day in the event's zone ("2025-04-09") in words: "9 Apr 2025". */
export const calendarDay = (text: string): string => plainDay(new Date(`${text}T00:00:00Z`));

/** A calendar day for an axis: "9 Apr". */
export const shortDay = (text: string): string => calendarDay(text).replace(/ \d{4}$/, '');

/** The time of day in the event's zone: "14:05". */
export const timeOf = (instant: string): string => clock(new Date(instant));

/** Formats an instant as "9 Apr 2025, 14:05", and a calendar day without a time. */
export const momentOf = (instant: string): string =>
  instant.includes('T') ? `${dayOf(instant)}, ${timeOf(instant)}` : calendarDay(instant);
