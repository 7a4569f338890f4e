// The calls of the gate. Without `problem` a failed one got no answer at all, which is the only evidence that there is
// no network; what is no JSON comes from something between this phone and the server.
import { type Answer as AnswerOf, call as callOf, request } from '../http';
import type { Problem } from '../types/wire.gen';
import { storeName } from './store';

const patienceMs = 8000;

/** A refusal: the end of the unbroken row of scans that the server has, and whether the event is over. */
export type Refusal = Problem & { have?: number; over?: boolean };

export type Answer<T> = AnswerOf<T, Refusal>;

export async function call<T>(name: string, body: object, token = '', patience = patienceMs): Promise<Answer<T>> {
  const answer = await callOf<T, Refusal>(() => post(name, body, token, patience));
  return !answer.ok && answer.problem?.error === 'no_json' ? { ok: false } : answer;
}

/**
 * Says that this phone forgets everything, which signs it out. Without a network the desk sees only that it is
 * silent.
 */
export const leave = (token: string) => call<object>('leave', {}, token);

/** The photo of somebody whose code was just read; undefined when it cannot be had now. It is not kept. */
export async function photoOf(qr: string, token: string): Promise<Blob | undefined> {
  try {
    const response = await post('photo', { qr, may_be_none: true }, token);
    return response.status === 200 ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
}

const switchKey = `gate-off:${storeName}`;

/**
 * In a rehearsal the network can be switched off, here and by the page that rehearses; everything behaves as if it had
 * gone.
 */
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
