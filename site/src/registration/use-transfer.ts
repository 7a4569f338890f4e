// The state of the form that accepts a ticket: the registration form without email address, spouse and payment, which
// are fixed.

import { type FormEvent, useState } from 'react';
import { acceptTransfer } from '../api';
import { homeCountry } from '../form/rulebook';
import * as texts from '../texts';
import type { Category } from '../types/content.gen';
import type { TransferResponse } from '../types/wire.gen';
import { payloadOf } from './payload';
import type { TypedForm } from './registration-form';
import { useTypedForm } from './use-typed-form';

export interface TransferForm extends TypedForm {
  sending: boolean;
  /** Why the last attempt failed. */
  notice: string;
  /** The ticket that was accepted. */
  ticket: string | undefined;
  submit(event: FormEvent): void;
}

/** The values that the link fixes. */
export const settled = ['email', 'spouse'];

export function useTransfer(
  category: Category,
  offer: TransferResponse,
  token: string,
  onTaken: () => void,
): TransferForm {
  const { email, spouse } = offer;
  const form = useTypedForm(category, { country: homeCountry, email, spouse });
  const { book, values, uploads, consent } = form;
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
    if (form.isComplete()) void send();
  };

  return { ...form, sending, notice, ticket, submit };
}
