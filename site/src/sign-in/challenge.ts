// Requested codes are stored in this tab, because a phone may reload the page while the visitor is in the mail app, and
// visitors may enter an earlier address again.
import { tried } from '../device/storage';

export interface Challenge {
  email: string;
  id: string;
  /** In milliseconds since 1970, like resendAt. */
  expiresAt: number;
  resendAt: number;
}

interface StoredChallenges {
  challenges: Challenge[];
  /** The challenge for which the code boxes are open. */
  open?: string;
  /** The challenge that was requested but not answered, because the response may have been lost. */
  requested?: Pick<Challenge, 'email' | 'id'>;
}

const key = 'sign-in';

const sameMailbox = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

const read = (): StoredChallenges =>
  tried(() => {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '') as StoredChallenges;
    return { ...stored, challenges: stored.challenges.filter(({ expiresAt }) => expiresAt > Date.now()) };
  }) ?? { challenges: [] };

/** Without storage, the code boxes stay open only until a reload. */
const write = (stored: StoredChallenges): void => tried(() => sessionStorage.setItem(key, JSON.stringify(stored)));

/** Returns the id for requesting a code. It stays the same until a response arrives. */
export function requestID(email: string): string {
  const stored = read();
  if (stored.requested && sameMailbox(stored.requested.email, email)) return stored.requested.id;
  const id = Array.from(crypto.getRandomValues(new Uint8Array(26)), (byte) => base32[byte % 32]).join('');
  write({ ...stored, requested: { email, id } });
  return id;
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Replaces an older challenge for the same address, and opens the code boxes. */
export function openChallenge(challenge: Challenge): void {
  const others = read().challenges.filter(({ email }) => !sameMailbox(email, challenge.email));
  write({ challenges: [...others, challenge], open: challenge.id });
}

/** The codes that have been sent stay valid. */
export const leaveChallenge = (): void => write({ challenges: read().challenges });

/** Deletes all challenges once somebody has signed in. */
export const forgetChallenges = (): void => tried(() => sessionStorage.removeItem(key));

/** The challenge for which the code boxes were open in this tab. */
export function openedChallenge(): Challenge | undefined {
  const { challenges, open } = read();
  return challenges.find(({ id }) => id === open);
}

/** The challenge with a code that is still valid for this address. */
export const validChallenge = (address: string): Challenge | undefined =>
  read().challenges.find(({ email }) => sameMailbox(email, address));
