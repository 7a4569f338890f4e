// Who uses this device. The token is sent with every request; the logged-in flag says that the mailbox was proved with
// a passcode, and it alone opens the account's pages. A registration also returns a token, but one that may act on its
// booking only (the address is not proved yet), so it never raises the flag.
import { useSyncExternalStore } from 'react';
import type { Ticket, UserData } from '../types/wire.gen';
import { readItem, readJSON, removeItem, writeItem, writeJSON } from './storage';

const keys = { token: 'token', user: 'user', flag: 'signed_in', tickets: 'tickets', expired: 'expired' } as const;

/** The user store of the specification, section 3. */
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
  dispatchEvent(new Event('transom:user')); // the header around the program shows or hides the initials
  for (const listener of listeners) listener();
}

/** The stored token, empty for a visitor. */
export const sessionToken = (): string => readItem(keys.token) ?? '';

export const userStore = (): UserStore => (current ??= read());

/** Keeps the account's session after a passcode was verified. Another person's tickets leave the device. */
export function startAccountSession(token: string, user: UserData): void {
  if (userStore().userDetails?.email !== user.email) removeItem(keys.tickets);
  writeItem(keys.token, token);
  writeJSON(keys.user, user);
  writeItem(keys.flag, '1');
  removeItem(keys.expired);
  changed();
}

/** Keeps the booking's token after a registration. Somebody who is signed in stays so: that token can do more. */
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

/** Keeps tickets on the device, so that they show again without network. */
export function keepTickets(tickets: Ticket[]): void {
  writeJSON(keys.tickets, tickets);
  changed();
}

/** A token that the server no longer accepts. Tickets that were opened on this device still show at the gate. */
export function expireSession(): void {
  if (userStore().isAuthenticated) writeItem(keys.expired, '1');
  removeItem(keys.token);
  removeItem(keys.flag);
  changed();
}

/** Whether an account's session ended by itself; the sign-in page explains it. */
export const hasExpired = (): boolean => readItem(keys.expired) === '1';

/** Forgets token, person and tickets. */
export function endSession(): void {
  for (const key of Object.values(keys)) removeItem(key);
  changed();
}

/** Signing out in one tab signs out in all of them. */
function otherTab(event: StorageEvent): void {
  if (event.key === null || (Object.values(keys) as string[]).includes(event.key)) changed();
}

/** So does going back to a page that was put aside whole, as it looked before the sign-out. */
function takenOutAgain(event: PageTransitionEvent): void {
  if (event.persisted) changed();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', otherTab);
    window.addEventListener('pageshow', takenOutAgain);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', otherTab);
    window.removeEventListener('pageshow', takenOutAgain);
  };
}

/** The user store; while a page is prerendered and hydrated, nobody is signed in. */
export const useUserStore = (): UserStore => useSyncExternalStore(subscribe, userStore, () => signedOut);
