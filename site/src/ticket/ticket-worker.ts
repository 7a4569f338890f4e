// Starts the service worker that lets a ticket show without network, and removes everything on sign-out.
import { workerAddresses } from '../worker-address';

const script = '/ticket-sw.js';
const scope = '/event-ticket/';
const cacheName = 'ticket-page'; // also in ticket-sw.js

const address = workerAddresses('ticket-worker', [script]);

/**
 * Keeps this page and its files on the device. Without service workers the ticket needs the network, and that is all.
 */
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
    // Refused by the browser's settings, or the script could not be loaded; the next visit tries again.
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

/** Removes the kept page and the worker. */
export async function forgetTicketPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await caches.delete(cacheName);
    const registration = await navigator.serviceWorker.getRegistration(scope);
    await registration?.unregister();
  } catch {
    // Storage is forbidden; nothing was kept either.
  }
}
