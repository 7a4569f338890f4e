// The form with which a colleague accepts a ticket: the registration form, but with a fixed email address and spouse,
// and without a payment.

import { type FormEvent, useState } from 'react';
import { acceptTransfer } from '../api';
import { homeCountry } from '../form/rulebook';
import { isOfFirm } from '../form/rules';
import * as texts from '../texts';
import type { Category } from '../types/content.gen';
import type { TransferResponse } from '../types/wire.gen';
import { payloadOf } from './payload';
import { useTypedForm } from './use-typed-form';

/** The fields whose values the link determines. */
export const settled = ['email', 'spouse'];

/** The payer has the invoice. */
const isOnInvoice = (name: string) => name === 'gst_no' || isOfFirm(name);

/** `notice` says why the last attempt failed. `ticket` is the ID of the ticket that was accepted. */
export function useTransfer(category: Category, offer: TransferResponse, token: string, onTaken: () => void) {
  const { email, spouse } = offer;
  const form = useTypedForm(category, { country: homeCountry, email, spouse }, isOnInvoice);
  const { book, uploads, consent } = form;
  // Without a spouse's name, the colleague is coming alone.
  const values = { ...form.values, spouse: spouse && Boolean(form.values.spouseName) };
  const [sending, setSending] = useState(false);
  const [notice, setNotice] = useState('');
  const [ticket, setTicket] = useState<string>();

  const send = async () => {
    setSending(true);
    setNotice('');
    const answer = await acceptTransfer({ ...payloadOf(book, values, uploads.handles, consent), token });
    setSending(false);
    if (answer.ok) {
      history.replaceState(history.state, '', location.pathname);
      onTaken();
      return setTicket(answer.body.ticket_id);
    }
    const { problem } = answer;
    setNotice(problem?.message || texts.connectionLostTryAgain);
    form.refuse(problem?.fields ?? {});
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (uploads.busy || sending) return;
    if (form.isComplete(values)) void send();
  };

  return { ...form, sending, notice, ticket, submit };
}
