// Every request sends the token. Account pages are shown only with the signed-in flag, which means that the email
// address has been verified with a passcode. A registration returns a token for its own booking but sets no flag,
// because the address is not verified yet.
import { useSyncExternalStore } from 'react';
import type { Ticket, UserData } from '../types/wire.gen';
import { readItem, readJSON, removeItem, writeItem, writeJSON } from './storage';

const keys = { token: 'token', user: 'user', flag: 'signed_in', tickets: 'tickets', expired: 'expired' } as const;

/** The user store (specification, section 3). */
export interface UserStore {
  tickets: Ticket[];
  userDetails: UserData | null;
  isAuthenticated: boolean;
}

const signedOut: UserStore = { tickets: [], userDetails: null, isAuthenticated: false };

let current: UserStore | undefined;
const listeners = new Set<() => void>();

function read(): UserStore {
  const isAuthenticated = readItem(keys.flag) === '1' && sessionToken() !== '';
  return {
    isAuthenticated,
    userDetails: readJSON<UserData>(keys.user) ?? null,
    tickets: readJSON<Ticket[]>(keys.tickets) ?? [],
  };
}

function changed(): void {
  current = undefined;
  dispatchEvent(new Event('transom:user')); // loader.ts updates the header
  for (const listener of listeners) listener();
}

/** Empty for a visitor. */
export const sessionToken = (): string => readItem(keys.token) ?? '';

export const userStore = (): UserStore => (current ??= read());

/** Deletes another person's tickets from the device. */
export function startAccountSession(token: string, user: UserData): void {
  if (userStore().userDetails?.email !== user.email) removeItem(keys.tickets);
  writeItem(keys.token, token);
  writeJSON(keys.user, user);
  writeItem(keys.flag, '1');
  removeItem(keys.expired);
  changed();
}

/** Does nothing if somebody is signed in, because an account's token can do more. */
export function startBookingSession(token: string, user: UserData): void {
  if (userStore().isAuthenticated) return;
  writeItem(keys.token, token);
  writeJSON(keys.user, user);
  changed();
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

/** Signing in or out in one tab applies to all tabs. */
function otherTab(event: StorageEvent): void {
  if (event.key === null || (Object.values(keys) as string[]).includes(event.key)) changed();
}

/** A page from the back/forward cache may have been loaded before the sign-out. */
function restoredFromCache(event: PageTransitionEvent): void {
  if (event.persisted) changed();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', otherTab);
    window.addEventListener('pageshow', restoredFromCache);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', otherTab);
    window.removeEventListener('pageshow', restoredFromCache);
  };
}

/** During prerendering and hydration nobody is signed in. */
export const useUserStore = (): UserStore => useSyncExternalStore(subscribe, userStore, () => signedOut);
