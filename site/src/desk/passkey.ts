// Creates and uses passkeys.
import type { DeskCeremony, DeskProblem } from '../types/wire.gen';
import { type Answer, call } from './call';
import * as texts from './texts';

/** Whether this browser supports passkeys, which need https or localhost, and the server's JSON for them. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Creates a passkey or uses one, and returns what the server checks. */
async function ask({ purpose, options }: DeskCeremony): Promise<object> {
  const made = await (purpose === 'create'
    ? navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON),
      })
    : navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
      }));
  return (made as PublicKeyCredential).toJSON();
}

/** The error code for a failure in the browser itself, after which no request is sent. */
export const browserRefused = 'browser_refused';

/** Asks the browser for the passkey and sends the result to /api/desk/FINISH. A rehearsal needs no passkey. */
export async function sendPasskey<T>(asked: DeskCeremony, finish: string, name = ''): Promise<Answer<T>> {
  let made: object | null = null;
  try {
    if (asked.purpose !== 'rehearsal') made = await ask(asked);
  } catch (reason) {
    const message = (reason instanceof DOMException && texts.passkeyFaults[reason.name]) || texts.passkeyFailed;
    return { ok: false, problem: { status: 'error', code: 0, error: browserRefused, message } satisfies DeskProblem };
  }
  return call<T>(finish, { ceremony: asked.ceremony, credential: made, name });
}

/** Begins a passkey ceremony with /api/desk/BEGIN, asks for the passkey, and finishes with /api/desk/FINISH. */
export async function passkeyCeremony<T>(begin: string, finish: string, name?: string): Promise<Answer<T>> {
  const asked = await call<DeskCeremony>(begin);
  return asked.ok ? sendPasskey(asked.body, finish, name) : asked;
}
