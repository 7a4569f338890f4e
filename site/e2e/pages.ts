// Which pages there are: every HTML file of the build, at an address that it answers.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const dist = process.env.TRANSOM_STATIC ?? fileURLToPath(new URL('../dist', import.meta.url));

/** Addresses of files that answer other addresses than their own name. */
const examples: Record<string, string> = {
  'index.html': '/',
  'verify.html': '/verify/AAAAAAAAAAAAAAAAAAAAAAAAAA',
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

/** Pages of React alone; the others are read without it. */
export const programFiles = [
  'bookings.html',
  'dashboard.html',
  'event-ticket.html',
  'industry-associates-registration.html',
  'login.html',
  'register-now.html',
  'transfer.html',
  'verify.html',
];

/** Programs of those who run the event; nothing in them is read without. */
export const instrumentFiles = ['desk.html', 'gate.html'];

export const readingPages = sitePages.filter(({ file }) => ![...programFiles, ...instrumentFiles].includes(file));
