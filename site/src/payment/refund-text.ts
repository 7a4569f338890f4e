// What was given back of a payment, in words.

import { momentOf } from '../moment';
import * as texts from '../texts';
import type { Refund } from '../types/wire.gen';
import { rupees } from './rupees';

export function refundText({ amount, at, ticket }: Refund): string {
  const refund = at ? texts.refunded(rupees(amount), momentOf(at)) : texts.refundOnItsWay(rupees(amount));
  return [refund, texts.refundTakesDays, ticket === 'void' ? texts.refundedTicketVoid : texts.refundedTicketValid].join(
    ' ',
  );
}
