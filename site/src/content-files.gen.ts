// Generated from generator/schema/files.go by `go run ./generator schema`. Do not edit.
import type * as types from './types/content.gen';
import eventJSON from '../../data/site/event.json';
import brandJSON from '../../data/site/brand.json';
import homeJSON from '../../data/site/home.json';
import ticketsJSON from '../../data/site/tickets.json';
import registrationJSON from '../../data/site/registration.json';
import speakersJSON from '../../data/site/speakers.json';
import officeBearersJSON from '../../data/site/office-bearers.json';
import itineraryJSON from '../../data/site/itinerary.json';
import accommodationJSON from '../../data/site/accommodation.json';
import contactsJSON from '../../data/site/contacts.json';
import partnersJSON from '../../data/site/partners.json';
import sponsorsJSON from '../../data/site/sponsors.json';
import galleryJSON from '../../data/site/gallery.json';
import faqsJSON from '../../data/site/faqs.json';
import deskJSON from '../../data/site/desk.json';
import badgeJSON from '../../data/site/badge.json';
import pagesJSON from '../../data/site/pages.json';

// A value is null if the content does not have the optional file.
export const event = eventJSON as types.Event;
export const brand = brandJSON as types.Brand;
export const home = homeJSON as types.Home | null;
export const tickets = ticketsJSON as types.Tickets;
export const registration = registrationJSON as types.Registration;
export const speakers = speakersJSON as types.Speakers | null;
export const officeBearers = officeBearersJSON as types.OfficeBearers | null;
export const itinerary = itineraryJSON as types.Itinerary | null;
export const accommodation = accommodationJSON as types.Accommodation | null;
export const contacts = contactsJSON as types.Contacts | null;
export const partners = partnersJSON as types.Partners | null;
export const sponsors = sponsorsJSON as types.Sponsors | null;
export const gallery = galleryJSON as types.Gallery | null;
export const faqs = faqsJSON as types.FAQs | null;
export const desk = deskJSON as types.Desk;
export const badge = badgeJSON as types.Badge | null;
export const pages = pagesJSON as types.Pages;
