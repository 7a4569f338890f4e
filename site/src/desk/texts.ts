// All sentences and labels that staff read at the desk. Emails, settings and form fields come from content/.
import { plural } from '../plural';
import type { BookingState, NumberMark, ScanVerdict, StaffRole } from '../types/wire.gen';

// Everywhere
export const loading = 'Loading…';
export const close = 'Close';
export const leave = 'Go back';
export const remove = 'Remove';
export const tryAgain = 'Try again';
export const continueButton = 'Continue';
export const never = 'never';
export const nothing = 'removed';
export const all = 'all';
export const choose = 'Choose…';
export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
export const notShown = 'This part of the page could not be shown.';
export const notReached = 'We cannot reach the server.';
export const asksAgain = 'Nothing was changed. The page will reload as soon as there is a connection.';
export const notReachedNothingDone =
  'We cannot reach the server. Nothing was done. Try again when there is a connection.';
export const noReason = (code: number) => `The server answered ${code} and gave no reason.`;
export const mayBeOld = 'What is shown below may be out of date.';
export const askAgain = 'Reload';
export const reason = 'Reason';
export const whyHelp = 'Your reason is shown in the activity log.';
export const whyHelpLong =
  'One sentence. It is shown in the activity log with your name, so do not enter amounts or the numbers of ' +
  'documents or accounts.';
export const whyIsTold =
  'The person reads this in an email and on the dashboard. Colleagues see it in the activity log.';
export const whyNeeded = 'A reason is required.';
export const whyMissing = 'Please say why. Your reason is shown in the activity log.';
export const someOf = (some: number, total: number) => `${some} of ${total}`;
export const linkCopied = 'Link copied.';
export const linkNotCopied = 'Your browser did not copy the link. It is selected: copy it with the keyboard.';
export const copyLink = 'Copy link';

// Words that several pages use
export const actions = 'Actions';
export const battery = 'Battery';
export const bookingState = 'Booking state';
export const category = 'Category';
export const change = 'Change';
export const city = 'City';
export const code = 'Code';
export const columns = 'Columns';
export const complimentary = 'Complimentary';
export const created = 'Created';
export const day = 'Day';
export const days = 'Days';
export const email = 'Email';
export const emailAddress = 'Email address';
export const filter = 'Filter';
export const filters = 'Filters';
export const from = 'From';
export const gate = 'Gate';
export const gst = 'GST';
export const lastSeen = 'Last seen';
export const list = 'Check-in list';
export const lists = 'Check-in lists';
export const money = 'Money';
export const name = 'Name';
export const net = 'Price before GST';
export const waivedDifference = 'Difference waived';
export const paid = 'Paid';
export const paidBy = 'Paid by';
export const payment = 'Payment';
export const photo = 'Photo';
export const place = 'Place';
export const refunded = 'Refunded';
export const registered = 'Registered';
export const registration = 'Registration';
export const role = 'Role';
export const row = 'Row';
export const seatNumber = 'Seat';
export const seats = 'Seats';
export const seatsLeft = 'Seats left';
export const seatsTaken = 'Seats taken';
export const state = 'State';
export const ticket = 'Ticket';
export const total = 'Total';
export const action = 'Action';
export const when = 'When';
export const who = 'Who';
export const erased = 'erased';
export const erasedName = 'Erased';
export const bookingStates: Record<BookingState, string> = {
  waiting: 'Pending payment',
  paid: 'Paid',
  'part refunded': 'Partly refunded',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  expired: 'Expired',
  erased: 'Erased',
};
export const stateName = (key: string): string | undefined => bookingStates[key as BookingState];
export const ticketVoid = 'Ticket void';
export const paymentWays: Record<string, string> = {
  online: 'Online',
  bank: 'Bank transfer',
  cheque: 'Cheque',
  cash: 'Cash',
  free: 'Complimentary',
  razorpay: 'Razorpay',
  cashfree: 'Cashfree',
  sandbox: 'Sandbox (rehearsal)',
};

// Pages
export const overview = 'Overview';
export const registrations = 'Registrations';
export const newRegistration = 'New registration';
export const tasks = 'Tasks';
export const staff = 'Staff';
export const activityLog = 'Activity log';
export const sales = 'Sales';
export const checkIn = 'Check-in';

// Roles
export const roleNames: Record<StaffRole, string> = {
  organiser: 'Organiser',
  treasurer: 'Treasurer',
  registrar: 'Registrar',
  gate: 'Gate',
  viewer: 'Viewer',
};
export const roles = Object.keys(roleNames) as StaffRole[];
/** The activity log may contain roles that no longer exist. */
export const roleName = (role: string): string => roleNames[role as StaffRole] ?? role;
export const roleDescriptions: Record<StaffRole, string> = {
  organiser: 'Everything, including staff and sales',
  treasurer: 'Refunds, bank transfers and exports; sees every registration',
  registrar: 'Corrects, transfers and voids tickets, resends emails, registers guests; no access to money',
  gate: 'Check-in: who is inside, and the devices',
  viewer: 'Sees counts and lists without contact data; changes nothing',
};
export const nameAndRole = (name: string, role: string) => `${name} (${roleName(role)})`;

// Frame
export const desk = 'desk';
export const deskTitle = 'Desk';
export const deskOf = (event: string) => `${event} desk`;
export const menu = 'Menu';
export const skipToPage = 'Skip to the content';
export const publicSite = 'The public site';
export const search = 'Search registrations';
export const searchPlaceholder = (phone: boolean) => `Name,${phone ? ' phone,' : ''} code, ticket, invoice`;
export const signOut = 'Sign out';
export const signedOut = 'You have been signed out.';
export const sessionEnded =
  'You were signed out because you were inactive or your session expired. What you typed has been kept.';
export const offline =
  'No connection. What you see may be out of date, and you cannot change anything until the connection is back. ' +
  'Anything you type is kept.';
export const noSuchPage = 'There is no such page.';
export const seeMenu = 'The menu lists all pages.';
export const roleMayNotSee = (role: string) => `Your role (${roleName(role)}) cannot see this page.`;
export const roleMayNotSeeHelp =
  'The menu lists the pages that you can see. If you need another page, ask an organiser to change your role.';
export const printedInRehearsal = 'A rehearsal with invented people and payments.';
export const printedBy = (name: string, moment: string) => `Printed by ${name}, ${moment}.`;
export const printedFilter = (filter: string) => `Filter: ${filter}.`;
export const searchFilter = 'search';

// Reconciliation
export const reconciliation = 'Reconciliation';
export const compareWithGateway = 'Compare a day with the gateway';
export const compare = 'Compare';
export const comparing = 'The gateway is being asked about each payment. This can take up to a minute.';
export const differences = 'Differences';
export const notCompared = 'Not compared';
export const atGateway = 'At the gateway';
export const recordedHere = 'Recorded here';
export const whatToDo = 'What to do';

// Keyboard shortcuts
export const shortcuts = 'Shortcuts';
export const shortcutsTitle = 'Keyboard shortcuts (?)';
export type Shortcut = [keys: string[], text: string];
export const shortcutList: Shortcut[] = [
  [['/'], 'search registrations'],
  [['Enter'], 'in the search: open the list, or the only registration found'],
  [['↓'], 'in the search: go to the first registration found'],
  [['?'], 'show this list'],
  [['Esc'], 'close the open dialog or menu'],
  [['↑', '↓'], 'move up and down in a list'],
  [['Enter'], 'open the row'],
];
/** Keys in the document check. */
export const checkShortcuts: Shortcut[] = [
  [['a'], 'in the document check: approve'],
  [['r'], 'in the document check: reject'],
  [['←', '→'], 'in the document check: previous or next person'],
];
export const goTo = (page: string) => `go to ${page}`;

// Sign-in and passkeys
export const signInTitle = 'The desk';
export const youAreInvited =
  'You are invited. Enter the address that the invitation was sent to. We will email you a code.';
export const rehearsalTitle = 'This is a rehearsal';
export const rehearsalHelp =
  'The people are invented, and there are no real payments or emails. Sign in with one click as';
export const orSignIn = 'Or sign in the way staff will during the event:';
export const yourEmail = 'Your email address';
export const sendCode = 'Send the code';
export const codeSent = (email: string) =>
  `If ${email} belongs to a member of staff, a six-digit code is on its way. ` +
  'If none arrives, enter the newest code from the last hour.';
export const anotherAddress = 'Use another address or code';
export const passkeysUnsupported = 'This browser does not support passkeys. Use another browser.';
export const createPasskeyHelp =
  'Now create your passkey. Your device asks for your fingerprint, your face or its PIN. ' +
  'From now on you sign in with a code and this passkey.';
export const usePasskeyHelp =
  'The code is correct. Now use your passkey. Your device asks for your fingerprint, your face or its PIN.';
export const deviceName = 'Name of this device';
export const deviceNameExample = 'Office laptop';
export const createPasskey = 'Create my passkey';
export const usePasskey = 'Use my passkey';
export const startAgain = 'Start again';
export const passkeyFaults: Record<string, string> = {
  InvalidStateError: 'This device already has one of your passkeys.',
  SecurityError: 'Passkeys work only at the desk’s own address. Check the address above.',
  NotAllowedError: 'The passkey was not used: you cancelled, or it took too long. Try again.',
};
export const passkeyFailed = 'This browser could not use a passkey. Try again, or use another browser.';
export const confirmIdentity = 'Confirm that it is you';
export const confirmIdentityHelp = 'Confirm with your passkey to continue.';
export const passkey = 'Passkey';
export const passkeys = 'Passkeys';
export const yourPasskeys = 'Your own passkeys';
export const addSecondPasskey =
  'You have one passkey. Add a second one on another device, so that losing one does not lock you out.';
export const passkeyNumber = (n: number) => `Passkey ${n}`;
export const passkeyAdded = (name: string) => `${name} was added.`;
export const passkeyRemoved = (name: string) => `${name} was removed.`;
export const addPasskey = 'Add a passkey';
export const lastUsed = 'Last used';

// Overview
export const asOf = (moment: string) => `As of ${moment}`;
export const alarms = 'Alarms';
export const needsAttention = 'Needs attention';
export const seatsPaid = 'Seats of paid registrations';
export const documents = (issued: string, credited: string) => `Documents: issued ${issued}, credited ${credited}`;
export const outside = (amount: string) =>
  `${amount} of the net amount is not in any document: it was paid twice, exceeds the price or is due to be refunded.`;
export const documentsDiffer = 'The documents and the payments do not match. Tell the administrator.';
export const netAmount = 'Net amount';
export const receivedSum = 'received';
export const deductedSum = 'deducted as tax (TDS)';
export const refundedSum = 'refunded';
export const paidAndReturned = (amount: string) =>
  `(both include ${amount} that was paid twice or overpaid, and has been returned)`;
export const openTasks = 'Open tasks';
export const byState = 'By booking state';
export const byPayment = 'By payment method';
export const byStateNote =
  'Amounts are what was charged for paid registrations, without part payments and overpayments. After a change to a ' +
  'cheaper ticket, the difference is among the refunds.';
export const charged = 'Charged';
export const beforeGst = 'Before GST';
export const byPaymentNote =
  'A registration with several payments is counted under its first one; the register of documents has the method of ' +
  'each. Complimentary registrations are counted separately, because nothing is paid for them.';
export const byCategory = 'By category';
export const byCategoryNote = 'seats and capacity';
export const categoriesCaption = 'Seats, registrations and money by category';
export const allCategories = 'All';
export const capacity = 'Capacity';
export const noLimit = 'no limit';
export const seatsOf = (category: string) =>
  category === allCategories ? 'Seats in all categories' : `Seats in ${category}`;
export const seatsIn = (group: string) => `${group}, seats`;
export const checkedIn = 'Checked in';
export const checkedInLink = 'by time of day, on the check-in page';
export const checkedInNote = 'registrations by day';
export const nobodyCheckedIn = 'Nobody has checked in yet.';
export const registrationsAndSeats = (count: number, seatsShown: string, seats: number) =>
  `${plural(count, 'registration', 'registrations')} · ${seatsShown} ${plural(seats, 'seat', 'seats')}`;
export const byDay = 'By day';
export const byDayNote = 'registered and paid';
export const daysChart = (first: string, last: string) =>
  `Registrations by day, from ${first} to ${last}; the table below has the numbers`;
export const registeredLegend = 'registered';
export const paidLegend = 'paid';
export const lastDays = 'Recent days';
export const earlierDays = 'Earlier days';
export const daysBefore = (n: number) => `${n} earlier ${plural(n, 'day', 'days')}`;
export const registeredOn = (day: string) => `Registered on ${day}`;
export const paidOn = (day: string) => `Paid on ${day}`;

// Registrations
export const listColumns = {
  name,
  code,
  state: bookingState,
  category,
  company: 'Company',
  city,
  institute: 'Institute',
  membership: 'Membership',
  spouse: 'Spouse',
  seats,
  email,
  mobile: 'Mobile',
  registered,
  paid,
  paid_by: paidBy,
  ticket,
  entries: 'Check-ins',
  tasks,
  amount: 'Amount',
  waived: waivedDifference,
  shared: 'Possible duplicate',
};
export const filterLabels = {
  state: bookingState,
  category,
  paid_by: paidBy,
  flag: 'Condition',
  from: 'Registered from',
  to: 'Registered to',
  paid_from: 'Paid from',
  paid_to: 'Paid to',
  checked_in: 'Checked in on',
};
export const chosen = (n: number) => `${n} chosen`;
export const withoutText = (text: string) => `Remove the search “${text}”`;
export const clearFilters = 'Clear all filters';
export const showAll = 'Show all registrations';
export const nothingFound = 'No registration matches.';
export const nothingFoundHelp = 'Use fewer search words, or remove a filter.';
export const listEnds = (page: string) => `The last page of this list is page ${page}.`;
export const noSuchListPage = (page: string) => `This list has no page ${page}.`;
export const goToPage = (page: string) => `Go to page ${page}`;
export const similarNames = 'No name is spelled like this. These are similar';
export const similarNamesNote = 'one letter more or less, or two letters swapped';
export const similarNamesCaption = 'Registrations with similar names';
export const listCounts = (count: number, countShown: string, seats: number, seatsShown: string) =>
  `${countShown} ${plural(count, 'registration', 'registrations')}, ${seatsShown} ${plural(seats, 'seat', 'seats')}.`;
export const listRows = (first: string, last: string) => ` Rows ${first} to ${last} are shown.`;
export const listGoesOn = 'The list goes on. Open its next page, and print that too.';
export const printList = 'Print list';
export const listTax = (net: string, gst: string) => `Charged ${net} before GST, GST ${gst}. `;
export const listSums = (paid: string, tax: boolean, refunded: string, kept: string) =>
  `Paid ${paid}${tax ? ' (including any tax deducted, TDS)' : ''}, refunded ${refunded}, net ${kept}.`;
export const pages = 'Pages';
export const previousPage = 'Previous';
export const nextPage = 'Next';
export const pageOf = (page: string, last: string) => `Page ${page} of ${last}`;
export const exportButton = 'Export actions';
export const exportTitle = (n: number, shown: string) =>
  `Export ${shown} ${plural(n, 'registration', 'registrations')}`;
export const exportWarning =
  'The file contains personal data. Delete it when you no longer need it. ' +
  'The activity log records who made it, what it contains and what it is for.';
export const exportDocuments = 'Export documents';
export const exportNeedsMonth = 'Choose a month.';
export const month = 'Month of issue';
export const monthRegister = 'Register of documents (workbook)';
export const gstReturn = 'Tables for the GSTR-1 return (CSV files)';
export const exportPurpose = 'What is the file for?';
export const exportNeedsPurpose = 'Enter what the file is for.';
export const exportNeedsColumn = 'Choose at least one column.';
export const makeFile = 'Export the file';
export const fileMade = 'The file was exported. It is in your browser’s downloads.';
export const fileFormat = 'File format';
export const listFormats: [format: string, name: string][] = [
  ['xlsx', 'Workbook (xlsx)'],
  ['csv', 'Text (csv)'],
];
export const allColumns = 'All columns';

// Registration
export const backToTasks = 'Back to Tasks';
export const noActions = 'Your role cannot change anything here.';
export const person = 'Person';
export const spouse = 'Spouse';
export const mobile = 'Mobile';
export const dateOfBirth = 'Date of birth';
export const gender = 'Gender';
export const identityDocument = 'Identity document';
export const consentWithdrawn = 'Consent withdrawn';
export const bookingId = 'Booking ID';
export const stored = 'stored';
export const notStored = 'none, or deleted';
export const checkedOn = (moment: string) => `checked ${moment}`;
export const rejectedOn = (moment: string) => `rejected ${moment}; we are waiting for a replacement`;
export const notCheckedYet = 'not checked yet ';
export const checkNow = '(check it now)';
export const sentAfterRejection = 'A new document, sent after a rejection';
export const paymentKind = 'Payment method';
export const freeReason = 'Why it is free';
export const notPaid = 'not paid';
export const ourReference = 'Our reference';
export const received = 'Received';
export const refundsOf = (payment: string) => `Refunds of ${payment}`;
export const notAssigned = 'not assigned';
export const removedQuestion = (name: string) => `${name} (question removed)`;
export const noTicket = 'No ticket.';
export const holder = 'Holder';
export const issued = 'Issued';
export const entriesLeft = 'Entries left';
export const history = 'History';
export const newestFirst = 'newest first';
export const actionsOnly = 'show actions only';
export const eventKinds: Record<string, string> = {
  typed: 'Registration',
  consent: 'Consent',
  link: 'Payment link',
  paid: 'Payment',
  refund: 'Refund',
  mail: 'Email',
  ticket: 'Ticket',
  entry: 'Check-in',
  view: 'Document',
  check: 'Document',
  action: 'Action',
  note: 'Note',
  task: 'Task',
};
export const sameMailbox = 'Same email address or person';
export const sameMailboxCaption = 'Other registrations with this email address or for this person';

// Actions on a registration
export const done = 'Done.';
export const requested = 'Requested.';
export const undo = 'Undo';
export const draft = ' (draft)';
export const discardDraft = 'Discard draft';
export const readChangesFirst = 'First read what has changed.';
export const changedByYou = 'You changed this registration in another window.';
export const changedMeanwhile = 'This registration has changed.';
export const changedExplained =
  'Nothing was done, and what you typed has been kept. Below you can see what your action would do now.';
export const youElsewhere = 'you, in another window';
export const haveRead = 'I have read it';
export const overrideRules = 'Override these rules for the reason given above';
export const nothingChanged = 'You have not changed anything.';
export const whatHappens = 'What happens';
export const effects = 'What this does';
export const openThatRegistration = 'Open that registration';
export const correctMarked = (n: number) =>
  `Correct the marked ${plural(n, 'field', 'fields')} to see what will happen.`;
export const changedValues = 'Changed values';
export const field = 'Field';
export const valueNow = 'Current value';
export const valueThen = 'New value';
export const previewPaid = (amount: string) => `Paid ${amount}`;
export const previewRefund = (amount: string) => `Refund ${amount}`;
export const previewKept = (amount: string) => `Remaining ${amount}`;
export const previewEmail = (to: string, subject: string) => `Email to ${to}: “${subject}”`;
export const cancellationPolicy = 'Payment and refund policy';

// Another ticket for a paid registration
export const changeTicket = 'Change ticket';
export const changeTicketTitle = (name: string) => `Change ${name}’s ticket`;
export const spouseNeeds = 'Enter the spouse’s name.';
export const changeTicketNeeds = 'Choose a different ticket.';
export const difference = 'How to settle the difference in price';
export const differenceBack = { '': choose, refund: 'Refund it', waived: 'Waive it: nothing is refunded' };
export const changeWaits = (ticket: string) => `Change to ${ticket}.`;

export const correct = 'Correct details';
export const correctTitle = (name: string) => `Correct ${name}’s details`;
export const resend = 'Send email again';
export const resendTitle = (to: string) => `Send an email again to ${to}`;
export const resendConfirm = 'Send email';
export const resendsLink = 'The payment link.';
export const resendsTicket = 'The confirmation with the ticket.';
export const copyTo = 'Send a copy to (optional)';
export const copyToHelp = 'For example an assistant’s address. The ticket and its holder stay the same.';
export const copyNeeds = 'Enter a whole email address, or leave it empty.';
export const seat = 'Assign seat';
export const seatTitle = 'Gate, row and seat';
export const seatConfirm = 'Save seat';
export const reissue = 'Issue new ticket';
export const reissueTitle = 'Issue a new ticket';
export const reissueConfirm = 'Issue ticket';
export const voidTicket = 'Void ticket';
export const transfer = 'Transfer ticket';
export const transferTitle = 'Transfer the ticket to a colleague';
export const transferConfirm = 'Send the offer';
export const transferNeeds = 'Enter the colleague’s email address.';
export const colleagueEmail = 'Colleague’s email address';
export const colleagueEmailHelp =
  'They get a link and complete the registration form. The current ticket remains valid until then.';
export const withdrawOffer = 'Withdraw offer';
export const offerMade = (by: string, to: string, moment: string) => `${by} offered this ticket to ${to} on ${moment}.`;
export const offerOpen = (by: string, to: string, expires: string) =>
  `${by} offered this ticket to ${to}${
    expires ? `, who can accept it until ${expires}.` : '. This is no longer possible: the ticket has been used.'
  }`;

// Notes
export const note = 'Note';
export const notePlaceholder = 'A note for your colleagues';
export const saveNote = 'Save note';
export const deleteLastNote = 'Delete last note';
export const noteSaved = 'The note was saved.';
export const noteDeleted = 'The note was deleted.';

// Payments and refunds
export const manualPayments = { bank: paymentWays.bank!, cheque: paymentWays.cheque!, cash: paymentWays.cash! };
export const differenceDue = {
  '': choose,
  link: 'Email a payment link',
  ...manualPayments,
  waived: 'Waive it: nothing is paid',
};
export const paidAnotherWay = 'Record payment';
export const paidNeeds = 'A reference, a date and valid amounts are required.';
export const receivedAmount = 'Amount received, in rupees';
export const receivedAmountHelp =
  'As shown on the bank statement or receipt. Leave it empty if all that is left to pay was paid.';
export const tdsAmount = 'Tax deducted (TDS), in rupees';
export const tdsAmountHelp =
  'The total income tax and GST that a firm deducted and pays to the government. Leave it empty if there is none.';
export const surplus = 'Paid in excess of the price';
export const tds = 'Tax deducted (TDS)';
export const leftToPay = 'Left to pay';
export const withdrawn = 'Withdrawn';
export const withdrawPayment = 'Withdraw payment';
export const withdrawPaymentTitle = 'Withdraw a payment recorded by mistake, or a cheque that bounced';
export const paymentReference = 'Reference';
export const paymentReferenceHelp =
  "The bank's reference for the transfer, or the cheque or receipt number. Each reference can be used only once.";
export const paymentDay = 'Date received';
export const manualRefund = 'Record manual refund';
export const manualRefundNeeds = 'Enter the reference.';
export const refundReference = 'Transfer reference or receipt number';
export const refundDay = 'Date refunded';
export const refundDayHelp = 'Leave this empty if the refund was made today.';
export const refundMade = 'Which refund was made';
export const allRefunds = (count: number, amount: string) => `All ${count} together, ${amount}`;
export const toRefund = 'To refund';
export const refund = 'Refund payment';
export const refundPart = 'Partial refund; the ticket remains valid';
export const refundRest = 'Refund the rest';
export const refundNeeds = 'Enter the amount to refund.';
export const refundAmount = 'Amount to refund, in rupees';
export const refundAmountOf = (left: string, less: boolean) =>
  `Amount to refund, in rupees (${less ? 'less than' : 'at most'} ${left})`;
export const notAnAmount = 'This is not a valid amount. Enter rupees as 1770, 1,770 or 1770.50, with nothing else.';
export const cancel = 'Cancel registration';
export const cancelTitle = (name: string) => `Cancel ${name}’s registration`;
export const cancelConfirm = 'Cancel the registration';
export const refundNothing = 'No refund';
export const refundAll = (amount: string) => `Full refund, ${amount}`;
export const refundSome = 'Partial refund';
export const mayNotRefund = 'Your role can cancel only without a refund. Ask the treasurer for a refund.';
export const nothingToRefund = 'Nothing was paid for this registration, or your role cannot see payments.';
export const uncancel = 'Undo cancellation';
export const uncancelTitle = (name: string) => `Undo the cancellation of ${name}’s registration`;
export const uncancelConfirm = 'Undo the cancellation';
export const approve = 'Approve request';
export const refuse = 'Refuse request';
export const withdrawRequest = 'Withdraw request';
export const approveRefund = (amount: string) => `Refund ${amount}`;
export const allOfCategory = (refuse: boolean) =>
  refuse ? 'Refuse all refunds of the cancelled category' : 'Refund everybody in the cancelled category';
export const answerAll = 'Answer all requests from the cancelled category';
export const refuseRefund = 'Refuse the refund';
export const secondPersonNeeded = 'A second person must approve this.';
export const refundRequested = (action: string, by: string, amount: string, name: string) => {
  if (action === 'withdraw_payment') return `${by} has asked to withdraw the payment of ${amount}`;
  const asked =
    action === 'cancel'
      ? `to cancel ${name}’s registration and refund ${amount}`
      : `to refund ${amount} without cancelling`;
  return `${by} has asked ${asked}`;
};
export const refundUnderWay = (amount: string, isManual: boolean) =>
  isManual
    ? `A manual refund of ${amount} is due. Nothing more can be refunded until this refund is recorded.`
    : `A refund of ${amount} is under way at the payment gateway. Nothing more can be refunded until it is complete.`;
export const pendingPayment = 'Pending payment.';
export const notPaidYet = (amount: string) => `${amount || 'This registration'} has not been paid yet.`;
export const payUntil = (moment: string) => `The person can pay until ${moment}, with this link:`;
export const payLinkExpired = (moment: string) =>
  `The payment link expired on ${moment}. “${resend}” emails a new one.`;
export const noPayLink = `There is no valid payment link. “${resend}” creates one for this amount and emails it.`;

// New registration
export const howPaid = 'How it is paid';
export const registrationWays = {
  link: 'Send a payment link',
  manual: 'Paid by bank transfer, cheque or cash',
  free: complimentary,
};
export const freeReasonHelp = 'Complimentary registrations are counted separately in all totals.';
export const totalWithGst = 'Total with GST';
export const wrongFields = (n: number) =>
  plural(n, 'One field needs to be corrected.', `${n} fields need to be corrected.`);
export const registerButton = (way: keyof typeof registrationWays, kind: string) =>
  ({
    link: 'Register and send the link',
    free: 'Register without payment',
    manual: `Register as paid (${paymentWays[kind]?.toLowerCase()})`,
  })[way];
export const registerAndAddAnother = 'Register and add another';
export const clearForm = 'Clear the form';
export const groupTitles: Record<string, string> = { place };
export const fieldLabels: Record<string, string> = { spouse: 'With spouse', spouseName: 'Spouse’s name' };

// Tasks
export const noTasks = 'No open tasks.';
export const noTasksHelp = 'New tasks will appear here.';
export const taskCount = (n: number) => `${n} ${plural(n, 'task', 'tasks')}, oldest first.`;
export const since = 'since';
export const ofMember = (name: string) => `of ${name}`;
export const taskClosesWhen = (condition: string) => `This task closes automatically when ${condition}.`;
export const taskDone = 'Mark as done';
export const taskDoneLabel = (title: string, code: string) => `Mark as done: ${title} ${code}`;
export const whatWasDone = 'What was done?';
export const whatWasDoneMissing = 'Enter what was done.';
export const taskClosed = (title: string) => `Done: ${title}.`;

// Staff
export const inviteSomebody = 'Invite somebody';
export const invite = 'Invite';
export const inviteNameHelp = 'As it will be shown in the activity log.';
export const invitedTitle = (name: string) => `${name} has been invited`;
export const invitedText = (until: string) =>
  `We are emailing this link. It can be used once, until ${until}, and will not be shown again.`;
export const whatRolesMayDo = 'What each role can do';
export const memberEnded = 'access removed';
export const memberActive = 'active';
export const memberInvited = (until: string) => `invited until ${until}`;
export const invitationExpired = 'the invitation has expired';
export const staffChanges = {
  role: {
    button: 'Change role',
    title: (name: string) => `Change ${name}’s role`,
    confirm: 'Change the role',
    done: (name: string) => `${name} has a new role.`,
    help: 'The new role applies from their next action.',
  },
  reset: {
    button: 'Reset sign-in',
    title: (name: string) => `Reset ${name}’s sign-in`,
    confirm: 'Reset sign-in',
    done: undefined, // no message, because the invitation is shown
    help:
      'All passkeys and sessions are removed at once, and we send a new invitation that is valid for fifteen ' +
      'minutes. All organisers are informed. Before you do this, call the person on a number that you know.',
  },
  end: {
    button: 'Remove access',
    title: (name: string) => `Remove ${name}’s access`,
    confirm: 'Remove access',
    done: (name: string) => `${name} no longer has access.`,
    help: 'Passkeys, invitation and sessions are removed at once. Their name stays in the activity log.',
  },
};

// Activity log
export const ownActionsOnly = 'Your own actions. Organisers and the treasurer see the actions of all staff.';
export const everybody = 'everybody';
export const everything = 'everything';
export const logDays = { from, until: 'Until' };
export const logCaption = 'Actions, newest first';
export const noActionsFound = 'No action matches.';
export const showEverything = 'Show everything';
export const olderActions = 'Older actions';
export const about = 'About';
export const erasedWithPerson = 'erased with the person’s data';
export const registrationSearch = 'Code, ID or ticket';
export const exportFiltered = 'Export the filtered actions';
export const exportLogWarning = 'The file contains personal data. Its purpose is shown in the activity log.';
/** Labels in the activity log for values that have no label or a different label in the form. */
export const factNames: Record<string, string> = {
  entries: 'Entries left',
  difference: 'Difference in price',
  invoice: 'New invoice',
  invoice_name: 'Name on the invoice',
  invoice_address: 'Address on the invoice',
  invoice_pin: 'PIN code',
  what: 'Sent',
  copy_to: 'Copy to',
  with: 'Command options',
  refund: 'Refund',
  tds_amount: 'Tax deducted (TDS)',
  surplus_amount: surplus,
  override: 'Rules overridden',
  original: 'Original seen at the desk',
};
export const factValues: Record<string, Record<string, string>> = {
  what: { ticket: 'the ticket', link: 'the payment link' },
  paid_by: { ...paymentWays, link: 'Payment link' },
  difference: { ...paymentWays, link: 'Payment link', refund: 'Refund', waived: 'Waived' },
  state: bookingStates,
};

// Tax invoices, receipts and credit notes
export const document = 'Document';
export const documentsOf = 'Documents';
export const invoiceCorrect = 'Correct invoice';
export const buyerOnInvoice = 'Buyer on the invoice';
export const invoiceCorrectTitle = 'Correct the buyer on the tax invoice';
export const invoiceNeeds = 'Enter the legal name.';
export const invoiceName = 'Legal name';
export const invoiceGstin = 'GSTIN';
export const invoiceGstinHelp = 'Leave it empty if the buyer is not registered for GST.';
export const invoiceAddress = 'Address';
export const invoiceStateHelp = 'With a GSTIN, you can leave it empty.';
export const invoicePin = 'PIN code';

// Sales
export const salesHelp =
  'A pause applies from the next registration. Visitors see your message instead of the form. ' +
  'Payment links that have already been sent can still be used. Prices and dates are set in the content files. ' +
  'To cancel and refund everybody in a category, pause it first.';
export const allSales = 'All categories';
export const price = 'Price';
export const priceWithGst = 'Price with GST';
export const onSaleUntil = 'On sale until';
export const visitorsRead = 'What visitors see';
export const visitorsReadHelp = 'What is paused, and when it will be available again.';
export const pausedBy = (name: string, since: string) => `paused by ${name}, ${since}`;
export const notPaused = 'not paused';
export const pause = 'Pause sales';
export const pauseTitle = (name: string) => `Pause sales: ${name}`;
export const paused = (name: string) => `Sales paused: ${name}. Visitors now see your message.`;
export const pauseWhyHelp = 'Your reason is shown in the activity log. Visitors do not see it.';
export const resume = 'Resume sales';
export const resumeTitle = (name: string) => `Resume sales: ${name}`;
export const cancelCategory = 'Cancel category';
export const cancelCategoryTitle = (name: string) => `Cancel all registrations: ${name}`;
export const resumed = (name: string) => `Sales resumed: ${name}.`;

// Badges
export const notToday = (today: string) => `Today is ${today}. The numbers are for the chosen day.`;
export const badges = 'Badges';
export const onBadgeOnly = 'Shown on the badge. The form for this ticket does not ask for it.';
export const badgeCode = 'Ticket code or booking code';
export const showBadge = 'Show the badge';
export const badgesToPrint = 'Show all badges that have not been printed yet';
export const previewIsSlow = 'Finding out what will happen. For hundreds of registrations, this takes a while.';
export const moreBadges = (registrations: string) =>
  `More registrations were found than the ${registrations} whose badges are here.`;
export const nextBadgesFollow = 'After printing, the page shows the next.';
export const onlyUnprinted = 'Show those that have not been printed yet';
export const onlyBadgesToPrint = 'Only badges that are new or have changed';
export const badgeCount = (n: number) => `${n} ${plural(n, 'badge', 'badges')}`;
export const printBadges = (n: number) => `Print ${badgeCount(n)}`;
export const photosLoading = (left: string) => `Loading photos: ${left} left`;
export const noBadgeFile = 'This event has no badges';
export const noBadgeFileHelp = 'To print badges, an editor adds badge.yaml to the content.';
export const noBadges = 'No badge to print';
export const noBadgesHelp = 'All of them have been printed, or none of these registrations has a valid ticket.';
export const codeOfBadge = (name: string) => `QR code for ${name}'s ticket`;
export const badgePrinted = (n: number, last: string) =>
  plural(n, `Printed on ${last}`, `Printed ${n} times, last on ${last}`);
export const badgesCounted =
  'Use this button to print. Badges printed with the browser’s own print command are not counted.';
export const badgeNotPrinted = 'Not printed yet';
export const printTheseBadges = 'Print badges';
export const printBadge = 'Print badge';

// Check-in
export const rehearseGate = 'Rehearse check-in with two scanner windows and sample tickets';
export const inside = 'Inside';
export const insideNote = 'seats inside now, and seats expected on this day';
export const insideCaption = 'Who is inside, by list';
export const insideNow = 'Inside now';
export const arrived = 'Arrived';
export const arrivedOf = (arrived: string, expected: string) => `${arrived} of ${expected}`;
export const arrivedNote = (list: string) => `seats checked in at least once, ${list}`;
export const group = 'Group';
export const stillExpected = 'Still expected';
export const categoryNamed = (name: string) => `Category: ${name}`;
export const cityNamed = (name: string) => `City, all days: ${name}`;
export const laneNamed = (name: string) => `Lane: ${name}`;
export const pagesOf = (list: string) => `Pages: ${list}`;
export const rangeOf = (from: string, to: string, total: string) => `${from} to ${to} of ${total}`;
export const noMore = 'No more';
export const newer = 'Newer';
export const older = 'Older';
export const conflicts = 'Conflicts';
export const admittedTwice = 'Admitted twice';
export const admittedTwiceNote = 'used more often than the ticket allows; nobody has to leave';
export const explained = 'explained: somebody left between the two scans, or an admission was undone';
export const askThere = 'ask at the door';
export const verdictWords: Record<ScanVerdict, string> = {
  in: 'in',
  out: 'out',
  overruled: 'admitted manually',
  refused: 'refused',
  undo: 'undone',
};
export const ticketCode = (code: string) => `Ticket ${code}`;
export const admittedOf = (admitted: number, places: number) =>
  `admitted ${plural(admitted, 'once', `${admitted} times`)}, allowed ${places}`;
export const scannedOffline = (lists: string) => `offline; lists: ${lists}`;
export const old = (age: string) => `${age} old`;
export const noLists = 'none';
export const device = 'Device';
export const devices = 'Devices';
export const devicesNote = 'as last reported by each device';
export const noDevices = 'No device yet';
export const noDevicesHelp = 'You enrol a phone by scanning a code with it. No app is needed.';
export const listsUpdated = 'Lists updated';
export const notSent = 'Not sent yet';
export const scannedIn = 'In';
export const scannedOut = 'Out';
export const refused = 'Refused';
export const byTime = 'By time of day';
export const byTimeNote = (list: string) => `admissions in ten-minute intervals, ${list}`;
export const minutesChart = (first: string, last: string, most: string) =>
  `Admissions in ten-minute intervals from ${first} to ${last}, with a peak of ${most}; the table has the numbers`;
export const minutesCaption = 'Admissions in ten-minute intervals';
export const scansToCheck = 'Scans to check';
export const scansToCheckNote = (n: number, shown: string) =>
  `${shown} ${plural(n, 'scan', 'scans')}: manual check-ins, undone scans, void tickets, scans that do not count`;
export const whoseTicket = 'Whose ticket was it?';
export const identifyTicket = 'Identify the ticket';
export const whoseTicketHelp =
  'Ask at the door who was admitted. If you enter a code, the person counts as inside from that time. ' +
  'Without a code, nobody is counted.';
export const ticketOrBookingCode = 'Ticket code or booking code';
export const countForTicket = 'Count it for this ticket';
export const countAnyway = 'Count it anyway: the person entered with this ticket';
export const nobodyKnows = 'Nobody knows, or it was not a guest';
export const closeWithoutTicket = 'Close it without a ticket';
export const quarantines: Record<string, string> = {
  revoked: 'scanned after the device was signed out: does not count',
  unknown_ticket: 'no ticket has this ID: does not count',
  not_understood: 'the device sent data that we cannot read: does not count',
  too_early: 'before the list opened: does not count',
  out_of_scope: 'a list or day that this device is not enrolled for: does not count',
  undo: 'undoes a manual check-in whose ticket is not known',
  late_undo: 'undone more than two minutes after the scan: the undo does not count',
  other_undo: 'undoes something other than this device’s previous check-in or exit: the undo does not count',
  unread: 'manual check-in without a valid ticket code: does not count until you choose the ticket',
};
export const scanUndone = 'undone at the gate: the scan before it no longer counts';
export const scanReason = (text: string, why: string) => `${text}. Reason: ${why}`;
export const unknownCodes = (n: string) =>
  `${n} scans of codes that match no ticket: they do not count. The time shown is the time of the newest scan`;
export const admittedWithdrawn = (state: string) =>
  `admitted, but the ticket is ${state}: find the person, or ask the volunteer who admitted them`;
export const manualCheckIn = (why: string) => `manual check-in: ${why}`;
export const manualWithoutReason = 'manual check-in without a reason: ask at the door';

// Devices
export const heldBack = (n: number, shown: string) => `reported ${shown} unsent ${plural(n, 'scan', 'scans')}`;
const twice = (n: number) => `used ${n} scan ${plural(n, 'number', 'numbers')} twice`;
export const sentTwice = twice;
export const deviceDuplicated = (n: number) => `${twice(n)}: sign the device out`;
export const deviceWiped = (moment: string) => `signed itself out and deleted its data, ${moment}`;
export const deviceSignedOut = (moment: string) => `signed out, ${moment}`;
export const deviceReplaced = (name: string) => `lost its data or was erased offline; replaced by ${name}`;
export const deviceSilent = (moment: string) => `no contact since ${moment}`;
export const clockWrong = (by: string) => `clock wrong by ${by}`;
export const deviceWorks = 'working';
export const eventOver = 'the event is over';
export const notADevice = 'not a device';
export const enrolDevice = 'Enrol a device';
export const enrolNamed = (name: string) => `Enrol ${name}`;
export const deviceNameHelp = 'Where it is used, for example North gate 2';
export const volunteer = 'Volunteer';
export const chooseDay = 'Choose at least one day.';
export const chooseList = 'Choose at least one list.';
export const maySearch = 'May search for people by name';
export const showCode = 'Show the code';
export const scanToEnrol = (until: string) =>
  'Point the phone’s camera at this code, and press the button that appears. ' +
  `The code can be used once, until ${until}.`;
export const invitationFor = (name: string) => `Invitation for ${name}`;
export const rehearsalLinks = 'For a rehearsal:';
export const openInThisBrowser = 'Open it in this browser';
export const openAsSecondDevice = 'Open it as a second device';
export const deviceEnrolled = (name: string) => `${name} has been enrolled`;
export const deviceEnrolledText = 'The code has been used. The device is in the list and can scan now.';
export const revokeTitle = (name: string) => `Sign ${name} out?`;
export const revokeConfirm = 'Sign it out';
export const revokeHelp = 'Scans made so far count, even if they are sent later. New scans do not count.';
export const deviceRevoked = (name: string) => `${name} has been signed out.`;

// Document check
export const documentCheck = 'Document check';
export const checkProgress = (at: number, total: number) => `Person ${at} of ${total}`;
export const checksDone = 'Nothing to check';
export const checksDoneHelp = 'All documents and membership numbers of paid registrations have been checked.';
export const waitingForBetter = (n: number) =>
  n === 1 ? 'One person was asked for a replacement document.' : `${n} people were asked for a replacement document.`;
export const showThem = 'Show them';
export const approveDocument = 'Approve document';
export const approveKey = (hasDocument: boolean) => `Approve ${hasDocument ? 'document' : 'number'} (a)`;
export const openBeforeApproval = 'Open the document before you approve it.';
export const originalSeen = 'The person showed the original at the desk';
export const documentShown = 'Document shown';
export const documentShownHelp = 'For example, a passport. Do not enter its number.';
export const originalNeeded = 'No document is stored. Tick the box if you have seen the original.';
export const rejectDocument = 'Reject document';
export const rejectKey = 'Reject document (r)';
export const previousPerson = 'Previous person';
export const nextPerson = 'Next person';
export const documentFits = 'checked at the desk';
export const rejectTitle = (name: string) => `Reject ${name}’s identity document`;
export const rejectReason = 'Reason for the person';
export const rejectReasons = [
  'The picture is not sharp enough to read.',
  'More than the last four digits of the number can be read.',
  'The name on the document differs from the name on the registration.',
  'The picture does not show an identity document.',
];
export const documentRejected = 'The document has been rejected. The person will get an email.';
export const photoOf = (name: string) => `Photo of ${name}`;
export const documentOf = (name: string) => `${name}’s identity document`;
export const noPhotoSent = 'No photo';
export const noDocument = 'No document was sent';
export const documentLocked = 'Locked. Open the key file to see documents.';
export const documentUnreadable =
  'This key does not open this document. It may have been encrypted for an earlier key.';
export const notLoaded = 'Not loaded.';
export const loadDocument = 'Load the document';
export const keyFile = 'Key file for the identity documents';
export const keyFileHelp =
  'It is read in this window only and is never sent. It is forgotten after 10 minutes without use, and when you ' +
  'leave the page.';
export const keyIsOpen = 'The key file is open in this window.';
export const forgetKey = 'Forget the key';
export const keyFileEmpty = 'This file contains no age key. An age key begins with AGE-SECRET-KEY.';
export const keyFileDamaged = 'The key in this file is damaged. Choose another copy of the file.';
export const keyFileWrong = 'This is not the key for these documents. Nothing was sent.';
export const numberCheck = 'Membership list';
export const numberMarks: Record<NumberMark, (others: string[]) => string> = {
  found: () => 'Number found in the list',
  not_found: () => 'Number not found in the list',
  twice: (others) => `Number found twice: also used by ${others.join(', ')}`,
};
export const importNumbers = 'Import membership numbers';
export const importTitle = 'Import an institute’s membership numbers';
export const importHelp =
  'A CSV file with a column membership_no. It replaces the previous list. Only keyed hashes of the numbers are stored.';
export const listFile = 'The institute’s file';
export const chooseFile = 'Choose a file.';
export const chooseInstitute = 'Choose an institute.';
export const replacesList = (numbers: string) =>
  `The file replaces the present list of ${numbers}, so it must contain all of them.`;
export const fileTooLarge = 'The file is too large. The limit is 3 MB.';
export const institute = 'Institute';
export const listOf = (name: string, numbers: string) => `${name} (${numbers})`;
export const noList = 'no list';
export const numbersOfList = (n: number) => `${n} ${plural(n, 'number', 'numbers')}`;
export const numbersImported = (n: number) => `${numbersOfList(n)} imported.`;
