// Package wire defines the API's requests and responses. The site's TypeScript types are generated from these structs
// (site/src/types/wire.gen.ts). Names that the API contract defines must not change.
package wire

import (
	"encoding/json"
	"time"

	"transom/api/domain"
)

// Status is part of every response; Code equals the HTTP status.
type Status struct {
	Code   int    `json:"code"`
	Status string `json:"status"` // success or error
}

// Succeed sets the status to success.
func (s *Status) Succeed() { *s = Status{Code: 200, Status: "success"} }

// IDRequest is the body of requests about one registration or tax document: /invoice, /desk/document, /desk/pending,
// /desk/badge-photo (returns a JPEG), /desk/documents/photo (a JPEG) and /desk/documents/open (the encrypted document).
type IDRequest struct {
	ID string `json:"id"`
}

// Health is the response to /healthz.
type Health struct {
	Status
	Version string `json:"version"`
}

// Problem is the body of every response that reports a failure.
type Problem struct {
	Status
	// Error is a machine-readable word.
	Error string `json:"error"`
	// Message is a sentence for people.
	Message string            `json:"message"`
	Fields  map[string]string `json:"fields,omitempty"`
	// RequestID is set only for unexpected errors; the cause is in the log.
	RequestID string `json:"request_id,omitempty"`
	// Amount is the correct total in rupees if the price has changed.
	Amount *Rupees `json:"amount,omitempty"`
	// BookingID is the unpaid registration whose payment can be resumed.
	BookingID string `json:"booking_id,omitempty"`
}

// UploadResponse answers /upload-assets.
type UploadResponse struct {
	Status
	// URL is an opaque handle ("asset:…") to be sent as profile_url or aadharUrl; it can be used only once.
	URL string `json:"url"`
}

// Person holds the values that the form asks for; it is converted to a booking.Person, which has the same fields.
type Person struct {
	FirstName     string `json:"firstname"`
	LastName      string `json:"lastname"`
	Email         string `json:"email"`
	Mobile        string `json:"mobile"`
	DOB           string `json:"dob"`
	Gender        string `json:"gender"`
	City          string `json:"city"`
	State         string `json:"state"`
	Country       string `json:"country"`
	MembershipNo  string `json:"membership_no"`
	InstituteName string `json:"institute_name"`
	GSTNo         string `json:"gst_no"`
	// InvoiceName and InvoiceAddress are those of the firm with this GST number.
	InvoiceName    string `json:"invoice_name,omitempty"`
	InvoiceAddress string `json:"invoice_address,omitempty"`
	CompanyName    string `json:"company_name"`
	Designation    string `json:"designation"`
	// Answers are the answers to custom questions, by name; multiple choices are one per line.
	Answers domain.Answers `json:"answers,omitempty"`
}

// RegistrationRequest is the body of /registration.
type RegistrationRequest struct {
	Person
	ProfileURL     string `json:"profile_url"`
	AadharURL      string `json:"aadharUrl"`
	Spouse         bool   `json:"spouse"`
	SpouseName     string `json:"spouseName"`
	TicketCategory string `json:"ticketCategory"`
	// Amount is the total in rupees, including GST, that the page showed.
	Amount         Rupees `json:"amount"`
	EventName      string `json:"event_name"`
	EventLocation  string `json:"event_location"`
	EventStartDate string `json:"event_start_date"`
	EventEndDate   string `json:"event_end_date"`
	// Consent is true if the notice about identity documents was accepted.
	Consent bool `json:"consent"`
}

// RegistrationResponse answers /registration.
type RegistrationResponse struct {
	Status
	BookingID   string   `json:"booking_id"`
	AccessToken string   `json:"accesstoken"`
	UserData    UserData `json:"userdata"`
	PaymentURL  string   `json:"payment_url"`
}

// UserData is a person as the site shows it.
type UserData struct {
	ID string `json:"id"`
	Person
	ProfileURL string `json:"profile_url"`
	// Unused lists the fields that no form asks for.
	Unused []string `json:"-"`
}

// MarshalJSON leaves out the unused fields.
func (u UserData) MarshalJSON() ([]byte, error) {
	type plain UserData // a type without MarshalJSON, which json.Marshal would call again
	raw, err := json.Marshal(plain(u))
	if err != nil || len(u.Unused) == 0 {
		return raw, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, err
	}
	for _, name := range u.Unused {
		delete(fields, name)
	}
	return json.Marshal(fields)
}

// PaymentRequest is the body of /verify-payment and /pay-again.
type PaymentRequest struct {
	BookingID string `json:"bookingId"`
}

// VerifyPaymentResponse answers /verify-payment.
type VerifyPaymentResponse struct {
	Status
	TransactionStatus TransactionStatus `json:"transaction_status"`
}

// PayAgainResponse answers /pay-again.
type PayAgainResponse struct {
	Status
	PaymentURL string `json:"payment_url"`
}

// TransactionStatus is the state of a booking's payment.
type TransactionStatus struct {
	// PaymentStatus is INITIATED, SUCCESS or FAILED.
	PaymentStatus string `json:"paymentStatus"`
	// State is the state that people see: waiting, paid, part refunded, refunded, cancelled, expired or erased.
	State string `json:"state" ts:"BookingState"`
	// BookingCode is the code that the visitor quotes on the phone; it is missing once the ticket has been transferred.
	BookingCode string `json:"booking_code,omitempty"`
	// Amount is the total in rupees. Once the ticket has been transferred, amount, paid_at and refund are set only for
	// the payer's token.
	Amount *Rupees `json:"amount,omitempty"`
	// Received is set if only part of Amount was paid. TDS is what the payer deducted as tax; Received does not include
	// it. Due is what is left to pay, or the price of a change to the paid ticket.
	Received *Rupees `json:"received,omitempty"`
	TDS      Rupees  `json:"tds,omitempty"`
	Due      *Rupees `json:"due,omitempty"`
	// ChangePaid is the last payment by link, if it was for a change to the paid ticket.
	ChangePaid Rupees `json:"change_paid,omitempty"`
	// ChangeUnpaid is true if the last payment link was for a change to the paid ticket and ended without a payment.
	ChangeUnpaid bool `json:"change_unpaid,omitempty"`
	// PaidAt is a time (RFC 3339, UTC), or the day (2025-03-31) of a payment that staff recorded.
	PaidAt string `json:"paid_at,omitempty"`
	// LacksAddress is the id of an invoice that still needs the buyer's address.
	LacksAddress string `json:"lacks_address,omitempty"`
	// Refund is set if money was refunded, or a refund is under way.
	Refund *Refund `json:"refund,omitempty"`
	// PaymentURL is set while the booking, or a change to its ticket, can be paid.
	PaymentURL string `json:"payment_url,omitempty"`
	// TransferredAt is when a colleague took over the ticket (RFC 3339, UTC).
	TransferredAt string `json:"transferred_at,omitempty"`
	// Awaited is true while a failed payment may still arrive, because its link was closed recently.
	Awaited bool `json:"awaited,omitempty"`
	// TicketID is set only for a token that may see the ticket.
	TicketID string `json:"ticket_id,omitempty"`
}

// Refund is the refunded part of a booking's payment.
type Refund struct {
	Amount Rupees `json:"amount"`
	// At is a time (RFC 3339, UTC); it is missing while the refund is under way.
	At string `json:"at,omitempty"`
	// Ticket is void or valid, or none if no ticket was issued for the payment.
	Ticket string `json:"ticket"`
	// Manual is true while the organisers have to make the refund themselves. Surplus is what was overpaid.
	Manual  bool   `json:"manual,omitempty"`
	Surplus Rupees `json:"surplus,omitempty"`
	// Refunded is the part of Amount that has already been refunded.
	Refunded Rupees `json:"refunded,omitempty"`
}

// SendOTPRequest is the body of /send-otp.
type SendOTPRequest struct {
	Email string `json:"email"`
	// Device is the id that this browser received when it last signed in.
	Device string `json:"device,omitempty"`
	// ChallengeID is chosen by the browser: 26 letters a to z or digits 2 to 7. If a response is lost, the same request
	// gets it again, and no further email is sent.
	ChallengeID string `json:"challenge_id,omitempty"`
}

// SendOTPResponse answers /send-otp and /desk/sign-in/code in the same way whether or not the address is known.
type SendOTPResponse struct {
	Status
	ChallengeID string `json:"challenge_id"`
	// ExpiresIn and ResendIn are in seconds.
	ExpiresIn int `json:"expires_in"`
	ResendIn  int `json:"resend_in"`
	// SentAgo is how many seconds ago an earlier request sent the email with this code, or 0 if it is sent now.
	SentAgo int `json:"sent_ago,omitempty"`
}

// VerifyOTPRequest is the body of /verify-otp.
type VerifyOTPRequest struct {
	Email       string `json:"email"`
	OTP         string `json:"otp"`
	ChallengeID string `json:"challenge_id"`
	Device      string `json:"device,omitempty"`
}

// VerifyOTPResponse answers /verify-otp.
type VerifyOTPResponse struct {
	Status
	AccessToken string   `json:"accesstoken"`
	UserData    UserData `json:"userdata"`
	// Device is an id that the browser stores: it marks the owner's device, but gives no access.
	Device string `json:"device"`
}

// SignOutRequest is the body of /sign-out.
type SignOutRequest struct {
	// Everywhere is true to end all sessions of the account and to forget all its devices.
	Everywhere bool `json:"everywhere,omitempty"`
	// ForgetDevice is the id of a browser that should no longer be a known device.
	ForgetDevice string `json:"forget_device,omitempty"`
}

// ProfileResponse answers /profile and /update-profile.
type ProfileResponse struct {
	Status
	UserData UserData `json:"userdata"`
	// PhotoKept is true if a registration keeps its photo because staff have already checked it.
	PhotoKept bool `json:"photo_kept,omitempty"`
}

// UpdateProfileRequest is the body of /update-profile; missing fields are not changed.
type UpdateProfileRequest struct {
	Mobile         *string           `json:"mobile,omitempty"`
	City           *string           `json:"city,omitempty"`
	State          *string           `json:"state,omitempty"`
	Country        *string           `json:"country,omitempty"`
	GSTNo          *string           `json:"gst_no,omitempty"`
	InvoiceName    *string           `json:"invoice_name,omitempty"`
	InvoiceAddress *string           `json:"invoice_address,omitempty"`
	ProfileURL     *string           `json:"profile_url,omitempty"`
	Answers        map[string]string `json:"answers,omitempty"`
}

// ReportErrorRequest is the body of /report-error, which reports a failed page without personal data.
type ReportErrorRequest struct {
	// Route is the page's address without its parameters ("/verify").
	Route   string `json:"route"`
	Release string `json:"release"`
	// Error is the kind of error ("TypeError"), not its message.
	Error string `json:"error"`
}

// TicketsRequest is the body of /tickets; with an id, only that ticket is returned.
type TicketsRequest struct {
	ID string `json:"id,omitempty"`
}

// TicketsResponse answers /tickets.
type TicketsResponse struct {
	Status
	Tickets []Ticket `json:"tickets"`
	// Waiting, Invoices and Rejected are empty if one ticket was requested.
	Waiting []WaitingRegistration `json:"waiting"`
	// MoreWaiting is true if the account has more unpaid registrations than are listed.
	MoreWaiting bool `json:"more_waiting,omitempty"`
	// Invoices are oldest first.
	Invoices []InvoiceRow       `json:"invoices"`
	Rejected []RejectedDocument `json:"rejected"`
}

// WaitingRegistration is an unpaid registration; /verify-payment returns its state and its link.
type WaitingRegistration struct {
	BookingID string `json:"booking_id"`
	Name      string `json:"name"`
	Category  string `json:"category"`
}

// Ticket is a ticket as the site shows it.
type Ticket struct {
	ID          string `json:"id"`
	BookingID   string `json:"booking_id"`
	BookingCode string `json:"booking_code,omitempty"`
	Name        string `json:"name"`
	SpouseName  string `json:"spouse_name,omitempty"`
	// OfferedTo is the address of the colleague to whom the ticket is offered until OfferedUntil (RFC 3339, UTC).
	OfferedTo        string `json:"offered_to,omitempty"`
	OfferedUntil     string `json:"offered_until,omitempty"`
	EventName        string `json:"event_name"`
	Location         string `json:"location"`
	Date             string `json:"date"`
	Time             string `json:"time"`
	Gate             string `json:"gate"`
	Row              string `json:"row"`
	Seat             string `json:"seat"`
	TotalSeats       int    `json:"total_seats"`
	EntriesTotal     int    `json:"entries_total"`
	EntriesRemaining int    `json:"entries_remaining"`
	Category         string `json:"category"`
	// Lane is the lane at the entrance, chosen by the first letter of the name; missing if the content has no lanes.
	Lane        string `json:"lane,omitempty"`
	CompanyName string `json:"company_name"`
	GSTNo       string `json:"gst_no"`
	// TicketStatus is valid, used or void.
	TicketStatus string `json:"status"`
	// TransferredAt is when a colleague took over the ticket (RFC 3339, UTC).
	TransferredAt string `json:"transferred_at,omitempty"`
	// PaidByOther is true if the holder took over the ticket from somebody else: the receipt belongs to the payer.
	PaidByOther bool `json:"paid_by_other,omitempty"`
	// QR is the content of the QR code, or "" if the ticket was transferred.
	QR string `json:"qr"`
}

// Instant formats a time for a response, or returns "" for the zero time.
func Instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
