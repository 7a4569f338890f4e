// The gate's requests. A failure without `problem` means that no response arrived, which is the only evidence of a
// missing network. A response that is not JSON cannot be from our server, so it counts as no response.
import { type Answer as AnswerOf, call as callOf, request } from '../http';
import type { Problem } from '../types/wire.gen';
import { storeName } from './store';

const patienceMs = 8000;

/** A refusal. The server has all scans up to the number `have`; `over` says whether the event is over. */
export type Refusal = Problem & { have?: number; over?: boolean };

export type Answer<T> = AnswerOf<T, Refusal>;

export async function call<T>(name: string, body: object, token = '', patience = patienceMs): Promise<Answer<T>> {
  const answer = await callOf<T, Refusal>(() => post(name, body, token, patience));
  return !answer.ok && answer.problem?.error === 'no_json' ? { ok: false } : answer;
}

/** Tells the server that this device has signed itself out. */
export const leave = (token: string) => call<object>('leave', {}, token, 5_000);

/** The photo and company of the person whose code has just been read, if available now. */
export async function holderOf(qr: string, token: string): Promise<{ photo?: Blob; company?: string }> {
  try {
    const response = await post('photo', { qr, may_be_none: true }, token);
    const company = decodeURIComponent(response.headers.get('x-company') ?? '');
    return { ...(company && { company }), ...(response.status === 200 && { photo: await response.blob() }) };
  } catch {
    return {};
  }
}

const switchKey = `gate-off:${storeName}`;

/** In a rehearsal, the network can be switched off. Requests then fail just as they do without a network. */
export const isRehearsal = () => document.documentElement.hasAttribute('data-rehearsal');
export const isSwitchedOff = () => isRehearsal() && sessionStorage.getItem(switchKey) === '1';
export const switchNetwork = (to: boolean) => sessionStorage.setItem(switchKey, to ? '0' : '1');

const post = (name: string, body: object, token: string, patience = patienceMs) =>
  isSwitchedOff()
    ? Promise.reject(new TypeError('switched off'))
    : request(`/gate/${name}`, body, token ? { authorization: token } : {}, {
        credentials: 'omit',
        signal: AbortSignal.timeout(patience),
      });
