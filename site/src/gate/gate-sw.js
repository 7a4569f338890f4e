// The gate's service worker (its scope is /gate). It caches the page, its program and the code reader, so that the gate
// opens in a hall without a network. The build writes the list of files into the next line. A new version is
// cached beside the old version and takes over once the page allows it, never while scans are unsent.
const files = [];
const name = 'gate-VERSION';
const page = '/gate';

self.addEventListener('install', (event) =>
  event.waitUntil(
    caches.open(name).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })))),
  ),
);

self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((other) => other.startsWith('gate-') && other !== name))
      .then((old) => Promise.all(old.map((other) => caches.delete(other))))
      .then(() => self.clients.claim()),
  ),
);

self.addEventListener('message', ({ data }) => {
  if (data === 'change') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname !== page) return;
  const wanted = request.mode === 'navigate' ? page : pathname;
  if (files.includes(wanted)) event.respondWith(cached(wanted, request));
});

/** Returns only this version's files, because a page needs the program from its own version. */
async function cached(file, request) {
  return (await (await caches.open(name)).match(file)) ?? fetch(request);
}
