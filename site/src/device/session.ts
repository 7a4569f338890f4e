// Every request sends the token. Account pages are shown only with the signed-in flag, which means that the email
// address has been verified with a passcode. A registration returns a token for its own booking but sets no flag,
// because the address is not verified yet.
import { useSyncExternalStore } from 'react';
import type { Ticket, UserData } from '../types/wire.gen';
import { onEvents } from './on-events';
import { readItem, readJSON, removeItem, writeItem, writeJSON } from './storage';

const keys = { token: 'token', user: 'user', flag: 'signed_in', tickets: 'tickets', expired: 'expired' } as const;

/** The user store (specification, section 3). */
export interface UserStore {
  tickets: Ticket[];
  userDetails: UserData | null;
  isAuthenticated: boolean;
}

const signedOut: UserStore = { tickets: [], userDetails: null, isAuthenticated: false };

/** Sent when the store changes; loader.ts then updates the header. */
const changeEvent = 'transom:user';

let current: UserStore | undefined;

function read(): UserStore {
  const user = readJSON<UserData>(keys.user);
  const tickets = [readJSON<Ticket[]>(keys.tickets)].flat();
  // Whatever else a browser extension or an older version has stored is ignored.
  return {
    isAuthenticated: readItem(keys.flag) === '1' && sessionToken() !== '',
    userDetails: typeof user?.firstname === 'string' ? user : null,
    tickets: tickets.filter((ticket) => ticket?.id) as Ticket[],
  };
}

function changed(): void {
  current = undefined;
  dispatchEvent(new Event(changeEvent));
}

/** Empty for a visitor. */
export const sessionToken = (): string => readItem(keys.token) ?? '';

export const userStore = (): UserStore => (current ??= read());

/** Deletes another person's tickets from the device. */
export function startAccountSession(token: string, user: UserData): void {
  if (userStore().userDetails?.email !== user.email) removeItem(keys.tickets);
  writeItem(keys.token, token);
  writeItem(keys.flag, '1');
  removeItem(keys.expired);
  keepUser(user);
}

/** Does nothing if somebody is signed in, because an account's token can do more. */
export function startBookingSession(token: string, user: UserData): void {
  if (userStore().isAuthenticated) return;
  writeItem(keys.token, token);
  keepUser(user);
}

export function keepUser(user: UserData): void {
  writeJSON(keys.user, user);
  changed();
}

/** Stores tickets on the device, so that they can be shown without a network. */
export function keepTickets(tickets: Ticket[]): void {
  writeJSON(keys.tickets, tickets);
  changed();
}

/** Tickets that were opened on this device can still be shown. */
export function expireSession(): void {
  if (userStore().isAuthenticated) writeItem(keys.expired, '1');
  removeItem(keys.token);
  removeItem(keys.flag);
  changed();
}

/** Whether the sign-in page must say that the session has expired. */
export const hasExpired = (): boolean => readItem(keys.expired) === '1';

/** Deletes the token, the person's details and the tickets. */
export function endSession(): void {
  for (const key of Object.values(keys)) removeItem(key);
  changed();
}

// The prerender step also loads this file, outside a browser.
if (typeof window !== 'undefined') {
  // Signing in or out in one tab applies to all tabs.
  addEventListener('storage', ({ key }) => {
    if (key === null || Object.values<string>(keys).includes(key)) changed();
  });
  // A page from the back/forward cache may have been loaded before the sign-out.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) changed();
  });
}

const subscribe = onEvents(changeEvent);

/** During prerendering and hydration nobody is signed in. */
export const useUserStore = (): UserStore => useSyncExternalStore(subscribe, userStore, () => signedOut);
