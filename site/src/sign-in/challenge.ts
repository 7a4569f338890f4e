// The codes that were asked for, kept in this tab: whoever switches to the mail program on a phone may find the page
// loaded anew on return, and whoever goes back to another address and returns finds the code of the first still good.

export interface Challenge {
  email: string;
  id: string;
  /** Instants in milliseconds since 1970. */
  expiresAt: number;
  resendAt: number;
}

interface Kept {
  challenges: Challenge[];
  /** The challenge whose boxes are open. */
  open?: string;
}

const key = 'sign-in';

/** One mailbox however it is typed. */
const sameMailbox = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

function read(): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '') as Kept;
    return { ...kept, challenges: kept.challenges.filter(({ expiresAt }) => expiresAt > Date.now()) };
  } catch {
    return { challenges: [] };
  }
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Then the step is lost with a reload, and nothing else.
  }
}

/** Keeps a challenge, in place of an older one of the same mailbox, as the one whose boxes are open. */
export function openChallenge(challenge: Challenge): void {
  const others = read().challenges.filter(({ email }) => !sameMailbox(email, challenge.email));
  write({ challenges: [...others, challenge], open: challenge.id });
}

/** The boxes are left; the codes stay good. */
export const leaveChallenge = (): void => write({ challenges: read().challenges });

/** Somebody has signed in. */
export function forgetChallenges(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** The challenge whose boxes were open in this tab. */
export function keptChallenge(): Challenge | undefined {
  const { challenges, open } = read();
  return challenges.find(({ id }) => id === open);
}

/** The challenge whose code still opens this mailbox. */
export const goodChallenge = (address: string): Challenge | undefined =>
  read().challenges.find(({ email }) => sameMailbox(email, address));
