import { event } from '../content';
import { localTime } from '../local-time';
import { rupees } from '../payment/amounts';
import { months } from './texts';

/** Formats paise as rupees: 1180000 as "₹11,800". */
export const money = (paise: number): string => rupees(paise / 100);

export const number = (value: number): string => rupees(value).replace('₹', '');

/** An instant as a calendar day in the event's zone ("2025-04-09"). */
export const dateOf = (instant: Date): string => localTime(event.time_zone, instant).slice(0, 10);

/** An instant (UTC, RFC 3339) as a day in the event's zone: "9 Apr 2025". */
export const dayOf = (instant: string): string => calendarDay(dateOf(new Date(instant)));

/** A calendar day in the event's zone ("2025-04-09") in words: "9 Apr 2025". */
export const calendarDay = (text: string): string => `${shortDay(text)} ${text.slice(0, 4)}`;

/** A calendar day for an axis: "9 Apr". */
export const shortDay = (text: string): string => `${+text.slice(8, 10)} ${months[+text.slice(5, 7) - 1]}`;

/** The time of day in the event's zone: "14:05". */
export const timeOf = (instant: string): string => localTime(event.time_zone, new Date(instant)).slice(11);

/** Formats an instant as "9 Apr 2025, 14:05", and a calendar day without a time. */
export const momentOf = (instant: string): string =>
  instant.includes('T') ? `${dayOf(instant)}, ${timeOf(instant)}` : calendarDay(instant);
