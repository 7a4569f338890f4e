import { dayOf } from '../moment';
import type { Ticket } from '../types/wire.gen';

const states: Record<string, string> = { used: 'Used', void: 'Not valid any more' };

/** What is said of a ticket that opens no gate any more, on its card and in the list. */
export const stateOf = ({ status, transferred_at }: Ticket): string | undefined =>
  transferred_at ? `Transferred on ${dayOf(transferred_at)}` : states[status];
