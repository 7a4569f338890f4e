import type { Ticket } from '../types/wire.gen';

const states: Record<string, string> = { used: 'Used', void: 'Not valid any more' };

/** What is said of a ticket that opens no gate any more, on its card and in the list. */
export const stateOf = ({ status }: Ticket): string | undefined => states[status];
