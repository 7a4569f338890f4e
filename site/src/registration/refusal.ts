import type { Faults } from '../form/rules';
import * as texts from '../texts';
import type { Messages } from '../types/content.gen';
import type { Problem } from '../types/wire.gen';

export interface Refusal {
  /** The toast's text; undefined if it would only repeat the notice. */
  toast?: string;
  /** Shown beside the button until the next attempt. */
  notice: string;
  /** Messages by field. */
  faults: Faults;
  /** The correct total in rupees, if the price has changed. */
  amount?: number;
  /** The person already has a ticket and has to sign in to see it. */
  signIn?: boolean;
  /** The person has an unpaid registration; `bookingID` is missing if its email address differs from this form's. */
  unpaid?: { bookingID?: string };
  /** The submission cannot succeed with its key. */
  newKey?: boolean;
}

/** Without `problem`, no response arrived, and the server may or may not have received the request. */
export function refusalOf(problem: Problem | undefined, messages: Messages): Refusal {
  const said = (text: string): Refusal => ({ notice: text, faults: {} });
  if (!problem) return said(texts.connectionLostNothingBooked);
  const failed: Refusal = { ...said(''), toast: messages.registration_failed };
  switch (problem.error) {
    case 'price_changed':
      return { ...said(messages.price_changed), ...(problem.amount == null ? {} : { amount: problem.amount }) };
    case 'already_registered':
      return { ...said(messages.already_registered), signIn: true };
    case 'unpaid_registration':
      return {
        ...said(`${problem.message} ${texts.keptHere}`),
        unpaid: problem.booking_id ? { bookingID: problem.booking_id } : {},
      };
    case 'sold_out':
      return said(messages.sold_out);
    case 'registration_closed':
      return said(messages.registration_closed);
    case 'sales_paused': // the organisers wrote the message
      return said(`${problem.message} ${texts.keptHere}`);
    case 'validation_failed':
      if (!problem.fields) break; // the whole submission is refused, not only a field
      return {
        toast: firstOf(problem.fields) ?? failed.toast,
        notice: texts.checkMarkedFields,
        faults: problem.fields,
      };
  }
  const newKey = problem.code === 409 || problem.code === 422;
  return { ...failed, newKey, notice: problem.message ? `${problem.message} ${texts.keptHere}` : texts.keptHere };
}

const firstOf = (fields: Faults | undefined): string | undefined => Object.values(fields ?? {})[0];
