// Loads the account's data, first from this device, then from the API.
import { useCallback, useEffect, useState } from 'react';
import { fetchProfile, fetchTickets, reasonOf } from '../api';
import { keepTickets, keepUser, useUserStore } from '../device/session';
import type { TicketsResponse } from '../types/wire.gen';

/** Unpaid registrations, documents and rejected identity documents come only from the API. */
export function useAccount() {
  const { userDetails: user, tickets } = useUserStore();
  const [loading, setLoading] = useState(true);
  const [response, setResponse] = useState<Partial<TicketsResponse>>({});
  const [failure, setFailure] = useState('');

  const load = useCallback(async () => {
    setLoading(true);
    const [profile, list] = await Promise.all([fetchProfile(), fetchTickets()]);
    if (profile.ok) keepUser(profile.body.userdata);
    if (list.ok) {
      keepTickets(list.body.tickets);
      setResponse(list.body);
    }
    const failed = [profile, list].find((answer) => !answer.ok);
    setFailure(failed && !failed.ok ? reasonOf(failed) : '');
    setLoading(false);
  }, []);
  useEffect(() => void load(), [load]);

  const { waiting = [], more_waiting: moreWaiting = false, invoices = [], rejected = [] } = response;
  return { user, tickets, waiting, moreWaiting, invoices, rejected, loading, failure, reload: () => void load() };
}
