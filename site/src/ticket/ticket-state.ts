import { dayOf, momentOf } from '../moment';
import * as texts from '../texts';
import type { Ticket } from '../types/wire.gen';

const states: Record<string, string> = { used: texts.ticketUsed, void: texts.ticketVoid };

/** Undefined for a ticket that is valid for entry. */
export const stateOf = ({ status, transferred_at }: Ticket): string | undefined =>
  transferred_at ? texts.transferredOn(dayOf(transferred_at)) : states[status];

/** The note on a ticket that has been offered to a colleague. */
export const offerOf = ({ offered_to = '', offered_until = '', entries_remaining, entries_total }: Ticket): string =>
  entries_remaining < entries_total
    ? texts.offeredAndUsed(offered_to)
    : texts.offeredTo(offered_to, momentOf(offered_until));
