// The addresses of the gate's code reader and service worker. Trusted Types allows no other worker addresses.
import { workerAddresses } from '../worker-address';

const reader = '/gate.worker.js';
const serviceWorker = '/gate-sw.js';

const address = workerAddresses('gate', [reader, serviceWorker]);

export const workerAddress = () => address(reader);

let registration: ServiceWorkerRegistration | undefined;

const lookEveryMs = 10 * 60_000;
const askEveryMs = 5000;

/** Caches this page for use without a network. A newer version takes over once `mayChange` allows it. */
export async function cachePage(mayChange: () => boolean): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  let changed = false;
  // The first service worker that controls the page has the same version as the page.
  let controlled = isCached();
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    changed = controlled;
    controlled = true;
    change();
  });
  const change = () => {
    if (!mayChange()) return;
    if (changed) location.reload();
    else registration?.waiting?.postMessage('change');
  };
  try {
    registration = await navigator.serviceWorker.register(address(serviceWorker), { scope: '/gate' });
    setInterval(change, askEveryMs);
    setInterval(() => registration?.update().catch(() => undefined), lookEveryMs);
    change();
  } catch {
    // If the browser's settings forbid service workers, the page says that it opens only with a network.
  }
}

/** Whether a newer version is waiting to take over. */
export const isNewerReady = () => Boolean(registration?.waiting);

/** Whether the page opens without a network. */
export const isCached = () => Boolean(navigator.serviceWorker?.controller);
