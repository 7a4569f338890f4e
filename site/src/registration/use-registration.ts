import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { register } from '../api';
import { registration } from '../content';
import { eraseDraft, loadDraft, saveDraft } from '../device/draft';
import { keepLastBooking } from '../device/last-booking';
import { startBookingSession } from '../device/session';
import { usePrices } from '../device/use-time';
import { homeCountry } from '../form/rulebook';
import type { Values } from '../form/rules';
import { leaveFor, trustedPaymentAddress } from '../payment/payment-address';
import type { Category } from '../types/content.gen';
import type { RegistrationResponse } from '../types/wire.gen';
import { toast } from '../ui/toast';
import { payloadOf } from './payload';
import { type Refusal, refusalOf } from './refusal';
import { eraseSubmissionKey, submissionKey } from './submission-key';
import { uploadFields, useTypedForm } from './use-typed-form';

export type Phase = 'filling' | 'submitting' | 'redirecting';

export type RegistrationForm = ReturnType<typeof useRegistration>;

const untouched: Values = { country: homeCountry };

export function useRegistration(category: Category) {
  const form = useTypedForm(category, untouched);
  const { values, uploads, fill, mark, setConsent } = form;
  const { prices } = usePrices(category);
  const book = useMemo(() => ({ ...form.book, category: { ...category, prices } }), [form.book, category, prices]);
  const [phase, setPhase] = useState<Phase>('filling');
  const [refusal, setRefusal] = useState<Refusal>();
  const [restored, setRestored] = useState(false);
  const { set: setField } = form;
  const { form: kind } = category;

  useEffect(() => {
    const draft = loadDraft(kind);
    if (!draft) return;
    fill({ ...untouched, ...draft });
    setRestored(Object.keys(draft).some((name) => name !== 'country'));
  }, [kind, fill]);

  // If the price changes while the form is open, the form shows a notice with the new total.
  const shown = useRef(prices);
  useEffect(() => {
    if (shown.current !== prices) setRefusal({ notice: registration.messages.price_changed, faults: {} });
    shown.current = prices;
  }, [prices]);

  // The initial values must not replace a stored draft before it has been loaded.
  const changed = values !== untouched;
  useEffect(() => {
    if (changed && phase !== 'redirecting') saveDraft(kind, values, uploadFields);
  }, [changed, kind, values, phase]);

  const set = useCallback(
    (name: string, value: string | boolean) => {
      setField(name, value);
      setRefusal((last) => (last?.amount !== undefined && name === 'spouse' ? undefined : last));
    },
    [setField],
  );

  const reset = useCallback(() => {
    eraseDraft(kind);
    fill(untouched);
    mark({});
    setConsent(false);
    setRestored(false);
    uploads.reset();
  }, [kind, uploads, fill, mark, setConsent]);

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
    // A visitor who returns from the payment page sees the top of the payment's status, not an empty form. The new
    // address takes the setting along to the browser, which might leave the page before it hears of it alone.
    history.scrollRestoration = 'manual';
    history.replaceState(history.state, '', `/verify/${encodeURIComponent(body.booking_id)}`);
    leaveFor(address ?? location.href);
  };

  const refuse = (reason: Refusal) => {
    if (reason.newKey) eraseSubmissionKey();
    setPhase('filling');
    setRefusal(reason);
    if (reason.toast) toast.error(reason.toast);
    form.refuse(reason.faults);
  };

  const underWay = useRef(false);
  const send = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setPhase('submitting');
    setRefusal(undefined);
    const payload = payloadOf(book, values, uploads.handles, form.consent);
    // A visitor who sends the form again after a price change accepts the new price.
    if (refusal?.amount !== undefined) payload.amount = refusal.amount;
    const answer = await register(payload, submissionKey(payload));
    underWay.current = false;
    if (answer.ok) accept(answer.body);
    else refuse(refusalOf(answer.problem, registration.messages));
  };

  const submit = (submission: FormEvent) => {
    submission.preventDefault();
    if (uploads.busy || phase !== 'filling') return;
    if (form.isComplete(values)) void send();
  };

  return { ...form, book, phase, refusal, restored, set, submit, again: () => void send(), erase };
}
