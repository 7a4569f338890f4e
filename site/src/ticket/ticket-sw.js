// The ticket pages' service worker (scope /event-ticket/) caches the page of a ticket that was opened on this device,
// for a gate without a network. The page itself stores the ticket's data. Signing out deletes the page and the data.
const cacheName = 'ticket-page';
const shell = '/event-ticket/';
const patienceMs = 4000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data?.kind === 'keep') event.waitUntil(keep(event.data.files));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (kept(address.pathname)) event.respondWith(asset(request));
});

/** Contents of files in /assets/ never change; /mark.svg is the conference's own logo. */
const kept = (file) => file.startsWith('/assets/') || file === '/mark.svg';

/** Caches the page and its files, and deletes files from older versions. */
async function keep(files) {
  const cache = await caches.open(cacheName);
  const answer = await fetch(`${shell}_`, { cache: 'reload' });
  if (!answer.ok || answer.redirected) return;
  const html = await answer.clone().text();
  await cache.put(shell, answer);
  const named = [...html.matchAll(/(?:href|src|data-program)="(\/(?:assets\/[^"]+|mark\.svg))"/g)].flatMap(([, list]) =>
    list.split(' '),
  );
  const needed = new Set([...named, ...files.filter(kept)]);
  await Promise.all(
    [...needed].map(async (file) => (await cache.match(file)) ?? cache.add(file).catch(() => undefined)),
  );
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== shell && !needed.has(pathname)) await cache.delete(url);
  }
}

async function page(request) {
  const cached = await (await caches.open(cacheName)).match(shell);
  if (!cached) return fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs, cached));
  return Promise.race([fetch(request).catch(() => cached), late]);
}

async function asset(request) {
  return (await (await caches.open(cacheName)).match(request)) ?? fetch(request);
}
