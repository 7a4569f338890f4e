import { dayOf, momentOf } from '../moment';
import type { Ticket } from '../types/wire.gen';

const states: Record<string, string> = { used: 'Used', void: 'No longer valid' };

/** What is said of a ticket that opens no gate any more, on its card and in the list. */
export const stateOf = ({ status, transferred_at }: Ticket): string | undefined =>
  transferred_at ? `Transferred on ${dayOf(transferred_at)}` : states[status];

/** What is said of a ticket that its holder has offered to a colleague. */
export const offerOf = ({ offered_to, offered_until }: Ticket): string =>
  `Offered to ${offered_to} until ${momentOf(offered_until ?? '')}. Until it is accepted, the ticket remains yours.`;
