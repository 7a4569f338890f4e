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

const listed = (list: Descriptor[] | undefined) => list?.map((one) => ({ ...one, id: bytes(one.id) }));

/** Whether this browser supports passkeys, which need https or localhost. */
export const supportsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

async function makePasskey(asked: Asked): Promise<object> {
  const made = (await navigator.credentials.create({
    publicKey: {
      ...asked,
      challenge: bytes(asked.challenge),
      user: { ...asked.user, id: bytes(asked.user?.id ?? '') },
      excludeCredentials: listed(asked.excludeCredentials) ?? [],
    } as unknown as PublicKeyCredentialCreationOptions,
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return credential(made, {
    clientDataJSON: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
}

async function askPasskey(asked: Asked): Promise<object> {
  const used = (await navigator.credentials.get({
    publicKey: {
      ...asked,
      challenge: bytes(asked.challenge),
      allowCredentials: listed(asked.allowCredentials) ?? [],
    } as unknown as PublicKeyCredentialRequestOptions,
  })) as PublicKeyCredential;
  const response = used.response as AuthenticatorAssertionResponse;
  return credential(used, {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    ...(response.userHandle ? { userHandle: text(response.userHandle) } : {}),
  });
}

const credential = (made: PublicKeyCredential, response: object) => ({
  id: made.id,
  rawId: text(made.rawId),
  type: made.type,
  response,
  clientExtensionResults: made.getClientExtensionResults(),
});

/** The error code for a failure in the browser itself, after which no request is sent. */
export const browserRefused = 'browser_refused';

/** Asks the browser for the passkey and sends the result to /api/desk/FINISH. A rehearsal needs no passkey. */
export async function sendPasskey<T>(asked: DeskCeremony, finish: string, name = ''): Promise<Answer<T>> {
  const { ceremony, purpose, options } = asked;
  let made: object | null = null;
  try {
    if (purpose !== 'rehearsal') made = await (purpose === 'create' ? makePasskey : askPasskey)(options as Asked);
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
