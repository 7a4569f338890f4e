// If the same content is sent again, for example after a reload or from another tab, it has the same idempotency key,
// so that there is only one booking. Changed content gets a new key.
import { readJSON, removeItem, writeJSON } from '../device/storage';

interface NamedSubmission {
  key: string;
  fingerprint: string;
}

const storageKey = 'registration-submission';

export function submissionKey(payload: object): string {
  const fingerprint = fingerprintOf(JSON.stringify(payload));
  const known = readJSON<NamedSubmission>(storageKey);
  if (known?.fingerprint === fingerprint) return known.key;
  const key = randomKey();
  writeJSON(storageKey, { key, fingerprint } satisfies NamedSubmission);
  return key;
}

export const eraseSubmissionKey = (): void => removeItem(storageKey);

/** 128 random bits. crypto.randomUUID needs a secure context, which a rehearsal on a local network does not have. */
const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Two 32-bit FNV-1a hashes with different seeds. */
function fingerprintOf(text: string): string {
  const sum = (start: number) => {
    let hash = start;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return hash;
  };
  return `${sum(0x811c9dc5)} ${sum(0x01234567)}`;
}
