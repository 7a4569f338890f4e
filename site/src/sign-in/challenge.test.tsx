import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Challenge, forgetChallenges, openChallenge, openedChallenge, validChallenge } from './challenge';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => vi.useRealTimers());

const challenge = (email: string, id: string): Challenge => ({
  email,
  id,
  expiresAt: Date.now() + 600_000,
  resendAt: Date.now() + 60_000,
});

test('expired codes, finished sign-ins and damaged data are deleted', () => {
  openChallenge(challenge('a@example.org', 'one'));
  vi.advanceTimersByTime(600_000);
  expect([openedChallenge(), validChallenge('a@example.org')]).toEqual([undefined, undefined]);
  openChallenge(challenge('a@example.org', 'one'));
  forgetChallenges();
  expect(sessionStorage).toHaveLength(0);
  sessionStorage.setItem('sign-in', '{"email":"a@example.org"}');
  expect(openedChallenge()).toBeUndefined();
});
