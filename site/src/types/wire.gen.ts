// Generated from api/wire by `go run ./generator schema`. Do not edit.

/** DeskAction is the common part of every action on a registration. */
export interface DeskAction {
  id: string;
  /** Version is the version that the caller saw; an outdated version is refused with 409 `changed`. */
  version: number;
  why: string;
  /** Preview is true to return what would be done, without changing anything. */
  preview?: boolean;
}

/** DeskActionResponse is the response to every action. */
export interface DeskActionResponse extends Status {
  /** Done is false for a preview. */
  done: boolean;
  preview: DeskPreview;
  /** BookingID is the id of the registration; `add` returns the new registration's id. */
  booking_id: string;
  version: number;
  /** Request is set if nothing was done because a second person has to approve the action. */
  request?: string;
  /** Note is the number of a new note. */
  note?: number;
  /** Undo is the name of the call that reverses the action, or "". */
  undo?: string;
}

/** DeskPreview says what an action will do, or has done. */
export interface DeskPreview {
  /** Says are sentences that explain what happens to the registration, its ticket and its money. A long list of names is on a second line. */
  says: string[];
  changes: DeskChange[];
  /** Ticket is the ticket's state afterwards: new, void, valid or none. */
  ticket: string;
  mails: DeskMail[];
  money?: DeskMoney;
  /** Rules are the form rules that the new values break, by field; `override` overrides them. */
  rules?: Record<string, string>;
  /** Hints are what staff should know about the values, by field. */
  hints?: Record<string, string>;
  /** DifferencePaise is the additional price of a changed ticket; negative if the new ticket is cheaper. The request's `difference` says how this amount is paid or refunded. */
  difference_paise?: number;
}

/** DeskMail is an email that an action will send or has sent. */
export interface DeskMail {
  to: string;
  subject: string;
}

/** DeskMoney says what an action does with a registration's money. */
export interface DeskMoney {
  /** PaidPaise is what was paid and is neither refunded nor in a pending refund; RefundPaise will be refunded, KeptPaise will be kept. */
  paid_paise: number;
  refund_paise: number;
  kept_paise: number;
  /** How says how the money is refunded: "gateway", "manual" or "none". */
  how: string;
  /** UnderwayPaise is a refund under way; until it has been made, no other refund is possible. */
  underway_paise?: number;
  /** Second is true if this refund needs a second person's approval. */
  second: boolean;
}

/** DeskPendingResponse answers /desk/pending with what the action dialogs show: open offers, requests, links, money. */
export interface DeskPendingResponse extends Status {
  version: number;
  /** Transfer is an offer that the colleague has not accepted yet. */
  transfer?: DeskTransfer;
  requests: DeskRequest[];
  /** Policy is the cancellation policy from the content, as HTML. */
  policy: string;
  money?: DeskMoney;
  link?: DeskPayLink;
}

/** DeskPayLink is the payment link for an unpaid registration or for a change to a paid ticket. */
export interface DeskPayLink {
  /** URL is the page on which the person pays, or "" if the link has expired. */
  url?: string;
  /** Expires is the time until which the link can be paid (RFC 3339, UTC). */
  expires: string;
  /** Change names the ticket that a paid registration gets once the link is paid; AmountPaise is the additional price. */
  change?: string;
  amount_paise?: number;
}

/** DeskTransfer is a ticket that was offered to a colleague. */
export interface DeskTransfer {
  email: string;
  offered: string;
  expires: string;
  by: string;
  /** IsUsed is true if somebody has been admitted with the ticket, so that the colleague can no longer accept it. */
  is_used?: boolean;
}

/** DeskRequest is a request for an action that a second person has to approve. */
export interface DeskRequest {
  request: string;
  booking_id: string;
  at: string;
  by: string;
  why: string;
  refund_paise: number;
  /** Mine is true if the caller made the request; somebody else then has to approve it. */
  mine: boolean;
  /** WhyNot says why the caller may not approve the request, and who may. */
  why_not?: string;
  /** Action is "cancel", "refund" (which leaves the registration unchanged) or "withdraw_payment". */
  action: string;
  /** OfCategory is true if cancelling a category made this request, usually together with others. */
  of_category?: boolean;
}

/** DeskNoteRequest is the body of /desk/note. */
export interface DeskNoteRequest {
  id: string;
  text: string;
  /** Delete is the number of the note to delete. */
  delete?: number;
}

/** DeskCorrectRequest is the body of /desk/correct. */
export interface DeskCorrectRequest extends DeskAction {
  /** Changes are the new values by the form's field names (firstname, email, spouseName, …). */
  changes: Record<string, string>;
  /** Override is true to accept values that break the age or membership rules. */
  override?: boolean;
}

/** DeskInvoiceRequest is the body of /desk/invoice: the new buyer on a tax invoice. */
export interface DeskInvoiceRequest extends DeskAction, InvoiceBuyer {
  /** Document is the invoice's number; the default is the last invoice. */
  document?: string;
}

/** InvoiceBuyer is the buyer named on a corrected invoice. */
export interface InvoiceBuyer {
  name: string;
  /** GSTIN is "" for a buyer who is not registered for GST; otherwise the State is empty or matches the GSTIN. */
  gstin: string;
  address: string;
  state: string;
  pin: string;
}

/** DeskDocumentRequest is the body of /desk/document-approve; that of /desk/document-reject is a DeskAction. */
export interface DeskDocumentRequest extends DeskAction {
  /** Document is the kind of document, for example passport, and Last4 the last characters of its number; both may be missing, but Document is required with Original. */
  document?: string;
  last4?: string;
  /** Original is true if the person showed the original at the desk; otherwise a stored document is required. */
  original?: boolean;
}

/** DeskChangeTicketRequest is the body of /desk/change-ticket: a different category, with or without a spouse, for a paid registration. A request that names the current ticket withdraws the change that is awaiting payment. */
export interface DeskChangeTicketRequest extends DeskAction {
  ticketCategory: string;
  spouse: boolean;
  spouseName: string;
  /** Changes are the values that the new category also requires, by the form's field names. */
  changes?: Record<string, string>;
  /** Override is true to accept a person who breaks the new category's age or membership rules. */
  override?: boolean;
  /** Difference says how a difference in price is settled: "link"; "bank", "cheque" or "cash", with a reference and a date; "refund"; or "waived". If the price stays the same, Difference is "". */
  difference?: string;
  reference?: string;
  date?: string;
  /** AmountPaise is the amount received; the default is the difference, less TDSPaise (the tax that the payer deducted). */
  amount_paise?: number;
  tds_paise?: number;
}

/** DeskResendRequest is the body of /desk/resend. */
export interface DeskResendRequest extends DeskAction {
  /** What is the email to send again: "ticket" or "link". */
  what: string;
  /** CopyTo is another address that gets a copy of the ticket, once; the ticket still belongs to its holder. */
  copy_to?: string;
}

/** DeskTransferRequest is the body of /desk/transfer. The body of /desk/transfer-withdraw is a DeskAction. */
export interface DeskTransferRequest extends DeskAction {
  email: string;
}

/** DeskRefundRequest is the body of /desk/cancel and, for a refund without a cancellation, /desk/refund. The body of /desk/uncancel is a DeskAction. */
export interface DeskRefundRequest extends DeskAction {
  refund_paise: number;
}

/** DeskApproveRequest is the body of /desk/approve. */
export interface DeskApproveRequest {
  request: string;
  why: string;
  preview?: boolean;
  /** Refuse is true to end the request without doing anything. */
  refuse?: boolean;
  /** All is true to answer all open requests that cancelling a category made together with this one. */
  all?: boolean;
}

/** DeskCancelCategoryRequest is the body of /desk/cancel-category. */
export interface DeskCancelCategoryRequest {
  /** Category is the type of a category whose sales are paused. */
  category: string;
  why: string;
  preview?: boolean;
}

/** DeskRecordRefundRequest is the body of /desk/record-refund: staff have refunded a manual payment. */
export interface DeskRecordRefundRequest extends DeskAction {
  /** Reference identifies the bank transfer or the receipt. */
  reference: string;
  /** Payment is the refunded payment's attempt reference, or "" if all due manual refunds were made together. */
  payment?: string;
  /** Date is the day of the transfer (2025-03-31), or "" if it was made today. */
  date?: string;
}

/** DeskPaidRequest is the body of /desk/paid, for an unpaid or expired registration that was not paid online. */
export interface DeskPaidRequest extends DeskAction {
  payment: DeskHowItIsPaid;
}

/** DeskWithdrawPaymentRequest is the body of /desk/withdraw-payment, for a payment that was recorded by mistake or was not received. */
export interface DeskWithdrawPaymentRequest extends DeskAction {
  /** Payment is our reference for the payment. */
  payment: string;
}

/** DeskSeatRequest is the body of /desk/seat. The body of /desk/void and /desk/reissue is a DeskAction. */
export interface DeskSeatRequest extends DeskAction {
  gate: string;
  row: string;
  seat: string;
}

/** DeskAddRequest is the body of /desk/add: the form's values without pictures, and the payment. */
export interface DeskAddRequest extends Person {
  spouse: boolean;
  spouseName: string;
  ticketCategory: string;
  why: string;
  preview?: boolean;
  /** Override is true to accept a person who breaks the age or membership rules. */
  override?: boolean;
  payment: DeskHowItIsPaid;
}

/** DeskHowItIsPaid says how a registration is paid, as staff have entered it. */
export interface DeskHowItIsPaid {
  /** Kind is bank, cheque, cash, free or link. */
  kind: string;
  /** Reference identifies a bank transfer, a cheque or a receipt; it can be used only once. Date is the payment's date (2025-03-31). */
  reference?: string;
  date?: string;
  /** AmountPaise is the amount received; the default is what is left to pay, less TDSPaise (the tax that the payer deducted). */
  amount_paise?: number;
  tds_paise?: number;
  /** Reason is why the registration is free: one of the reasons in the content (speaker, volunteer, …). */
  reason?: string;
}

/** DeskProblem is the response to a request that the desk refuses. */
export interface DeskProblem extends Problem {
  /** Version and Changes come with `changed`: the current version of the registration, and what has changed. */
  version?: number;
  changes?: DeskSeenLate[];
  /** BookingID is the person's existing registration, if the error is `already_registered` or `unpaid_registration`. */
  booking_id?: string;
  /** Rules are the broken rules, by field, if `override` permits all of them; otherwise Rules is missing. */
  rules?: Record<string, string>;
  /** Hints are those of the preview. */
  hints?: Record<string, string>;
}

/** DeskSeenLate is a change that was made after the caller had loaded the registration. */
export interface DeskSeenLate {
  at: string;
  who: string;
  what: string;
  /** Mine is true if the caller made the change, in another window. */
  mine?: boolean;
  /** Values are the changed values before and after the change, if the role may see them. */
  values?: DeskChange[];
}

/** TransferRequest is the body of /transfer, sent when a colleague opens the link from the email. */
export interface TransferRequest {
  token: string;
}

/** TransferResponse answers /transfer. */
export interface TransferResponse extends Status {
  /** TicketCategory is the type of the category whose form is shown; Spouse is true for a ticket with two seats. */
  ticketCategory: string;
  spouse: boolean;
  email: string;
  /** Expires is the time until which the offer can be accepted (RFC 3339, UTC). */
  expires: string;
}

/** TransferAcceptRequest is the body of /transfer-accept, with the colleague's own data, pictures and consent. */
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

/** DeskBadgesPrintedRequest is the body of /desk/badges-printed. */
export interface DeskBadgesPrintedRequest {
  badges: DeskBadgeSeat[];
}

/** DeskBadgeSeat identifies a badge: a registration, and its first or second seat. */
export interface DeskBadgeSeat {
  id: string;
  seat: number;
}

/** DeskChecksRequest is the body of /desk/documents/queue. From is the number of registrations to skip; ID is the registration to begin with instead, if it is in the queue. */
export interface DeskChecksRequest {
  from: number;
  id?: string;
}

/** DeskChecksResponse answers /desk/documents/queue. */
export interface DeskChecksResponse extends Status {
  /** Total is the number of paid registrations to check, and Checks are one page of them in the order of payment. From is the request's From, or 0 if it skips all of them. Rejected is the number of registrations that are waiting for a replacement document. */
  total: number;
  from: number;
  checks: DeskCheck[];
  rejected: number;
  /** Recipients are the public keys to which documents are encrypted; a key file must belong to one of them. */
  recipients: string[];
  institutes: DeskInstitute[];
}

/** DeskCheck is a registration whose document and membership number staff have to check. */
export interface DeskCheck extends DeskNumber {
  id: string;
  code: string;
  version: number;
  name: string;
  dob: string;
  category_name: string;
  institute: string;
  membership_no: string;
  has_photo: boolean;
  has_document: boolean;
  /** Replaced is true if the person sent this document after another one was rejected. */
  replaced?: boolean;
}

/** DeskNumber says what is known about a membership number. */
export interface DeskNumber {
  /** Number is "found" or "not_found" (on the institute's list), "twice" if another registration has the same number, or "" if the person gave no number or the institute has no list. */
  number?: NumberMark;
  /** SameNumber are the booking codes of the other registrations with this number. */
  same_number: string[];
}

/** DeskInstitute is an institute; Numbers is the length of its list, or 0 if it has no list. */
export interface DeskInstitute {
  id: string;
  name: string;
  numbers: number;
}

/** DeskNumbersRequest is the body of /desk/documents/numbers: a CSV file that replaces an institute's list of membership numbers. */
export interface DeskNumbersRequest {
  institute: string;
  csv: string;
}

/** DeskNumbersResponse answers /desk/documents/numbers. */
export interface DeskNumbersResponse extends Status {
  numbers: number;
}

/** RejectedDocument is a registration whose identity document was rejected. */
export interface RejectedDocument {
  booking_id: string;
  name: string;
  /** Reason is why staff rejected the document, as quoted in the email; "" if the reason is no longer stored. */
  reason: string;
  /** Until is the time until which the seat is kept (RFC 3339, UTC), or "" once that time has passed. */
  until: string;
}

/** DocumentRequest is the body of /document, which replaces a rejected document. */
export interface DocumentRequest {
  booking_id: string;
  aadharUrl: string;
  consent: boolean;
}

/** DeskReconcileRequest is the body of /desk/reconcile: a day (2025-03-31) in the event's time zone. */
export interface DeskReconcileRequest {
  day: string;
}

/** DeskReconcileResponse answers /desk/reconcile with the same sentences as transom reconcile. */
export interface DeskReconcileResponse extends Status {
  /** At is when the payments were compared (RFC 3339, UTC). */
  at: string;
  day: string;
  /** Result says whether every rupee is accounted for, and Sentences what was compared. */
  result: string;
  sentences: string[];
  /** Findings are the differences; Unread is what could not be compared, for example because the gateway was silent. */
  findings: DeskFinding[];
  unread: DeskFinding[];
}

/** DeskFinding is a payment about which the gateway and our records disagree. */
export interface DeskFinding {
  booking_id?: string;
  reference: string;
  /** GatewayPaise is what the gateway holds, OurPaise what our records say it should hold. */
  gateway_paise: number;
  our_paise: number;
  /** Text says what is wrong and what to do. */
  text: string;
}

/** DeskGateInviteRequest is the body of /desk/gate-invite; empty Days or Lists mean all at the venue. */
export interface DeskGateInviteRequest {
  name: string;
  volunteer: string;
  venue: string;
  days: string[];
  lists: string[];
  may_search: boolean;
  why: string;
}

/** DeskGateInviteResponse answers /desk/gate-invite. The link is shown only once. */
export interface DeskGateInviteResponse extends Status {
  /** URL is the address that the device opens; it contains the secret. */
  url: string;
  expires_at: string;
}

/** DeskGateLiveRequest is the body of /desk/gate-live; an empty day means today. */
export interface DeskGateLiveRequest {
  day: string;
  /** ConflictsFrom and ToShowFrom say how many lines to skip; the response contains the next 50. */
  conflicts_from: number;
  to_show_from: number;
}

/** DeskGateLiveResponse answers /desk/gate-live. */
export interface DeskGateLiveResponse extends Status {
  day: string;
  days: GateDay[];
  lists: GateList[];
  venues: DeskCity[];
  /** Inside counts the people who are inside now. */
  inside: DeskGateInside[];
  /** Arrivals are the day's arrivals, by list; Cities are the arrivals at the event itself on all days, by city. */
  arrivals: GateArrivals[];
  cities: GateArrived[];
  minutes: DeskGateMinutes[];
  devices: DeskGateDevice[];
  conflicts: GateConflict[];
  conflicts_total: number;
  /** ToShow are the scans that a person should review. All of a device's scans whose codes match no ticket share one line. */
  to_show: GateMoment[];
  /** ToShowTotal counts the lines on all pages of ToShow, and ToShowScans the scans in those lines. */
  to_show_total: number;
  to_show_scans: number;
}

/** DeskCity is one of the event's cities. */
export interface DeskCity {
  venue: string;
  city: string;
}

/** DeskGateInside is the number of people who are inside, for one list and one day. */
export interface DeskGateInside {
  list: string;
  day: string;
  inside: number;
}

/** DeskGateMinutes is one ten-minute interval on one list. */
export interface DeskGateMinutes {
  /** At is when the interval starts (RFC 3339). */
  at: string;
  list: string;
  in: number;
  out: number;
}

/** DeskGateDevice is a device at the gate. */
export interface DeskGateDevice {
  id: string;
  name: string;
  volunteer: string;
  city: string;
  /** EnrolledAt, ExpiresAt, RevokedAt, WipedAt, SeenAt and ListsAt are times (RFC 3339), or "" for an event that has not happened. WipedAt is when the device reported that it had deleted its data. */
  enrolled_at: string;
  expires_at: string;
  revoked_at: string;
  wiped_at: string;
  seen_at: string;
  lists_at: string;
  /** Have is how many scans we have received, and Unsent is how many the device has reported as not yet sent. */
  have: number;
  unsent: number;
  /** Battery is a percentage; -1 if it is unknown. */
  battery: number;
  /** SilentSeconds is the time since the device's last report. */
  ended: boolean;
  silent_seconds: number;
  /** OffsetSeconds is what must be added to the device's clock to get our time. */
  offset_seconds: number;
  /** In, Out and Refused count the day's scans. */
  in: number;
  out: number;
  refused: number;
  /** DuplicateScans counts the scans whose number the device had already used. */
  duplicate_scans: number;
  /** ReplacedBy is a device that was enrolled under the same name after this device's last report; this device probably lost its storage or was wiped offline. */
  replaced_by?: string;
}

/** DeskGateRevokeRequest is the body of /desk/gate-revoke. */
export interface DeskGateRevokeRequest {
  id: string;
  why: string;
}

/** DeskGateNameRequest is the body of /desk/gate-name, which says which ticket a manual check-in belongs to. */
export interface DeskGateNameRequest {
  /** Scan is the Scan field of a GateMoment or a DeskTask. */
  scan: string;
  /** Code is a ticket code or a booking code. */
  code: string;
  /** Nobody is true if no ticket belongs to the manual check-in, which is then closed and not counted. */
  nobody: boolean;
  /** Override is true to count the check-in even if the ticket is void, replaced or unpaid. */
  override?: boolean;
  why: string;
}

/** DeskSums are the totals of several registrations. Only payments that were made count: a registration that was never paid adds 0, and a cancelled one adds its payment and its refund. A role that may not see totals gets no amounts. */
export interface DeskSums {
  count: number;
  seats: number;
  /** NetPaise and GSTPaise are the totals for the paid registrations: the prices without GST, and the GST. */
  net_paise?: number;
  gst_paise?: number;
  refunded_paise?: number;
}

/** DeskGroup is a count on the overview. */
export interface DeskGroup extends DeskSums {
  /** Key is machine-readable: a state, a payment method, a flag or a day (2025-03-31). */
  key: string;
  name: string;
  /** Query is the list query that finds exactly the counted registrations. */
  query: string;
}

/** DeskCategory is a category with its capacity. */
export interface DeskCategory {
  type: string;
  name: string;
  /** Capacity is the number of seats, or 0 for no limit. */
  capacity: number;
  /** Held counts the registrations that hold a seat; their seats count towards the capacity. */
  held: DeskGroup;
  all: DeskGroup;
}

/** DeskDay is a day in the event's time zone. */
export interface DeskDay {
  day: string;
  /** Registered counts the registrations made on that day, and Paid those that were paid on that day. */
  registered: DeskGroup;
  paid: DeskGroup;
}

/** DeskAlarm is a condition that needs attention. */
export interface DeskAlarm {
  key: string;
  text: string;
}

/** DeskOverviewResponse answers /desk/overview. */
export interface DeskOverviewResponse extends Status {
  /** At is when the registrations were counted (RFC 3339, UTC). */
  at: string;
  /** PaidBy groups the paid registrations by payment method. */
  all: DeskGroup;
  states: DeskGroup[];
  paid_by: DeskGroup[];
  categories: DeskCategory[];
  /** Days are the days with registrations or payments, oldest first. */
  days: DeskDay[];
  /** Flags count what may need attention: unfinished and partial payments, unsent and undelivered emails, refunds due. */
  flags: DeskGroup[];
  inside: DeskGroup[];
  /** Tasks is the number of open tasks, including those that are not about a registration. */
  tasks: number;
  /** Documents compares invoices with payments, for a role that may see money. */
  documents?: DeskDocuments;
  alarms: DeskAlarm[];
  disputes: DeskTask[];
}

/** DeskDocuments compares invoices less credit notes with payments less refunds, in paise. */
export interface DeskDocuments {
  invoices_paise: number;
  credits_paise: number;
  /** DifferencePaise is what the documents add up to minus the money received; it should always be 0. */
  difference_paise: number;
  /** ReceivedPaise is all money received, TDSPaise what payers deducted as tax, and RefundedPaise what was refunded. OutsidePaise is received money that belongs to no registration: surplus payments that are in no document, and payments whose credit note has been issued but whose refund is still due. */
  received_paise: number;
  tds_paise: number;
  refunded_paise: number;
  outside_paise: number;
}

/** DeskRegistrationsRequest is the body of /desk/registrations. */
export interface DeskRegistrationsRequest {
  /** Query is the query string of the list's address: q, state, category, paid_by, flag (each may be repeated), from and to (days of registration), paid_from and paid_to, inside (a day), sort, dir, page, per. */
  query: string;
  /** Alike is true to find up to twenty people whose names sound like the words in q, if no name is spelled that way. */
  alike?: boolean;
}

/** DeskRegistrationsResponse answers /desk/registrations. */
export interface DeskRegistrationsResponse extends Status {
  /** Query is the request's query in canonical form. */
  query: string;
  /** Sums are the totals of all matching registrations; Rows are one page of them. */
  sums: DeskSums;
  rows: DeskRow[];
  page: number;
  per: number;
  /** Choices are what the filters offer. */
  choices: DeskChoices;
}

/** DeskChoices are the filters and columns that the list offers. */
export interface DeskChoices {
  states: DeskChoice[];
  categories: DeskChoice[];
  paid_by: DeskChoice[];
  flags: DeskChoice[];
  questions?: DeskQuestion[];
  /** Columns are the columns that this role may export. */
  columns: DeskChoice[];
}

/** DeskQuestion is the filter for a custom question: its key in a query, its name and its choices. */
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

/** DeskRow is a registration in a list. Values that the role may not see are missing. */
export interface DeskRow {
  id: string;
  /** Code is the booking code: six letters that can be read out on the phone. */
  code: string;
  name: string;
  spouse_name?: string;
  category: string;
  category_name: string;
  /** State is waiting, paid, part refunded, refunded, cancelled, expired or erased. */
  state: BookingState;
  seats: number;
  /** Registered and Paid are times (RFC 3339, UTC); for a payment that staff recorded, Paid is the day (2025-03-31). */
  registered: string;
  paid?: string;
  /** PaidBy is online, bank, cheque, cash or free; "" if the registration is not paid. */
  paid_by?: string;
  city?: string;
  company?: string;
  institute?: string;
  membership_no?: string;
  email?: string;
  mobile?: string;
  /** Answers are the answers to custom questions, by name. */
  answers?: Record<string, string>;
  /** AmountPaise is the current ticket's price, and RefundedPaise the refunded amount, for a role that may see money. The price is missing if an older version of the program changed the ticket. WaivedPaise is the part of the price that was waived; a negative value is an overpayment that was not refunded. */
  amount_paise?: number;
  refunded_paise?: number;
  waived_paise?: number;
  /** TicketStatus is valid, used or void; "" if there is no ticket. Entries is how many times the ticket was used. */
  ticket_status?: string;
  entries: number;
  tasks: number;
  /** Shared says what a possible duplicate shares with which group of registrations, if the list is filtered by that. */
  shared?: string;
}

/** DeskRegistrationRequest is the body of /desk/registration: either an id or a code. */
export interface DeskRegistrationRequest {
  id?: string;
  code?: string;
}

/** DeskRegistrationResponse answers /desk/registration. */
export interface DeskRegistrationResponse extends Status {
  registration: DeskRegistration;
}

/** DeskRegistration is all data about a registration, including its history. */
export interface DeskRegistration extends DeskRow, DeskNumber {
  /** Version increases with each change; an action sends the version that the caller saw. */
  version: number;
  /** Person is the entered data, without contact data for a role that may not see it. */
  person: Person;
  spouse: boolean;
  /** NetPaise and GSTPaise are the parts of the price; missing if the price is unknown. */
  net_paise?: number;
  gst_paise?: number;
  due_paise?: number;
  /** FreeReason is why the registration is free. */
  free_reason?: string;
  has_photo: boolean;
  has_document: boolean;
  checked?: string;
  /** Rejected is when the document was rejected; it is missing once a replacement has been sent. DeskNumber is set for a role that checks documents. */
  rejected?: string;
  withdrawn?: string;
  /** Tickets are the valid ticket and those that it replaced, newest first. */
  tickets: DeskTicket[];
  payments: DeskPayment[];
  /** Invoices are oldest first; Buyer is the buyer named on the last invoice. Both are set only for a role that may see money. */
  invoices: InvoiceRow[];
  buyer?: InvoiceParty;
  /** Timeline is the history, oldest first. */
  timeline: DeskEvent[];
  open_tasks: DeskTask[];
  /** Others are the other registrations of the same person or mailbox. */
  others: DeskRow[];
  /** May lists the actions that this role may take now. */
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

/** DeskPayment is a captured payment, for a role that may see it. */
export interface DeskPayment {
  provider: string;
  /** PaymentID is the gateway's id, or the reference that staff entered for a manual payment. */
  payment_id: string;
  reference: string;
  amount_paise: number;
  /** TDSPaise is the part of AmountPaise that was deducted as tax. Withdrawable is true if staff recorded the payment and nothing was refunded. */
  tds_paise?: number;
  withdrawable?: boolean;
  /** SurplusPaise was received with this payment beyond AmountPaise, and is also listed as a payment, with IsSurplus. */
  surplus_paise?: number;
  is_surplus?: boolean;
  refunded_paise: number;
  /** DuePaise is the refund that staff still have to make manually. */
  due_paise?: number;
  captured: string;
  /** Refunds are the individual refunds, oldest first. */
  refunds: DeskRefund[];
  /** Disposition is applied, duplicate_refund_due, no_seat_refund_due, organiser_refund_due, refunded or withdrawn. */
  disposition: string;
}

/** DeskRefund is an amount that was refunded in one step. */
export interface DeskRefund {
  amount_paise: number;
  /** At is a time (RFC 3339, UTC). */
  at: string;
}

/** DeskEvent is an entry in a registration's history. */
export interface DeskEvent {
  /** At is a time (RFC 3339, UTC). */
  at: string;
  /** Kind is typed, consent, link, paid, refund, mail, ticket, entry, view, check, action, note or task. */
  kind: string;
  text: string;
  /** Actor is the person who acted, or "" for the registered person or the program. */
  actor?: string;
  why?: string;
  changes?: DeskChange[];
}

/** DeskChange is a value that an action has changed. */
export interface DeskChange {
  field: string;
  before: string;
  after: string;
}

/** DeskTask is work for a person. */
export interface DeskTask {
  key: string;
  kind: string;
  /** Title is a short name; Text says what happened and what to do. */
  title: string;
  text: string;
  /** At is when the task was opened (RFC 3339, UTC). */
  at: string;
  /** Booking, Code and Name identify the registration concerned; "" if there is none. */
  booking?: string;
  code?: string;
  name?: string;
  /** Action is the action that resolves the task, or ""; ActionName is the label of its button. */
  action?: string;
  action_name?: string;
  /** ClosesWhen says when the task closes automatically, or is "" if a person has to close it. */
  closes_when?: string;
  /** Scan is the manual check-in that the task is about, as /desk/gate-name expects it. */
  scan?: string;
}

/** DeskTasksResponse answers /desk/tasks. */
export interface DeskTasksResponse extends Status {
  tasks: DeskTask[];
}

/** DeskExportRequest is the body of /desk/export; the response is the file. */
export interface DeskExportRequest {
  /** Query is the list's query: all registrations that it finds are exported. */
  query: string;
  /** Columns are keys from the list's choices; if there are none, all that the role may see are exported. */
  columns: string[];
  /** Format is csv or xlsx. */
  format: string;
  /** Purpose is recorded in the activity log. */
  purpose: string;
}

/** DeskInvoicesRequest is the body of /desk/invoices/export; the response is the file. */
export interface DeskInvoicesRequest {
  /** Month is the month in which the documents were issued, in the event's time zone (2025-03). */
  month: string;
  /** Format is xlsx for the register, or gstr1 for a ZIP file with the tables of the GST return. */
  format: string;
  /** Purpose is recorded in the activity log. */
  purpose: string;
}

/** DeskTaskDoneRequest is the body of /desk/task-done. */
export interface DeskTaskDoneRequest {
  key: string;
  /** Why says what was done. */
  why: string;
}

/** DeskBadgesRequest is the body of /desk/badges: the query for a list, or a booking code or ticket code. */
export interface DeskBadgesRequest {
  query: string;
  code: string;
}

/** DeskBadgesResponse answers /desk/badges with the layout from badge.yaml. */
export interface DeskBadgesResponse extends Status {
  width_mm: number;
  height_mm: number;
  sheet: string;
  photo: boolean;
  badges: DeskBadge[];
  /** More is true if the query finds more registrations than one response contains. */
  more?: boolean;
}

/** DeskBadge is a badge for one seat. */
export interface DeskBadge {
  id: string;
  seat: number;
  name: string;
  lines: string[];
  category: string;
  colour: string;
  /** Code is the ticket's printed code, and QR the content of its QR code. */
  code: string;
  qr: string;
  has_photo: boolean;
  /** Prints is how often the badge was printed, and Printed is the last time (RFC 3339, or ""). */
  prints: number;
  printed: string;
  /** Current is true if the last print shows the current ticket and photo. */
  current: boolean;
}

/** DeskCodeRequest is the body of /desk/sign-in/code. */
export interface DeskCodeRequest {
  email: string;
}

/** DeskVerifyRequest is the body of /desk/sign-in/verify. */
export interface DeskVerifyRequest {
  email: string;
  challenge_id: string;
  code: string;
  /** Invitation is the secret from an invitation's link; "" for a member who has a passkey. */
  invitation: string;
}

/** DeskCeremony is a single-use challenge for a passkey. */
export interface DeskCeremony extends Status {
  /** Ceremony identifies the challenge; the browser returns it with the passkey's answer. */
  ceremony: string;
  /** Purpose is "create", "sign_in" or "confirm"; "rehearsal" is a confirmation with a button, without a passkey. */
  purpose: string;
  /** Options are for the browser: PublicKeyCredential.parseCreationOptionsFromJSON for "create", otherwise parseRequestOptionsFromJSON. */
  options?: unknown;
}

/** DeskPasskeyRequest is the body of /desk/sign-in/passkey, /desk/confirm/finish and /desk/passkey/finish. */
export interface DeskPasskeyRequest {
  ceremony: string;
  /** Credential is the passkey's answer, as the browser's toJSON returns it. */
  credential: unknown;
  /** Name is what the member calls a new passkey, for example "Office laptop". */
  name: string;
}

/** DeskRehearsalRequest is the body of /desk/sign-in/rehearsal, which exists only in a rehearsal. */
export interface DeskRehearsalRequest {
  role: string;
}

/** DeskMeResponse answers /desk/me, /desk/sign-in/me and a completed sign-in. */
export interface DeskMeResponse extends Status {
  /** SignedOut is true if nobody is signed in; everything else is then empty. */
  signed_out?: boolean;
  id: string;
  name: string;
  email: string;
  /** Role is organiser, treasurer, registrar, gate or viewer. */
  role: StaffRole;
  permissions: Permission[];
  /** Now is the time on the server's clock (RFC 3339, UTC), which printed pages show as their date. */
  now?: string;
  /** Rehearsal is true if no data here is real. */
  rehearsal: boolean;
  /** Passkeys are the member's own passkeys; a member with only one is easily locked out. */
  passkeys: DeskPasskey[];
}

/** DeskPasskey is a passkey of the signed-in member. */
export interface DeskPasskey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string;
}

/** DeskMember is a member of staff. */
export interface DeskMember {
  id: string;
  name: string;
  email: string;
  /** Role is organiser, treasurer, registrar, gate or viewer. */
  role: StaffRole;
  /** State is "invited" until the member has a passkey, then "works", and "ended" once access has been withdrawn. State and the fields below it are set only in the list of staff. */
  state?: string;
  passkeys?: number;
  /** SeenAt is when the member last used the desk (RFC 3339, UTC). */
  seen_at?: string;
  /** InvitedUntil is set while an invitation is valid. */
  invited_until?: string;
}

/** DeskStaffResponse answers /desk/staff/list. */
export interface DeskStaffResponse extends Status {
  members: DeskMember[];
}

/** DeskInviteRequest is the body of /desk/staff/invite. */
export interface DeskInviteRequest {
  name: string;
  email: string;
  role: StaffRole;
  why: string;
}

/** DeskInvitation is the response to /desk/staff/invite and /desk/staff/reset. */
export interface DeskInvitation extends Status {
  member: DeskMember;
  /** Link is shown only once; it was also sent by email. */
  link: string;
  /** Until is a time (RFC 3339, UTC). */
  until: string;
}

/** DeskMemberRequest is the body of /desk/staff/role, /end and /reset, and of /desk/passkey/remove. */
export interface DeskMemberRequest {
  id: string;
  role: StaffRole;
  why: string;
}

/** DeskActivityLogRequest is the body of /desk/activity-log/list and /export; an empty field matches everything. */
export interface DeskActivityLogRequest {
  /** Actor is a member's id, or an id that several people share (command, device); ":" and a name select one of them. */
  actor: string;
  /** Action is an action's name, or "command:" and the name of a command. */
  action: string;
  /** Booking is a booking's code or id, or a ticket's address. */
  booking: string;
  /** From and Until are the first and the last day, in the event's time zone. */
  from: string;
  until: string;
  /** Before selects the actions with smaller numbers; 0 starts with the newest action. */
  before: number;
  why: string;
}

/** DeskActivityLogResponse answers /desk/activity-log/list. */
export interface DeskActivityLogResponse extends Status {
  entries: DeskLoggedAction[];
  /** Next is the value of Before for the next page, or 0 if there is none. */
  next: number;
  actors: DeskMember[];
  actions: DeskChoice[];
  /** Everybody is false if only the caller's own actions are shown. */
  everybody: boolean;
}

/** DeskLoggedAction is an entry of the activity log. */
export interface DeskLoggedAction {
  n: number;
  at: string;
  actor: string;
  role: string;
  action: string;
  booking?: string;
  /** Code and Name are set for callers who may see registrations, unless the personal data was erased. */
  code?: string;
  name?: string;
  /** Object is what else the action was about: a member of staff, a device or a category. */
  object?: string;
  why?: string;
  before?: Record<string, string>;
  after?: Record<string, string>;
  /** Erased is true if Why, Before and After have been erased together with the person's data. */
  erased?: boolean;
}

/** SalesResponse answers GET /api/sales, for every visitor. */
export interface SalesResponse extends Status {
  paused: SalesPause[];
}

/** SalesPause is a pause in sales. */
export interface SalesPause {
  /** Category is the type of a ticket category, or "" for all. */
  category: string;
  sentence: string;
}

/** DeskSalesResponse answers /desk/sales/view, /pause and /resume. */
export interface DeskSalesResponse extends Status {
  paused: DeskSalesPause[];
  categories: DeskSalesCategory[];
}

/** DeskSalesPause is a pause in sales, with its start and the person who ordered it. */
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

/** GateInvitationRequest is the body of /gate/invitation, which does not use the invitation up. */
export interface GateInvitationRequest {
  secret: string;
}

/** GateInvitationResponse answers /gate/invitation. */
export interface GateInvitationResponse extends Status {
  name: string;
  volunteer: string;
  city: string;
  days: string[];
  lists: string[];
}

/** GateEnrolRequest is the body of /gate/enrol. The device creates the token, so that it can repeat the request if the response is lost. */
export interface GateEnrolRequest {
  secret: string;
  /** Token is "tg1_" and 256 random bits in base64url. */
  token: string;
}

/** GateEnrolResponse answers /gate/enrol. */
export interface GateEnrolResponse extends Status {
  device: string;
  /** Now is the time on the server's clock, in milliseconds. */
  now: number;
  setup: GateSetup;
}

/** GateSetup is what a device needs in addition to the lists of hashed tickets. */
export interface GateSetup {
  /** Version changes whenever any other field does. */
  version: string;
  event: string;
  event_mark: number;
  /** EarlierMarks are the marks of tickets that earlier versions issued; these tickets are also accepted. */
  earlier_marks?: number[];
  zone: string;
  /** Rehearsal is true if scans are only for practice. */
  rehearsal: boolean;
  keys: GateKey[];
  /** Salt is the prefix used for hashing ids, in base64. */
  salt: string;
  categories: GateCategory[];
  days: GateDay[];
  lists: GateList[];
  lanes: GateLane[];
  /** The fields from Name to MaySearch are the device's assignment, which ends at ExpiresAt (RFC 3339). The volunteer's name is not sent, because the device would store it. */
  name: string;
  venue: string;
  city: string;
  my_days: string[];
  my_lists: string[];
  may_search: boolean;
  expires_at: string;
}

/** GateKey is a public key that verifies tickets. */
export interface GateKey {
  id: string;
  public_key: string;
}

/** GateCategory names a category by the number that tickets contain. */
export interface GateCategory {
  id: number;
  type: string;
  name: string;
}

/** GateDay is a day of the event with its venue. */
export interface GateDay {
  date: string;
  venue: string;
  city: string;
  display: string;
}

/** GateList is something that people are admitted to, such as the event or a meal. */
export interface GateList {
  id: string;
  name: string;
  days: string[];
  from: string;
  times: number;
  in_and_out: boolean;
  who: GateWho[];
}

/** GateWho says which categories a list admits, and on which days. */
export interface GateWho {
  categories: string[];
  days: string[];
}

/** GateLane is a lane, chosen by the first letter of the name. */
export interface GateLane {
  name: string;
  from: string;
  to: string;
}

/** GateScan is one scan by a device. */
export interface GateScan {
  seq: number;
  ticket: string;
  list: string;
  day: string;
  venue: string;
  /** Verdict is "in", "out", "overruled", "refused" or "undo". */
  verdict: ScanVerdict;
  reason: string;
  why: string;
  /** By is "camera", "typed" or "search". */
  by: string;
  offline: boolean;
  /** Wall and Mono are the times on the device's wall clock and monotonic clock, in milliseconds. Origin is when the monotonic clock started, and Offset is the known difference from the server's clock. */
  wall: number;
  mono: number;
  origin: number;
  offset: number;
  /** ListAge is the age of the device's lists in seconds; -1 if it had none. */
  list_age: number;
}

/** GateSyncRequest is the body of /gate/sync. */
export interface GateSyncRequest {
  wall: number;
  mono: number;
  origin: number;
  scans: GateScan[];
  /** Since is the cursor from the last response, or 0 for everything. */
  since: number;
  /** Withdrawn and Setup are the device's versions of the withdrawn tickets and of the setup. */
  withdrawn: string;
  setup: string;
  unsent: number;
  /** Battery is a percentage; -1 if it is unknown. */
  battery: number;
  list_age: number;
}

/** GateSyncResponse answers /gate/sync. */
export interface GateSyncResponse extends Status {
  /** The server has stored all scans with numbers up to Have. */
  have: number;
  /** DuplicateScans counts the scans whose number had already been used; if there are any, the device must enrol again. */
  duplicate_scans: number;
  /** Now is the time on the server's clock, in milliseconds. */
  now: number;
  cursor: number;
  /** Last is the number of the last change on the server. A device that knows later changes is talking to a server that was restored from a backup, so the device requests everything again. */
  last?: number;
  /** More means that the device should send the next request at once. */
  more: boolean;
  /** Entries are rows of 17 bytes in base64: the hash (8 bytes), the list (1), the day (1), the number of people inside (1), the device (2) and the time in minutes since 1970 (4). An entry has a row for its ticket, one for the ticket's printed code, and one for the booking's code. */
  entries: string;
  withdrawn?: GateWithdrawn;
  setup?: GateSetup;
  devices: Record<string, string>;
  conflicts: GateConflict[];
  arrivals: GateArrivals[];
}

/** GateArrivals are the arrivals for one list on one day. */
export interface GateArrivals {
  list: string;
  day: string;
  total: GateArrived;
  /** Categories and Lanes are in the order of the content, without those for which nobody is expected. */
  categories: GateArrived[];
  lanes: GateArrived[];
}

/** GateArrived counts the seats that are expected, and those whose holders were inside at least once. */
export interface GateArrived {
  /** Name is a category, lane or city, or "" for the total. */
  name: string;
  expected: number;
  arrived: number;
}

/** GateWaitRequest is the body of /gate/wait, which is answered once an entry changes or after a time limit. */
export interface GateWaitRequest {
  /** Since is the number of the last change that the device knows. */
  since: number;
}

/** GateWaitResponse answers /gate/wait. */
export interface GateWaitResponse extends Status {
  /** Last is the number of the last change; if it differs from Since, the device calls /gate/sync. */
  last: number;
}

/** GateWithdrawn holds sorted hashes of 8 bytes in base64, grouped by the reason why the tickets are not valid. */
export interface GateWithdrawn {
  version: string;
  void: string;
  replaced: string;
  unpaid: string;
}

/** GateConflict is a ticket that was admitted more times than it has places, on one list and day. */
export interface GateConflict {
  /** Key identifies the conflict; each further conflict of the same ticket has a new key. */
  key: string;
  code: string;
  /** Ticket is set only for the desk. */
  ticket?: string;
  /** Name is set for staff who may see registrations. */
  name?: string;
  /** Admitted is the number of people who were admitted, and Places the number who may be inside. */
  admitted: number;
  places: number;
  list: string;
  day: string;
  /** ExplainedAt (RFC 3339) is set if somebody had left before each of the surplus admissions. */
  explained_at?: string;
  scans: GateMoment[];
}

/** GateMoment is one scan as pages show it. */
export interface GateMoment {
  device: string;
  place: string;
  /** At is a time (RFC 3339). */
  at: string;
  verdict: ScanVerdict;
  reason?: GateRefusal;
  why?: string;
  offline: boolean;
  /** ListAge is the age of the device's lists in seconds; -1 if it had none. */
  list_age: number;
  /** Quarantine says why the scan does not count. */
  quarantine?: string;
  /** Withdrawn is the state of a ticket that was admitted but is not valid: void, replaced or unpaid. The scan still counts. */
  withdrawn?: string;
  code?: string;
  /** Name is set only in the list of scans to review, for staff who may see registrations. */
  name?: string;
  /** NoReason is true for a manual check-in without a reason. */
  no_reason?: boolean;
  /** Scan identifies a manual check-in for /desk/gate-name while its ticket is unknown. */
  scan?: string;
  /** Alike is how many of the device's scans a line stands for in the list of scans to review. */
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

/** GatePerson is a ticket found by a search; the device does not store it. */
export interface GatePerson {
  ticket: string;
  code: string;
  name: string;
  category: number;
  seats: number;
  company?: string;
  /** State is valid, void, replaced or unpaid. */
  state: string;
}

/** GateLeaveRequest is the body of /gate/leave: the device deletes its data and is signed out. The request can be repeated. */
export interface GateLeaveRequest {
}

/** GatePhotoRequest is the body of /gate/photo, which returns a JPEG: the photo for a ticket that this device has just scanned. */
export interface GatePhotoRequest {
  /** QR is the content of the QR code, whose signature is verified. */
  qr: string;
  /** MayBeNone is true to get an empty response (204) if there is no photo; older pages get an error (404). */
  may_be_none: boolean;
}

/** Invoice is an issued tax invoice, credit note or receipt, as the page prints it. Amounts are in paise; the kind says whether money was paid or refunded. */
export interface Invoice extends InvoiceRow, InvoiceSum {
  /** Rehearsal is true if no real money moved; Sample is true if the supplier's details are invented. */
  rehearsal?: boolean;
  sample?: boolean;
  event: string;
  supplier: InvoiceParty;
  recipient: InvoiceParty;
  lines: InvoiceLine[];
  /** TDSPaise is the part of the total that the payer deducted as tax; the rest was received. */
  tds_paise?: number;
  in_words: string;
  /** PlaceOfSupply is the State with its code, for example "23-Madhya Pradesh"; it is "" on receipts. */
  place_of_supply?: string;
  /** ReverseCharge is true if the recipient pays the tax. */
  reverse_charge?: boolean;
  /** PaymentName is the gateway's id for the payment, or the reference for the transfer; PaidAt is in UTC (RFC 3339), or the day (2025-03-31) of a payment that staff recorded. */
  payment_name: string;
  paid_at: string;
  /** RefundedAt is when the refund of a credit note or refund receipt was made, in the form of PaidAt, or "" if it has not been made yet; it is missing if nothing is refunded. RefundName is the reference of a refund that staff made. */
  refunded_at?: string;
  refund_name?: string;
  original?: InvoiceOriginal;
  /** Credits are the credit notes or refund receipts for this document. Replaces is the invoice that this document corrects, and ReplacedBy is the invoice that corrects this document. */
  credits?: InvoiceOriginal[];
  replaces?: InvoiceOriginal;
  replaced_by?: InvoiceOriginal;
  /** RefundDuePaise is the part of an invoice or receipt whose refund is due, but has not been made yet. */
  refund_due_paise?: number;
  reason?: string;
  signatory?: string;
  note?: string;
}

/** InvoiceResponse answers /invoice and /invoice-buyer. */
export interface InvoiceResponse extends Status {
  invoice: Invoice;
  /** CorrectUntil is the last day on which the buyer can correct this invoice; missing if the buyer cannot. */
  correct_until?: string;
  /** NoMore tells the buyer why the invoice cannot be corrected again; missing if it can. */
  no_more?: string;
}

/** InvoiceBuyerRequest is the body of /invoice-buyer; the response is the new invoice. */
export interface InvoiceBuyerRequest extends InvoiceBuyer {
  id: string;
}

/** InvoiceRow is a document in a list. */
export interface InvoiceRow {
  id: string;
  kind: DocumentKind;
  number: string;
  /** IssuedAt is in UTC (RFC 3339); IssuedOn is the day in the event's time zone (2025-04-01). */
  issued_at: string;
  issued_on: string;
  booking_code: string;
  booking_id: string;
  total_paise: number;
  /** Cancelled is true if the document was credited in full. */
  cancelled?: boolean;
  /** LacksAddress is true if tax law requires the buyer's full address and we do not have it. */
  lacks_address?: boolean;
}

/** InvoiceParty is the supplier or the buyer; unknown values are "". */
export interface InvoiceParty {
  name: string;
  company?: string;
  gstin?: string;
  address?: string;
  state?: string;
  state_code?: string;
  pin?: string;
}

/** InvoiceSum is a taxable value with its tax: CGST and SGST, or IGST. */
export interface InvoiceSum {
  taxable_paise: number;
  cgst_paise?: number;
  sgst_paise?: number;
  igst_paise?: number;
  /** RoundingPaise is -1 if the two equal halves add up to one paisa more than the tax. */
  rounding_paise?: number;
}

/** InvoiceLine is one line in a document. RatePercent is the whole tax rate; CGST and SGST are each half of it. */
export interface InvoiceLine extends InvoiceSum {
  description: string;
  sac?: string;
  rate_percent?: number;
}

/** InvoiceOriginal is another document that an invoice or a credit note refers to. */
export interface InvoiceOriginal {
  id: string;
  number: string;
  issued_on: string;
}

/** Status is part of every response; Code equals the HTTP status. */
export interface Status {
  code: number;
  status: string;
}

/** IDRequest is the body of requests about one registration or tax document: /invoice, /desk/document, /desk/pending, /desk/badge-photo (returns a JPEG), /desk/documents/photo (a JPEG) and /desk/documents/open (the encrypted document). */
export interface IDRequest {
  id: string;
}

/** Health is the response to /healthz. */
export interface Health extends Status {
  version: string;
}

/** Problem is the body of every response that reports a failure. */
export interface Problem extends Status {
  /** Error is a machine-readable word. */
  error: string;
  /** Message is a sentence for people. */
  message: string;
  fields?: Record<string, string>;
  /** RequestID is set only for unexpected errors; the cause is in the log. */
  request_id?: string;
  /** Amount is the correct total in rupees if the price has changed. */
  amount?: number;
  /** BookingID is the unpaid registration whose payment can be resumed. */
  booking_id?: string;
}

/** UploadResponse answers /upload-assets. */
export interface UploadResponse extends Status {
  /** URL is an opaque handle ("asset:…") to be sent as profile_url or aadharUrl; it can be used only once. */
  url: string;
}

/** Person holds the values that the form asks for; it is converted to a booking.Person, which has the same fields. */
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
  /** InvoiceName and InvoiceAddress are those of the firm with this GST number. */
  invoice_name?: string;
  invoice_address?: string;
  company_name: string;
  designation: string;
  /** Answers are the answers to custom questions, by name; multiple choices are one per line. */
  answers?: Record<string, string>;
}

/** RegistrationRequest is the body of /registration. */
export interface RegistrationRequest extends Person {
  profile_url: string;
  aadharUrl: string;
  spouse: boolean;
  spouseName: string;
  ticketCategory: string;
  /** Amount is the total in rupees, including GST, that the page showed. */
  amount: number;
  event_name: string;
  event_location: string;
  event_start_date: string;
  event_end_date: string;
  /** Consent is true if the notice about identity documents was accepted. */
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

/** PaymentRequest is the body of /verify-payment and /pay-again. */
export interface PaymentRequest {
  bookingId: string;
}

/** VerifyPaymentResponse answers /verify-payment. */
export interface VerifyPaymentResponse extends Status {
  transaction_status: TransactionStatus;
}

/** PayAgainResponse answers /pay-again. */
export interface PayAgainResponse extends Status {
  payment_url: string;
}

/** TransactionStatus is the state of a booking's payment. */
export interface TransactionStatus {
  /** PaymentStatus is INITIATED, SUCCESS or FAILED. */
  paymentStatus: string;
  /** State is the state that people see: waiting, paid, part refunded, refunded, cancelled, expired or erased. */
  state: BookingState;
  /** BookingCode is the code that the visitor quotes on the phone; it is missing once the ticket has been transferred. */
  booking_code?: string;
  /** Amount is the total in rupees. Once the ticket has been transferred, amount, paid_at and refund are set only for the payer's token. */
  amount?: number;
  /** Received is set if only part of Amount was paid. TDS is what the payer deducted as tax; Received does not include it. Due is what is left to pay, or the price of a change to the paid ticket. */
  received?: number;
  tds?: number;
  due?: number;
  /** ChangePaid is the last payment by link, if it was for a change to the paid ticket. */
  change_paid?: number;
  /** ChangeUnpaid is true if the last payment link was for a change to the paid ticket and ended without a payment. */
  change_unpaid?: boolean;
  /** PaidAt is a time (RFC 3339, UTC), or the day (2025-03-31) of a payment that staff recorded. */
  paid_at?: string;
  /** LacksAddress is the id of an invoice that still needs the buyer's address. */
  lacks_address?: string;
  /** Refund is set if money was refunded, or a refund is under way. */
  refund?: Refund;
  /** PaymentURL is set while the booking, or a change to its ticket, can be paid. */
  payment_url?: string;
  /** TransferredAt is when a colleague took over the ticket (RFC 3339, UTC). */
  transferred_at?: string;
  /** Awaited is true while a failed payment may still arrive, because its link was closed recently. */
  awaited?: boolean;
  /** TicketID is set only for a token that may see the ticket. */
  ticket_id?: string;
}

/** Refund is the refunded part of a booking's payment. */
export interface Refund {
  amount: number;
  /** At is a time (RFC 3339, UTC); it is missing while the refund is under way. */
  at?: string;
  /** Ticket is void or valid, or none if no ticket was issued for the payment. */
  ticket: string;
  /** Manual is true while the organisers have to make the refund themselves. Surplus is what was overpaid. */
  manual?: boolean;
  surplus?: number;
  /** Refunded is the part of Amount that has already been refunded. */
  refunded?: number;
}

/** SendOTPRequest is the body of /send-otp. */
export interface SendOTPRequest {
  email: string;
  /** Device is the id that this browser received when it last signed in. */
  device?: string;
  /** ChallengeID is chosen by the browser: 26 letters a to z or digits 2 to 7. If a response is lost, the same request gets it again, and no further email is sent. */
  challenge_id?: string;
}

/** SendOTPResponse answers /send-otp and /desk/sign-in/code in the same way whether or not the address is known. */
export interface SendOTPResponse extends Status {
  challenge_id: string;
  /** ExpiresIn and ResendIn are in seconds. */
  expires_in: number;
  resend_in: number;
  /** SentAgo is how many seconds ago an earlier request sent the email with this code, or 0 if it is sent now. */
  sent_ago?: number;
}

/** VerifyOTPRequest is the body of /verify-otp. */
export interface VerifyOTPRequest {
  email: string;
  otp: string;
  challenge_id: string;
  device?: string;
}

/** VerifyOTPResponse answers /verify-otp. */
export interface VerifyOTPResponse extends Status {
  accesstoken: string;
  userdata: UserData;
  /** Device is an id that the browser stores: it marks the owner's device, but gives no access. */
  device: string;
}

/** SignOutRequest is the body of /sign-out. */
export interface SignOutRequest {
  /** Everywhere is true to end all sessions of the account and to forget all its devices. */
  everywhere?: boolean;
  /** ForgetDevice is the id of a browser that should no longer be a known device. */
  forget_device?: string;
}

/** ProfileResponse answers /profile and /update-profile. */
export interface ProfileResponse extends Status {
  userdata: UserData;
  /** PhotoKept is true if a registration keeps its photo because staff have already checked it. */
  photo_kept?: boolean;
}

/** UpdateProfileRequest is the body of /update-profile; missing fields are not changed. */
export interface UpdateProfileRequest {
  mobile?: string;
  city?: string;
  state?: string;
  country?: string;
  gst_no?: string;
  invoice_name?: string;
  invoice_address?: string;
  profile_url?: string;
  answers?: Record<string, string>;
}

/** ReportErrorRequest is the body of /report-error, which reports a failed page without personal data. */
export interface ReportErrorRequest {
  /** Route is the page's address without its parameters ("/verify"). */
  route: string;
  release: string;
  /** Error is the kind of error ("TypeError"), not its message. */
  error: string;
}

/** TicketsRequest is the body of /tickets; with an id, only that ticket is returned. */
export interface TicketsRequest {
  id?: string;
}

/** TicketsResponse answers /tickets. */
export interface TicketsResponse extends Status {
  tickets: Ticket[];
  /** Waiting, Invoices and Rejected are empty if one ticket was requested. */
  waiting: WaitingRegistration[];
  /** MoreWaiting is true if the account has more unpaid registrations than are listed. */
  more_waiting?: boolean;
  /** Invoices are oldest first. */
  invoices: InvoiceRow[];
  rejected: RejectedDocument[];
}

/** WaitingRegistration is an unpaid registration; /verify-payment returns its state and its link. */
export interface WaitingRegistration {
  booking_id: string;
  name: string;
  category: string;
}

/** Ticket is a ticket as the site shows it. */
export interface Ticket {
  id: string;
  booking_id: string;
  booking_code?: string;
  name: string;
  spouse_name?: string;
  /** OfferedTo is the address of the colleague to whom the ticket is offered until OfferedUntil (RFC 3339, UTC). */
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
  /** Lane is the lane at the entrance, chosen by the first letter of the name; missing if the content has no lanes. */
  lane?: string;
  company_name: string;
  gst_no: string;
  /** TicketStatus is valid, used or void. */
  status: string;
  /** TransferredAt is when a colleague took over the ticket (RFC 3339, UTC). */
  transferred_at?: string;
  /** PaidByOther is true if the holder took over the ticket from somebody else: the receipt belongs to the payer. */
  paid_by_other?: boolean;
  /** QR is the content of the QR code, or "" if the ticket was transferred. */
  qr: string;
}

/** The actions of staff on a registration, with the request of each (api/desk/actions.go). */
export interface ActionRequests {
  note: DeskNoteRequest;
  correct: DeskCorrectRequest;
  'change-ticket': DeskChangeTicketRequest;
  invoice: DeskInvoiceRequest;
  resend: DeskResendRequest;
  paid: DeskPaidRequest;
  'withdraw-payment': DeskWithdrawPaymentRequest;
  transfer: DeskTransferRequest;
  'transfer-withdraw': DeskAction;
  seat: DeskSeatRequest;
  reissue: DeskAction;
  void: DeskAction;
  cancel: DeskRefundRequest;
  refund: DeskRefundRequest;
  uncancel: DeskAction;
  'document-approve': DeskDocumentRequest;
  'document-reject': DeskAction;
  approve: DeskApproveRequest;
  'record-refund': DeskRecordRefundRequest;
  'cancel-category': DeskCancelCategoryRequest;
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

/** DocumentKind is the kind of a document about a payment. */
export type DocumentKind =
  | 'invoice'
  | 'credit_note'
  | 'receipt'
  | 'refund_receipt';

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
  | 'overview.view'
  | 'registrations.view'
  | 'registration.view'
  | 'contact.view'
  | 'money.view'
  | 'export'
  | 'badges'
  | 'note'
  | 'correct'
  | 'ticket.change'
  | 'invoice.correct'
  | 'invoice.export'
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
  | 'category.cancel'
  | 'gate.view'
  | 'gate.enrol'
  | 'gate.revoke'
  | 'gate.name'
  | 'document.check'
  | 'document.open'
  | 'passkey.own';

/** ScanVerdict is the result of a scan at the gate. */
export type ScanVerdict =
  | 'in'
  | 'out'
  | 'overruled'
  | 'refused'
  | 'undo';

/** NumberMark says what is known about a membership number. */
export type NumberMark =
  | 'found'
  | 'not_found'
  | 'twice';

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
