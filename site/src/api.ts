// The calls of the public site. Every call but one is a POST and carries the stored token, even when there is none.
// There is no time-out (specification section 9); a page that waits says so when the device is offline.

import { put } from './ask';
import { deviceID, keepDevice } from './device/known-device';
import { expireSession, sessionToken } from './device/session';
import { type Answer, base, call, get, readAnswer } from './http';
import * as texts from './texts';
import type {
  PayAgainResponse,
  ProfileResponse,
  RegistrationRequest,
  RegistrationResponse,
  ReportErrorRequest,
  SalesResponse,
  SendOTPResponse,
  SignOutRequest,
  TicketsResponse,
  TransferAcceptRequest,
  TransferAcceptResponse,
  TransferResponse,
  UpdateProfileRequest,
  UploadResponse,
  VerifyOTPResponse,
  VerifyPaymentResponse,
} from './types/wire.gen';

let running = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1): void {
  running += change;
  for (const listener of listeners) listener();
}

/** The global loading indicator's state. */
export const isLoading = (): boolean => running > 0;

export function onLoading(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const sendOTP = (email: string) => post<SendOTPResponse>('/send-otp', { email, device: deviceID() });

/** Exchanges a code for a session. From then on the server knows this browser. */
export async function verifyOTP(payload: {
  email: string;
  otp: string;
  challenge_id: string;
}): Promise<Answer<VerifyOTPResponse>> {
  const answer = await post<VerifyOTPResponse>('/verify-otp', { ...payload, device: deviceID() });
  if (answer.ok) keepDevice(answer.body.device);
  return answer;
}

/** What is not sold for the time being. It is no act of the visitor, so no bar is shown for it. */
export const sales = () => get<SalesResponse>('/sales');

export const signOut = (leaving: SignOutRequest) => post<object>('/sign-out', leaving);

export const fetchProfile = () => post<ProfileResponse>('/profile', {});

export const updateProfile = (changes: UpdateProfileRequest) => post<ProfileResponse>('/update-profile', changes);

/** The account's own photo; undefined when there is none or when it cannot be had now. */
export async function fetchPhoto(): Promise<Blob | undefined> {
  try {
    const response = await put('/photo', sessionToken(), {});
    return response.ok ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
}

/** All tickets of the account, or the one with this id. */
export const fetchTickets = (id?: string) => post<TicketsResponse>('/tickets', id ? { id } : {});

/** Registers. The same key with the same payload is the same booking, however often it is sent. */
export const register = (payload: RegistrationRequest, idempotencyKey: string) =>
  post<RegistrationResponse>('/registration', payload, { 'idempotency-key': idempotencyKey });

/** What is behind the link with which a colleague is offered a ticket. */
export const transferOffer = (token: string) => post<TransferResponse>('/transfer', { token });

/** Takes the ticket; the link works once. */
export const acceptTransfer = (payload: TransferAcceptRequest) =>
  post<TransferAcceptResponse>('/transfer-accept', payload);

/** Tells the team that a page broke; whether it has heard. Nothing of the person goes along, no token either. */
export const reportError = async (report: ReportErrorRequest): Promise<boolean> =>
  (await send('/report-error', report, undefined, '')).ok;

export const verifyPayment = (bookingId: string) => post<VerifyPaymentResponse>('/verify-payment', { bookingId });

/** Another payment link for a registration whose payment has failed. */
export const payAgain = (bookingId: string) => post<PayAgainResponse>('/pay-again', { bookingId });

/** Calls that mean nothing without an account; every other one is open to visitors. */
const accountCalls = ['/profile', '/update-profile', '/tickets', '/sign-out'];

function post<T>(path: string, payload: unknown, headers?: Record<string, string>): Promise<Answer<T>> {
  const isOfAccount = accountCalls.includes(path);
  return inSession<Answer<T>>(async (token) => {
    const answer = await send<T>(path, payload, headers, token);
    if (!answer.ok && !answer.problem) console.error(texts.callFailed);
    // Whoever signed out, or in as somebody else, while it was on its way must not find another person's data here.
    return isOfAccount && token !== sessionToken() ? { ok: false } : answer;
  }, !isOfAccount);
}

/**
 * Makes a call with the stored token. One that the server no longer accepts is forgotten; it must not keep anybody from
 * registering.
 */
async function inSession<A extends Answer<unknown> | 'cancelled'>(
  make: (token: string) => Promise<A>,
  isForVisitors = true,
): Promise<A> {
  const token = sessionToken();
  count(1);
  try {
    const answer = await make(token);
    if (answer === 'cancelled' || answer.ok || answer.problem?.code !== 401 || !token) return answer;
    if (token === sessionToken()) expireSession();
    return isForVisitors ? await make('') : answer;
  } finally {
    count(-1);
  }
}

const send = <T>(path: string, payload: unknown, headers: Record<string, string> | undefined, token: string) =>
  call<T>(() => put(path, token, payload, headers));

/** Why a call failed. */
export const reasonOf = (answer: Answer<unknown> & { ok: false }): string =>
  answer.problem?.message || texts.serverUnreachable;

/** Why a form was refused: the message of its field, or of the whole. */
export const messageOf = ({ problem }: Answer<unknown> & { ok: false }, field: string): string =>
  problem
    ? (problem.fields?.[field] ?? (problem.message || texts.somethingWentWrong))
    : texts.serverUnreachableTryAgain;

/** A kind of picture that is sent ahead of the form. */
export type AssetKind = 'photo' | 'aadhar';

/** What this visit of the form calls itself: people of one network are told apart by it, and nobody is known by it. */
const visit = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join('');

const uploads = new Map<AssetKind, XMLHttpRequest>();

/** Stops a running upload of this kind. */
export const cancelUpload = (kind: AssetKind): void => uploads.get(kind)?.abort();

/**
 * Sends a picture; progress runs from 0 to 1. Only the latest upload of a kind counts: a newer one cancels the one that
 * runs, whose answer is then "cancelled".
 */
export async function uploadAsset(
  kind: AssetKind,
  picture: Blob,
  progress: (part: number) => void,
): Promise<Answer<UploadResponse> | 'cancelled'> {
  cancelUpload(kind);
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', picture, `${kind}.jpg`);
  const request = new XMLHttpRequest();
  uploads.set(kind, request);
  const answer = await inSession((token) => sendPicture(request, form, token, progress));
  if (uploads.get(kind) === request) uploads.delete(kind);
  return answer;
}

function sendPicture(
  request: XMLHttpRequest,
  form: FormData,
  token: string,
  progress: (part: number) => void,
): Promise<Answer<UploadResponse> | 'cancelled'> {
  return new Promise((resolve) => {
    request.open('POST', `${base}/upload-assets`);
    request.setRequestHeader('authorization', token);
    request.setRequestHeader('x-upload-session', visit);
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onload = () => resolve(readAnswer<UploadResponse>(request.status, request.responseText));
    request.onabort = () => resolve('cancelled');
    request.onerror = () => {
      console.error(texts.callFailed);
      resolve({ ok: false });
    };
    request.send(form);
  });
}
