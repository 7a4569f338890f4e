// Calendar files (RFC 5545).
import type { Day, Venue } from './types/content.gen';

export interface Entry {
  uid: string;
  day: Pick<Day, 'date' | 'starts_at' | 'start_utc' | 'end_utc'>;
  summary: string;
  location: string;
  description: string;
  url: string;
}

/** Each entry's time stamp is its start, so that the same content always produces the same file. */
export function iCalendar(product: string, entries: Entry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(product)}//EN`,
    ...entries.flatMap((entry) => [
      'BEGIN:VEVENT',
      `UID:${entry.uid}`,
      `DTSTAMP:${stamp(entries[0]!.day.start_utc)}`,
      ...times(entry.day),
      `SUMMARY:${escapeText(entry.summary)}`,
      `LOCATION:${escapeText(entry.location)}`,
      `DESCRIPTION:${escapeText(entry.description)}`,
      `URL:${entry.url}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** A day's venue, with its address or city. */
export const place = (venue?: Venue): string => [venue?.name, venue?.address || venue?.city].filter(Boolean).join(', ');

/** A day without hours becomes an all-day entry. */
const times = (day: Entry['day']): string[] =>
  day.starts_at
    ? [`DTSTART:${stamp(day.start_utc)}`, `DTEND:${stamp(day.end_utc)}`]
    : [`DTSTART;VALUE=DATE:${day.date.replaceAll('-', '')}`];

const stamp = (instant: string): string => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');

const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Folds a line after at most 75 bytes (RFC 5545). Continued lines start with a space, and no character is split. */
function folded(line: string): string {
  let text = '';
  let bytes = 0;
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length;
    if (bytes + size > 75) {
      text += '\r\n ';
      bytes = 1;
    }
    text += sign;
    bytes += size;
  }
  return text;
}
