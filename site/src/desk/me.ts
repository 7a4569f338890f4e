// The member of staff who has signed in, and what they may do. Pages ask `useMe()`; only the shell sets it.
import { createContext, use } from 'react';
import type { DeskMeResponse, Permission } from '../types/wire.gen';

/** Who it is, and how far the server's clock is ahead of this computer's, in milliseconds. */
export type Me = Pick<DeskMeResponse, 'name' | 'role' | 'permissions' | 'rehearsal'> & { ahead?: number };

/** Compares the server's clock with this computer's, which may be wrong; a rehearsal also has its own time. */
export const withClock = ({ now, ...me }: Me & { now?: string }): Me => ({
  ...me,
  ahead: now ? Date.parse(now) - Date.now() : 0,
});

/** The server's time. */
export const timeAtServer = ({ ahead = 0 }: Me): Date => new Date(Date.now() + ahead);

export const MeContext = createContext<Me | undefined>(undefined);

/** The member of staff. Only for pages, which are shown after the sign-in. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error('a page was opened before anybody signed in');
  return me;
}

/** Whether the member has a permission. The API decides; this only hides what it would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.includes(permission);
}
