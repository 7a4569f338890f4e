// The only caller of the gate's API. A call never throws: without `problem` a failed one got no answer at all, which is the
// only evidence that there is no network.
import type { Problem } from '../types/wire.gen';
import { telephone } from './keeping';

declare const __API_BASE__: string | undefined;

const base = `${typeof __API_BASE__ === 'string' ? __API_BASE__ : '/api'}/gate/`;
const patienceMs = 8000;

export type Answer<T> = { ok: true; body: T } | { ok: false; problem?: Problem & { have?: number; over?: boolean } };

export async function call<T>(name: string, body: object, token = '', patience = patienceMs): Promise<Answer<T>> {
  try {
    const response = await post(name, body, token, patience);
    const answer = (await response.json()) as T & Problem;
    if (response.ok) return { ok: true, body: answer };
    return { ok: false, problem: { ...answer, code: response.status } };
  } catch {
    return { ok: false };
  }
}

/** Says that this telephone forgets everything, which signs it out. Without a network the desk sees only that it is silent. */
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

const switchKey = `gate-off:${telephone}`;

/** In a rehearsal the network can be switched off, here and by the page that rehearses; everything behaves as if it had gone. */
export const isRehearsal = () => document.documentElement.hasAttribute('data-rehearsal');
export const isSwitchedOff = () => isRehearsal() && sessionStorage.getItem(switchKey) === '1';
export const switchNetwork = (to: boolean) => sessionStorage.setItem(switchKey, to ? '0' : '1');

const post = (name: string, body: object, token: string, patience = patienceMs) =>
  isSwitchedOff()
    ? Promise.reject(new TypeError('switched off'))
    : fetch(base + name, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
        body: JSON.stringify(body),
        credentials: 'omit',
        signal: AbortSignal.timeout(patience),
      });
