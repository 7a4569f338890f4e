// Every verdict in words. The large one can be read from three metres; the sentence below it says what to do.
import { span } from '../span';
import type { GateDay } from '../types/wire.gen';
import { type Asked, type Reason, rightDays } from './decide';
import type { Verdict } from './state';

export const large: Record<Verdict['kind'], string> = {
  in: 'Admitted',
  hand: 'Let in',
  out: 'Out',
  ask: 'Ask',
  no: 'No',
};

export const small: Record<Reason, string> = {
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

const advice: Record<Reason, string> = {
  already_in: 'This ticket has already been used for entry. Ask about a screenshot, or send the person to the desk.',
  not_inside: 'Nobody has entered with this ticket. If the person wants to enter, switch to Coming in.',
  wrong_day: 'This ticket is for another day.',
  wrong_city: 'This ticket is for a day in another city.',
  not_for_this: 'This ticket does not include this list.',
  too_early: 'This list has not opened yet.',
  void: 'This ticket is no longer valid. Send the person to the desk.',
  replaced: 'There is a newer ticket for this registration. Ask for that one.',
  unpaid: 'The payment is not complete. Send the person to the desk.',
  forged: 'We did not issue this ticket. Send the person to the desk.',
  other_event: 'This is a genuine ticket for another event.',
  unreadable: 'This code is not a ticket of this event. Ask for the ticket.',
  not_looked_up:
    'This code must be looked up, and there is no network now. Ask for the QR code of the ticket, or send the person to the desk.',
  undecided:
    'This phone could not decide. Check the list and the day, then scan again, or send the person to the desk.',
  let_in_twice:
    'Another phone has also admitted this ticket. Ask the person to wait and check with that door. Both entries are counted, and the desk is told.',
  signed_out: 'Scans on this phone are no longer counted. Send the person to another door.',
};

/** What to say about a refusal. Where a day, city or hour is wrong it names the right one. */
export function adviceOf(reason: Reason, asked: Asked, days: GateDay[]): string {
  const { list, day } = asked;
  if (reason === 'too_early' && list.from) return `${list.name} opens at ${list.from}.`;
  if (reason !== 'wrong_day' && reason !== 'wrong_city') return advice[reason];
  const named = (some: GateDay[]) => some.map(({ display, city }) => `${display}, ${city}`).join(' or ');
  const right = rightDays(asked, days);
  if (list.days.length === 0 || list.days.includes(day))
    return `This ticket is valid for ${list.name} on ${named(right)}.`;
  const held = `${list.name} is on ${named(right.length > 0 ? right : days.filter(({ date }) => list.days.includes(date)))}.`;
  return right.length > 0 ? held : `${held} This ticket does not include it.`;
}

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
