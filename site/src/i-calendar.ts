// Calendar files (RFC 5545), for the whole event and for a ticket.

export interface Entry {
  uid: string;
  /** Instants in UTC, such as "2025-04-11T03:30:00Z". */
  start: string;
  end: string;
  summary: string;
  location: string;
  description: string;
  url: string;
}

/** Returns a calendar. Its time stamp is the start of each entry, so that the same content gives the same file. */
export function iCalendar(product: string, entries: Entry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(product)}//EN`,
    ...entries.flatMap((entry) => [
      'BEGIN:VEVENT',
      `UID:${entry.uid}`,
      `DTSTAMP:${stamp(entries[0]!.start)}`,
      `DTSTART:${stamp(entry.start)}`,
      `DTEND:${stamp(entry.end)}`,
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

/** The venue of a day, with its address. */
export const place = (venue?: { name: string; address: string }): string =>
  [venue?.name, venue?.address].filter(Boolean).join(', ');

const stamp = (instant: string): string => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');

const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Folds lines to at most 75 bytes; a continued line starts with a space, and no character is split. */
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
