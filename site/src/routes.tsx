// Every address of the site on one screen. A reading page is HTML only (its islands wake up by themselves); a program
// page is hydrated as part of one router, so that a choice can travel from page to page.
// Titles, descriptions and sheet numbers come from the sheets in the content's event file.
import type { ComponentType } from 'react';

/** The component of a page, when it is needed. */
export type LoadPage = () => Promise<{ default: ComponentType }>;

export interface Route {
  /** The address; a program page may have a parameter (":id"). */
  path: string;
  /** The file in dist/. */
  file: string;
  /** Its module in pages/, where that has another name than the file. */
  module?: string;
  /** A program page that is worth reading before its script runs, or without. */
  readable?: boolean;
  /** For signed-in visitors only. */
  guarded?: boolean;
  load: LoadPage;
}

/** Pages that only inform. The pages of Markdown (content/pages/) come on top of these. */
export const readingRoutes: Route[] = [
  { path: '/', file: 'index.html', module: 'home', load: () => import('./pages/home') },
  { path: '/itinerary', file: 'itinerary.html', load: () => import('./pages/itinerary') },
  { path: '/speakers', file: 'speakers.html', load: () => import('./pages/speakers') },
  { path: '/accommodation', file: 'accommodation.html', load: () => import('./pages/accommodation') },
  { path: '/sponsors', file: 'sponsors.html', load: () => import('./pages/sponsors') },
  { path: '/gallery', file: 'gallery.html', load: () => import('./pages/gallery') },
  { path: '/contact', file: 'contact.html', load: () => import('./pages/contact') },
  { path: '/faqs', file: 'faqs.html', load: () => import('./pages/faqs') },
  { path: '/404', file: '404.html', module: 'not-found', load: () => import('./pages/not-found') },
  { path: '/error', file: 'error.html', load: () => import('./pages/error') },
];

/** Pages that do something. Each one's file answers every value of its parameter. */
export const programRoutes: Route[] = [
  { path: '/register-now', file: 'register-now.html', readable: true, load: () => import('./pages/register-now') },
  { path: '/bookings', file: 'bookings.html', load: () => import('./pages/bookings') },
  {
    path: '/industry-associates-registration',
    file: 'industry-associates-registration.html',
    load: () => import('./pages/industry-associates-registration'),
  },
  { path: '/login', file: 'login.html', load: () => import('./pages/login') },
  { path: '/dashboard', file: 'dashboard.html', guarded: true, load: () => import('./pages/dashboard') },
  { path: '/event-ticket/:id', file: 'event-ticket.html', load: () => import('./pages/event-ticket') },
  { path: '/transfer', file: 'transfer.html', load: () => import('./pages/transfer') },
  { path: '/verify/:bookingId', file: 'verify.html', load: () => import('./pages/verify') },
];

/** The sheet (number, title, description) of a route: "/verify/:bookingId" is the sheet of "/verify". */
export const sheetRoute = (path: string) => path.replace(/\/[:{].*$/, '');
