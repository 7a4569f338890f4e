// The one HTTP client of the site, desk and gate included: nothing else calls fetch. A call never throws: its answer
// holds the body, the server's refusal, or nothing when the server could not be reached.
import type { Problem } from './types/wire.gen';

declare const __API_BASE__: string | undefined;

/** Where the API answers; set when the site is built. */
export const base = typeof __API_BASE__ === 'string' ? __API_BASE__ : '/api';

/** What came of a call. Without `problem` a failed call got no answer at all. */
export type Answer<T, P = Problem> = { ok: true; body: T } | { ok: false; problem?: P };

/** Posts a payload as JSON to a path below /api; throws when the server is not reached. */
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

/** Asks for what everybody may read. */
export const get = <T>(path: string) => call<T>(() => fetch(base + path));

/** Makes a request and reads its answer. */
export async function call<T, P extends Problem = Problem>(make: () => Promise<Response>): Promise<Answer<T, P>> {
  try {
    const response = await make();
    return readAnswer<T, P>(response.status, await response.text());
  } catch {
    return { ok: false };
  }
}

/** Success is code 200 with status "success"; an answer that is not JSON is a refusal without words. */
export function readAnswer<T, P extends Problem = Problem>(status: number, text: string): Answer<T, P> {
  try {
    const body = JSON.parse(text) as T & P;
    if (status === 200 && body.status === 'success') return { ok: true, body };
    return { ok: false, problem: { ...body, code: status, message: numbered(body) } };
  } catch {
    return { ok: false, problem: { code: status, error: 'no_json', message: '' } as P };
  }
}

/** What the server says of its own failure, with the number by which the team finds it. */
const numbered = ({ message = '', request_id }: Problem): string =>
  request_id ? `${message.replace(/\.$/, '')} (${request_id}).` : message;
