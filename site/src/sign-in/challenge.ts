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
