// A ticket as calendar entries (RFC 5545), one for each day of the event.
import type { Event, Venue } from '../types/content.gen';
import type { Ticket } from '../types/wire.gen';

export function calendarOf(ticket: Ticket, event: Event, address: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${event.short_name}//Tickets//EN`,
    ...event.days.flatMap((day, index) => [
      'BEGIN:VEVENT',
      `UID:${ticket.id}-${index + 1}@${new URL(address).hostname}`,
      `DTSTAMP:${stamp(day.start_utc)}`,
      `DTSTART:${stamp(day.start_utc)}`,
      `DTEND:${stamp(day.end_utc)}`,
      `SUMMARY:${escape(`${ticket.event_name}, day ${index + 1}`)}`,
      `LOCATION:${escape(place(event.venues.find((venue) => venue.id === day.venue), ticket.location))}`,
      `DESCRIPTION:${escape(`Ticket: ${address}`)}`,
      `URL:${address}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map(folded).join('\r\n') + '\r\n';
}

const stamp = (instant: string): string => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');

const escape = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n');

const place = (venue: Venue | undefined, fallback: string): string =>
  venue ? [venue.name, venue.address].filter(Boolean).join(', ') : fallback;

/** Lines hold at most 75 octets; a longer one goes on after a space, never inside a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const sign of line) {
    if (new TextEncoder().encode(part + sign).length > (parts.length ? 74 : 75)) {
      parts.push(part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part].join('\r\n ');
}
