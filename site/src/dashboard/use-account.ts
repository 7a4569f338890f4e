// What the account's pages show: first what this device knows, then what the API says.
import { useCallback, useEffect, useState } from 'react';
import { fetchProfile, fetchTickets, reasonOf } from '../api';
import { keepTickets, keepUser, useUserStore } from '../device/session';
import type { Ticket, UserData, WaitingRegistration } from '../types/wire.gen';

export interface Account {
  user: UserData | null;
  tickets: readonly Ticket[];
  /** Registrations of this mailbox that are not paid yet, as the server said last; not kept on the device. */
  waiting: readonly WaitingRegistration[];
  /** The first answer is still outstanding. */
  loading: boolean;
  /** Why the last request failed; empty when it succeeded. */
  failure: string;
  reload(): void;
}

export function useAccount(): Account {
  const { userDetails: user, tickets } = useUserStore();
  const [loading, setLoading] = useState(true);
  const [waiting, setWaiting] = useState<readonly WaitingRegistration[]>([]);
  const [failure, setFailure] = useState('');

  const load = useCallback(async () => {
    setLoading(true);
    const [profile, list] = await Promise.all([fetchProfile(), fetchTickets()]);
    if (profile.ok) keepUser(profile.body.userdata);
    if (list.ok) {
      keepTickets(list.body.tickets);
      setWaiting(list.body.waiting ?? []); // an instance of an older release sends none
    }
    const failed = [profile, list].find((answer) => !answer.ok);
    setFailure(failed && !failed.ok ? reasonOf(failed) : '');
    setLoading(false);
  }, []);
  useEffect(() => void load(), [load]);

  return { user, tickets, waiting, loading, failure, reload: () => void load() };
}
