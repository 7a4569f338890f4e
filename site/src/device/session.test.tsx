import { beforeEach, expect, test, vi } from 'vitest';
import type { Ticket, UserData } from '../types/wire.gen';
import {
  endSession,
  expireSession,
  hasExpired,
  keepTickets,
  sessionToken,
  startAccountSession,
  startBookingSession,
  userStore,
} from './session';

const asha = { id: 'u1', firstname: 'Asha', lastname: 'Verma', email: 'asha@example.org' } as UserData;
const ravi = { ...asha, id: 'u2', firstname: 'Ravi', email: 'ravi@example.org' };
const ticket = { id: 't1', booking_id: 'b1' } as Ticket;

beforeEach(() => endSession());

test('a verified passcode signs the person in, and a later registration does not sign them out', () => {
  startAccountSession('account-token', asha);
  startBookingSession('booking-token', ravi);
  expect(sessionToken()).toBe('account-token');
  expect(userStore()).toMatchObject({ isAuthenticated: true, userDetails: asha });
});

test('signing out deletes everything; an expired token leaves the tickets', () => {
  startAccountSession('account-token', asha);
  keepTickets([ticket]);
  expireSession();
  expect(userStore()).toMatchObject({ isAuthenticated: false, tickets: [ticket] });
  expect(sessionToken()).toBe('');
  expect(hasExpired()).toBe(true);
  startAccountSession('account-token', asha);
  expect(hasExpired()).toBe(false);
  endSession();
  expect(userStore()).toEqual({ isAuthenticated: false, tickets: [], userDetails: null });
  expect(localStorage).toHaveLength(0);
});

test("one person's tickets are not shown to the next", () => {
  startAccountSession('account-token', asha);
  keepTickets([ticket]);
  startAccountSession('other-token', ravi);
  expect(userStore().tickets).toEqual([]);
});

test.each([
  ['user', '{"firstname":5,"lastname":{}}', { userDetails: null }],
  ['user', '[1]', { userDetails: null }],
  ['tickets', '{"a":null}', { tickets: [] }],
  ['tickets', '"x"', { tickets: [] }],
  ['tickets', '[null,{"id":"t1","booking_id":"b1"}]', { tickets: [ticket] }],
])('a stored value of the wrong shape is ignored: %s %s', (key, value, expected) => {
  localStorage.setItem(key, value);
  dispatchEvent(new StorageEvent('storage', { key }));
  expect(userStore()).toMatchObject(expected);
});

test('the header is notified', () => {
  const told = vi.fn();
  addEventListener('transom:user', told);
  startAccountSession('account-token', asha);
  removeEventListener('transom:user', told);
  expect(told).toHaveBeenCalled();
});
