// The only module that reads the generated content. The generator has already checked the files against their types.
// The browser's bundle contains a file only if its name is imported, and never contains pages.json.
import { event, tickets } from './content-files.gen';
import type { Sheet } from './types/content.gen';

export * from './content-files.gen';

/** The associates' ticket, if it has its own page instead of a card on /register-now. */
export const associateTicket = tickets.categories.find((one) => one.form === 'associate' && !one.on_register_page);

/** The sheet for a route such as "/speakers", if the event has this page. */
export function sheetOf(route: string): Sheet | undefined {
  return event.sheets.find((sheet) => sheet.route === route);
}

/** Without repeats. */
export const cities = (venues = event.venues): string[] => [...new Set(venues.map(({ city }) => city))];

/** A venue's city, or its name if another venue is in the same city. */
export function placeOf(id: string | undefined): string | undefined {
  const venue = event.venues.find((one) => one.id === id);
  return event.venues.filter(({ city }) => city === venue?.city).length > 1 ? venue?.name || venue?.city : venue?.city;
}

/** The contact page or, without one, the support mailbox. */
export const contactLink = (): string => (sheetOf('/contact') ? '/contact' : `mailto:${event.organiser.support_email}`);
