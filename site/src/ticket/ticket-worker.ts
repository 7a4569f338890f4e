import { workerAddresses } from '../worker-address';

const script = '/ticket-sw.js';
const scope = '/event-ticket/';
const cacheName = 'ticket-page'; // also in ticket-sw.js

const address = workerAddresses('ticket-worker', [script]);

/** In a browser without service workers, the ticket needs a network. */
export async function keepTicketPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(address(script), { scope });
    const worker = await activated(registration);
    const files = performance.getEntriesByType('resource').map((entry) => new URL(entry.name));
    worker?.postMessage({
      kind: 'keep',
      files: files.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname),
    });
  } catch {
    // The browser's settings forbid a service worker, or its script could not be loaded.
  }
}

function activated({ installing, waiting, active }: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const next = installing ?? waiting;
  if (!next) return Promise.resolve(active);
  return new Promise((resolve) => {
    next.addEventListener('statechange', () => {
      if (next.state === 'activated') resolve(next);
      else if (next.state === 'redundant') resolve(active);
    });
  });
}

/** Removes the cached page and the service worker. */
export async function forgetTicketPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await caches.delete(cacheName);
    const registration = await navigator.serviceWorker.getRegistration(scope);
    await registration?.unregister();
  } catch {
    // Storage is blocked: nothing was cached.
  }
}
