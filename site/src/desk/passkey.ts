// Asks the browser's authenticator. What the server asks and what it is answered are JSON; the browser wants and gives
// bytes. Every browser that knows passkeys takes this way; the shorter one by JSON is not in all of them.

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

/** Whether this browser knows passkeys at all; it does only on https and on localhost. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Makes a new passkey. It throws what the browser throws; refusalOf says it in words. */
export async function makePasskey(options: unknown): Promise<object> {
  const asked = options as Asked;
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

/** Uses a passkey that there is. */
export async function askPasskey(options: unknown): Promise<object> {
  const asked = options as Asked;
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

/** What to tell a person about a passkey that did not come. */
export function refusalOf(reason: unknown): string {
  switch (reason instanceof DOMException ? reason.name : '') {
    case 'InvalidStateError':
      return 'This device holds a passkey of yours already.';
    case 'SecurityError':
      return 'Passkeys work at the desk’s own address only. Look at the address above.';
    case 'NotAllowedError':
      return 'The passkey was not used: it was refused, or it took too long. Try again.';
  }
  return 'This browser could not use a passkey. Try again, or take another browser.';
}
