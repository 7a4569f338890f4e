// The only module that reads the generated content. The generator has already checked the files against these types.
// The browser's bundle contains a file only if its name is imported, and never contains pages.json.
import accommodationJSON from '../../data/site/accommodation.json';
import badgeJSON from '../../data/site/badge.json';
import brandJSON from '../../data/site/brand.json';
import contactsJSON from '../../data/site/contacts.json';
import deskJSON from '../../data/site/desk.json';
import eventJSON from '../../data/site/event.json';
import faqsJSON from '../../data/site/faqs.json';
import galleryJSON from '../../data/site/gallery.json';
import homeJSON from '../../data/site/home.json';
import itineraryJSON from '../../data/site/itinerary.json';
import officeBearersJSON from '../../data/site/office-bearers.json';
import pagesJSON from '../../data/site/pages.json';
import partnersJSON from '../../data/site/partners.json';
import registrationJSON from '../../data/site/registration.json';
import speakersJSON from '../../data/site/speakers.json';
import sponsorsJSON from '../../data/site/sponsors.json';
import ticketsJSON from '../../data/site/tickets.json';
import type {
  Accommodation,
  Badge,
  Brand,
  Contacts,
  Desk,
  Event,
  FAQs,
  Gallery,
  Home,
  Itinerary,
  OfficeBearers,
  Pages,
  Partners,
  Registration,
  Sheet,
  Speakers,
  Sponsors,
  Tickets,
} from './types/content.gen';

// A value is null if the content does not have the optional file.
export const accommodation = accommodationJSON as Accommodation | null;
export const badge = badgeJSON as Badge | null;
export const brand = brandJSON as Brand;
export const contacts = contactsJSON as Contacts | null;
export const desk = deskJSON as Desk;
export const event = eventJSON as Event;
export const faqs = faqsJSON as FAQs | null;
export const gallery = galleryJSON as Gallery | null;
export const home = homeJSON as Home | null;
export const itinerary = itineraryJSON as Itinerary | null;
export const officeBearers = officeBearersJSON as OfficeBearers | null;
export const pages = pagesJSON as Pages;
export const partners = partnersJSON as Partners | null;
export const registration = registrationJSON as Registration;
export const speakers = speakersJSON as Speakers | null;
export const sponsors = sponsorsJSON as Sponsors | null;
export const tickets = ticketsJSON as Tickets;

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
