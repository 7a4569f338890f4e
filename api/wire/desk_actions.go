package wire

// DeskAction is what every act on a registration begins with.
type DeskAction struct {
	ID string `json:"id"`
	// Version is the one of the registration that was looked at; another one is refused with 409 `changed`.
	Version int `json:"version"`
	// Why stands in the log of acts.
	Why string `json:"why"`
	// Preview true does nothing and answers what would be done.
	Preview bool `json:"preview,omitempty"`
}

// Base is what every request of an action has. A request that has not all of it says itself what it has.
func (a DeskAction) Base() DeskAction { return a }

// DeskActionResponse answers every act.
type DeskActionResponse struct {
	Status
	// Done is false for a preview.
	Done    bool        `json:"done"`
	Preview DeskPreview `json:"preview"`
	// BookingID is the registration that the act was about, the new one of `add`.
	BookingID string `json:"booking_id"`
	// Version is that of the registration now.
	Version int `json:"version"`
	// Request is there when nothing was done because a second person has to approve.
	Request string `json:"request,omitempty"`
	// Note is the number of a note that was written.
	Note int64 `json:"note,omitempty"`
	// Undo is the call that takes the act back, "" when nothing does.
	Undo string `json:"undo,omitempty"`
}

// DeskPreview says what an act does.
type DeskPreview struct {
	// Says are sentences: what happens to the registration, to its ticket, to its money.
	Says []string `json:"says"`
	// Changes are the values that become others.
	Changes []DeskChange `json:"changes"`
	// Ticket is new, void, valid or none: what there is afterwards.
	Ticket string `json:"ticket"`
	// Mails are those that go out.
	Mails []DeskMail `json:"mails"`
	// Money is there when the act is about money.
	Money *DeskMoney `json:"money,omitempty"`
	// Rules are those of the form that the new values break, by field; with `override` they are set aside.
	Rules map[string]string `json:"rules,omitempty"`
}

// DeskMail is a mail that an act sends.
type DeskMail struct {
	To      string `json:"to"`
	Subject string `json:"subject"`
}

// DeskMoney is what becomes of the money of a registration.
type DeskMoney struct {
	// PaidPaise is what came, has not gone back and is not on its way; RefundPaise is what goes back, KeptPaise what
	// stays.
	PaidPaise   int64 `json:"paid_paise"`
	RefundPaise int64 `json:"refund_paise"`
	KeptPaise   int64 `json:"kept_paise"`
	// How is gateway, hand or none.
	How string `json:"how"`
	// UnderwayPaise is on its way back: until it has gone nothing more can go.
	UnderwayPaise int64 `json:"underway_paise,omitempty"`
	// LimitPaise is the most that one person may give back of a registration alone, AlonePaise what went back before, or
	// is on its way, without a second person; Second is true when it needs another one.
	LimitPaise int64 `json:"limit_paise"`
	AlonePaise int64 `json:"alone_paise,omitempty"`
	Second     bool  `json:"second"`
}

// DeskPendingRequest is the body of /desk/pending.
type DeskPendingRequest struct {
	ID string `json:"id"`
}

// DeskPendingResponse answers /desk/pending: what is under way for a registration, and what stands beside an act.
type DeskPendingResponse struct {
	Status
	Version int `json:"version"`
	// Transfer is the one that waits for the colleague.
	Transfer *DeskTransfer `json:"transfer,omitempty"`
	// Requests wait for a second person.
	Requests []DeskRequest `json:"requests"`
	// Policy is the text on cancelling, from the content, as HTML.
	Policy string     `json:"policy"`
	Money  *DeskMoney `json:"money,omitempty"`
	// Link is where a registration that is not paid yet can be paid.
	Link *DeskPayLink `json:"link,omitempty"`
}

// DeskPayLink is the payment link of a registration that is not paid yet.
type DeskPayLink struct {
	// URL is the page on which the person pays, "" when the link has expired.
	URL string `json:"url,omitempty"`
	// Expires is until when it can be paid (RFC 3339, UTC).
	Expires string `json:"expires"`
}

// DeskTransfer is a ticket that was offered to a colleague.
type DeskTransfer struct {
	Email   string `json:"email"`
	Offered string `json:"offered"`
	Expires string `json:"expires"`
	By      string `json:"by"`
}

// DeskRequest is an act that waits for a second person.
type DeskRequest struct {
	Request     string `json:"request"`
	BookingID   string `json:"booking_id"`
	At          string `json:"at"`
	By          string `json:"by"`
	Why         string `json:"why"`
	RefundPaise int64  `json:"refund_paise"`
	// Mine is true for whoever asked: somebody else has to approve.
	Mine bool `json:"mine"`
	// WhyNot says why the reader may not approve it, and who may.
	WhyNot string `json:"why_not,omitempty"`
	// Cancels is false for a refund that leaves the registration as it is.
	Cancels bool `json:"cancels"`
}

// DeskNoteRequest is the body of /desk/note. A note is no change: it needs no version and no reason.
type DeskNoteRequest struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	// Delete is the number of a note that is taken away again.
	Delete int64 `json:"delete,omitempty"`
}

// Base is what a note has of it.
func (n DeskNoteRequest) Base() DeskAction { return DeskAction{ID: n.ID} }

// DeskCorrectRequest is the body of /desk/correct.
type DeskCorrectRequest struct {
	DeskAction
	// Changes are new values by the names of the form (firstname, email, spouseName, …).
	Changes map[string]string `json:"changes"`
	// Override sets aside the rules of age and membership that the new values break.
	Override bool `json:"override,omitempty"`
}

// DeskResendRequest is the body of /desk/resend.
type DeskResendRequest struct {
	DeskAction
	// What is ticket or link.
	What string `json:"what"`
}

// DeskTransferRequest is the body of /desk/transfer; /desk/transfer-withdraw is a DeskAction.
type DeskTransferRequest struct {
	DeskAction
	// Email is the colleague's.
	Email string `json:"email"`
}

// DeskCancelRequest is the body of /desk/cancel.
type DeskCancelRequest struct {
	DeskAction
	// RefundPaise is what goes back, 0 for nothing.
	RefundPaise int64 `json:"refund_paise"`
}

// DeskRefundRequest is the body of /desk/refund: money goes back, and nothing is cancelled. /desk/uncancel is a
// DeskAction.
type DeskRefundRequest struct {
	DeskAction
	RefundPaise int64 `json:"refund_paise"`
}

// DeskApproveRequest is the body of /desk/approve.
type DeskApproveRequest struct {
	Request string `json:"request"`
	Why     string `json:"why"`
	Preview bool   `json:"preview,omitempty"`
	// Refuse true ends the request; nothing is done.
	Refuse bool `json:"refuse,omitempty"`
}

// Base is what an approval has of it; the request names the registration.
func (a DeskApproveRequest) Base() DeskAction { return DeskAction{Why: a.Why, Preview: a.Preview} }

// DeskGivenBackRequest is the body of /desk/given-back: money that came another way was given back by hand.
type DeskGivenBackRequest struct {
	DeskAction
	// Reference names the bank transfer or the receipt.
	Reference string `json:"reference"`
}

// DeskPaidRequest is the body of /desk/paid: a registration that waits, or whose link is over, was paid another way.
type DeskPaidRequest struct {
	DeskAction
	Payment DeskHowItIsPaid `json:"payment"`
}

// DeskSeatRequest is the body of /desk/seat; /desk/void and /desk/reissue are a DeskAction.
type DeskSeatRequest struct {
	DeskAction
	Gate string `json:"gate"`
	Row  string `json:"row"`
	Seat string `json:"seat"`
}

// DeskAddRequest is the body of /desk/add: what the form asks, without the pictures, and how it is paid.
type DeskAddRequest struct {
	Person
	Spouse         bool   `json:"spouse"`
	SpouseName     string `json:"spouseName"`
	TicketCategory string `json:"ticketCategory"`
	Why            string `json:"why"`
	Preview        bool   `json:"preview,omitempty"`
	// Override sets aside the rules of age and membership.
	Override bool            `json:"override,omitempty"`
	Payment  DeskHowItIsPaid `json:"payment"`
}

// Base is what a new registration has of it.
func (a DeskAddRequest) Base() DeskAction { return DeskAction{Why: a.Why, Preview: a.Preview} }

// DeskHowItIsPaid is how a registration of the desk is paid.
type DeskHowItIsPaid struct {
	// Kind is bank, cheque, cash, free or link.
	Kind string `json:"kind"`
	// Reference names a bank transfer, a cheque or a receipt; it can be used once. Date is its day (2025-03-31).
	Reference string `json:"reference,omitempty"`
	Date      string `json:"date,omitempty"`
	// Reason says why it is free: one of the kinds of the content (speaker, volunteer, …).
	Reason string `json:"reason,omitempty"`
}

// DeskProblem is a refusal of the desk.
type DeskProblem struct {
	Problem
	// Version and Changes come with `changed`: how the registration stands, and who did what since.
	Version int            `json:"version,omitempty"`
	Changes []DeskSeenLate `json:"changes,omitempty"`
	// BookingID comes with `already_registered` and `unpaid_registration`: the registration that stands in the way.
	BookingID string `json:"booking_id,omitempty"`
	// Rules come with `validation_failed` when only rules stand in the way that `override` sets aside.
	Rules map[string]string `json:"rules,omitempty"`
}

// DeskSeenLate is a change that somebody made meanwhile.
type DeskSeenLate struct {
	At   string `json:"at"`
	Who  string `json:"who"`
	What string `json:"what"`
	// Mine is true for whoever is told: it was done in another window.
	Mine bool `json:"mine,omitempty"`
	// Values are what became what, as far as the role may see it.
	Values []DeskChange `json:"values,omitempty"`
}

// TransferRequest is the body of /transfer: a colleague opens the link of the mail.
type TransferRequest struct {
	Token string `json:"token"`
}

// TransferResponse answers /transfer.
type TransferResponse struct {
	Status
	// TicketCategory is the type of the ticket, whose form is asked; Spouse is true for a ticket with two seats.
	TicketCategory string `json:"ticketCategory"`
	Spouse         bool   `json:"spouse"`
	Email          string `json:"email"`
	// Expires is until when it can be accepted (RFC 3339, UTC).
	Expires string `json:"expires"`
}

// TransferAcceptRequest is the body of /transfer-accept: the colleague's own data, pictures and consent.
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
