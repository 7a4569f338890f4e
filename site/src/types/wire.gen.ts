// Generated from api/wire by `go run ./generator schema`. Do not edit.

/** DeskAction is what every act on a registration begins with. */
export interface DeskAction {
  id: string;
  /** Version is the one of the registration that was looked at; another one is refused with 409 `changed`. */
  version: number;
  /** Why stands in the log of acts. */
  why: string;
  /** Preview true does nothing and answers what would be done. */
  preview?: boolean;
}

/** DeskActionResponse answers every act. */
export interface DeskActionResponse extends Status {
  /** Done is false for a preview. */
  done: boolean;
  preview: DeskPreview;
  /** BookingID is the registration that the act was about, the new one of `add`. */
  booking_id: string;
  /** Version is that of the registration now. */
  version: number;
  /** Request is there when nothing was done because a second person has to approve. */
  request?: string;
  /** Note is the number of a note that was written. */
  note?: number;
  /** Undo is the call that takes the act back, "" when nothing does. */
  undo?: string;
}

/** DeskPreview says what an act does. */
export interface DeskPreview {
  /** Says are sentences: what happens to the registration, to its ticket, to its money. */
  says: string[];
  /** Changes are the values that become others. */
  changes: DeskChange[];
  /** Ticket is new, void, valid or none: what there is afterwards. */
  ticket: string;
  /** Mails are those that go out. */
  mails: DeskMail[];
  /** Money is there when the act is about money. */
  money?: DeskMoney;
  /** Rules are those of the form that the new values break, by field; with `override` they are set aside. */
  rules?: Record<string, string>;
}

/** DeskMail is a mail that an act sends. */
export interface DeskMail {
  to: string;
  subject: string;
}

/** DeskMoney is what becomes of the money of a registration. */
export interface DeskMoney {
  /** PaidPaise is what came, has not gone back and is not on its way; RefundPaise is what goes back, KeptPaise what stays. */
  paid_paise: number;
  refund_paise: number;
  kept_paise: number;
  /** How is gateway, hand or none. */
  how: string;
  /** UnderwayPaise is on its way back: until it has gone nothing more can go. */
  underway_paise?: number;
  /** LimitPaise is the most that one person may give back of a registration alone, AlonePaise what went back before, or is on its way, without a second person; Second is true when it needs another one. */
  limit_paise: number;
  alone_paise?: number;
  second: boolean;
}

/** DeskPendingRequest is the body of /desk/pending. */
export interface DeskPendingRequest {
  id: string;
}

/** DeskPendingResponse answers /desk/pending: what is under way for a registration, and what stands beside an act. */
export interface DeskPendingResponse extends Status {
  version: number;
  /** Transfer is the one that waits for the colleague. */
  transfer?: DeskTransfer;
  /** Requests wait for a second person. */
  requests: DeskRequest[];
  /** Policy is the text on cancelling, from the content, as HTML. */
  policy: string;
  money?: DeskMoney;
  /** Link is where a registration that is not paid yet can be paid. */
  link?: DeskPayLink;
}

/** DeskPayLink is the payment link of a registration that is not paid yet. */
export interface DeskPayLink {
  /** URL is the page on which the person pays, "" when the link has expired. */
  url?: string;
  /** Expires is until when it can be paid (RFC 3339, UTC). */
  expires: string;
}

/** DeskTransfer is a ticket that was offered to a colleague. */
export interface DeskTransfer {
  email: string;
  offered: string;
  expires: string;
  by: string;
}

/** DeskRequest is an act that waits for a second person. */
export interface DeskRequest {
  request: string;
  booking_id: string;
  at: string;
  by: string;
  why: string;
  refund_paise: number;
  /** Mine is true for whoever asked: somebody else has to approve. */
  mine: boolean;
  /** WhyNot says why the reader may not approve it, and who may. */
  why_not?: string;
  /** Cancels is false for a refund that leaves the registration as it is. */
  cancels: boolean;
}

/** DeskNoteRequest is the body of /desk/note. A note is no change: it needs no version and no reason. */
export interface DeskNoteRequest {
  id: string;
  text: string;
  /** Delete is the number of a note that is taken away again. */
  delete?: number;
}

/** DeskCorrectRequest is the body of /desk/correct. */
export interface DeskCorrectRequest extends DeskAction {
  /** Changes are new values by the names of the form (firstname, email, spouseName, …). */
  changes: Record<string, string>;
  /** Override sets aside the rules of age and membership that the new values break. */
  override?: boolean;
}

/** DeskResendRequest is the body of /desk/resend. */
export interface DeskResendRequest extends DeskAction {
  /** What is ticket or link. */
  what: string;
}

/** DeskTransferRequest is the body of /desk/transfer; /desk/transfer-withdraw is a DeskAction. */
export interface DeskTransferRequest extends DeskAction {
  /** Email is the colleague's. */
  email: string;
}

/** DeskCancelRequest is the body of /desk/cancel. */
export interface DeskCancelRequest extends DeskAction {
  /** RefundPaise is what goes back, 0 for nothing. */
  refund_paise: number;
}

/** DeskRefundRequest is the body of /desk/refund: money goes back, and nothing is cancelled. /desk/uncancel is a DeskAction. */
export interface DeskRefundRequest extends DeskAction {
  refund_paise: number;
}

/** DeskApproveRequest is the body of /desk/approve. */
export interface DeskApproveRequest {
  request: string;
  why: string;
  preview?: boolean;
  /** Refuse true ends the request; nothing is done. */
  refuse?: boolean;
}

/** DeskGivenBackRequest is the body of /desk/given-back: money that came another way was given back by hand. */
export interface DeskGivenBackRequest extends DeskAction {
  /** Reference names the bank transfer or the receipt. */
  reference: string;
}

/** DeskPaidRequest is the body of /desk/paid: a registration that waits, or whose link is over, was paid another way. */
export interface DeskPaidRequest extends DeskAction {
  payment: DeskHowItIsPaid;
}

/** DeskSeatRequest is the body of /desk/seat; /desk/void and /desk/reissue are a DeskAction. */
export interface DeskSeatRequest extends DeskAction {
  gate: string;
  row: string;
  seat: string;
}

/** DeskAddRequest is the body of /desk/add: what the form asks, without the pictures, and how it is paid. */
export interface DeskAddRequest extends Person {
  spouse: boolean;
  spouseName: string;
  ticketCategory: string;
  why: string;
  preview?: boolean;
  /** Override sets aside the rules of age and membership. */
  override?: boolean;
  payment: DeskHowItIsPaid;
}

/** DeskHowItIsPaid is how a registration of the desk is paid. */
export interface DeskHowItIsPaid {
  /** Kind is bank, cheque, cash, free or link. */
  kind: string;
  /** Reference names a bank transfer, a cheque or a receipt; it can be used once. Date is its day (2025-03-31). */
  reference?: string;
  date?: string;
  /** Reason says why it is free: one of the kinds of the content (speaker, volunteer, …). */
  reason?: string;
}

/** DeskProblem is a refusal of the desk. */
export interface DeskProblem extends Problem {
  /** Version and Changes come with `changed`: how the registration stands, and who did what since. */
  version?: number;
  changes?: DeskSeenLate[];
  /** BookingID comes with `already_registered` and `unpaid_registration`: the registration that stands in the way. */
  booking_id?: string;
  /** Rules come with `validation_failed` when only rules stand in the way that `override` sets aside. */
  rules?: Record<string, string>;
}

/** DeskSeenLate is a change that somebody made meanwhile. */
export interface DeskSeenLate {
  at: string;
  who: string;
  what: string;
  /** Mine is true for whoever is told: it was done in another window. */
  mine?: boolean;
  /** Values are what became what, as far as the role may see it. */
  values?: DeskChange[];
}

/** TransferRequest is the body of /transfer: a colleague opens the link of the mail. */
export interface TransferRequest {
  token: string;
}

/** TransferResponse answers /transfer. */
export interface TransferResponse extends Status {
  /** TicketCategory is the type of the ticket, whose form is asked; Spouse is true for a ticket with two seats. */
  ticketCategory: string;
  spouse: boolean;
  email: string;
  /** Expires is until when it can be accepted (RFC 3339, UTC). */
  expires: string;
}

/** TransferAcceptRequest is the body of /transfer-accept: the colleague's own data, pictures and consent. */
export interface TransferAcceptRequest extends Person {
  token: string;
  profile_url: string;
  aadharUrl: string;
  spouseName: string;
  consent: boolean;
}

/** TransferAcceptResponse answers /transfer-accept. */
export interface TransferAcceptResponse extends Status {
  booking_id: string;
  ticket_id: string;
}

/** DeskSums is what is added up of registrations: how many, their seats, and their money. The money is what really came: a registration that was never paid counts 0, one that was cancelled counts what was paid and what went back. A role that sees no sums has none of the amounts. */
export interface DeskSums {
  count: number;
  seats: number;
  /** NetPaise and GSTPaise are the prices of those that were paid. */
  net_paise?: number;
  gst_paise?: number;
  /** RefundedPaise is what has gone back. */
  refunded_paise?: number;
}

/** DeskGroup is a figure of Today. The people of its query are exactly those that it counts, and their sums are these. */
export interface DeskGroup extends DeskSums {
  /** Key is a machine word: a state, a way of paying, a flag, a day (2025-03-31). */
  key: string;
  /** Name is what people call it. */
  name: string;
  /** Query is a query of People: the list behind the figure. */
  query: string;
}

/** DeskCategory is a category against its capacity. */
export interface DeskCategory {
  type: string;
  name: string;
  /** Capacity is how many seats there are, 0 for no limit. */
  capacity: number;
  /** Held are the registrations that hold a seat; their seats count against the capacity. */
  held: DeskGroup;
  /** All are all registrations of the category, States the same by state, those without any left out. */
  all: DeskGroup;
  states: DeskGroup[];
}

/** DeskDay is a day of the event's zone. */
export interface DeskDay {
  day: string;
  /** Registered are those that were typed on the day, Paid those that were paid on it. */
  registered: DeskGroup;
  paid: DeskGroup;
}

/** DeskAlarm is something at which somebody should look. */
export interface DeskAlarm {
  key: string;
  text: string;
}

/** DeskTodayResponse answers /desk/today. */
export interface DeskTodayResponse extends Status {
  /** At is when it was counted (RFC 3339, UTC). */
  at: string;
  /** All are all registrations, States the same by state, PaidBy those that were paid by how. */
  all: DeskGroup;
  states: DeskGroup[];
  paid_by: DeskGroup[];
  categories: DeskCategory[];
  /** Days are those on which something happened, oldest first. */
  days: DeskDay[];
  /** Flags are what may need a hand: unfinished payments, mails that did not arrive, tasks. */
  flags: DeskGroup[];
  /** Inside are those who have come, by day of entry. */
  inside: DeskGroup[];
  /** Tasks is how many wait for a person, also those about no registration. */
  tasks: number;
  alarms: DeskAlarm[];
}

/** DeskPeopleRequest is the body of /desk/people. */
export interface DeskPeopleRequest {
  /** Query is what stands in the address of the room behind the question mark: q, state, category, paid_by, flag (each of them as often as wanted), from and to (days of registering), paid_from and paid_to, inside (a day), sort, dir, page, per. */
  query: string;
  /** Alike asks for those whose names sound like the words of q, at most twenty, because nobody is spelled so. */
  alike?: boolean;
}

/** DeskPeopleResponse answers /desk/people. */
export interface DeskPeopleResponse extends Status {
  /** Query is the same query in its canonical form. */
  query: string;
  /** Sums are of all that fit, Rows are one page of them. */
  sums: DeskSums;
  rows: DeskRow[];
  page: number;
  per: number;
  /** Choices are what the filters offer. */
  choices: DeskChoices;
}

/** DeskChoices are what the filters of People offer. */
export interface DeskChoices {
  states: DeskChoice[];
  categories: DeskChoice[];
  paid_by: DeskChoice[];
  flags: DeskChoice[];
  /** Questions are the filters of the conference's own questions. */
  questions?: DeskQuestion[];
  /** Columns are those that this role may export, Sorts those by which a list can be sorted. */
  columns: DeskChoice[];
  sorts: string[];
}

/** DeskQuestion is the filter of an own question: its key in a query, its name and its choices. */
export interface DeskQuestion {
  key: string;
  name: string;
  choices: DeskChoice[];
}

/** DeskChoice is one value of a filter. */
export interface DeskChoice {
  key: string;
  name: string;
}

/** DeskRow is a registration in a list. What a role must not see is missing. */
export interface DeskRow {
  id: string;
  /** Code is the six letters that can be spelled out on the telephone. */
  code: string;
  name: string;
  spouse_name?: string;
  category: string;
  category_name: string;
  /** State is waiting, paid, part refunded, refunded, cancelled, expired or erased. */
  state: BookingState;
  seats: number;
  /** Registered and Paid are instants (RFC 3339, UTC). */
  registered: string;
  paid?: string;
  /** PaidBy is online, bank, cheque, cash or free; "" while nothing is paid. */
  paid_by?: string;
  city?: string;
  company?: string;
  institute?: string;
  membership_no?: string;
  email?: string;
  mobile?: string;
  amount_paise?: number;
  /** RefundedPaise is what has gone back. */
  refunded_paise?: number;
  /** TicketStatus is valid, used or void; "" when there is no ticket. Entries is how often it was used. */
  ticket_status?: string;
  entries: number;
  /** Tasks is how many of its tasks are open. */
  tasks: number;
}

/** DeskRegistrationRequest is the body of /desk/registration: one of the two is given. */
export interface DeskRegistrationRequest {
  id?: string;
  code?: string;
}

/** DeskRegistrationResponse answers /desk/registration, and every act on a registration. */
export interface DeskRegistrationResponse extends Status {
  registration: DeskRegistration;
}

/** DeskRegistration is all facts of a registration and what happened to it. */
export interface DeskRegistration extends DeskRow {
  /** Version grows with each change; an act sends the one that it saw. */
  version: number;
  /** Person is what was typed. For a role that sees no contact data, it has none. */
  person: Person;
  spouse: boolean;
  /** NetPaise and GSTPaise are the parts of the price. */
  net_paise?: number;
  gst_paise?: number;
  /** PaidReference and PaidOn are what stands on a bank transfer or a cheque, FreeReason is why it is free. */
  paid_reference?: string;
  paid_on?: string;
  free_reason?: string;
  /** HasPhoto and HasDocument tell whether the pictures are there; Checked is when the document was checked. */
  has_photo: boolean;
  has_document: boolean;
  checked?: string;
  /** Withdrawn is when the consent was withdrawn. */
  withdrawn?: string;
  /** Tickets are the one that is good and those that it replaced, newest first. */
  tickets: DeskTicket[];
  payments: DeskPayment[];
  /** Timeline is what happened, oldest first. */
  timeline: DeskEvent[];
  open_tasks: DeskTask[];
  /** Others are further registrations of the same mailbox or person. */
  others: DeskRow[];
  /** May are the acts that this role may do now. */
  may: string[];
}

/** DeskTicket is a ticket as the desk sees it. */
export interface DeskTicket {
  id: string;
  holder: string;
  status: string;
  issued: string;
  gate: string;
  row: string;
  seat: string;
  entries_total: number;
  entries_remaining: number;
}

/** DeskPayment is captured money, for a role that sees it. */
export interface DeskPayment {
  provider: string;
  /** PaymentID is the gateway's, or the reference of a payment by hand as it was typed. */
  payment_id: string;
  reference: string;
  amount_paise: number;
  refunded_paise: number;
  captured: string;
  refunded?: string;
  /** Refunds are what has gone back, one by one, oldest first. */
  refunds: DeskRefund[];
  /** Disposition is applied, duplicate_refund_due, no_seat_refund_due, organiser_refund_due or refunded. */
  disposition: string;
}

/** DeskRefund is money that went back at once. */
export interface DeskRefund {
  amount_paise: number;
  /** At is an instant (RFC 3339, UTC). */
  at: string;
}

/** DeskEvent is a point of a registration's timeline. */
export interface DeskEvent {
  /** At is an instant (RFC 3339, UTC). */
  at: string;
  /** Kind is typed, consent, link, paid, refund, mail, ticket, entry, view, check, act, note or task. */
  kind: string;
  text: string;
  /** Actor is who did it, "" for the person or the program. */
  actor?: string;
  /** Why is the reason that was given, Changes are what became of what. */
  why?: string;
  changes?: DeskChange[];
}

/** DeskChange is a value that an act has changed. */
export interface DeskChange {
  field: string;
  before: string;
  after: string;
}

/** DeskTask is something that waits for a person. */
export interface DeskTask {
  key: string;
  kind: string;
  /** Title names it in a few words, Text says what happened and what to do. */
  title: string;
  text: string;
  /** At is since when (RFC 3339, UTC). */
  at: string;
  /** Booking, Code and Name say which registration it is about; "" for none. */
  booking?: string;
  code?: string;
  name?: string;
  /** Act is the act that solves it, "" when there is none in the desk; ActName is what its button says. */
  act?: string;
  act_name?: string;
  /** ClosesWhen says when the program closes it; nobody else can then. "" for a task that a person closes. */
  closes_when?: string;
  /** Scan is what /desk/gate-name calls the admission by hand that it is about. */
  scan?: string;
}

/** DeskTasksResponse answers /desk/tasks. */
export interface DeskTasksResponse extends Status {
  tasks: DeskTask[];
}

/** DeskExportRequest is the body of /desk/export; the answer is the file. */
export interface DeskExportRequest {
  /** Query is that of People: exactly what is filtered is exported, all pages of it. */
  query: string;
  /** Columns are keys of the choices of People; none means all that the role may have. */
  columns: string[];
  /** Format is csv or xlsx. */
  format: string;
  /** Purpose is what the file is for; it stands in the log of acts. */
  purpose: string;
}

/** DeskTaskDoneRequest is the body of /desk/task-done. */
export interface DeskTaskDoneRequest {
  key: string;
  /** Why says what was done; it stands in the log of acts. */
  why: string;
}

/** DeskCodeRequest is the body of /desk/sign-in/code. */
export interface DeskCodeRequest {
  email: string;
}

/** DeskCodeResponse answers it, alike whether or not the address is known. */
export interface DeskCodeResponse extends Status {
  challenge_id: string;
  /** ExpiresIn and ResendIn are seconds. */
  expires_in: number;
  resend_in: number;
}

/** DeskVerifyRequest is the body of /desk/sign-in/verify. */
export interface DeskVerifyRequest {
  email: string;
  challenge_id: string;
  code: string;
  /** Invitation is the secret of an invitation's link, "" for who has a passkey. */
  invitation: string;
}

/** DeskCeremony is what a passkey is asked. It works once. */
export interface DeskCeremony extends Status {
  /** Ceremony is sent back with the passkey's answer. */
  ceremony: string;
  /** Purpose is "create", "sign_in" or "confirm"; "rehearsal" is a confirmation by a button, without a passkey. */
  purpose: string;
  /** Options are for the browser: PublicKeyCredential.parseCreationOptionsFromJSON for "create", else parseRequestOptionsFromJSON. */
  options?: unknown;
}

/** DeskPasskeyRequest is the body of /desk/sign-in/passkey, /desk/touch/finish and /desk/passkey/finish. */
export interface DeskPasskeyRequest {
  ceremony: string;
  /** Credential is the passkey's answer as its toJSON writes it. */
  credential: unknown;
  /** Name is what the member calls a new passkey, for example "Office laptop". */
  name: string;
}

/** DeskTouchResponse answers /desk/touch/finish. */
export interface DeskTouchResponse extends Status {
  /** Until is the instant until which no further touch is asked (RFC 3339, UTC). */
  until: string;
}

/** DeskRehearsalRequest is the body of /desk/sign-in/rehearsal, which only a rehearsal has. */
export interface DeskRehearsalRequest {
  role: string;
}

/** DeskMeResponse answers /desk/me, /desk/sign-in/me and a completed sign-in. */
export interface DeskMeResponse extends Status {
  /** SignedOut is true when nobody is signed in; then the rest is empty. */
  signed_out?: boolean;
  id: string;
  name: string;
  email: string;
  /** Role is organiser, treasurer, registrar, gate or viewer. */
  role: StaffRole;
  /** Permissions are those of the role, by name. */
  permissions: Permission[];
  /** Now is the server's clock (RFC 3339, UTC): what is printed is dated by it. */
  now?: string;
  /** EndsAt is the instant at which the session ends whatever happens (RFC 3339, UTC); IdleSeconds is how long it may rest. */
  ends_at: string;
  idle_seconds: number;
  /** TouchedUntil is until when no further touch is asked, "" when one is. */
  touched_until?: string;
  /** Rehearsal is true when nothing here is real. */
  rehearsal: boolean;
  /** Passkeys are the member's own; one alone is easily lost. */
  passkeys: DeskPasskey[];
}

/** DeskPasskey is a passkey of the member who is signed in. */
export interface DeskPasskey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string;
}

/** DeskMember is somebody who works with the desk. */
export interface DeskMember {
  id: string;
  name: string;
  email: string;
  /** Role is organiser, treasurer, registrar, gate or viewer. */
  role: StaffRole;
  /** State is "invited" until there is a passkey, then "works", in the end "ended"; only in the list of the staff, as all below. */
  state?: string;
  passkeys?: number;
  /** SeenAt is the last use of the desk (RFC 3339, UTC). */
  seen_at?: string;
  /** InvitedUntil is there while an invitation works. */
  invited_until?: string;
}

/** DeskStaffResponse answers /desk/staff/list. */
export interface DeskStaffResponse extends Status {
  members: DeskMember[];
  /** Roles are all of them, with what each may do. */
  roles: DeskRole[];
}

/** DeskRole is a role and its permissions. */
export interface DeskRole {
  role: StaffRole;
  may: string[];
}

/** DeskInviteRequest is the body of /desk/staff/invite. */
export interface DeskInviteRequest {
  name: string;
  email: string;
  role: StaffRole;
  why: string;
}

/** DeskInvitation answers /desk/staff/invite and /desk/staff/reset. */
export interface DeskInvitation extends Status {
  member: DeskMember;
  /** Link is shown once; it was mailed as well. */
  link: string;
  /** Until is when it ends (RFC 3339, UTC). */
  until: string;
}

/** DeskMemberRequest is the body of /desk/staff/role, /end and /reset, and of /desk/passkey/remove. */
export interface DeskMemberRequest {
  id: string;
  role: StaffRole;
  why: string;
}

/** DeskActivityLogRequest is the body of /desk/activity-log/list and /desk/activity-log/export; an empty field admits everything. */
export interface DeskActivityLogRequest {
  /** Actor is the id of a member; or one of those behind which several people stand (command, telephone), with ":" and a name for one of them. */
  actor: string;
  /** Name is a word of an act; "command:" and a name is one command. */
  action: string;
  /** Booking is the code of a booking, its id, or the address of a ticket. */
  booking: string;
  /** From and Until are days of the event's zone, both included. */
  from: string;
  until: string;
  /** Before is the number from which on older acts are listed, 0 for the newest. */
  before: number;
  /** Why is the purpose of an export. */
  why: string;
}

/** DeskActivityLogResponse answers /desk/activity-log/list. */
export interface DeskActivityLogResponse extends Status {
  entries: DeskLoggedAction[];
  /** Next is the Before of the next page, 0 when there is none. */
  next: number;
  /** Actors and Actions are what the list can be filtered by. */
  actors: DeskMember[];
  actions: DeskChoice[];
  /** Everybody is true when all acts are shown, false when only one's own. */
  everybody: boolean;
}

/** DeskLoggedAction is a line of the log. */
export interface DeskLoggedAction {
  n: number;
  at: string;
  actor_id: string;
  actor: string;
  role: string;
  /** Name is what was done, in words for people. */
  action: string;
  booking?: string;
  /** Code and Name are those of the booking and its holder, for who may see registrations; without Name the holder was erased. */
  code?: string;
  name?: string;
  /** Object is what else it is about, as people call it: a member of the staff, a telephone, a category. */
  object?: string;
  why?: string;
  before?: Record<string, string>;
  after?: Record<string, string>;
  /** Erased is true when why, before and after went with their person. */
  erased?: boolean;
}

/** SalesResponse answers GET /api/sales, for every visitor. */
export interface SalesResponse extends Status {
  paused: SalesPause[];
}

/** SalesPause is what is not sold for the time being. */
export interface SalesPause {
  /** Category is the type of a ticket's category, "" for everything. */
  category: string;
  /** Sentence is what visitors read. */
  sentence: string;
}

/** DeskSalesResponse answers /desk/sales/view, /pause and /resume. */
export interface DeskSalesResponse extends Status {
  paused: DeskSalesPause[];
  /** Categories are those that can be paused. */
  categories: DeskSalesCategory[];
}

/** DeskSalesPause is a pause with who made it. */
export interface DeskSalesPause extends SalesPause {
  since: string;
  actor: string;
}

/** DeskSalesCategory is a category of tickets. */
export interface DeskSalesCategory {
  type: string;
  name: string;
}

/** DeskPauseRequest is the body of /desk/sales/pause and /resume. */
export interface DeskPauseRequest extends SalesPause {
  why: string;
}

/** DeskWaysResponse answers /desk/sign-in/ways: how somebody may come in. */
export interface DeskWaysResponse extends Status {
  /** Rehearsal is true when there is a button for each role, because nothing is real. */
  rehearsal: boolean;
  roles: string[];
}

/** GateLookRequest is the body of /gate/look: what an invitation is for, without spending it. */
export interface GateLookRequest {
  secret: string;
}

/** GateLookResponse answers /gate/look. */
export interface GateLookResponse extends Status {
  name: string;
  volunteer: string;
  city: string;
  days: string[];
  lists: string[];
}

/** GateEnrolRequest is the body of /gate/enrol. The telephone makes the token, so that it can ask again when the answer was lost. */
export interface GateEnrolRequest {
  secret: string;
  /** Token is "tg1_" and 256 random bits in base64url. */
  token: string;
}

/** GateEnrolResponse answers /gate/enrol. */
export interface GateEnrolResponse extends Status {
  device: string;
  /** Now is the server's clock in milliseconds. */
  now: number;
  setup: GateSetup;
}

/** GateSetup is all that a telephone knows besides its lists. */
export interface GateSetup {
  /** Version changes with anything of it. */
  version: string;
  event: string;
  event_mark: number;
  /** EarlierMarks are those of tickets that an earlier program has issued; they are accepted as well. */
  earlier_marks?: number[];
  zone: string;
  /** Rehearsal: what is scanned is practice. */
  rehearsal: boolean;
  keys: GateKey[];
  /** Salt stands before an id when it is hashed, in base64. */
  salt: string;
  categories: GateCategory[];
  days: GateDay[];
  lists: GateList[];
  lanes: GateLane[];
  /** Name, City, MyDays, MyLists and MaySearch are the telephone's assignment; it ends at ExpiresAt (RFC 3339). Who carries it is not said: the telephone would keep the name. */
  name: string;
  venue: string;
  city: string;
  my_days: string[];
  my_lists: string[];
  may_search: boolean;
  expires_at: string;
}

/** GateKey is a public key of tickets. */
export interface GateKey {
  id: string;
  public_key: string;
}

/** GateCategory names a category by its number in a ticket. */
export interface GateCategory {
  id: number;
  type: string;
  name: string;
}

/** GateDay is a day of the event and where it is. */
export interface GateDay {
  date: string;
  venue: string;
  city: string;
  display: string;
}

/** GateList is what somebody can be admitted to. */
export interface GateList {
  id: string;
  name: string;
  days: string[];
  from: string;
  times: number;
  in_and_out: boolean;
  who: GateWho[];
}

/** GateWho are categories that may enter a list, and on which days. */
export interface GateWho {
  categories: string[];
  days: string[];
}

/** GateLane is a lane by the first letter of the name. */
export interface GateLane {
  name: string;
  from: string;
  to: string;
}

/** GateScan is one record of a telephone. */
export interface GateScan {
  seq: number;
  ticket: string;
  list: string;
  day: string;
  venue: string;
  /** Verdict is in, out, overruled or refused. */
  verdict: ScanVerdict;
  reason: string;
  why: string;
  /** By is camera, typed or search. */
  by: string;
  offline: boolean;
  /** Wall and Mono are the telephone's clocks in milliseconds, Origin where the second began, Offset what it knew of the server's. */
  wall: number;
  mono: number;
  origin: number;
  offset: number;
  /** ListAge is in seconds; -1 means that there were no lists. */
  list_age: number;
}

/** GateSyncRequest is the body of /gate/sync. */
export interface GateSyncRequest {
  wall: number;
  mono: number;
  origin: number;
  /** Scans continue what the server has. */
  scans: GateScan[];
  /** Since is the cursor of the last answer, 0 for everything. */
  since: number;
  /** Withdrawn and Setup are the versions that the telephone has. */
  withdrawn: string;
  setup: string;
  unsent: number;
  /** Battery is in per cent; -1 when it is not known. */
  battery: number;
  list_age: number;
}

/** GateSyncResponse answers /gate/sync. */
export interface GateSyncResponse extends Status {
  device: string;
  /** Have is the end of the unbroken row of scans that are stored. */
  have: number;
  /** DuplicateScans are scans under a number that was used before: enrol again. */
  strays: number;
  /** Now is the server's clock in milliseconds. */
  now: number;
  cursor: number;
  /** Last is the place of the last change that the server has. A telephone that knows of later ones has met a server that was restored from a backup, and asks for everything again. */
  last?: number;
  /** More: ask again at once. */
  more: boolean;
  /** Entries are rows of 17 bytes in base64: 8 hash, 1 list, 1 day, 1 inside, 2 device, 4 minutes since 1970. */
  entries: string;
  /** Withdrawn is there when it differs from what the telephone has. */
  withdrawn?: GateWithdrawn;
  setup?: GateSetup;
  /** Devices are names by number. */
  devices: Record<string, string>;
  conflicts: GateConflict[];
}

/** GateWaitRequest is the body of /gate/wait, which is answered when an entry changes, at the latest after a while. */
export interface GateWaitRequest {
  /** Since is the place of the last change that the telephone knows. */
  since: number;
}

/** GateWaitResponse answers /gate/wait. */
export interface GateWaitResponse extends Status {
  /** Last is the place of the last change; another one than Since is news, and is fetched by /gate/sync. */
  last: number;
}

/** GateWithdrawn are sorted hashes of 8 bytes in base64, by why a ticket is not valid. */
export interface GateWithdrawn {
  version: string;
  void: string;
  replaced: string;
  unpaid: string;
}

/** GateConflict is a ticket that was admitted more often than it has places, on one list and day. */
export interface GateConflict {
  /** Key changes when one more is found. */
  key: string;
  code: string;
  /** Ticket is there for the desk only. */
  ticket?: string;
  /** Name is the holder's, for whoever may see registrations at the desk. */
  name?: string;
  /** Admitted is how often somebody was, Places how many may be inside. */
  admitted: number;
  places: number;
  list: string;
  day: string;
  /** FoundAt and ExplainedAt are RFC 3339; the second is there when somebody had left before each of them. */
  found_at: string;
  explained_at?: string;
  scans: GateMoment[];
}

/** GateMoment is one scan as people are told of it. */
export interface GateMoment {
  device: string;
  place: string;
  /** At is RFC 3339. */
  at: string;
  verdict: ScanVerdict;
  reason?: GateRefusal;
  why?: string;
  offline: boolean;
  /** ListAge is how old the telephone's lists were, in seconds; -1: it had none. */
  list_age: number;
  /** Quarantine says why it does not count. */
  quarantine?: string;
  /** Withdrawn is the state of a ticket that was admitted and is not valid: void, replaced or unpaid. It counts. */
  withdrawn?: string;
  code?: string;
  /** NoReason: somebody was let in by hand, and no reason is written down. */
  no_reason?: boolean;
  /** Scan is what /desk/gate-name calls it, for an admission by hand that waits for its ticket to be named. */
  scan?: string;
  /** Alike is how many scans of the device a line stands for, among scans to look at. */
  alike?: number;
}

/** GateFindRequest is the body of /gate/find. */
export interface GateFindRequest {
  text: string;
}

/** GateFindResponse answers /gate/find. */
export interface GateFindResponse extends Status {
  people: GatePerson[];
}

/** GatePerson is a ticket that was looked up; it is not kept on the telephone. */
export interface GatePerson {
  ticket: string;
  code: string;
  name: string;
  category: number;
  seats: number;
  /** State is valid, void, replaced or unpaid. */
  state: string;
}

/** GateLeaveRequest is the body of /gate/leave: the telephone forgets everything, and is signed out. It may be sent again. */
export interface GateLeaveRequest {
}

/** GatePhotoRequest is the body of /gate/photo, which answers a JPEG: of a ticket that this telephone has just scanned. */
export interface GatePhotoRequest {
  /** QR is the text of the code, whose signature is checked. */
  qr: string;
  /** MayBeNone asks for an empty answer (204) where there is no photo. Pages loaded before it was there get a failure (404). */
  may_be_none: boolean;
}

/** DeskGateInviteRequest is the body of /desk/gate-invite. Without days or lists they are all of the venue's. */
export interface DeskGateInviteRequest {
  name: string;
  volunteer: string;
  venue: string;
  days: string[];
  lists: string[];
  may_search: boolean;
  /** Why stands in the log of acts. */
  why: string;
}

/** DeskGateInviteResponse answers /desk/gate-invite. It is shown once. */
export interface DeskGateInviteResponse extends Status {
  /** URL is the address that the telephone opens; it holds the secret. */
  url: string;
  /** ExpiresAt is RFC 3339. */
  expires_at: string;
}

/** DeskGateLiveRequest is the body of /desk/gate-live; without a day it is today. */
export interface DeskGateLiveRequest {
  day: string;
  /** ConflictsFrom and ToShowFrom are how many of each to pass over; the answer has the next 50. */
  conflicts_from: number;
  to_show_from: number;
}

/** DeskGateLiveResponse answers /desk/gate-live. */
export interface DeskGateLiveResponse extends Status {
  day: string;
  days: GateDay[];
  lists: GateList[];
  venues: DeskCity[];
  /** Inside is who is inside now and who has been, by list and day. */
  inside: DeskGateInside[];
  /** Minutes are admissions of the day in steps of ten minutes. */
  minutes: DeskGateMinutes[];
  devices: DeskGateDevice[];
  conflicts: GateConflict[];
  /** ConflictsTotal is how many conflicts there are in all. */
  conflicts_total: number;
  /** ToShow are scans that do not count, and admissions by hand in spite of a refusal or with a withdrawn ticket. The scans of one device whose codes no ticket has are one line. */
  to_show: GateMoment[];
  /** ToShowTotal is how many lines there are in all, ToShowScans how many scans. */
  to_show_total: number;
  to_show_scans: number;
}

/** DeskCity is a place of the event. */
export interface DeskCity {
  venue: string;
  city: string;
}

/** DeskGateInside is a list on a day. */
export interface DeskGateInside {
  list: string;
  day: string;
  inside: number;
  /** Used are the seats that have been inside at least once. */
  used: number;
}

/** DeskGateMinutes are ten minutes at one list. */
export interface DeskGateMinutes {
  /** At is when they begin (RFC 3339). */
  at: string;
  list: string;
  in: number;
  out: number;
}

/** DeskGateDevice is a telephone of the gate. */
export interface DeskGateDevice {
  id: string;
  name: string;
  volunteer: string;
  city: string;
  days: string[];
  lists: string[];
  /** EnrolledAt, ExpiresAt, RevokedAt, WipedAt, SeenAt and ListsAt are RFC 3339, "" for never. WipedAt is when it said that it forgets everything. */
  enrolled_at: string;
  expires_at: string;
  revoked_at: string;
  wiped_at: string;
  seen_at: string;
  lists_at: string;
  /** Have are the scans that arrived, Unsent what it said that it holds back. */
  have: number;
  unsent: number;
  /** Battery is in per cent; -1 when it is not known. */
  battery: number;
  /** Ended: it may no longer work. SilentSeconds is how long nothing was heard of it. */
  ended: boolean;
  silent_seconds: number;
  /** OffsetSeconds is what is added to its clock to get ours. */
  offset_seconds: number;
  /** In, Out and Refused are its scans of the day. */
  in: number;
  out: number;
  refused: number;
  /** DuplicateScans are scans under a number that it had used before. */
  strays: number;
  /** ReplacedBy is a telephone that was enrolled under its name, while it is silent: its storage was lost, or it was wiped without a network. */
  replaced_by?: string;
}

/** DeskGateRevokeRequest is the body of /desk/gate-revoke. */
export interface DeskGateRevokeRequest {
  id: string;
  /** Why stands in the log of acts. */
  why: string;
}

/** DeskGateNameRequest is the body of /desk/gate-name: whose ticket it was that somebody was let in with by hand. */
export interface DeskGateNameRequest {
  /** Scan is that of a moment to look at, or of a task. */
  scan: string;
  /** Code is that of the ticket or of the registration. */
  code: string;
  /** Nobody closes it without a ticket; nothing is counted then. */
  nobody: boolean;
  /** Override counts it for a ticket that is void, replaced or unpaid. */
  override?: boolean;
  /** Why stands in the log of acts. */
  why: string;
}

/** DeskGateNameResponse answers /desk/gate-name. */
export interface DeskGateNameResponse extends Status {
  /** Ticket is the printed code of the ticket that is counted, "" for nobody's. */
  ticket: string;
}

/** Status is part of every answer; Code equals the HTTP status. */
export interface Status {
  code: number;
  status: string;
}

/** Health is the answer of /healthz. */
export interface Health extends Status {
  /** Version is the release that runs. */
  version: string;
}

/** Problem is every answer that is not a success. */
export interface Problem extends Status {
  /** Error is a machine word. */
  error: string;
  /** Message is a sentence for people. */
  message: string;
  /** Fields are messages by field name. */
  fields?: Record<string, string>;
  /** RequestID is there for unknown failures only; the log has the cause. */
  request_id?: string;
  /** Amount is the right total in rupees when the price has changed. */
  amount?: number;
  /** BookingID is the unpaid registration whose payment can be resumed. */
  booking_id?: string;
}

/** UploadResponse answers /upload-assets. */
export interface UploadResponse extends Status {
  /** URL is an opaque handle ("asset:…") to be sent as profile_url or aadharUrl; it can be used once. */
  url: string;
}

/** Person is what the form asks of somebody; it becomes a booking.Person, whose fields are these. */
export interface Person {
  firstname: string;
  lastname: string;
  email: string;
  mobile: string;
  dob: string;
  gender: string;
  city: string;
  state: string;
  country: string;
  membership_no: string;
  institute_name: string;
  gst_no: string;
  company_name: string;
  designation: string;
  /** Answers are those to the conference's own questions, by their names; several choices have a line each. */
  answers?: Record<string, string>;
}

/** RegistrationRequest is the body of /registration. */
export interface RegistrationRequest extends Person {
  profile_url: string;
  aadharUrl: string;
  spouse: boolean;
  spouseName: string;
  ticketCategory: string;
  /** Amount is the total in rupees, with GST, that the page showed. */
  amount: number;
  event_name: string;
  event_location: string;
  event_start_date: string;
  event_end_date: string;
  /** Consent is true when the notice about identity documents was accepted. */
  consent: boolean;
}

/** RegistrationResponse answers /registration. */
export interface RegistrationResponse extends Status {
  booking_id: string;
  accesstoken: string;
  userdata: UserData;
  payment_url: string;
}

/** UserData is a person as the site shows it. */
export interface UserData extends Person {
  id: string;
  profile_url: string;
}

/** VerifyPaymentRequest is the body of /verify-payment. */
export interface VerifyPaymentRequest {
  bookingId: string;
}

/** VerifyPaymentResponse answers /verify-payment. */
export interface VerifyPaymentResponse extends Status {
  transaction_status: TransactionStatus;
}

/** PayAgainRequest is the body of /pay-again. */
export interface PayAgainRequest {
  bookingId: string;
}

/** PayAgainResponse answers /pay-again. */
export interface PayAgainResponse extends Status {
  /** PaymentURL is where the booking can be paid. */
  payment_url: string;
}

/** TransactionStatus is the state of a booking's payment. */
export interface TransactionStatus {
  /** PaymentStatus is INITIATED, SUCCESS or FAILED. */
  paymentStatus: string;
  /** State is what people are told: waiting, paid, part refunded, refunded, cancelled, expired or erased. */
  state: BookingState;
  /** BookingCode is the code that the visitor quotes when calling; it is absent once the ticket was transferred. */
  booking_code?: string;
  /** Amount is the total in rupees. Once the ticket was transferred, amount, paid_at and refund are there only with a token of whoever paid. */
  amount?: number;
  /** PaidAt is the instant of payment (RFC 3339, UTC). */
  paid_at?: string;
  /** Refund is there when money was refunded, or is on its way. */
  refund?: Refund;
  /** PaymentURL is there while the booking can still be paid. */
  payment_url?: string;
  /** TransferredAt is the instant (RFC 3339, UTC) when a colleague took the ticket over. */
  transferred_at?: string;
  /** Awaited is true while a failed payment may well turn out to be made: its link was closed a moment ago. */
  awaited?: boolean;
  /** TicketID is there only with a token that may see it. */
  ticket_id?: string;
}

/** Refund is what was refunded of a booking's money. */
export interface Refund {
  /** Amount is in rupees. */
  amount: number;
  /** At is the instant (RFC 3339, UTC); it is missing while the money is on its way. */
  at?: string;
  /** Ticket is void or valid. */
  ticket: string;
}

/** SendOTPRequest is the body of /send-otp. */
export interface SendOTPRequest {
  email: string;
  /** Device is the id that this browser was given when it signed in last. */
  device?: string;
}

/** SendOTPResponse answers /send-otp, the same whether or not the address is known. */
export interface SendOTPResponse extends Status {
  challenge_id: string;
  /** ExpiresIn and ResendIn are seconds. */
  expires_in: number;
  resend_in: number;
}

/** VerifyOTPRequest is the body of /verify-otp. */
export interface VerifyOTPRequest {
  email: string;
  otp: string;
  challenge_id: string;
  /** Device is the id that this browser was given when it signed in last; the same as when the code was asked for. */
  device?: string;
}

/** VerifyOTPResponse answers /verify-otp. */
export interface VerifyOTPResponse extends Status {
  accesstoken: string;
  userdata: UserData;
  /** Device is an id that the browser keeps: it tells the owner's device from a stranger's, and opens nothing. */
  device: string;
}

/** SignOutRequest is the body of /sign-out. */
export interface SignOutRequest {
  /** Everywhere ends all sessions of the account and forgets all its devices. */
  everywhere?: boolean;
  /** ForgetDevice is the id of a browser that is to be no known device any more. */
  forget_device?: string;
}

/** ProfileResponse answers /profile and /update-profile. */
export interface ProfileResponse extends Status {
  userdata: UserData;
}

/** UpdateProfileRequest is the body of /update-profile; absent fields stay as they are. */
export interface UpdateProfileRequest {
  firstname?: string;
  lastname?: string;
  mobile?: string;
  dob?: string;
  gender?: string;
  city?: string;
  state?: string;
  country?: string;
  gst_no?: string;
  profile_url?: string;
}

/** ReportErrorRequest is the body of /report-error: that a page broke, and nothing of the person before it. */
export interface ReportErrorRequest {
  /** Route is the page's address without its parameters, as the pages name it ("/verify"). */
  route: string;
  /** Release names the edition of the site's program. */
  release: string;
  /** Error is the kind of error ("TypeError"), not its message. */
  error: string;
}

/** TicketsRequest is the body of /tickets; with an id only that ticket is returned. */
export interface TicketsRequest {
  id?: string;
}

/** TicketsResponse answers /tickets. */
export interface TicketsResponse extends Status {
  tickets: Ticket[];
  /** Waiting are the account's registrations that are not paid yet; empty when one ticket was asked for. */
  waiting: WaitingRegistration[];
}

/** WaitingRegistration is a registration whose payment is not settled; /verify-payment tells its state and its link. */
export interface WaitingRegistration {
  booking_id: string;
  /** Name is the holder's. */
  name: string;
  category: string;
}

/** Ticket is a ticket as the site shows it. */
export interface Ticket {
  id: string;
  booking_id: string;
  /** BookingCode is the six letters that can be spelled out on the telephone. */
  booking_code?: string;
  name: string;
  /** SpouseName is who has the second seat. */
  spouse_name?: string;
  /** OfferedTo is the address of the colleague to whom the ticket is offered, until OfferedUntil (RFC 3339, UTC). */
  offered_to?: string;
  offered_until?: string;
  event_name: string;
  location: string;
  date: string;
  time: string;
  gate: string;
  row: string;
  seat: string;
  total_seats: number;
  entries_total: number;
  entries_remaining: number;
  category: string;
  /** Lane is the lane before the doors, by the first letter of the name; missing when the content has none. */
  lane?: string;
  /** CompanyName and GSTNo are the holder's, for the receipt. */
  company_name: string;
  gst_no: string;
  /** TicketStatus is valid, used or void. */
  status: string;
  /** TransferredAt is the instant (RFC 3339, UTC) when a colleague took the ticket over; whoever gave it keeps the receipt. */
  transferred_at?: string;
  /** PaidByOther is true for whoever took the ticket over: the receipt is not his. */
  paid_by_other?: boolean;
  /** QR is the text of the QR code, empty when the ticket was transferred. */
  qr: string;
}

/** What staff can do with a registration, and what each action is asked with (api/desk/actions.go). */
export interface ActionRequests {
  note: DeskNoteRequest;
  correct: DeskCorrectRequest;
  resend: DeskResendRequest;
  paid: DeskPaidRequest;
  transfer: DeskTransferRequest;
  'transfer-withdraw': DeskAction;
  seat: DeskSeatRequest;
  reissue: DeskAction;
  void: DeskAction;
  cancel: DeskCancelRequest;
  refund: DeskRefundRequest;
  uncancel: DeskAction;
  approve: DeskApproveRequest;
  'given-back': DeskGivenBackRequest;
  add: DeskAddRequest;
}

export type ActionName = keyof ActionRequests;

/** BookingState is the state of a booking that people see. */
export type BookingState =
  | 'waiting'
  | 'paid'
  | 'part refunded'
  | 'refunded'
  | 'cancelled'
  | 'expired'
  | 'erased';

/** StaffRole is a role of staff at the desk. */
export type StaffRole =
  | 'organiser'
  | 'treasurer'
  | 'registrar'
  | 'gate'
  | 'viewer';

/** Permission is something that a role may do at the desk. */
export type Permission =
  | 'own'
  | 'today.view'
  | 'people.view'
  | 'registration.view'
  | 'contact.view'
  | 'money.view'
  | 'export'
  | 'note'
  | 'correct'
  | 'resend'
  | 'seat'
  | 'reissue'
  | 'void'
  | 'transfer'
  | 'cancel'
  | 'refund'
  | 'refund.approve'
  | 'add.paid'
  | 'add.free'
  | 'add.link'
  | 'tasks.view'
  | 'tasks.done'
  | 'staff.view'
  | 'staff.change'
  | 'activity_log.own'
  | 'activity_log.view'
  | 'activity_log.export'
  | 'sales.view'
  | 'sales.pause'
  | 'gate.view'
  | 'gate.enrol'
  | 'gate.revoke'
  | 'gate.name'
  | 'passkey.own';

/** ScanVerdict is the result of a scan at the gate. */
export type ScanVerdict =
  | 'in'
  | 'out'
  | 'overruled'
  | 'refused';

/** GateRefusal is the reason why somebody is not admitted. */
export type GateRefusal =
  | 'already_in'
  | 'not_inside'
  | 'wrong_day'
  | 'wrong_city'
  | 'not_for_this'
  | 'too_early'
  | 'void'
  | 'replaced'
  | 'unpaid'
  | 'forged'
  | 'other_event'
  | 'unreadable';
