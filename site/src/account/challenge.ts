// The code that was asked for, kept in this tab: whoever switches to the mail program on a phone may find the page
// loaded anew on return, and still wants to type the code.

export interface Challenge {
  email: string;
  id: string;
  /** Instants in milliseconds since 1970. */
  expiresAt: number;
  resendAt: number;
}

const key = 'sign-in';

export function keepChallenge(challenge: Challenge | undefined): void {
  try {
    if (challenge) sessionStorage.setItem(key, JSON.stringify(challenge));
    else sessionStorage.removeItem(key);
  } catch {
    // Then the step is lost with a reload, and nothing else.
  }
}

export function keptChallenge(): Challenge | undefined {
  try {
    const challenge = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Challenge | null;
    return challenge && challenge.expiresAt > Date.now() ? challenge : undefined;
  } catch {
    return undefined;
  }
}
