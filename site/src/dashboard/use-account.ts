// The data of the account's pages: first from this device, then from the API.
import { useCallback, useEffect, useState } from 'react';
import { fetchProfile, fetchTickets, reasonOf } from '../api';
import { keepTickets, keepUser, useUserStore } from '../device/session';
import type { InvoiceRow, RejectedDocument, Ticket, UserData, WaitingRegistration } from '../types/wire.gen';

export interface Account {
  user: UserData | null;
  tickets: readonly Ticket[];
  /** Unpaid registrations of this account, as the server last reported them; not stored on the device. */
  waiting: readonly WaitingRegistration[];
  /** The documents of its payments; not stored on the device. */
  invoices: readonly InvoiceRow[];
  /** Registrations whose identity documents were rejected; not stored on the device. */
  rejected: readonly RejectedDocument[];
  /** No answer has arrived yet. */
  loading: boolean;
  /** Why the last request failed; empty if it succeeded. */
  failure: string;
  reload(): void;
}

export function useAccount(): Account {
  const { userDetails: user, tickets } = useUserStore();
  const [loading, setLoading] = useState(true);
  const [waiting, setWaiting] = useState<readonly WaitingRegistration[]>([]);
  const [invoices, setInvoices] = useState<readonly InvoiceRow[]>([]);
  const [rejected, setRejected] = useState<readonly RejectedDocument[]>([]);
  const [failure, setFailure] = useState('');

  const load = useCallback(async () => {
    setLoading(true);
    const [profile, list] = await Promise.all([fetchProfile(), fetchTickets()]);
    if (profile.ok) keepUser(profile.body.userdata);
    if (list.ok) {
      keepTickets(list.body.tickets);
      setWaiting(list.body.waiting ?? []); // missing in answers of older releases
      setInvoices(list.body.invoices ?? []);
      setRejected(list.body.rejected ?? []);
    }
    const failed = [profile, list].find((answer) => !answer.ok);
    setFailure(failed && !failed.ok ? reasonOf(failed) : '');
    setLoading(false);
  }, []);
  useEffect(() => void load(), [load]);

  return { user, tickets, waiting, invoices, rejected, loading, failure, reload: () => void load() };
}
