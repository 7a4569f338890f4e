// The state of a registration form from the first letter to the payment page.
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { register } from '../api';
import { countries, event, registration } from '../content';
import { now } from '../device/clock';
import { eraseDraft, loadDraft, saveDraft } from '../device/draft';
import { keepLastBooking } from '../device/last-booking';
import { startBookingSession } from '../device/session';
import { dayIn } from '../form/age';
import { focusField } from '../form/focus';
import { askedFields, asks, type Faults, faultOf, faultsOf, type Rulebook, stopsOf, type Values } from '../form/rules';
import { type Uploads, useUploads } from '../form/use-uploads';
import { trustedPaymentAddress } from '../payment/payment-address';
import type { Category } from '../types/content.gen';
import type { RegistrationResponse } from '../types/wire.gen';
import { toast } from '../ui/toast';
import { payloadOf } from './payload';
import { type Refusal, refusalOf } from './refusal';
import { eraseSubmissionKey, submissionKey } from './submission-key';

/** The consent box is no field of the content; this is its name among the messages. */
export const consentField = 'consent';

export type Phase = 'filling' | 'submitting' | 'redirecting';

export interface RegistrationForm {
  book: Rulebook;
  values: Values;
  faults: Faults;
  uploads: Uploads;
  consent: boolean;
  phase: Phase;
  /** Why the last submission failed. */
  refusal: Refusal | undefined;
  /** Whether the values come from an earlier visit. */
  restored: boolean;
  set(name: string, value: string | boolean): void;
  leave(name: string): void;
  setConsent(given: boolean): void;
  submit(event: FormEvent): void;
  /** Sends what was sent last once more. */
  again(): void;
  erase(): void;
}

const uploadFields = registration.fields.filter((field) => field.kind === 'upload').map((field) => field.name);
const homeCountry = countries.countries.find((country) => country.code === registration.home_country)?.name ?? '';
const untouched: Values = { country: homeCountry };

export function useRegistration(category: Category): RegistrationForm {
  const uploads = useUploads();
  const [values, setValues] = useState<Values>(untouched);
  const [faults, setFaults] = useState<Faults>({});
  const [consent, setConsentBox] = useState(false);
  const [phase, setPhase] = useState<Phase>('filling');
  const [refusal, setRefusal] = useState<Refusal>();
  const [restored, setRestored] = useState(false);
  const book = useMemo<Rulebook>(
    () => ({ registration, category, event, homeCountry, today: dayIn(event.time_zone, new Date(now())) }),
    [category],
  );
  const { form } = category;

  useEffect(() => {
    const draft = loadDraft(form);
    if (!draft) return;
    setValues({ ...untouched, ...draft });
    setRestored(Object.keys(draft).some((name) => name !== 'country'));
  }, [form]);

  // What is on the screen first is not worth keeping, and must not replace a draft before that was read.
  const changed = values !== untouched;
  useEffect(() => {
    if (changed && phase !== 'redirecting') saveDraft(form, values, uploadFields);
  }, [changed, form, values, phase]);

  const set = useCallback(
    (name: string, value: string | boolean) => {
      const next: Values = { ...values, [name]: value, ...(name === 'country' ? { state: '' } : {}) };
      setValues(next);
      setRefusal((last) => (last?.amount !== undefined && name === 'spouse' ? undefined : last));
      setFaults((known) => recheck(known, book, next, [name, ...(name === 'country' ? ['state'] : [])]));
    },
    [book, values],
  );

  const leave = useCallback(
    (name: string) => {
      const field = book.registration.fields.find((candidate) => candidate.name === name);
      const fault = field && values[name] ? faultOf(field, book, values) : undefined;
      if (fault) setFaults((known) => ({ ...known, [name]: fault }));
    },
    [book, values],
  );

  const setConsent = useCallback((given: boolean) => {
    setConsentBox(given);
    setFaults(({ [consentField]: _, ...others }) => others);
  }, []);

  const reset = useCallback(() => {
    eraseDraft(form);
    setValues(untouched);
    setFaults({});
    setConsentBox(false);
    setRestored(false);
    uploads.reset();
  }, [form, uploads]);

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
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
    location.assign(address ?? location.href);
  };

  const refuse = (reason: Refusal) => {
    if (reason.newKey) eraseSubmissionKey();
    for (const name of uploadFields) if (reason.faults[name]) uploads.setHandle(name, undefined);
    setPhase('filling');
    setRefusal(reason);
    setFaults(reason.faults);
    toast.error(reason.toast);
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
    setFaults(all);
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

/** A message goes as soon as its field is right; new ones wait until the field is left. */
function recheck(known: Faults, book: Rulebook, values: Values, names: string[]): Faults {
  const next = { ...known };
  for (const name of names) {
    const field = book.registration.fields.find((candidate) => candidate.name === name);
    if (!(name in next)) continue;
    const fault = field && values[name] ? faultOf(field, book, values) : undefined;
    if (fault) next[name] = fault;
    else delete next[name];
  }
  return next;
}
