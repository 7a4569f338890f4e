import { iCalendar, place } from '../i-calendar';
import * as texts from '../texts';
import type { Event } from '../types/content.gen';
import type { Ticket } from '../types/wire.gen';

export const calendarOf = (ticket: Ticket, event: Event, address: string): string =>
  iCalendar(
    `${event.short_name}//Tickets`,
    event.days.map((day, index) => ({
      uid: `${ticket.id}-${index + 1}@${new URL(address).hostname}`,
      day,
      summary: texts.dayOfEvent(ticket.event_name, index + 1),
      location: place(event.venues.find(({ id }) => id === day.venue)) || ticket.location,
      description: texts.ticketAddress(address),
      url: address,
    })),
  );
