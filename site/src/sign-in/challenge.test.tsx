import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type Challenge,
  forgetChallenges,
  leaveChallenge,
  openChallenge,
  openedChallenge,
  validChallenge,
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

test('the code step of the latest request is open until the visitor leaves it, and its code stays valid', () => {
  openChallenge(challenge('a@example.org', 'one'));
  expect(openedChallenge()?.id).toBe('one');
  leaveChallenge();
  expect(openedChallenge()).toBeUndefined();
  expect(validChallenge(' A@example.org')?.id).toBe('one');
  expect(validChallenge('b@example.org')).toBeUndefined();
});

test('a request for another address changes nothing; a new code for the same address replaces the old one', () => {
  openChallenge(challenge('a@example.org', 'one'));
  openChallenge(challenge('b@example.org', 'two'));
  expect([openedChallenge()?.id, validChallenge('a@example.org')?.id]).toEqual(['two', 'one']);
  openChallenge(challenge('a@example.org', 'three'));
  expect(validChallenge('a@example.org')?.id).toBe('three');
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
