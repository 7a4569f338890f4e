// Formats amounts and refunds.

import { momentOf } from '../moment';
import * as texts from '../texts';
import type { Refund } from '../types/wire.gen';

export function refundText({ amount, at, ticket }: Refund): string {
  const refund = at ? texts.refunded(rupees(amount), momentOf(at)) : texts.refundOnItsWay(rupees(amount));
  return [refund, texts.refundTakesDays, ticket === 'void' ? texts.refundedTicketVoid : texts.refundedTicketValid].join(
    ' ',
  );
}

/** An amount in rupees: "₹1,47,500", with paise only if there are any. */
export const rupees = (amount: number): string =>
  new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);
