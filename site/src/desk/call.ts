// The only caller of the desk's API. Every call is a POST to /api/desk/NAME; who calls is in a cookie that no script can
// read. A call never throws: its answer holds the body, the server's refusal, or nothing when the server was not reached.
// A call that needs a fresh touch of the passkey asks for one and is then sent again.
import type { Problem } from '../types/wire.gen';

declare const __API_BASE__: string | undefined;

const base = `${typeof __API_BASE__ === 'string' ? __API_BASE__ : '/api'}/desk/`;

/** What came of a call. Without `problem` a failed call got no answer at all. */
export type Answer<T> = { ok: true; body: T } | { ok: false; problem?: DeskProblem };

/** A refusal: beside the contract's fields what changed meanwhile (409 "changed"). */
export type DeskProblem = Problem & { changed?: string; by?: string };

/** What the shell does when a call cannot go on by itself. */
interface Host {
  /** The session is over. */
  signedOut: () => void;
  /** Asks for a touch of the passkey; whether there was one. */
  touch: () => Promise<boolean>;
}

let host: Host = { signedOut: () => {}, touch: async () => false };

export function setHost(next: Host): void {
  host = next;
}

/** What a page asks by itself, again and again: it does not keep a session alive, and asks for no touch. */
export const watch = <T>(name: string, body: object): Promise<Answer<T>> =>
  send<T>(name, body, undefined, { 'x-desk-background': '1' });

/** Calls /api/desk/NAME. */
export async function call<T>(name: string, body: object = {}, signal?: AbortSignal): Promise<Answer<T>> {
  const answer = await send<T>(name, body, signal);
  if (answer.ok || !answer.problem) return answer;
  if (answer.problem.error === 'touch_required' && (await host.touch())) return send<T>(name, body, signal);
  if (answer.problem.code === 401 && !name.startsWith('sign-in')) host.signedOut();
  return answer;
}

async function send<T>(
  name: string,
  body: object,
  signal?: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  try {
    const response = await post(name, body, signal, headers);
    return read<T>(response.status, await response.text());
  } catch {
    return { ok: false };
  }
}

const post = (name: string, body: object, signal?: AbortSignal, headers: Record<string, string> = {}) =>
  fetch(base + name, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    credentials: 'same-origin',
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });

function read<T>(status: number, text: string): Answer<T> {
  try {
    const body = JSON.parse(text) as T & DeskProblem;
    if (status === 200 && body.status === 'success') return { ok: true, body };
    return { ok: false, problem: { ...body, code: status } };
  } catch {
    return { ok: false, problem: { code: status, status: 'error', error: 'no_json', message: '' } };
  }
}

/**
 * Calls for a file and hands it to the browser as a download. The answer says what was refused; a touch is asked for as
 * everywhere.
 */
export async function download(name: string, body: object, again = true): Promise<Answer<object>> {
  try {
    const response = await post(name, body);
    const type = response.headers.get('content-type') ?? '';
    if (response.status === 200 && !type.startsWith('application/json')) {
      save(await response.blob(), fileName(response.headers.get('content-disposition')) ?? name);
      return { ok: true, body: {} };
    }
    const answer = read<object>(response.status, await response.text());
    if (!answer.ok && answer.problem?.error === 'touch_required' && again && (await host.touch()))
      return download(name, body, false);
    if (!answer.ok && answer.problem?.code === 401) host.signedOut();
    return answer;
  } catch {
    return { ok: false };
  }
}

const fileName = (header: string | null) => /filename="?([^";]+)/.exec(header ?? '')?.[1];

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * What stands above the buttons of a form: the refusal as a whole, and what is wrong about fields that the form does not show.
 * Nothing when all of it stands beside its field.
 */
export function unseen(answer: { problem?: Problem }, shown: string[]): string {
  const fields = Object.entries(answer.problem?.fields ?? {});
  const elsewhere = fields.filter(([name]) => !shown.includes(name)).map(([, wrong]) => wrong);
  if (fields.length === 0) return reasonOf(answer as { problem?: DeskProblem });
  return [...new Set(elsewhere)].join(' ');
}

/** What to tell a person about an answer that is no success. */
export const reasonOf = (answer: { problem?: DeskProblem }): string =>
  answer.problem
    ? answer.problem.message || `The server answered ${answer.problem.code} and gave no reason.`
    : 'The server was not reached. Nothing was done. Try again when there is a connection.';
