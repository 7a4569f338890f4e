// All sentences and labels on the gate's screen; those with parameters are functions.
import { span } from '../duration';
import { plural } from '../plural';
import type { GateDay, ScanVerdict } from '../types/wire.gen';
import { type Asked, type Reason, rightDays } from './decide';
import type { Verdict } from './state';

export const large: Record<Verdict['kind'], string> = {
  in: 'Admitted',
  manual: 'Manual check-in',
  out: 'Out',
  undone: 'Undone',
  ask: 'Ask',
  no: 'No',
};

export const small: Record<Reason, string> = {
  already_in: 'Already inside',
  not_inside: 'Not inside',
  wrong_day: 'Wrong day',
  wrong_city: 'Wrong place',
  not_for_this: 'Not for this list',
  too_early: 'Too early',
  void: 'Void ticket',
  replaced: 'Replaced by a newer ticket',
  unpaid: 'Not paid',
  forged: 'Forged',
  other_event: 'Ticket for another event',
  unreadable: 'Not a ticket',
  not_looked_up: 'Not looked up',
  undecided: 'Not decided',
  admitted_twice: 'Admitted twice',
  signed_out: 'This phone is signed out',
};

const advice: Record<Exclude<Reason, 'already_in' | 'wrong_day' | 'wrong_city'>, string> = {
  not_inside: 'Nobody is inside with this ticket. If the person wants to enter, press In.',
  not_for_this: 'This ticket is not valid for this list.',
  too_early: 'This list has not opened yet.',
  void: 'This ticket is no longer valid. Send the person to the desk.',
  replaced: 'There is a newer ticket for this registration. Ask for that one.',
  unpaid: 'The payment is not complete. Send the person to the desk.',
  forged: 'We did not issue this ticket. Send the person to the desk.',
  other_event: 'This is a genuine ticket for another event.',
  unreadable: 'This code is not a ticket for this event. Ask for the ticket.',
  not_looked_up:
    'This code cannot be looked up without a network. Ask for the ticket’s QR code, or send the person to the desk.',
  undecided:
    'This phone could not decide. Check the list and the day, then scan again, or send the person to the desk.',
  admitted_twice:
    'Another phone has also admitted this ticket. Ask the person to wait and check with that door. ' +
    'Both entries are counted, and the desk is informed.',
  signed_out: 'Scans on this phone are no longer counted. Send the person to another door.',
};

/** The advice for a typed code, because without the ticket the phone does not know how many people it admits. */
export const secondOfCode =
  'Somebody has entered with this code. If the ticket is for two and this is the second person, ' +
  'choose Admit manually. Otherwise, send the person to the desk.';

const askWhetherShared = 'Ask whether it was shared, or send the person to the desk.';

/** What the volunteer should say or do after a refusal; names the right day, city or time if that was the reason. */
export function adviceOf(reason: Reason, asked: Asked, days: GateDay[]): string {
  const { list, day } = asked;
  if (reason === 'already_in') return `${list.name}: this ticket has already been used. ${askWhetherShared}`;
  if (reason === 'too_early' && list.from) return `${list.name} opens at ${list.from}.`;
  if (reason !== 'wrong_day' && reason !== 'wrong_city') return advice[reason];
  const named = (some: GateDay[]) => some.map(({ display, city }) => `${display}, ${city}`).join(' or ');
  const right = rightDays(asked, days);
  if (list.days.length === 0 || list.days.includes(day))
    return `This ticket is valid for ${list.name} on ${named(right)}.`;
  const dates = right.length > 0 ? right : days.filter(({ date }) => list.days.includes(date));
  const held = `${list.name} is on ${named(dates)}.`;
  return right.length > 0 ? held : `${held} This ticket does not include it.`;
}

/** Says how many times a ticket was admitted and how many times it may be admitted; `when` is " today" or "". */
export function counted(inside: number, places: number, seats: number, when: string): string {
  if (seats <= 1 && inside < places)
    return inside + 1 === places ? `Can enter once more${when}` : `Can enter ${places - inside} more times${when}`;
  return `${inside} of ${places} admitted${when}`;
}

const scans = (n: number) => `${n} ${plural(n, 'scan', 'scans')}`;

/** Says how many of a ticket's people are still inside after one of them has left. */
export const stillInside = (inside: number, seats: number) => `${inside} of ${seats} still inside`;

// ---- Storage and conflicts

/** Shown if the storage has been lost, while the page is still open. */
export const storageLost = (unsent: number) =>
  `${lostStorage} ${
    unsent === 0
      ? 'All scans have been sent.'
      : `${scans(unsent)} ${plural(unsent, 'has', 'have')} not been sent yet: do not close or reload this page.`
  } Scanning continues, but scans are stored only while this page is open. Ask the desk for a new code.`;

/** Shown after the page has been closed or reloaded, if the storage was lost. */
export const missing = (unsent: number) =>
  `${lostStorage} ${
    unsent === 0
      ? 'All scans that it reported have been sent.'
      : `${scans(unsent)} had not been sent and may be lost: tell the desk.`
  } Ask the desk for a new code.`;

export const age = (ms: number) => (ms < 60_000 ? 'now' : `${span(ms)} ago`);

export const admittedTwice = (tickets: number) =>
  `${tickets} ${plural(tickets, 'ticket was', 'tickets were')} admitted twice`;

// ---- Verdict

export const verdict = 'Verdict';
export const nextVisitor = 'Next';
export const lostStorage = 'This phone has lost its stored data.';
export const manualUnverified = 'manual check-in, not verified';
export const manual = 'Manual';
export const holderPhoto = 'Ticket holder';
export const ticketForSeats = (seats: number) => ` · ticket for ${seats}`;
export const laneNamed = (lane: string) => ` · lane ${lane}`;
export const admittedUnverified = (code: string) =>
  `${code ? `Code ${code}. ` : 'Without a code. '}Nobody has checked whether the ticket is valid and unused. ` +
  'The desk is informed.';
export const countedFor = (day: string) => `Check-in counted for ${day}, not for today`;
export const admitSecond = 'Admit the second person';
export const admitManually = 'Admit manually';
export const lastAdmitted = (time: string, device: string, city: string) =>
  `Last admitted at ${time}: ${device}, ${city}`;
export const thisPhone = (name: string) => `this phone, ${name}`;
export const anotherPhone = 'another phone';

// ---- Undo

export const undo = 'Undo';
export const lastPerson = (who: string, left: boolean) => `Last${left ? ' out' : ''}: ${who}`;
export const undoTitle = (left: boolean) => `Undo this ${left ? 'exit' : 'check-in'}?`;
export const undoHelp = (left: boolean) =>
  `The person will ${left ? 'count as inside again' : 'no longer count as inside'}, and the desk will see this. ` +
  `You cannot undo it after the next scan.${left ? '' : ' When the right person comes, choose Manual.'}`;
export const scannedAt = (left: boolean, time: string, list: string) =>
  `${left ? 'Left' : 'Checked in'} at ${time} · ${list}`;
export const undoConfirm = (left: boolean) => `Undo ${left ? 'exit' : 'check-in'}`;
export const undone = (left: boolean, inside: number) =>
  left
    ? `This exit does not count. Inside with this ticket: ${inside}.`
    : 'This check-in does not count. ' +
      (inside ? `Still admitted with this ticket: ${inside}.` : 'The ticket can be admitted again.');

// ---- Manual check-in

export const manualCheckIn = 'Manual check-in';
export const codeIfAny = 'Code on the ticket, if there is one';
export const notACode =
  'This is not a code. A code has 8 letters and digits, or 6 letters. Leave the field empty if there is none.';
export const codeHint =
  'The first 8 letters and digits below the QR code, or the 6 letters of the booking code. No names.';
export const whyAdmittedUnread = 'Why are you admitting this person?';
export const unreadReasons = ['The code is torn or smudged', 'The visitor’s phone battery is empty', 'The desk agreed'];
export const refusedReasons = ['The desk agreed', 'Wrong person scanned earlier', 'Left without a scan'];
export const scanningWaits = (category: string) => `${category} · scanning is paused`;
export const whyAdmitted = 'Why are you admitting this person? The desk will see this. No names, please.';
export const anotherReason = 'Another reason';
export const admit = 'Admit';
export const back = 'Back';
export const noSuchCode =
  'No ticket has this code. Check it again, or clear the field to admit the person without a code.';

// ---- Look up

export const typeCodeOrName = 'Type a code or a name';
export const typeCode = 'Type a code';
export const codeOrName = 'Code under the QR code, or part of the name';
export const codeUnderQR = 'Code under the QR code';
export const lookUp = 'Look up';
export const nobodyMatches = 'Nobody matches. Check the spelling, or send the person to the desk.';
export const noNetworkToLookUp =
  'No network, so nobody can be looked up. Scan the code, send the person to the desk, or choose a reason below to ' +
  'admit this person.';
export const forSeats = (seats: number) => ` · for ${seats}`;
export const close = 'Close';

// ---- Work screen

export const gate = 'Gate';
export const workSheet = 'G-02';
export const rehearsal = 'Rehearsal';
export const list = 'List';
export const day = 'Day';
export const type = 'Type code';
export const more = 'This phone';
export const comingIn = 'In';
export const goingOut = 'Out';
export const endedDevice = 'This phone’s scans no longer count. Send people to another device.';
export const scansAreKept = 'Scans are stored, and scanning continues.';
export const warnings = 'Warnings';
export const noListsYet =
  'No lists yet. This phone recognises genuine tickets, but does not know which were withdrawn or used at another ' +
  'door.';
export const oldLists = (time: string, howOld: string) =>
  `The lists are from ${time} (${howOld}). ` +
  'This phone does not know about tickets withdrawn or used elsewhere since then.';
export const otherDay = (today: string, counted: string) =>
  `This phone counts check-ins for ${counted}, but today is ${today}.`;
export const countDay = (date: string) => `Count check-ins for ${date}`;
export const network = 'Network';
export const noNetwork = 'No network; still works';
export const listsFrom = (howOld: string) => (howOld ? `Lists: ${howOld}` : 'No lists yet');
export const toSend = (unsent: number) => (unsent === 0 ? 'All sent' : `${unsent} to send`);
export const arrived = 'Arrived';
export const arrivedOf = ({ arrived, expected }: { arrived: number; expected: number }) => `${arrived} of ${expected}`;
export const lane = (name: string) => `Lane ${name}`;
export const restoredDevice = 'This phone was restored to an older state. Ask the desk for a new code.';

// ---- Camera

export const camera = 'Camera';
export const cameraNumber = (place: number) => `Camera ${place}`;
export const cameraPicture = 'What the camera sees';
export const startScanning = 'Start scanning';
export const stop = 'Stop scanning';
export const light = 'Torch';
export const lightFailed = 'The torch cannot be switched on or off at the moment.';
export const cameraTaken = 'The camera was disconnected. Press to start it again.';
export const readerFailed = 'The code reader did not start. Reload this page when there is a network.';
export const readerStopped = 'The code reader has stopped twice. Press to start it again.';
export const cameraFailed = 'The camera did not start. Press again, or type the code.';
/** Messages for the browser's errors, keyed by the error's name. */
export const cameraErrors: Record<string, string> = {
  NotAllowedError: 'This page is not allowed to use the camera. Allow it in the browser settings, then press again.',
  NotFoundError: 'This device has no camera. Type the code or use a hand scanner.',
  NotReadableError: 'Another program is using the camera. Close it, then press again.',
};

// ---- Conflicts

export const conflicts = 'Conflicts';
export const admittedTwiceTitle = 'Admitted twice';
export const newest = 'Newest: ';
export const and = ' and ';
export const conflictsRead = 'I have read this';
export const conflictsHelp = 'The desk knows about this. Nobody needs to leave.';
export const ticketCode = (code: string) => `Ticket ${code}`;
export const momentWords: Partial<Record<ScanVerdict, string>> = { out: 'out, ', undo: 'undone, ' };

// ---- State of the device

export const rehearsalNetwork = (isOff: boolean) => `Rehearsal: network ${isOff ? 'is off' : 'is on'}`;
export const loadAgain = 'Reload this page';
export const sendAndFetch = 'Send and fetch now';
export const signOut = 'Sign out this phone';
export const signOutSure = 'Sign out and delete everything';
export const notSentYet = (unsent: number) =>
  `This phone still has ${scans(unsent)} to send. Go to a place with a network, then press again.`;
export const signOutForgets = (unsent: number) =>
  `The server does not recognise this phone. Signing out deletes ${scans(unsent)}. ` +
  'To send everything first, ask the desk for a new code.';
export const signOutWaits = 'You can sign out once everything has been sent.';
export const signOutOffline = 'Without a network, the desk will not know that this phone was signed out.';
export const scannedHere = 'Scanned since this page opened';
export const unsentScans = 'To send';
export const lists = 'Lists';
export const noLists = 'none yet';
export const opensOffline = 'Opens without a network';
export const opensOfflineAnswer = (does: boolean) => (does ? 'yes' : 'not yet: reload this page once with a network');
export const newerVersion = 'Newer version';
export const newerVersionAnswer = (isReady: boolean) =>
  isReady ? 'ready: used after the next reload, once everything has been sent' : 'none';
export const clock = 'Clock';
export const clockAnswer = (offsetMs: number) =>
  Math.abs(offsetMs) < 2000 ? 'correct' : `wrong by ${span(Math.abs(offsetMs))}; corrected automatically`;
export const signedInUntil = 'Signed in until';

// ---- Opening and enrolling

export const openInOtherWindow = 'Open in another window';
export const openInOtherWindowHelp =
  'The gate is open in another window of this phone. Use that window, or close it to continue here.';
export const enrolAgain = 'Enrol again';
export const enrolAgainHelp =
  'This browser has lost its stored data. Everything that was sent is safe at the desk. ' +
  'Ask the desk for a new code and open it on this phone.';
export const doesNotOpen = 'The gate cannot be opened';
export const doesNotOpenHelp = 'This browser cannot read its stored data. Close its other windows, then try again.';
export const tryAgain = 'Try again';
export const enrolSheet = 'G-01';
export const enrolTitle = 'Enrol this phone';
export const name = 'Name';
export const volunteer = 'Volunteer';
export const city = 'City';
export const days = 'Days';
export const enrol = 'Yes, enrol this phone';
export const enrolFailed = 'This browser could not store the enrolment. Reload this page.';
export const enrolUnreachable = 'We cannot reach the server. Stay near the desk and press again.';
export const invitationUnreachable = 'We cannot reach the server. Stay near the desk and open the code again.';
export const backWithoutEnrolling = 'Back without enrolling';
export const rehearseGate = 'Rehearse the gate';
export const rehearseGateHelp = ' with two gate windows next to the desk';
export const enrolHint =
  'Enrol in the browser that you will use at the gate. ' +
  'On an iPhone, add this page to the home screen first and open it there.';
export const askForCode =
  'Ask the desk to show a code, and point this phone’s camera at it. Or paste the address here.';
export const invitationAddress = 'Address of the invitation';
export const openInvitation = 'Open invitation';
export const browserLacks = (what: string) =>
  `This browser ${what}. Open the address in the phone's own browser (Chrome or Safari).`;
export const cannotKeep = 'cannot store scans';
export const cannotWorkOffline = 'cannot work without a network';
export const hasNoCamera = 'does not let pages use the camera';
export const cannotReadCodes = 'cannot read codes';
export const keepsNothing = 'does not store anything (is this a private window?)';
