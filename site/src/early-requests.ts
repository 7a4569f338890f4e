// Sends a page's first requests before its program has loaded: the loader runs this file first. api.ts uses the
// responses.
import { readItem, readJSON } from './device/storage';
import { request } from './http';

/** These requests are the same as api.ts would send, and must be safe to repeat. */
function firstRequests(path: string, fragment: string): [call: string, payload: unknown][] {
  const [, page, id] = path.split('/');
  if (page === 'verify' && id) return [['/verify-payment', { bookingId: id }]];
  if (page === 'transfer' && fragment) return [['/transfer', { token: fragment }]];
  if (readItem('signed_in') !== '1' || !token()) return [];
  if (page === 'event-ticket' && id) return [['/tickets', { id }]];
  if (page === 'invoice' && id) return [['/invoice', { id }]];
  if (page !== 'dashboard') return [];
  const photo = readJSON<{ profile_url?: string }>('user')?.profile_url;
  return [['/profile', {}], ['/tickets', {}], ...(photo ? [['/photo', {}] as [string, unknown]] : [])];
}

const token = () => readItem('token') ?? '';

const keyOf = (...question: unknown[]) => JSON.stringify(question);

/** Undefined for a request that has failed, which is then sent again. */
const asked = new Map<string, Promise<Response | undefined>>();

/** Uses the response to the same visitor's identical early request, if there is one. */
export async function sendOnce(
  call: string,
  token: string,
  payload: unknown,
  headers?: Record<string, string>,
): Promise<Response> {
  const key = keyOf(call, token, payload);
  const ahead = asked.get(key);
  asked.delete(key);
  return (await ahead) ?? request(call, payload, { authorization: token, ...headers });
}

// The prerender step also loads this file, outside a browser.
if (typeof location !== 'undefined') {
  for (const [call, payload] of firstRequests(location.pathname, location.hash.slice(1))) {
    const answer = sendOnce(call, token(), payload).catch(() => undefined);
    asked.set(keyOf(call, token(), payload), answer);
  }
}
