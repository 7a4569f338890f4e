// The state of a registration form from the first letter to the payment page.
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { register } from '../api';
import { registration } from '../content';
import { eraseDraft, loadDraft, saveDraft } from '../device/draft';
import { keepLastBooking } from '../device/last-booking';
import { startBookingSession } from '../device/session';
import { focusField } from '../form/focus';
import { bookOf, homeCountry } from '../form/rulebook';
import { askedFields, asks, type Faults, faultsOf, type Rulebook, stopsOf, type Values } from '../form/rules';
import { type Uploads, useUploads } from '../form/use-uploads';
import { leaveFor, trustedPaymentAddress } from '../payment/payment-address';
import type { Category } from '../types/content.gen';
import type { RegistrationResponse } from '../types/wire.gen';
import { toast } from '../ui/toast';
import { payloadOf } from './payload';
import { type Refusal, refusalOf } from './refusal';
import { eraseSubmissionKey, submissionKey } from './submission-key';
import { type Fields, useFields } from './use-fields';

/** The consent box is no field of the content; this is its name among the messages. */
export const consentField = 'consent';

export type Phase = 'filling' | 'submitting' | 'redirecting';

export interface RegistrationForm extends Pick<Fields, 'values' | 'faults' | 'set' | 'leave'> {
  book: Rulebook;
  uploads: Uploads;
  consent: boolean;
  phase: Phase;
  /** Why the last submission failed. */
  refusal: Refusal | undefined;
  /** Whether the values come from an earlier visit. */
  restored: boolean;
  setConsent(given: boolean): void;
  submit(event: FormEvent): void;
  /** Sends what was sent last once more. */
  again(): void;
  erase(): void;
}

const uploadFields = registration.fields.filter((field) => field.kind === 'upload').map((field) => field.name);
const untouched: Values = { country: homeCountry };

export function useRegistration(category: Category): RegistrationForm {
  const uploads = useUploads();
  const [consent, setConsentBox] = useState(false);
  const [phase, setPhase] = useState<Phase>('filling');
  const [refusal, setRefusal] = useState<Refusal>();
  const [restored, setRestored] = useState(false);
  const book = useMemo<Rulebook>(() => bookOf(category), [category]);
  const { values, faults, set: setField, leave, fill, mark, forgive } = useFields(book, untouched);
  const { form } = category;

  useEffect(() => {
    const draft = loadDraft(form);
    if (!draft) return;
    fill({ ...untouched, ...draft });
    setRestored(Object.keys(draft).some((name) => name !== 'country'));
  }, [form, fill]);

  // What is on the screen first is not worth keeping, and must not replace a draft before that was read.
  const changed = values !== untouched;
  useEffect(() => {
    if (changed && phase !== 'redirecting') saveDraft(form, values, uploadFields);
  }, [changed, form, values, phase]);

  const set = useCallback(
    (name: string, value: string | boolean) => {
      setField(name, value);
      setRefusal((last) => (last?.amount !== undefined && name === 'spouse' ? undefined : last));
    },
    [setField],
  );

  const setConsent = useCallback(
    (given: boolean) => {
      setConsentBox(given);
      forgive(consentField);
    },
    [forgive],
  );

  const reset = useCallback(() => {
    eraseDraft(form);
    fill(untouched);
    mark({});
    setConsentBox(false);
    setRestored(false);
    uploads.reset();
  }, [form, uploads, fill, mark]);

  const erase = useCallback(() => {
    eraseSubmissionKey();
    setRefusal(undefined);
    reset();
  }, [reset]);

  const accept = (body: RegistrationResponse) => {
    const address = trustedPaymentAddress(body.payment_url);
    startBookingSession(body.accesstoken, body.userdata);
    keepLastBooking(body.booking_id);
    eraseSubmissionKey();
    setPhase('redirecting');
    reset();
    // Whoever comes back from the payment page wants to know what became of it, not an empty form.
    history.replaceState(history.state, '', `/verify/${encodeURIComponent(body.booking_id)}`);
    history.scrollRestoration = 'manual'; // that page begins at its top, not where the form was left
    leaveFor(address ?? location.href);
  };

  const refuse = (reason: Refusal) => {
    if (reason.newKey) eraseSubmissionKey();
    for (const name of uploadFields) if (reason.faults[name]) uploads.setHandle(name, undefined);
    setPhase('filling');
    setRefusal(reason);
    mark(reason.faults);
    if (reason.toast) toast.error(reason.toast);
    focusField(askedNames(book, values), reason.faults);
  };

  const underWay = useRef(false);
  const send = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setPhase('submitting');
    setRefusal(undefined);
    const payload = payloadOf(book, values, uploads.handles, consent);
    // A price that has changed was shown with the refusal; sending again agrees to it.
    if (refusal?.amount !== undefined) payload.amount = refusal.amount;
    const answer = await register(payload, submissionKey(payload));
    underWay.current = false;
    if (answer.ok) accept(answer.body);
    else refuse(refusalOf(answer.problem, registration.messages));
  };

  const submit = (submission: FormEvent) => {
    submission.preventDefault();
    if (uploads.busy || phase !== 'filling') return;
    const fieldFaults = faultsOf(book, values);
    const stops = stopsOf(book, values, uploads.handles);
    const consentFault: Faults =
      asks(book, 'aadharUrl', values) && !consent ? { [consentField]: registration.id_document.consent_required } : {};
    const hints = Object.fromEntries(stops.map((stop) => [stop.field, stop.hint]));
    const all: Faults = { ...hints, ...consentFault, ...fieldFaults };
    mark(all);
    if (Object.keys(all).length === 0) return void send();
    const [first] = stops;
    if (Object.keys(fieldFaults).length === 0 && first) toast.error(first.toast);
    focusField(askedNames(book, values), all);
  };

  return {
    book,
    values,
    faults,
    uploads,
    consent,
    phase,
    refusal,
    restored,
    set,
    leave,
    setConsent,
    submit,
    again: () => void send(),
    erase,
  };
}

const askedNames = (book: Rulebook, values: Values): string[] => [
  ...askedFields(book, values).map((field) => field.name),
  consentField,
];
