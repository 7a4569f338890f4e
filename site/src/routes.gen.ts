// Generated from generator/schema/routes.go by `go run ./generator schema`. Do not edit.
import type { ComponentType } from 'react';

/** Loads the component of a page. */
export type LoadPage = () => Promise<{ default: ComponentType }>;

export interface Route {
  /** The address; a program page may have a parameter (":id"). */
  path: string;
  load: LoadPage;
}

/** The route of a page's sheet: "/verify/:bookingId" uses the sheet of "/verify". */
export const sheetRoute = (path: string) => path.replace(/\/[:{].*$/, '');

/** Pages that only inform: HTML, whose islands start by themselves. */
export const readingRoutes: Route[] = [
  { path: '/', load: () => import('./pages/home') },
  { path: '/itinerary', load: () => import('./pages/itinerary') },
  { path: '/speakers', load: () => import('./pages/speakers') },
  { path: '/accommodation', load: () => import('./pages/accommodation') },
  { path: '/sponsors', load: () => import('./pages/sponsors') },
  { path: '/gallery', load: () => import('./pages/gallery') },
  { path: '/contact', load: () => import('./pages/contact') },
  { path: '/faqs', load: () => import('./pages/faqs') },
  { path: '/404', load: () => import('./pages/not-found') },
  { path: '/error', load: () => import('./pages/error') },
];

/** Pages that do something, hydrated as one router. One file serves every value of the parameter. */
export const programRoutes: Route[] = [
  { path: '/register-now', load: () => import('./pages/register-now') },
  { path: '/bookings', load: () => import('./pages/bookings') },
  { path: '/industry-associates-registration', load: () => import('./pages/industry-associates-registration') },
  { path: '/login', load: () => import('./pages/login') },
  { path: '/dashboard', load: () => import('./pages/dashboard') },
  { path: '/event-ticket/:id', load: () => import('./pages/event-ticket') },
  { path: '/invoice/:id', load: () => import('./pages/invoice') },
  { path: '/transfer', load: () => import('./pages/transfer') },
  { path: '/verify/:bookingId', load: () => import('./pages/verify') },
];

/** The module of each page, in pages/. */
export const moduleOf: Record<string, string> = {
  '/': 'home',
  '/itinerary': 'itinerary',
  '/speakers': 'speakers',
  '/accommodation': 'accommodation',
  '/sponsors': 'sponsors',
  '/gallery': 'gallery',
  '/contact': 'contact',
  '/faqs': 'faqs',
  '/404': 'not-found',
  '/error': 'error',
  '/register-now': 'register-now',
  '/bookings': 'bookings',
  '/industry-associates-registration': 'industry-associates-registration',
  '/login': 'login',
  '/dashboard': 'dashboard',
  '/event-ticket/:id': 'event-ticket',
  '/invoice/:id': 'invoice',
  '/transfer': 'transfer',
  '/verify/:bookingId': 'verify',
};

/** Program pages that are worth reading before their script runs, or without. */
export const readablePaths = ['/register-now'];

/** Pages for signed-in visitors only. */
export const guardedPaths = ['/dashboard'];

/** Optional pages; a page that the event has also has a sheet. */
export const optionalPaths = [
  '/itinerary',
  '/speakers',
  '/accommodation',
  '/sponsors',
  '/gallery',
  '/contact',
  '/faqs',
  '/industry-associates-registration',
];
