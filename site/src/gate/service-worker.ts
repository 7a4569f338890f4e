// The two workers of the gate, by their addresses: the reader of codes and the service worker, which keeps the page for
// a hall without a network. Under Trusted Types only these two addresses can become workers.
import { workerAddresses } from '../worker-address';

const reader = '/gate.worker.js';
const keeper = '/gate-sw.js';

const address = workerAddresses('gate', [reader, keeper]);

export const workerAddress = () => address(reader);

let registration: ServiceWorkerRegistration | undefined;

const lookEveryMs = 10 * 60_000;
const askEveryMs = 5000;

/**
 * Keeps this page for the hall. A newer one is fetched beside it and takes over when `mayChange` says so: not while
 * scans wait to be sent, and not while somebody scans. What it changes over to reads the same disk.
 */
export async function keepPage(mayChange: () => boolean): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  let changed = false;
  // The first one that takes a page into its care is the page's own version.
  let controlled = isKept();
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
    registration = await navigator.serviceWorker.register(address(keeper), { scope: '/gate' });
    setInterval(change, askEveryMs);
    setInterval(() => registration?.update().catch(() => undefined), lookEveryMs);
    change();
  } catch {
    // Refused by the browser's settings; then the page needs the network to open, and says so.
  }
}

/** Whether a newer page waits until nobody scans. */
export const isNewerReady = () => Boolean(registration?.waiting);

/** Whether the page would open without a network. */
export const isKept = () => Boolean(navigator.serviceWorker?.controller);
