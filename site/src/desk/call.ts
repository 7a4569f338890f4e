// The calls of the desk: each is a POST to /api/desk/NAME; who calls is in a cookie that no script can read. A call
// that needs a fresh touch of the passkey asks for one and is then sent again.
import { type Answer as AnswerOf, call as callOf, readAnswer, request } from '../http';
import type { DeskProblem } from '../types/wire.gen';

export type Answer<T> = AnswerOf<T, DeskProblem>;

/** A call that got no success: what the server refused, or nothing when it was not reached. */
export interface Failure {
  problem?: DeskProblem;
}

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

interface Options {
  signal?: AbortSignal | undefined;
  /** What a page asks by itself, again and again: it does not keep a session alive. */
  isBackground?: boolean;
}

/** Calls /api/desk/NAME. */
export async function call<T>(name: string, body: object = {}, options: Options = {}): Promise<Answer<T>> {
  const send = () => callOf<T, DeskProblem>(() => post(name, body, options));
  const answer = await send();
  return (await mayRepeat(name, answer)) ? send() : answer;
}

/**
 * Whether a call was refused for want of a touch that there has been since. A session that is over is told to the
 * shell.
 */
async function mayRepeat(name: string, answer: Answer<unknown>): Promise<boolean> {
  if (answer.ok || !answer.problem) return false;
  if (answer.problem.error === 'touch_required') return host.touch();
  if (answer.problem.code === 401 && !name.startsWith('sign-in')) host.signedOut();
  return false;
}

const post = (name: string, body: object, { signal, isBackground }: Options = {}) =>
  request(`/desk/${name}`, body, isBackground ? { 'x-desk-background': '1' } : {}, {
    credentials: 'same-origin',
    signal: signal ?? null,
  });

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
    const answer = readAnswer<object, DeskProblem>(response.status, await response.text());
    return again && (await mayRepeat(name, answer)) ? download(name, body, false) : answer;
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
 * What stands above the buttons of a form: the refusal as a whole, and what is wrong about fields that the form does
 * not show. Nothing when all of it stands beside its field.
 */
export function unseen(answer: Failure, shown: string[]): string {
  const fields = Object.entries(answer.problem?.fields ?? {});
  const elsewhere = fields.filter(([name]) => !shown.includes(name)).map(([, wrong]) => wrong);
  if (fields.length === 0) return reasonOf(answer);
  return [...new Set(elsewhere)].join(' ');
}

/** What to tell a person about an answer that is no success. */
export const reasonOf = (answer: Failure): string =>
  answer.problem
    ? answer.problem.message || `The server answered ${answer.problem.code} and gave no reason.`
    : 'The server was not reached. Nothing was done. Try again when there is a connection.';
