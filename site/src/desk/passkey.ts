// Creates and uses passkeys. The server uses JSON and the browser's passkey functions use bytes; not every browser can
// convert one to the other yet.
import type { DeskCeremony, DeskProblem } from '../types/wire.gen';
import { type Answer, call } from './call';
import * as texts from './texts';

type Descriptor = { id: string; type: 'public-key'; transports?: AuthenticatorTransport[] };

interface Asked {
  challenge: string;
  user?: { id: string; name: string; displayName: string };
  excludeCredentials?: Descriptor[];
  allowCredentials?: Descriptor[];
  [more: string]: unknown;
}

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const listed = (list: Descriptor[] = []) => list.map((one) => ({ ...one, id: bytes(one.id) }));

/** Whether this browser supports passkeys, which need https or localhost. */
export const supportsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Creates a passkey or uses one, and returns what the server checks. */
async function ask(asked: Asked, isNew: boolean): Promise<object> {
  const publicKey = {
    ...asked,
    challenge: bytes(asked.challenge),
    user: asked.user && { ...asked.user, id: bytes(asked.user.id) },
    excludeCredentials: listed(asked.excludeCredentials),
    allowCredentials: listed(asked.allowCredentials),
  } as unknown as PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions;
  const made = (await navigator.credentials[isNew ? 'create' : 'get']({ publicKey })) as PublicKeyCredential;
  const { id, type } = made;
  const response = made.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const given = parts.filter((name) => response[name]).map((name) => [name, text(response[name]!)]);
  return {
    id,
    rawId: text(made.rawId),
    type,
    response: { ...Object.fromEntries(given), transports: response.getTransports?.() },
    clientExtensionResults: made.getClientExtensionResults(),
  };
}

/** The parts of a response; a new passkey has other parts than one that is used. */
const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const;

/** The error code for a failure in the browser itself, after which no request is sent. */
export const browserRefused = 'browser_refused';

/** Asks the browser for the passkey and sends the result to /api/desk/FINISH. A rehearsal needs no passkey. */
export async function sendPasskey<T>(asked: DeskCeremony, finish: string, name = ''): Promise<Answer<T>> {
  const { ceremony, purpose, options } = asked;
  let made: object | null = null;
  try {
    if (purpose !== 'rehearsal') made = await ask(options as Asked, purpose === 'create');
  } catch (reason) {
    const message = (reason instanceof DOMException && texts.passkeyFaults[reason.name]) || texts.passkeyFailed;
    return { ok: false, problem: { status: 'error', code: 0, error: browserRefused, message } satisfies DeskProblem };
  }
  return call<T>(finish, { ceremony, credential: made, name });
}

/** Begins a passkey ceremony with /api/desk/BEGIN, asks for the passkey, and finishes with /api/desk/FINISH. */
export async function passkeyCeremony<T>(begin: string, finish: string, name?: string): Promise<Answer<T>> {
  const asked = await call<DeskCeremony>(begin);
  return asked.ok ? sendPasskey(asked.body, finish, name) : asked;
}
