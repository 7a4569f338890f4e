// The service worker of the ticket pages, and of nothing else (its scope is /event-ticket/). It keeps the page of a
// ticket that was opened on this device, so that it shows again at a gate without network. The ticket's data is kept by
// the page itself; signing out removes both.
const cacheName = 'ticket-page';
const shell = '/event-ticket/';
const patienceMs = 4000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data?.kind === 'keep')
    event.waitUntil(keep(event.data.files).then(() => event.ports[0]?.postMessage('kept')));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (address.pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

/** Keeps the page and every file that it needs; files of older versions go. */
async function keep(files) {
  const cache = await caches.open(cacheName);
  const answer = await fetch(`${shell}_`, { cache: 'reload' });
  if (!answer.ok || answer.redirected) return;
  const html = await answer.clone().text();
  await cache.put(shell, answer);
  const named = [...html.matchAll(/(?:href|src|data-program)="(\/assets\/[^"]+)"/g)].flatMap(([, list]) =>
    list.split(' '),
  );
  const needed = new Set([...named, ...files.filter((file) => file.startsWith('/assets/'))]);
  await Promise.all(
    [...needed].map(async (file) => (await cache.match(file)) ?? cache.add(file).catch(() => undefined)),
  );
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== shell && !needed.has(pathname)) await cache.delete(url);
  }
}

/** The page from the network; when that fails, or keeps silent, the page that was kept. */
async function page(request) {
  const kept = await (await caches.open(cacheName)).match(shell);
  if (!kept) return fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs, kept));
  return Promise.race([fetch(request).catch(() => kept), late]);
}

/** Files in /assets/ never change under their name. */
async function asset(request) {
  return (await (await caches.open(cacheName)).match(request)) ?? fetch(request);
}
