// The only reader of data/site/. The generator has checked the files against these types, so nothing is checked again.
// In the browser's bundles a file appears only where its name is imported; pages.json never does.
import accommodationJSON from '../../data/site/accommodation.json';
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

export { countries, states } from './places';

export const accommodation = accommodationJSON as Accommodation;
export const contacts = contactsJSON as Contacts;
export const desk = deskJSON as Desk;
export const event = eventJSON as Event;
export const faqs = faqsJSON as FAQs;
export const gallery = galleryJSON as Gallery;
export const home = homeJSON as Home;
export const itinerary = itineraryJSON as Itinerary;
export const officeBearers = officeBearersJSON as OfficeBearers;
export const pages = pagesJSON as Pages;
export const partners = partnersJSON as Partners;
export const registration = registrationJSON as Registration;
export const speakers = speakersJSON as Speakers;
export const sponsors = sponsorsJSON as Sponsors;
export const tickets = ticketsJSON as Tickets;

/** The sheet of a route, for example "/speakers". */
export function sheetOf(route: string): Sheet | undefined {
  return event.sheets.find((sheet) => sheet.route === route);
}
