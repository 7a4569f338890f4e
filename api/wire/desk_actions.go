package wire

// DeskAction is the common part of every action on a registration.
type DeskAction struct {
	ID string `json:"id"`
	// Version is the version that the caller saw; an outdated version is refused with 409 `changed`.
	Version int    `json:"version"`
	Why     string `json:"why"`
	// Preview is true to return what would be done, without changing anything.
	Preview bool `json:"preview,omitempty"`
}

// Base returns the common part of a request. A request that does not embed DeskAction has its own Base method.
func (a DeskAction) Base() DeskAction { return a }

// DeskActionResponse is the response to every action.
type DeskActionResponse struct {
	Status
	// Done is false for a preview.
	Done    bool        `json:"done"`
	Preview DeskPreview `json:"preview"`
	// BookingID is the id of the registration; `add` returns the new registration's id.
	BookingID string `json:"booking_id"`
	Version   int    `json:"version"`
	// Request is set if nothing was done because a second person has to approve the action.
	Request string `json:"request,omitempty"`
	// Note is the number of a new note.
	Note int64 `json:"note,omitempty"`
	// Undo is the name of the call that reverses the action, or "".
	Undo string `json:"undo,omitempty"`
}

// DeskPreview says what an action will do, or has done.
type DeskPreview struct {
	// Says are sentences that explain what happens to the registration, its ticket and its money. A long list of names
	// is on a second line.
	Says    []string     `json:"says"`
	Changes []DeskChange `json:"changes"`
	// Ticket is the ticket's state afterwards: new, void, valid or none.
	Ticket string     `json:"ticket"`
	Mails  []DeskMail `json:"mails"`
	Money  *DeskMoney `json:"money,omitempty"`
	// Rules are the form rules that the new values break, by field; `override` overrides them.
	Rules map[string]string `json:"rules,omitempty"`
	// Hints are what staff should know about the values, by field.
	Hints map[string]string `json:"hints,omitempty"`
	// DifferencePaise is the additional price of a changed ticket; negative if the new ticket is cheaper. The request's
	// `difference` says how this amount is paid or refunded.
	DifferencePaise int64 `json:"difference_paise,omitempty"`
}

// DeskMail is an email that an action will send or has sent.
type DeskMail struct {
	To      string `json:"to"`
	Subject string `json:"subject"`
}

// DeskMoney says what an action does with a registration's money.
type DeskMoney struct {
	// PaidPaise is what was paid and is neither refunded nor in a pending refund; RefundPaise will be refunded,
	// KeptPaise will be kept.
	PaidPaise   int64 `json:"paid_paise"`
	RefundPaise int64 `json:"refund_paise"`
	KeptPaise   int64 `json:"kept_paise"`
	// How says how the money is refunded: "gateway", "manual" or "none".
	How string `json:"how"`
	// UnderwayPaise is a refund under way; until it has been made, no other refund is possible.
	UnderwayPaise int64 `json:"underway_paise,omitempty"`
	// Second is true if this refund needs a second person's approval.
	Second bool `json:"second"`
}

// DeskPendingResponse answers /desk/pending with what the action dialogs show: open offers, requests, links, money.
type DeskPendingResponse struct {
	Status
	Version int `json:"version"`
	// Transfer is an offer that the colleague has not accepted yet.
	Transfer *DeskTransfer `json:"transfer,omitempty"`
	Requests []DeskRequest `json:"requests"`
	// Policy is the cancellation policy from the content, as HTML.
	Policy string       `json:"policy"`
	Money  *DeskMoney   `json:"money,omitempty"`
	Link   *DeskPayLink `json:"link,omitempty"`
}

// DeskPayLink is the payment link for an unpaid registration or for a change to a paid ticket.
type DeskPayLink struct {
	// URL is the page on which the person pays, or "" if the link has expired.
	URL string `json:"url,omitempty"`
	// Expires is the time until which the link can be paid (RFC 3339, UTC).
	Expires string `json:"expires"`
	// Change names the ticket that a paid registration gets once the link is paid; AmountPaise is the additional price.
	Change      string `json:"change,omitempty"`
	AmountPaise int64  `json:"amount_paise,omitempty"`
}

// DeskTransfer is a ticket that was offered to a colleague.
type DeskTransfer struct {
	Email   string `json:"email"`
	Offered string `json:"offered"`
	Expires string `json:"expires"`
	By      string `json:"by"`
	// IsUsed is true if somebody has been admitted with the ticket, so that the colleague can no longer accept it.
	IsUsed bool `json:"is_used,omitempty"`
}

// DeskRequest is a request for an action that a second person has to approve.
type DeskRequest struct {
	Request     string `json:"request"`
	BookingID   string `json:"booking_id"`
	At          string `json:"at"`
	By          string `json:"by"`
	Why         string `json:"why"`
	RefundPaise int64  `json:"refund_paise"`
	// Mine is true if the caller made the request; somebody else then has to approve it.
	Mine bool `json:"mine"`
	// WhyNot says why the caller may not approve the request, and who may.
	WhyNot string `json:"why_not,omitempty"`
	// Action is "cancel", "refund" (which leaves the registration unchanged) or "withdraw_payment".
	Action string `json:"action"`
	// OfCategory is true if cancelling a category made this request, usually together with others.
	OfCategory bool `json:"of_category,omitempty"`
}

// DeskNoteRequest is the body of /desk/note.
type DeskNoteRequest struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	// Delete is the number of the note to delete.
	Delete int64 `json:"delete,omitempty"`
}

// Base returns the common part of a note.
func (n DeskNoteRequest) Base() DeskAction { return DeskAction{ID: n.ID} }

// DeskCorrectRequest is the body of /desk/correct.
type DeskCorrectRequest struct {
	DeskAction
	// Changes are the new values by the form's field names (firstname, email, spouseName, …).
	Changes map[string]string `json:"changes"`
	// Override is true to accept values that break the age or membership rules.
	Override bool `json:"override,omitempty"`
}

// DeskInvoiceRequest is the body of /desk/invoice: the new buyer on a tax invoice.
type DeskInvoiceRequest struct {
	DeskAction
	// Document is the invoice's number; the default is the last invoice.
	Document string `json:"document,omitempty"`
	InvoiceBuyer
}

// InvoiceBuyer is the buyer named on a corrected invoice.
type InvoiceBuyer struct {
	Name string `json:"name"`
	// GSTIN is "" for a buyer who is not registered for GST; otherwise the State is empty or matches the GSTIN.
	GSTIN   string `json:"gstin"`
	Address string `json:"address"`
	State   string `json:"state"`
	PIN     string `json:"pin"`
}

// DeskDocumentRequest is the body of /desk/document-approve; that of /desk/document-reject is a DeskAction.
type DeskDocumentRequest struct {
	DeskAction
	// Document is the kind of document, for example passport, and Last4 the last characters of its number; both may be
	// missing, but Document is required with Original.
	Document string `json:"document,omitempty"`
	Last4    string `json:"last4,omitempty"`
	// Original is true if the person showed the original at the desk; otherwise a stored document is required.
	Original bool `json:"original,omitempty"`
}

// DeskChangeTicketRequest is the body of /desk/change-ticket: a different category, with or without a spouse, for a
// paid registration. A request that names the current ticket withdraws the change that is awaiting payment.
type DeskChangeTicketRequest struct {
	DeskAction
	TicketCategory string `json:"ticketCategory"`
	Spouse         bool   `json:"spouse"`
	SpouseName     string `json:"spouseName"`
	// Changes are the values that the new category also requires, by the form's field names.
	Changes map[string]string `json:"changes,omitempty"`
	// Override is true to accept a person who breaks the new category's age or membership rules.
	Override bool `json:"override,omitempty"`
	// Difference says how a difference in price is settled: "link"; "bank", "cheque" or "cash", with a reference and a
	// date; "refund"; or "waived". If the price stays the same, Difference is "".
	Difference string `json:"difference,omitempty"`
	Reference  string `json:"reference,omitempty"`
	Date       string `json:"date,omitempty"`
	// AmountPaise is the amount received; the default is the difference, less TDSPaise (the tax that the payer deducted).
	AmountPaise *int64 `json:"amount_paise,omitempty"`
	TDSPaise    int64  `json:"tds_paise,omitempty"`
}

// DeskResendRequest is the body of /desk/resend.
type DeskResendRequest struct {
	DeskAction
	// What is the email to send again: "ticket" or "link".
	What string `json:"what"`
	// CopyTo is another address that gets a copy of the ticket, once; the ticket still belongs to its holder.
	CopyTo string `json:"copy_to,omitempty"`
}

// DeskTransferRequest is the body of /desk/transfer. The body of /desk/transfer-withdraw is a DeskAction.
type DeskTransferRequest struct {
	DeskAction
	Email string `json:"email"`
}

// DeskRefundRequest is the body of /desk/cancel and, for a refund without a cancellation, /desk/refund. The
// body of /desk/uncancel is a DeskAction.
type DeskRefundRequest struct {
	DeskAction
	RefundPaise int64 `json:"refund_paise"`
}

// DeskApproveRequest is the body of /desk/approve.
type DeskApproveRequest struct {
	Request string `json:"request"`
	Why     string `json:"why"`
	Preview bool   `json:"preview,omitempty"`
	// Refuse is true to end the request without doing anything.
	Refuse bool `json:"refuse,omitempty"`
	// All is true to answer all open requests that cancelling a category made together with this one.
	All bool `json:"all,omitempty"`
}

// Base has no ID: the request identifies the registration.
func (a DeskApproveRequest) Base() DeskAction { return DeskAction{Why: a.Why, Preview: a.Preview} }

// DeskCancelCategoryRequest is the body of /desk/cancel-category.
type DeskCancelCategoryRequest struct {
	// Category is the type of a category whose sales are paused.
	Category string `json:"category"`
	Why      string `json:"why"`
	Preview  bool   `json:"preview,omitempty"`
}

// Base has no ID: the request is about many registrations.
func (c DeskCancelCategoryRequest) Base() DeskAction {
	return DeskAction{Why: c.Why, Preview: c.Preview}
}

// DeskRecordRefundRequest is the body of /desk/record-refund: staff have refunded a manual payment.
type DeskRecordRefundRequest struct {
	DeskAction
	// Reference identifies the bank transfer or the receipt.
	Reference string `json:"reference"`
	// Payment is the refunded payment's attempt reference, or "" if all due manual refunds were made together.
	Payment string `json:"payment,omitempty"`
	// Date is the day of the transfer (2025-03-31), or "" if it was made today.
	Date string `json:"date,omitempty"`
}

// DeskPaidRequest is the body of /desk/paid, for an unpaid or expired registration that was not paid online.
type DeskPaidRequest struct {
	DeskAction
	Payment DeskHowItIsPaid `json:"payment"`
}

// DeskWithdrawPaymentRequest is the body of /desk/withdraw-payment, for a payment that was recorded by mistake or was
// not received.
type DeskWithdrawPaymentRequest struct {
	DeskAction
	// Payment is our reference for the payment.
	Payment string `json:"payment"`
}

// DeskSeatRequest is the body of /desk/seat. The body of /desk/void and /desk/reissue is a DeskAction.
type DeskSeatRequest struct {
	DeskAction
	Gate string `json:"gate"`
	Row  string `json:"row"`
	Seat string `json:"seat"`
}

// DeskAddRequest is the body of /desk/add: the form's values without pictures, and the payment.
type DeskAddRequest struct {
	Person
	Spouse         bool   `json:"spouse"`
	SpouseName     string `json:"spouseName"`
	TicketCategory string `json:"ticketCategory"`
	Why            string `json:"why"`
	Preview        bool   `json:"preview,omitempty"`
	// Override is true to accept a person who breaks the age or membership rules.
	Override bool            `json:"override,omitempty"`
	Payment  DeskHowItIsPaid `json:"payment"`
}

// Base returns the common part of a new registration.
func (a DeskAddRequest) Base() DeskAction { return DeskAction{Why: a.Why, Preview: a.Preview} }

// DeskHowItIsPaid says how a registration is paid, as staff have entered it.
type DeskHowItIsPaid struct {
	// Kind is bank, cheque, cash, free or link.
	Kind string `json:"kind"`
	// Reference identifies a bank transfer, a cheque or a receipt; it can be used only once. Date is the payment's date
	// (2025-03-31).
	Reference string `json:"reference,omitempty"`
	Date      string `json:"date,omitempty"`
	// AmountPaise is the amount received; the default is what is left to pay, less TDSPaise (the tax that the
	// payer deducted).
	AmountPaise *int64 `json:"amount_paise,omitempty"`
	TDSPaise    int64  `json:"tds_paise,omitempty"`
	// Reason is why the registration is free: one of the reasons in the content (speaker, volunteer, …).
	Reason string `json:"reason,omitempty"`
}

// DeskProblem is the response to a request that the desk refuses.
type DeskProblem struct {
	Problem
	// Version and Changes come with `changed`: the current version of the registration, and what has changed.
	Version int            `json:"version,omitempty"`
	Changes []DeskSeenLate `json:"changes,omitempty"`
	// BookingID is the person's existing registration, if the error is `already_registered` or `unpaid_registration`.
	BookingID string `json:"booking_id,omitempty"`
	// Rules are the broken rules, by field, if `override` permits all of them; otherwise Rules is missing.
	Rules map[string]string `json:"rules,omitempty"`
	// Hints are those of the preview.
	Hints map[string]string `json:"hints,omitempty"`
}

// DeskSeenLate is a change that was made after the caller had loaded the registration.
type DeskSeenLate struct {
	At   string `json:"at"`
	Who  string `json:"who"`
	What string `json:"what"`
	// Mine is true if the caller made the change, in another window.
	Mine bool `json:"mine,omitempty"`
	// Values are the changed values before and after the change, if the role may see them.
	Values []DeskChange `json:"values,omitempty"`
}

// TransferRequest is the body of /transfer, sent when a colleague opens the link from the email.
type TransferRequest struct {
	Token string `json:"token"`
}

// TransferResponse answers /transfer.
type TransferResponse struct {
	Status
	// TicketCategory is the type of the category whose form is shown; Spouse is true for a ticket with two seats.
	TicketCategory string `json:"ticketCategory"`
	Spouse         bool   `json:"spouse"`
	Email          string `json:"email"`
	// Expires is the time until which the offer can be accepted (RFC 3339, UTC).
	Expires string `json:"expires"`
}

// TransferAcceptRequest is the body of /transfer-accept, with the colleague's own data, pictures and consent.
type TransferAcceptRequest struct {
	Token string `json:"token"`
	Person
	ProfileURL string `json:"profile_url"`
	AadharURL  string `json:"aadharUrl"`
	SpouseName string `json:"spouseName"`
	Consent    bool   `json:"consent"`
}

// TransferAcceptResponse answers /transfer-accept.
type TransferAcceptResponse struct {
	Status
	BookingID string `json:"booking_id"`
	TicketID  string `json:"ticket_id"`
}

// DeskBadgesPrintedRequest is the body of /desk/badges-printed.
type DeskBadgesPrintedRequest struct {
	Badges []DeskBadgeSeat `json:"badges"`
}

// DeskBadgeSeat identifies a badge: a registration, and its first or second seat.
type DeskBadgeSeat struct {
	ID   string `json:"id"`
	Seat int    `json:"seat"`
}
