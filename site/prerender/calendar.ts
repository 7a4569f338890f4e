// Calendar files (RFC 5545): the whole event and each day, which visitors can add to their own calendar.
import type { Event } from '../src/types/content.gen.ts';

export interface Calendar {
  file: string;
  text: string;
}

/** event.ics, and day-1.ics and so on. */
export function calendars(event: Event, siteUrl: string): Calendar[] {
  const days = event.days.map((day, index) => {
    const venue = event.venues.find(({ id }) => id === day.venue);
    return [
      'BEGIN:VEVENT',
      `UID:${day.date}@${new URL(siteUrl).host}`,
      `DTSTAMP:${stamp(event.days[0]!.start_utc)}`,
      `DTSTART:${stamp(day.start_utc)}`,
      `DTEND:${stamp(day.end_utc)}`,
      `SUMMARY:${text(`${event.name}, day ${index + 1}`)}`,
      `LOCATION:${text([venue?.name, venue?.address].filter(Boolean).join(', '))}`,
      `DESCRIPTION:${text(event.description)}`,
      `URL:${siteUrl}/itinerary`,
      'END:VEVENT',
    ];
  });
  return [
    { file: 'event.ics', text: calendar(event, days.flat()) },
    ...days.map((lines, index) => ({ file: `day-${index + 1}.ics`, text: calendar(event, lines) })),
  ];
}

function calendar(event: Event, lines: string[]): string {
  const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//${text(event.organiser.short_name)}//${text(event.short_name)}//EN`, ...lines, 'END:VCALENDAR'];
  return all.map(fold).join('\r\n') + '\r\n';
}

/** "2025-04-11T03:30:00Z" as "20250411T033000Z". */
const stamp = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');

const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Lines hold at most 75 bytes; the next one begins with a blank. */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (bytes + size > 75) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += sign;
    bytes += size;
  }
  return folded;
}
