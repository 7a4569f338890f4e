// The service worker of the gate, and of nothing else (its scope is /gate). It keeps the page, its program and the reader of
// codes, so that the gate opens in a hall without a network. The build writes the files into the next line; a new version is
// kept beside the old one and takes over when the page says so: never in the middle of a queue.
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
  if (files.includes(wanted)) event.respondWith(kept(wanted, request));
});

/** Only this version's files: a page and a program of two versions do not fit. */
async function kept(file, request) {
  return (await (await caches.open(name)).match(file)) ?? fetch(request);
}
