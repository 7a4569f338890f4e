// What was given back of a payment, in words.
import { event } from '../content';
import type { Refund } from '../types/wire.gen';
import { rupees } from './rupees';

/** An instant as people read it, in the event's zone. */
export const momentOf = (instant: string): string =>
  new Date(instant).toLocaleString(event.language, {
    timeZone: event.time_zone,
    dateStyle: 'long',
    timeStyle: 'short',
  });

export function refundText({ amount, at, ticket }: Refund): string {
  const refund = at
    ? `${rupees(amount)} was refunded on ${momentOf(at)}.`
    : `A refund of ${rupees(amount)} is on its way.`;
  const days = 'It goes to the account from which it was paid; banks usually need five to seven working days.';
  return `${refund} ${days} ${ticket === 'void' ? 'The ticket is no longer valid.' : 'The ticket stays valid.'}`;
}
