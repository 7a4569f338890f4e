// Who sits at the desk, and what they may do. Rooms ask `useMe()`; only the shell sets it.
import { createContext, use } from 'react';
import type { Permission, StaffRole } from '../types/wire.gen';

/** The person who has signed in; the answer of the call "me". */
export interface Me {
  id: string;
  name: string;
  email: string;
  role: StaffRole;
  /** What this role may do, by the names of the permission table. */
  permissions: Permission[];
  /** When the session ends for good (UTC), whatever is done until then. */
  ends_at: string;
  rehearsal: boolean;
  /** How far the server's clock is ahead of this machine's, in milliseconds. */
  ahead?: number;
  /** Nobody is signed in, and the rest is empty. */
  signed_out?: boolean;
}

/** What "me" answers: with the server's clock at that moment. */
export type MeAnswer = Me & { now?: string };

/**
 * Keeps of an answer that came just now how far the server's clock is ahead: a laptop may have another, and a rehearsal
 * has its own.
 */
export const withClock = ({ now, ...me }: MeAnswer): Me => ({ ...me, ahead: now ? Date.parse(now) - Date.now() : 0 });

/** The server's time. */
export const timeAtServer = ({ ahead = 0 }: Me): Date => new Date(Date.now() + ahead);

export const MeContext = createContext<Me | undefined>(undefined);

/** Who sits at the desk; only used in rooms, which are behind the sign-in. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error('a room was opened before anybody signed in');
  return me;
}

/** Whether the person may do this (permission table of the API, which decides). */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.includes(permission);
}
