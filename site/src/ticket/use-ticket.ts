import { useEffect, useState } from 'react';
import { fetchTickets, reasonOf } from '../api';
import { keepTickets, userStore, useUserStore } from '../device/session';
import type { Ticket } from '../types/wire.gen';
import { unlessLeft } from '../unless-left';
import { keepTicketPage } from './ticket-worker';

export type HeldTicket = ReturnType<typeof useTicket>;

/** `unknown`: the account has no such ticket. `stale`: the API has not confirmed this stored ticket. */
export function useTicket(id: string | undefined, signedIn: boolean) {
  const { tickets } = useUserStore();
  const [state, setState] = useState({ loading: true, unknown: false, stale: true, failure: '' });
  const ticket = tickets.find((candidate) => candidate.id === id);

  useEffect(() => {
    if (!id) return;
    if (!signedIn) return setState({ loading: false, unknown: false, stale: true, failure: '' });
    setState({ loading: true, unknown: false, stale: true, failure: '' });
    return unlessLeft(fetchTickets(id), (answer) => {
      const fresh = answer.ok ? answer.body.tickets.find((candidate) => candidate.id === id) : undefined;
      const unknown = answer.ok ? !fresh : answer.problem?.code === 404;
      if (fresh || unknown) replaceKept(id, fresh);
      // Load the card's file first, so that keepTicketPage caches it, too.
      if (fresh) void import('./admit-card').then(keepTicketPage, () => undefined);
      setState({ loading: false, unknown, stale: !fresh, failure: answer.ok ? '' : reasonOf(answer) });
    });
  }, [id, signedIn]);

  return { ticket, ...state };
}

/** Deletes the stored ticket if it does not belong to this account. */
function replaceKept(id: string, fresh: Ticket | undefined): void {
  const kept = userStore().tickets;
  const index = kept.findIndex((ticket) => ticket.id === id);
  if (!fresh) return keepTickets(kept.filter((ticket) => ticket.id !== id));
  keepTickets(index < 0 ? [...kept, fresh] : kept.with(index, fresh));
}
