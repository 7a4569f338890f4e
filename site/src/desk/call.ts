// The desk's calls to the API: each is a POST to /api/desk/NAME with the session in a cookie. If the API requires a
// recent passkey confirmation, the desk asks for it and repeats the call.
import { download as save } from '../download';
import { type Answer as AnswerOf, call as callOf, readAnswer, request } from '../http';
import type { DeskProblem } from '../types/wire.gen';
import * as texts from './texts';

export type Answer<T> = AnswerOf<T, DeskProblem>;

/** Why a call failed: the server's refusal, or nothing if the server could not be reached. */
export interface Failure {
  problem?: DeskProblem;
}

/** What the desk does if a call needs a sign-in or the passkey. */
interface Host {
  signedOut: () => void;
  /** Resolves to whether the member has confirmed. */
  confirmPasskey: () => Promise<boolean>;
}

let host: Host = { signedOut: () => {}, confirmPasskey: async () => false };

export function setHost(next: Host): void {
  host = next;
}

interface Options {
  signal?: AbortSignal | undefined;
  /** The page repeats this call automatically, so it does not keep the session alive. */
  isBackground?: boolean;
}

export async function call<T>(name: string, body: object = {}, options: Options = {}): Promise<Answer<T>> {
  const send = () => callOf<T, DeskProblem>(() => post(name, body, options));
  const answer = await send();
  return (await mayRepeat(name, answer)) ? send() : answer;
}

/** Asks for the passkey if needed, or signs out if the session has ended. Returns whether to repeat the call. */
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

/** Requests a file from /api/desk/NAME. A JSON response means that the API has refused the request. */
async function fileOf(name: string, body: object, again = true): Promise<Answer<{ file?: File }>> {
  try {
    const response = await post(name, body);
    const type = response.headers.get('content-type') ?? '';
    if (response.status === 200 && !type.startsWith('application/json')) {
      const [, title] = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
      return { ok: true, body: { file: new File([await response.blob()], title ?? name, { type }) } };
    }
    const answer = readAnswer<object, DeskProblem>(response.status, await response.text());
    return again && (await mayRepeat(name, answer)) ? fileOf(name, body, false) : answer;
  } catch {
    return { ok: false };
  }
}

/** Requests a picture or an encrypted document from /api/desk/NAME; undefined if it cannot be loaded. */
export async function pictureOf(name: string, id: string): Promise<Blob | undefined> {
  const answer = await fileOf(name, { id });
  return answer.ok ? answer.body.file : undefined;
}

/** Requests a file from /api/desk/NAME, which the browser downloads. */
export async function download(name: string, body: object): Promise<Answer<object>> {
  const answer = await fileOf(name, body);
  if (answer.ok && answer.body.file) save(answer.body.file, answer.body.file.name);
  return answer;
}

/** The message above a form's buttons: the general error, or the errors of fields that the form does not show. */
export function unseen(answer: Failure, shown: string[]): string {
  const fields = Object.entries(answer.problem?.fields ?? {});
  const elsewhere = fields.filter(([name]) => !shown.includes(name)).map(([, wrong]) => wrong);
  if (fields.length === 0) return reasonOf(answer);
  return [...new Set(elsewhere)].join(' ');
}

/** The message for a failed call. */
export const reasonOf = (answer: Failure): string =>
  answer.problem ? answer.problem.message || texts.noReason(answer.problem.code) : texts.notReachedNothingDone;
