// The only HTTP client, also for the desk and the gate: no other file calls fetch. A call never throws: the result is
// the body, the server's refusal, or nothing if the server could not be reached.
import type { Problem } from './types/wire.gen';

declare const __API_BASE__: string | undefined;

/** The API's address, set when the site is built. */
export const base = typeof __API_BASE__ === 'string' ? __API_BASE__ : '/api';

/** A failure without `problem` means that no response arrived. */
export type Answer<T, P = Problem> = { ok: true; body: T } | { ok: false; problem?: P };

/** Throws if the server cannot be reached. */
export const request = (
  path: string,
  payload: unknown,
  headers?: Record<string, string>,
  options?: Pick<RequestInit, 'credentials' | 'signal'>,
) =>
  fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
    ...options,
  });

/** Requests public data. */
export const get = <T>(path: string) => call<T>(() => fetch(base + path));

/** Makes a request and reads the response. */
export async function call<T, P extends Problem = Problem>(make: () => Promise<Response>): Promise<Answer<T, P>> {
  try {
    const response = await make();
    return readAnswer<T, P>(response.status, await response.text());
  } catch {
    return { ok: false };
  }
}

/** Success means code 200 and status "success". A response that is not JSON is a refusal without a message. */
export function readAnswer<T, P extends Problem = Problem>(status: number, text: string): Answer<T, P> {
  try {
    const body = JSON.parse(text) as T & P;
    if (status === 200 && body.status === 'success') return { ok: true, body };
    return { ok: false, problem: { ...body, code: status, message: numbered(body) } };
  } catch {
    return { ok: false, problem: { code: status, error: 'no_json', message: '' } as P };
  }
}

/** Adds the request number, by which the team can find the log entry. */
const numbered = ({ message = '', request_id }: Problem): string =>
  request_id ? `${message.replace(/\.$/, '')} (${request_id}).` : message;
