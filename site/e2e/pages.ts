import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const dist = process.env.TRANSOM_STATIC ?? fileURLToPath(new URL('../dist', import.meta.url));

const examples: Record<string, string> = {
  'index.html': '/',
  'verify.html': '/verify/AAAAAAAAAAAAAAAAAAAAAAAAAA',
  'invoice.html': '/invoice/AAAAAAAAAAAAAAAAAAAAAAAAAA',
  'event-ticket.html': '/event-ticket/AAAAAAAAAAAAAAAAAAAAAAAAAA',
  '404.html': '/no-such-page',
};

export interface SitePage {
  file: string;
  address: string;
}

export const sitePages: SitePage[] = readdirSync(dist)
  .filter((name) => name.endsWith('.html'))
  .map((file) => ({ file, address: examples[file] ?? `/${file.replace(/\.html$/, '')}` }));

/** Pages that need React; all other pages can be read without it. */
export const programFiles = [
  'bookings.html',
  'dashboard.html',
  'event-ticket.html',
  'industry-associates-registration.html',
  'invoice.html',
  'login.html',
  'register-now.html',
  'transfer.html',
  'verify.html',
];

/** The staff programs show nothing without JavaScript. */
export const instrumentFiles = ['desk.html', 'gate.html'];

export const readingPages = sitePages.filter(({ file }) => ![...programFiles, ...instrumentFiles].includes(file));
