// The calls of the desk: each is a POST to /api/desk/NAME with the session in a cookie. A call that needs a recent
// confirmation with the passkey asks for it and is then sent again.
import { download as save } from '../download';
import { type Answer as AnswerOf, call as callOf, readAnswer, request } from '../http';
import type { DeskProblem } from '../types/wire.gen';
import * as texts from './texts';

export type Answer<T> = AnswerOf<T, DeskProblem>;

/** A failed call: the server's refusal, or nothing if it was not reached. */
export interface Failure {
  problem?: DeskProblem;
}

/** What the shell does when a call cannot continue by itself. */
interface Host {
  /** The session is over. */
  signedOut: () => void;
  /** Asks for the passkey and resolves to whether it was used. */
  confirmPasskey: () => Promise<boolean>;
}

let host: Host = { signedOut: () => {}, confirmPasskey: async () => false };

export function setHost(next: Host): void {
  host = next;
}

interface Options {
  signal?: AbortSignal | undefined;
  /** A page repeats the call by itself, so it does not keep the session alive. */
  isBackground?: boolean;
}

/** Calls /api/desk/NAME. */
export async function call<T>(name: string, body: object = {}, options: Options = {}): Promise<Answer<T>> {
  const send = () => callOf<T, DeskProblem>(() => post(name, body, options));
  const answer = await send();
  return (await mayRepeat(name, answer)) ? send() : answer;
}

/** Whether a call was refused for lack of a confirmation that was given now. Reports a session that is over. */
async function mayRepeat(name: string, answer: Answer<unknown>): Promise<boolean> {
  if (answer.ok || !answer.problem) return false;
  if (answer.problem.error === 'passkey_required') return host.confirmPasskey();
  if (answer.problem.code === 401 && !name.startsWith('sign-in')) host.signedOut();
  return false;
}

const post = (name: string, body: object, { signal, isBackground }: Options = {}) =>
  request(`/desk/${name}`, body, isBackground ? { 'x-desk-background': '1' } : {}, {
    credentials: 'same-origin',
    signal: signal ?? null,
  });

/** The picture or encrypted document that NAME returns; undefined if it cannot be loaded. */
export async function pictureOf(name: string, id: string, again = true): Promise<Blob | undefined> {
  try {
    const response = await post(name, { id });
    if (response.status === 200) return await response.blob();
    const answer = readAnswer<object, DeskProblem>(response.status, await response.text());
    return again && (await mayRepeat(name, answer)) ? pictureOf(name, id, false) : undefined;
  } catch {
    return undefined;
  }
}

/** Calls for a file and hands it to the browser as a download. */
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

/** The message above the buttons of a form: the general refusal, or the faults of fields that it does not show. */
export function unseen(answer: Failure, shown: string[]): string {
  const fields = Object.entries(answer.problem?.fields ?? {});
  const elsewhere = fields.filter(([name]) => !shown.includes(name)).map(([, wrong]) => wrong);
  if (fields.length === 0) return reasonOf(answer);
  return [...new Set(elsewhere)].join(' ');
}

/** The message for a failed call. */
export const reasonOf = (answer: Failure): string =>
  answer.problem ? answer.problem.message || texts.noReason(answer.problem.code) : texts.notReachedNothingDone;
