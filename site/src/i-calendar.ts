// Calendar files (RFC 5545), for the whole event and for a ticket.

export interface Entry {
  uid: string;
  /** Instants in UTC, like "2025-04-11T03:30:00Z". */
  start: string;
  end: string;
  summary: string;
  location: string;
  description: string;
  url: string;
}

/** A calendar; its stamp is when its entries begin, so that the same content makes the same bytes. */
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

/** Where a day is: the venue with its address. */
export const place = (venue?: { name: string; address: string }): string =>
  [venue?.name, venue?.address].filter(Boolean).join(', ');

const stamp = (instant: string): string => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');

const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Lines hold at most 75 bytes; a longer one goes on after a blank, never inside a character. */
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
