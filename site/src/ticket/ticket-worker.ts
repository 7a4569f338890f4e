// Starts the service worker that lets a ticket show without network, and takes everything back on sign-out.

const script = '/ticket-sw.js';
const scope = '/event-ticket/';
const cacheName = 'ticket-page'; // also in ticket-sw.js

/** Under Trusted Types only this one address can become a worker. */
const address = (): string => {
  const { trustedTypes } = window as unknown as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return script;
  policy ??= trustedTypes.createPolicy('ticket-worker', { createScriptURL: () => script });
  return policy.createScriptURL('') as unknown as string;
};

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(text: string): string }): Policy;
}

interface Policy {
  createScriptURL(text: string): object;
}

let policy: Policy | undefined;

/**
 * Keeps this page and its files on the device. Without service workers the ticket needs the network, and that is all.
 */
export async function keepTicketPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(address(), { scope });
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
