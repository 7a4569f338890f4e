// Generated from api/wire by `go run ./generator schema`. Do not edit.

/** Status is part of every answer; Code equals the HTTP status. */
export interface Status {
  code: number;
  status: string;
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

/** Person is what the form asks of somebody; it becomes a domain.Person, whose fields are these. */
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

/** TransactionStatus is the state of a booking's payment. */
export interface TransactionStatus {
  /** PaymentStatus is INITIATED, SUCCESS or FAILED. */
  paymentStatus: string;
  /** State is what people are told: waiting, paid, part refunded, refunded, cancelled, expired or erased. */
  state: string;
  /** Amount is the total in rupees. */
  amount: number;
  /** PaidAt is the instant of payment (RFC 3339, UTC). */
  paid_at?: string;
  /** Refund is there when money was refunded, or is on its way. */
  refund?: Refund;
  /** PaymentURL is there while the booking can still be paid. */
  payment_url?: string;
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
}

/** Ticket is a ticket as the site shows it. */
export interface Ticket {
  id: string;
  booking_id: string;
  name: string;
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
  /** CompanyName and GSTNo are the holder's, for the receipt. */
  company_name: string;
  gst_no: string;
  /** TicketStatus is valid, used or void. */
  status: string;
  /** QR is the text of the QR code. */
  qr: string;
}
