// What was given back of a payment, in words.
import { momentOf } from '../moment';
import type { Refund } from '../types/wire.gen';
import { rupees } from './rupees';

export function refundText({ amount, at, ticket }: Refund): string {
  const refund = at
    ? `${rupees(amount)} was refunded on ${momentOf(at)}.`
    : `A refund of ${rupees(amount)} is on its way.`;
  const days = 'It goes to the account from which it was paid; banks usually need five to seven working days.';
  return `${refund} ${days} ${ticket === 'void' ? 'The ticket is no longer valid.' : 'The ticket stays valid.'}`;
}
