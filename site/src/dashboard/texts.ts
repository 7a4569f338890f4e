// A separate file, so that only the dashboard loads these texts: the bundler inlines constants, but not functions.
import { plural } from '../plural.ts';

export const sharedAddress = (name: string) =>
  `Several people use this email address. This is ${name}’s profile. Changes do not affect the other people.`;
export const ticketsFound = (found: number, all: number) => `${found} of ${all} ${plural(all, 'ticket', 'tickets')}`;
export const noTicketHas = (search: string) => `No ticket matches “${search}”.`;
export const finishPaymentOf = (name: string) => `Finish payment for ${name}`;
export const codeOfTicketOf = (name: string, state = '') => `QR code for ${name}'s ticket${state ? `, ${state}` : ''}`;
export const betterDocumentHelp = (name: string, until: string) =>
  `We could not accept ${name}’s identity document. The seat is kept until ${until}.`;
export const betterDocumentLate = (name: string) =>
  `We could not accept ${name}’s identity document. Please send another one as soon as you can.`;
export const betterDocumentReason = (reason: string) => `Reason: ${reason}`;
