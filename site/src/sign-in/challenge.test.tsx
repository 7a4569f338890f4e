import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Challenge,
  forgetChallenges,
  goodChallenge,
  keptChallenge,
  leaveChallenge,
  openChallenge,
} from './challenge';

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

test('the boxes of the latest challenge are open until they are left, and its code stays good', () => {
  openChallenge(challenge('a@example.org', 'one'));
  expect(keptChallenge()?.id).toBe('one');
  leaveChallenge();
  expect(keptChallenge()).toBeUndefined();
  expect(goodChallenge(' A@example.org')?.id).toBe('one');
  expect(goodChallenge('b@example.org')).toBeUndefined();
});

test('another mailbox in between takes nothing away, a newer code of the same one takes its place', () => {
  openChallenge(challenge('a@example.org', 'one'));
  openChallenge(challenge('b@example.org', 'two'));
  expect([keptChallenge()?.id, goodChallenge('a@example.org')?.id]).toEqual(['two', 'one']);
  openChallenge(challenge('a@example.org', 'three'));
  expect(goodChallenge('a@example.org')?.id).toBe('three');
});

test('nothing is left of a code that has run out, of a sign-in that is done, or of something damaged', () => {
  openChallenge(challenge('a@example.org', 'one'));
  vi.advanceTimersByTime(600_000);
  expect([keptChallenge(), goodChallenge('a@example.org')]).toEqual([undefined, undefined]);
  openChallenge(challenge('a@example.org', 'one'));
  forgetChallenges();
  expect(sessionStorage).toHaveLength(0);
  sessionStorage.setItem('sign-in', '{"email":"a@example.org"}');
  expect(keptChallenge()).toBeUndefined();
});
