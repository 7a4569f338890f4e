import { iCalendar, place } from '../src/i-calendar.ts';
import type { Event } from '../src/types/content.gen.ts';
import { texts } from './catalogues.ts';

export interface Calendar {
  file: string;
  text: string;
}

/** Returns event.ics, day-1.ics and so on. */
export function calendars(event: Event, siteUrl: string): Calendar[] {
  const programme = event.sheets.find(({ route }) => route === '/itinerary')?.route ?? '/';
  const days = event.days.map((day, index) => ({
    uid: `${day.date}@${new URL(siteUrl).host}`,
    day,
    summary: texts.dayOfEvent(event.name, index + 1),
    location: place(event.venues.find(({ id }) => id === day.venue)),
    description: event.description,
    url: siteUrl + programme,
  }));
  const product = `${event.organiser.short_name}//${event.short_name}`;
  return [
    { file: 'event.ics', text: iCalendar(product, days) },
    ...days.map((day, index) => ({ file: `day-${index + 1}.ics`, text: iCalendar(product, [day]) })),
  ];
}
