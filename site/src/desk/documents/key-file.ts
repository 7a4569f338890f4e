// The key for the identity documents, which comes from a file that staff choose and stays in this window's memory.
import { useEffect, useState } from 'react';
import * as texts from '../texts';

export interface DocumentKey {
  open(encrypted: Uint8Array): Promise<Uint8Array>;
}

/** Reads a key file and checks it against the server's public keys. */
export async function readKeyFile(text: string, recipients: string[]): Promise<DocumentKey | { problem: string }> {
  const { Decrypter, identityToRecipient } = await import('age-encryption');
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-')); // other lines are comments
  if (identities.length === 0) return { problem: texts.keyFileEmpty };
  const known = await Promise.all(identities.map((identity) => identityToRecipient(identity).catch(() => '')));
  const ours = identities.filter((_, at) => recipients.includes(known[at]!));
  if (ours.length === 0) return { problem: known.includes('') ? texts.keyFileDamaged : texts.keyFileWrong };
  const decrypter = new Decrypter();
  for (const identity of ours) decrypter.addIdentity(identity);
  return { open: (encrypted) => decrypter.decrypt(encrypted) };
}

const idleMs = 10 * 60_000;
const hiddenMs = 2 * 60_000;

/** The open key, deleted after ten minutes without a key press or click, or after two minutes in a hidden window. */
export function useDocumentKey() {
  const [key, setKey] = useState<DocumentKey>();
  useEffect(() => {
    if (!key) return;
    let until = 0;
    let timer: ReturnType<typeof setTimeout>;
    const forget = () => setKey(undefined);
    const wait = () => {
      if (until && Date.now() > until) return forget(); // timers stop while the computer sleeps
      const ms = document.hidden ? hiddenMs : idleMs;
      until = Date.now() + ms;
      clearTimeout(timer);
      timer = setTimeout(forget, ms);
    };
    const events = ['keydown', 'pointerdown', 'visibilitychange'];
    for (const event of events) document.addEventListener(event, wait);
    wait();
    return () => {
      clearTimeout(timer);
      for (const event of events) document.removeEventListener(event, wait);
    };
  }, [key]);
  return [key, setKey] as const;
}
