// The data for the account's pages, first from this device and then from the API.
import { useCallback, useEffect, useState } from 'react';
import { fetchProfile, fetchTickets, reasonOf } from '../api';
import { keepTickets, keepUser, useUserStore } from '../device/session';
import type { InvoiceRow, RejectedDocument, WaitingRegistration } from '../types/wire.gen';

/** Unpaid registrations, documents and rejected identity documents come only from the API. */
export function useAccount() {
  const { userDetails: user, tickets } = useUserStore();
  const [loading, setLoading] = useState(true);
  const [waiting, setWaiting] = useState<readonly WaitingRegistration[]>([]);
  const [moreWaiting, setMoreWaiting] = useState(false);
  const [invoices, setInvoices] = useState<readonly InvoiceRow[]>([]);
  const [rejected, setRejected] = useState<readonly RejectedDocument[]>([]);
  const [failure, setFailure] = useState('');

  const load = useCallback(async () => {
    setLoading(true);
    const [profile, list] = await Promise.all([fetchProfile(), fetchTickets()]);
    if (profile.ok) keepUser(profile.body.userdata);
    if (list.ok) {
      keepTickets(list.body.tickets);
      setWaiting(list.body.waiting ?? []); // missing in responses from older releases
      setMoreWaiting(list.body.more_waiting ?? false);
      setInvoices(list.body.invoices ?? []);
      setRejected(list.body.rejected ?? []);
    }
    const failed = [profile, list].find((answer) => !answer.ok);
    setFailure(failed && !failed.ok ? reasonOf(failed) : '');
    setLoading(false);
  }, []);
  useEffect(() => void load(), [load]);

  return { user, tickets, waiting, moreWaiting, invoices, rejected, loading, failure, reload: () => void load() };
}
