// The state of a ticket that is taken over: the registration form without mailbox, spouse's box and payment, which are
// settled.

import { type FormEvent, useMemo, useState } from 'react';
import { acceptTransfer } from '../api';
import { registration } from '../content';
import { focusField } from '../form/focus';
import { bookOf, homeCountry } from '../form/rulebook';
import { askedFields, asks, type Faults, faultsOf, stopsOf } from '../form/rules';
import { useUploads } from '../form/use-uploads';
import * as texts from '../texts';
import type { Category } from '../types/content.gen';
import type { TransferResponse } from '../types/wire.gen';
import { toast } from '../ui/toast';
import { payloadOf } from './payload';
import type { TypedForm } from './registration-form';
import { useFields } from './use-fields';
import { consentField } from './use-registration';

export interface TransferForm extends TypedForm {
  sending: boolean;
  /** Why the last try failed. */
  notice: string;
  /** The ticket that was taken. */
  ticket: string | undefined;
  submit(event: FormEvent): void;
}

/** What the link has settled. */
export const settled = ['email', 'spouse'];

export function useTransfer(
  category: Category,
  offer: TransferResponse,
  token: string,
  onTaken: () => void,
): TransferForm {
  const uploads = useUploads();
  const book = useMemo(() => bookOf(category), [category]);
  const { email, spouse } = offer;
  const { values, faults, set, leave, mark, forgive } = useFields(book, { country: homeCountry, email, spouse });
  const [consent, setConsentBox] = useState(false);
  const [sending, setSending] = useState(false);
  const [notice, setNotice] = useState('');
  const [ticket, setTicket] = useState<string>();

  const setConsent = (given: boolean) => {
    setConsentBox(given);
    forgive(consentField);
  };
  const show = (next: Faults) => {
    mark(next);
    focusField([...askedFields(book, values).map(({ name }) => name), consentField], next);
  };

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
    for (const name of ['profile_url', 'aadharUrl']) if (problem?.fields?.[name]) uploads.setHandle(name, undefined);
    setNotice(problem?.message || texts.connectionLostTryAgain);
    show(problem?.fields ?? {});
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (uploads.busy || sending) return;
    const stops = stopsOf(book, values, uploads.handles);
    const wanted: Faults =
      asks(book, 'aadharUrl', values) && !consent ? { [consentField]: registration.id_document.consent_required } : {};
    const all: Faults = {
      ...Object.fromEntries(stops.map(({ field, hint }) => [field, hint])),
      ...wanted,
      ...faultsOf(book, values),
    };
    if (Object.keys(all).length === 0) return void send();
    show(all);
    const [first] = stops;
    if (first) toast.error(first.toast);
  };

  return { book, values, faults, uploads, consent, sending, notice, ticket, set, leave, setConsent, submit };
}
