// The codes that were requested, stored in this tab. A phone may reload the page while the visitor is in the mail app,
// and a visitor may return to an address that was entered before.

export interface Challenge {
  email: string;
  id: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  resendAt: number;
}

interface StoredChallenges {
  challenges: Challenge[];
  /** The challenge whose code step is open. */
  open?: string;
}

const key = 'sign-in';

/** Whether two texts are the same email address. */
const sameMailbox = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

function read(): StoredChallenges {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '') as StoredChallenges;
    return { ...stored, challenges: stored.challenges.filter(({ expiresAt }) => expiresAt > Date.now()) };
  } catch {
    return { challenges: [] };
  }
}

function write(stored: StoredChallenges): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // A reload then loses this step, but nothing else.
  }
}

/** Stores a challenge in place of an older one for the same address, and opens its code step. */
export function openChallenge(challenge: Challenge): void {
  const others = read().challenges.filter(({ email }) => !sameMailbox(email, challenge.email));
  write({ challenges: [...others, challenge], open: challenge.id });
}

/** Leaves the code step; the codes stay valid. */
export const leaveChallenge = (): void => write({ challenges: read().challenges });

/** Deletes everything after a sign-in. */
export function forgetChallenges(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** The challenge whose code step was open in this tab. */
export function openedChallenge(): Challenge | undefined {
  const { challenges, open } = read();
  return challenges.find(({ id }) => id === open);
}

/** The challenge whose code is still valid for this address. */
export const validChallenge = (address: string): Challenge | undefined =>
  read().challenges.find(({ email }) => sameMailbox(email, address));
