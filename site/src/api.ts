// The public site's requests, which have no timeout (specification section 9). All requests but one are POSTs and send
// the stored token, even if it is empty. If the device is offline, a page that waits for a response says so.

import { deviceID, keepDevice } from './device/known-device';
import { onEvents } from './device/on-events';
import { expireSession, sessionToken } from './device/session';
import { sendOnce } from './early-requests';
import { type Answer, base, call, get, readAnswer } from './http';
import * as texts from './texts';
import type * as wire from './types/wire.gen';

let running = 0;

function count(change: 1 | -1): void {
  running += change;
  dispatchEvent(new Event('transom:loading'));
}

export const isLoading = (): boolean => running > 0;

/** Calls the listener when the loading state may have changed. */
export const onLoading = onEvents('transom:loading');

export const sendOTP = (payload: wire.SendOTPRequest) =>
  post<wire.SendOTPResponse>('/send-otp', { ...payload, device: deviceID() });

/** Exchanges a code for a session. From then on, the server recognises this browser. */
export async function verifyOTP(payload: wire.VerifyOTPRequest): Promise<Answer<wire.VerifyOTPResponse>> {
  const answer = await post<wire.VerifyOTPResponse>('/verify-otp', { ...payload, device: deviceID() });
  if (answer.ok) keepDevice(answer.body.device);
  return answer;
}

/** The categories for which sales are paused, requested without a loading indicator. */
export const sales = () => get<wire.SalesResponse>('/sales');

export const signOut = (leaving: wire.SignOutRequest) => post<object>('/sign-out', leaving);

export const fetchProfile = () => post<wire.ProfileResponse>('/profile', {});

export const updateProfile = (changes: wire.UpdateProfileRequest) =>
  post<wire.ProfileResponse>('/update-profile', changes);

/** Undefined if there is no photo or if it is not available now. */
export async function fetchPhoto(): Promise<Blob | undefined> {
  try {
    const response = await sendOnce('/photo', sessionToken(), {});
    return response.ok ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
}

/** All of the account's tickets, or only the one with this ID. */
export const fetchTickets = (id?: string) => post<wire.TicketsResponse>('/tickets', id ? { id } : {});

/** A document for one of the account's payments. */
export const fetchInvoice = (id: string) => post<wire.InvoiceResponse>('/invoice', { id });

/** Returns the new invoice. */
export const correctInvoice = (payload: wire.InvoiceBuyerRequest) =>
  post<wire.InvoiceResponse>('/invoice-buyer', payload);

/** Requests with the same key and payload make only one booking. */
export const register = (payload: wire.RegistrationRequest, idempotencyKey: string) =>
  post<wire.RegistrationResponse>('/registration', payload, { 'idempotency-key': idempotencyKey });

/** The offer behind a transfer link. */
export const transferOffer = (token: string) => post<wire.TransferResponse>('/transfer', { token });

/** The link works only once. */
export const acceptTransfer = (payload: wire.TransferAcceptRequest) =>
  post<wire.TransferAcceptResponse>('/transfer-accept', payload);

/** Sends another identity document in place of a rejected one. */
export const sendDocument = (payload: wire.DocumentRequest) => post<wire.Status>('/document', payload);

/** Sends no personal data and no token. Returns whether the server received the report. */
export const reportError = async (report: wire.ReportErrorRequest): Promise<boolean> =>
  (await send('/report-error', report, undefined, '')).ok;

export const verifyPayment = (bookingId: string) => post<wire.VerifyPaymentResponse>('/verify-payment', { bookingId });

/** Requests another payment link for a registration whose payment has failed. */
export const payAgain = (bookingId: string) => post<wire.PayAgainResponse>('/pay-again', { bookingId });

const accountCalls = ['/profile', '/update-profile', '/tickets', '/invoice', '/sign-out'];

function post<T>(path: string, payload: unknown, headers?: Record<string, string>): Promise<Answer<T>> {
  const isOfAccount = accountCalls.includes(path);
  return inSession<Answer<T>>(async (token) => {
    const answer = await send<T>(path, payload, headers, token);
    if (!answer.ok && !answer.problem) console.error(texts.callFailed);
    // If somebody has signed in or out since the request, the response is for another person and must not be shown.
    return isOfAccount && token !== sessionToken() ? { ok: false } : answer;
  }, !isOfAccount);
}

/** An expired token is deleted, and a call that needs no session is repeated. */
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
  call<T>(() => sendOnce(path, token, payload, headers));

/** The message for a failed call. */
export const reasonOf = (answer: Answer<unknown> & { ok: false }): string =>
  answer.problem?.message || texts.serverUnreachable;

/** The message about this field or, without one, about the whole form. */
export const messageOf = ({ problem }: Answer<unknown> & { ok: false }, field: string): string =>
  problem
    ? (problem.fields?.[field] ?? (problem.message || texts.somethingWentWrong))
    : texts.serverUnreachableTryAgain;

/** The kinds of pictures that are uploaded before the form is sent. */
export type AssetKind = 'photo' | 'aadhar';

/** A random ID for this page load, so that the server can tell people on one network apart. It identifies nobody. */
const visit = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join('');

const uploads = new Map<AssetKind, XMLHttpRequest>();

/** Cancels a running upload of this kind. */
export const cancelUpload = (kind: AssetKind): void => uploads.get(kind)?.abort();

/** Reports progress from 0 to 1. A newer upload of the same kind cancels this one. */
export async function uploadAsset(
  kind: AssetKind,
  picture: Blob,
  progress: (part: number) => void,
): Promise<Answer<wire.UploadResponse> | 'cancelled'> {
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
): Promise<Answer<wire.UploadResponse> | 'cancelled'> {
  return new Promise((resolve) => {
    request.open('POST', `${base}/upload-assets`);
    request.setRequestHeader('authorization', token);
    request.setRequestHeader('x-upload-session', visit);
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onload = () => resolve(readAnswer<wire.UploadResponse>(request.status, request.responseText));
    request.onabort = () => resolve('cancelled');
    request.onerror = () => {
      console.error(texts.callFailed);
      resolve({ ok: false });
    };
    request.send(form);
  });
}
