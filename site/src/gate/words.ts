// Every verdict in words. The large one can be read from three metres; the sentence below it says what to do.
import { span } from '../span';
import type { Verdict } from './board';

export const large: Record<Verdict['kind'], string> = {
  in: 'Admitted',
  hand: 'Let in',
  out: 'Out',
  ask: 'Ask',
  no: 'No',
};

export const small: Record<string, string> = {
  already_in: 'Already inside',
  not_inside: 'Is not inside',
  wrong_day: 'Wrong day',
  wrong_city: 'Wrong city',
  not_for_this: 'Not for this list',
  too_early: 'Too early',
  void: 'Void ticket',
  replaced: 'Replaced by a newer ticket',
  unpaid: 'Not paid',
  forged: 'Forged',
  other_event: 'Ticket of another event',
  unreadable: 'Not a ticket',
  not_looked_up: 'Not looked up',
  undecided: 'Not decided',
  let_in_twice: 'Let in twice',
  signed_out: 'This telephone is signed out',
};

export const advice: Record<string, string> = {
  already_in: 'Somebody was admitted with this ticket. Ask whether it is a screenshot, or send the person to the desk.',
  not_inside: 'Nobody with this ticket was admitted. Switch to In if the person wants to enter.',
  wrong_day: 'This ticket is for another day.',
  wrong_city: 'This ticket is for a day in another city.',
  not_for_this: 'The category of this ticket does not include this.',
  too_early: 'This list has not opened yet.',
  void: 'This ticket was taken out of use. Send the person to the desk.',
  replaced: 'There is a newer ticket for this person. Ask for that one.',
  unpaid: 'The payment is not complete. Send the person to the desk.',
  forged: 'We did not sign this ticket. Send the person to the desk.',
  other_event: 'Genuine, but for another event.',
  unreadable: 'This code is not a ticket of this event. Ask for the ticket.',
  not_looked_up:
    'This code must be looked up, and there is no network now. Ask for the large code of the ticket, or send the person to the desk.',
  undecided:
    'This telephone could not decide. Look at the list and the day above, then scan again, or send the person to the desk.',
  let_in_twice:
    'Another telephone let this ticket in at the same moment. Ask the person to wait, and ask there. Both are counted; the desk knows.',
  signed_out: 'What it scans does not count any more. Send the person to another telephone.',
};

/** How often a ticket was admitted, of how often it may be. */
export function counted(inside: number, places: number, seats: number): string {
  if (seats > 1) return `${inside} of ${places} today`;
  if (inside < places) return inside + 1 === places ? 'Once more today' : `${places - inside} times more today`;
  return `Today: ${inside} of ${places}`;
}

const scans = (n: number) => (n === 1 ? '1 scan' : `${n} scans`);

/** While the page that lost its storage is still open. */
export const storageLost = (unsent: number) =>
  `This telephone has lost its storage. ${
    unsent === 0 ? 'Everything scanned is sent.' : `${scans(unsent)} to send: do not close this page or load it again.`
  } It goes on, and keeps what is scanned only while this page is open. Ask the desk for a new code.`;

/** After that page was left. */
export const missing = (unsent: number) =>
  `This telephone has lost its storage. ${
    unsent === 0
      ? 'Everything that it said it had scanned was sent.'
      : `${scans(unsent)} had not been sent and may be missing: tell the desk.`
  } Ask the desk for a new code.`;

/** How old something is. */
export const age = (ms: number) => (ms < 60_000 ? 'now' : `${span(ms)} ago`);

/** How many tickets were let in more often than they have places. */
export const letInTwice = (tickets: number) =>
  tickets === 1 ? '1 ticket was let in twice' : `${tickets} tickets were let in twice`;
