// Puts the questions that a page begins with before its program is there: the loader runs this file first of all. Each
// is a question of the page that is open, never of another, and it is asked once: api.ts takes the answer.
import { readItem, readJSON } from './device/storage';
import { request } from './http';

/**
 * What a page asks for as it opens: the same calls with the same words as in api.ts, all of them harmless to repeat.
 */
function questions(path: string, fragment: string): [call: string, payload: unknown][] {
  const [, page, id] = path.split('/');
  if (page === 'verify' && id) return [['/verify-payment', { bookingId: id }]];
  if (page === 'transfer' && fragment) return [['/transfer', { token: fragment }]];
  if (readItem('signed_in') !== '1' || !token()) return [];
  if (page === 'event-ticket' && id) return [['/tickets', { id }]];
  if (page !== 'dashboard') return [];
  const photo = readJSON<{ profile_url?: string }>('user')?.profile_url;
  return [['/profile', {}], ['/tickets', {}], ...(photo ? [['/photo', {}] as [string, unknown]] : [])];
}

const token = () => readItem('token') ?? '';

const keyOf = (...question: unknown[]) => JSON.stringify(question);

/** What was asked ahead; a question that failed is put again by whoever needs its answer. */
const asked = new Map<string, Promise<Response | undefined>>();

/** Puts a call, or takes the answer to the one that was put ahead with the same words by the same visitor. */
export async function put(
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

// Pages are rendered outside any browser, too.
if (typeof location !== 'undefined') {
  for (const [call, payload] of questions(location.pathname, location.hash.slice(1))) {
    const answer = put(call, token(), payload).catch(() => undefined);
    asked.set(keyOf(call, token(), payload), answer);
  }
}
