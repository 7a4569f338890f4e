// A ticket as calendar entries, one for each day of the event.

import { iCalendar, place } from '../i-calendar';
import * as texts from '../texts';
import type { Event } from '../types/content.gen';
import type { Ticket } from '../types/wire.gen';

export const calendarOf = (ticket: Ticket, event: Event, address: string): string =>
  iCalendar(
    `${event.short_name}//Tickets`,
    event.days.map((day, index) => ({
      uid: `${ticket.id}-${index + 1}@${new URL(address).hostname}`,
      start: day.start_utc,
      end: day.end_utc,
      summary: texts.dayOfEvent(ticket.event_name, index + 1),
      location: place(event.venues.find(({ id }) => id === day.venue)) || ticket.location,
      description: texts.ticketAddress(address),
      url: address,
    })),
  );

/** Offers a text to the browser as a download. */
export function download(type: string, name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the blob right after this task; until then its address must stay valid.
  setTimeout(() => URL.revokeObjectURL(address));
}
