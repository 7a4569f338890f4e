import { createContext, use } from 'react';
import type { DeskMeResponse, Permission } from '../types/wire.gen';

/** The member, and how far the server's clock is ahead of this computer's, in milliseconds. */
export type Me = Pick<DeskMeResponse, 'name' | 'role' | 'permissions' | 'rehearsal'> & { ahead?: number };

/** Adds the property `ahead`, because this computer's clock may be wrong and a rehearsal has its own time. */
export const withClock = ({ now, ...me }: Me & { now?: string }): Me => ({
  ...me,
  ahead: now ? Date.parse(now) - Date.now() : 0,
});

/** The server's time. */
export const timeAtServer = ({ ahead = 0 }: Me): Date => new Date(Date.now() + ahead);

export const MeContext = createContext<Me | undefined>(undefined);

/** Returns the signed-in member, or throws an error if nobody has signed in. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error('a page was opened before anybody signed in');
  return me;
}

/** Returns a function that checks the member's permissions, to hide what the API would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.includes(permission);
}
