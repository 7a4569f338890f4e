package wire

import "transom/api/domain"

// DeskSums are the totals of several registrations. Only payments that were made count: a registration that was never
// paid adds 0, and a cancelled one adds its payment and its refund. A role that may not see totals gets no amounts.
type DeskSums struct {
	Count int `json:"count"`
	Seats int `json:"seats"`
	// NetPaise and GSTPaise are the totals for the paid registrations: the prices without GST, and the GST.
	NetPaise      *int64 `json:"net_paise,omitempty"`
	GSTPaise      *int64 `json:"gst_paise,omitempty"`
	RefundedPaise *int64 `json:"refunded_paise,omitempty"`
}

// DeskGroup is a count on the overview.
type DeskGroup struct {
	// Key is machine-readable: a state, a payment method, a flag or a day (2025-03-31).
	Key  string `json:"key"`
	Name string `json:"name"`
	DeskSums
	// Query is the list query that finds exactly the counted registrations.
	Query string `json:"query"`
}

// DeskCategory is a category with its capacity.
type DeskCategory struct {
	Type string `json:"type"`
	Name string `json:"name"`
	// Capacity is the number of seats, or 0 for no limit.
	Capacity int `json:"capacity"`
	// Held counts the registrations that hold a seat; their seats count towards the capacity.
	Held DeskGroup `json:"held"`
	All  DeskGroup `json:"all"`
}

// DeskDay is a day in the event's time zone.
type DeskDay struct {
	Day string `json:"day"`
	// Registered counts the registrations made on that day, and Paid those that were paid on that day.
	Registered DeskGroup `json:"registered"`
	Paid       DeskGroup `json:"paid"`
}

// DeskAlarm is a condition that needs attention.
type DeskAlarm struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// DeskOverviewResponse answers /desk/overview.
type DeskOverviewResponse struct {
	Status
	// At is when the registrations were counted (RFC 3339, UTC).
	At string `json:"at"`
	// PaidBy groups the paid registrations by payment method.
	All        DeskGroup      `json:"all"`
	States     []DeskGroup    `json:"states"`
	PaidBy     []DeskGroup    `json:"paid_by"`
	Categories []DeskCategory `json:"categories"`
	// Days are the days with registrations or payments, oldest first.
	Days []DeskDay `json:"days"`
	// Flags count what may need attention: unfinished and partial payments, unsent and undelivered emails, refunds due.
	Flags  []DeskGroup `json:"flags"`
	Inside []DeskGroup `json:"inside"`
	// Tasks is the number of open tasks, including those that are not about a registration.
	Tasks int `json:"tasks"`
	// Documents compares invoices with payments, for a role that may see money.
	Documents *DeskDocuments `json:"documents,omitempty"`
	Alarms    []DeskAlarm    `json:"alarms"`
	Disputes  []DeskTask     `json:"disputes"`
}

// DeskDocuments compares invoices less credit notes with payments less refunds, in paise.
type DeskDocuments struct {
	InvoicesPaise int64 `json:"invoices_paise"`
	CreditsPaise  int64 `json:"credits_paise"`
	// DifferencePaise is what the documents add up to minus the money received; it should always be 0.
	DifferencePaise int64 `json:"difference_paise"`
	// ReceivedPaise is all money received, TDSPaise what payers deducted as tax, and RefundedPaise what was refunded.
	// OutsidePaise is received money that belongs to no registration: surplus payments that are in no document, and
	// payments whose credit note has been issued but whose refund is still due.
	ReceivedPaise int64 `json:"received_paise"`
	TDSPaise      int64 `json:"tds_paise"`
	RefundedPaise int64 `json:"refunded_paise"`
	OutsidePaise  int64 `json:"outside_paise"`
}

// DeskRegistrationsRequest is the body of /desk/registrations.
type DeskRegistrationsRequest struct {
	// Query is the query string of the list's address: q, state, category, paid_by, flag (each may be repeated), from
	// and to (days of registration), paid_from and paid_to, inside (a day), sort, dir, page, per.
	Query string `json:"query"`
	// Alike is true to find up to twenty people whose names sound like the words in q, if no name is spelled that way.
	Alike bool `json:"alike,omitempty"`
}

// DeskRegistrationsResponse answers /desk/registrations.
type DeskRegistrationsResponse struct {
	Status
	// Query is the request's query in canonical form.
	Query string `json:"query"`
	// Sums are the totals of all matching registrations; Rows are one page of them.
	Sums DeskSums  `json:"sums"`
	Rows []DeskRow `json:"rows"`
	Page int       `json:"page"`
	Per  int       `json:"per"`
	// Choices are what the filters offer.
	Choices DeskChoices `json:"choices"`
}

// DeskChoices are the filters and columns that the list offers.
type DeskChoices struct {
	States     []DeskChoice   `json:"states"`
	Categories []DeskChoice   `json:"categories"`
	PaidBy     []DeskChoice   `json:"paid_by"`
	Flags      []DeskChoice   `json:"flags"`
	Questions  []DeskQuestion `json:"questions,omitempty"`
	// Columns are the columns that this role may export.
	Columns []DeskChoice `json:"columns"`
}

// DeskQuestion is the filter for a custom question: its key in a query, its name and its choices.
type DeskQuestion struct {
	Key     string       `json:"key"`
	Name    string       `json:"name"`
	Choices []DeskChoice `json:"choices"`
}

// DeskChoice is one value of a filter.
type DeskChoice struct {
	Key  string `json:"key"`
	Name string `json:"name"`
}

// DeskRow is a registration in a list. Values that the role may not see are missing.
type DeskRow struct {
	ID string `json:"id"`
	// Code is the booking code: six letters that can be read out on the phone.
	Code         string `json:"code"`
	Name         string `json:"name"`
	SpouseName   string `json:"spouse_name,omitempty"`
	Category     string `json:"category"`
	CategoryName string `json:"category_name"`
	// State is waiting, paid, part refunded, refunded, cancelled, expired or erased.
	State string `json:"state" ts:"BookingState"`
	Seats int    `json:"seats"`
	// Registered and Paid are times (RFC 3339, UTC); for a payment that staff recorded, Paid is the day (2025-03-31).
	Registered string `json:"registered"`
	Paid       string `json:"paid,omitempty"`
	// PaidBy is online, bank, cheque, cash or free; "" if the registration is not paid.
	PaidBy       string `json:"paid_by,omitempty"`
	City         string `json:"city,omitempty"`
	Company      string `json:"company,omitempty"`
	Institute    string `json:"institute,omitempty"`
	MembershipNo string `json:"membership_no,omitempty"`
	Email        string `json:"email,omitempty"`
	Mobile       string `json:"mobile,omitempty"`
	// Answers are the answers to custom questions, by name.
	Answers domain.Answers `json:"answers,omitempty"`
	// AmountPaise is the current ticket's price, and RefundedPaise the refunded amount, for a role that may see money.
	// The price is missing if an older version of the program changed the ticket. WaivedPaise is the part of the price
	// that was waived; a negative value is an overpayment that was not refunded.
	AmountPaise   *int64 `json:"amount_paise,omitempty"`
	RefundedPaise *int64 `json:"refunded_paise,omitempty"`
	WaivedPaise   int64  `json:"waived_paise,omitempty"`
	// TicketStatus is valid, used or void; "" if there is no ticket. Entries is how many times the ticket was used.
	TicketStatus string `json:"ticket_status,omitempty"`
	Entries      int    `json:"entries"`
	Tasks        int    `json:"tasks"`
	// Shared says what a possible duplicate shares with which group of registrations, if the list is filtered by that.
	Shared string `json:"shared,omitempty"`
}

// DeskRegistrationRequest is the body of /desk/registration: either an id or a code.
type DeskRegistrationRequest struct {
	ID   string `json:"id,omitempty"`
	Code string `json:"code,omitempty"`
}

// DeskRegistrationResponse answers /desk/registration.
type DeskRegistrationResponse struct {
	Status
	Registration DeskRegistration `json:"registration"`
}

// DeskRegistration is all data about a registration, including its history.
type DeskRegistration struct {
	DeskRow
	// Version increases with each change; an action sends the version that the caller saw.
	Version int `json:"version"`
	// Person is the entered data, without contact data for a role that may not see it.
	Person Person `json:"person"`
	Spouse bool   `json:"spouse"`
	// NetPaise and GSTPaise are the parts of the price; missing if the price is unknown.
	NetPaise *int64 `json:"net_paise,omitempty"`
	GSTPaise *int64 `json:"gst_paise,omitempty"`
	DuePaise *int64 `json:"due_paise,omitempty"`
	// FreeReason is why the registration is free.
	FreeReason  string `json:"free_reason,omitempty"`
	HasPhoto    bool   `json:"has_photo"`
	HasDocument bool   `json:"has_document"`
	Checked     string `json:"checked,omitempty"`
	// Rejected is when the document was rejected; it is missing once a replacement has been sent. DeskNumber is set for
	// a role that checks documents.
	Rejected string `json:"rejected,omitempty"`
	DeskNumber
	Withdrawn string `json:"withdrawn,omitempty"`
	// Tickets are the valid ticket and those that it replaced, newest first.
	Tickets  []DeskTicket  `json:"tickets"`
	Payments []DeskPayment `json:"payments"`
	// Invoices are oldest first; Buyer is the buyer named on the last invoice. Both are set only for a role that may see
	// money.
	Invoices []InvoiceRow  `json:"invoices"`
	Buyer    *InvoiceParty `json:"buyer,omitempty"`
	// Timeline is the history, oldest first.
	Timeline []DeskEvent `json:"timeline"`
	Tasks    []DeskTask  `json:"open_tasks"`
	// Others are the other registrations of the same person or mailbox.
	Others []DeskRow `json:"others"`
	// May lists the actions that this role may take now.
	May []string `json:"may"`
}

// DeskTicket is a ticket as the desk sees it.
type DeskTicket struct {
	ID               string `json:"id"`
	Holder           string `json:"holder"`
	Status           string `json:"status"`
	Issued           string `json:"issued"`
	Gate             string `json:"gate"`
	Row              string `json:"row"`
	Seat             string `json:"seat"`
	EntriesTotal     int    `json:"entries_total"`
	EntriesRemaining int    `json:"entries_remaining"`
}

// DeskPayment is a captured payment, for a role that may see it.
type DeskPayment struct {
	Provider string `json:"provider"`
	// PaymentID is the gateway's id, or the reference that staff entered for a manual payment.
	PaymentID   string `json:"payment_id"`
	Reference   string `json:"reference"`
	AmountPaise int64  `json:"amount_paise"`
	// TDSPaise is the part of AmountPaise that was deducted as tax. Withdrawable is true if staff recorded the payment
	// and nothing was refunded.
	TDSPaise     int64 `json:"tds_paise,omitempty"`
	Withdrawable bool  `json:"withdrawable,omitempty"`
	// SurplusPaise was received with this payment beyond AmountPaise, and is also listed as a payment, with IsSurplus.
	SurplusPaise  int64 `json:"surplus_paise,omitempty"`
	IsSurplus     bool  `json:"is_surplus,omitempty"`
	RefundedPaise int64 `json:"refunded_paise"`
	// DuePaise is the refund that staff still have to make manually.
	DuePaise int64  `json:"due_paise,omitempty"`
	Captured string `json:"captured"`
	// Refunds are the individual refunds, oldest first.
	Refunds []DeskRefund `json:"refunds"`
	// Disposition is applied, duplicate_refund_due, no_seat_refund_due, organiser_refund_due, refunded or withdrawn.
	Disposition string `json:"disposition"`
}

// DeskRefund is an amount that was refunded in one step.
type DeskRefund struct {
	AmountPaise int64 `json:"amount_paise"`
	// At is a time (RFC 3339, UTC).
	At string `json:"at"`
}

// DeskEvent is an entry in a registration's history.
type DeskEvent struct {
	// At is a time (RFC 3339, UTC).
	At string `json:"at"`
	// Kind is typed, consent, link, paid, refund, mail, ticket, entry, view, check, action, note or task.
	Kind string `json:"kind"`
	Text string `json:"text"`
	// Actor is the person who acted, or "" for the registered person or the program.
	Actor   string       `json:"actor,omitempty"`
	Why     string       `json:"why,omitempty"`
	Changes []DeskChange `json:"changes,omitempty"`
}

// DeskChange is a value that an action has changed.
type DeskChange struct {
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// DeskTask is work for a person.
type DeskTask struct {
	Key  string `json:"key"`
	Kind string `json:"kind"`
	// Title is a short name; Text says what happened and what to do.
	Title string `json:"title"`
	Text  string `json:"text"`
	// At is when the task was opened (RFC 3339, UTC).
	At string `json:"at"`
	// Booking, Code and Name identify the registration concerned; "" if there is none.
	Booking string `json:"booking,omitempty"`
	Code    string `json:"code,omitempty"`
	Name    string `json:"name,omitempty"`
	// Action is the action that resolves the task, or ""; ActionName is the label of its button.
	Action     string `json:"action,omitempty"`
	ActionName string `json:"action_name,omitempty"`
	// ClosesWhen says when the task closes automatically, or is "" if a person has to close it.
	ClosesWhen string `json:"closes_when,omitempty"`
	// Scan is the manual check-in that the task is about, as /desk/gate-name expects it.
	Scan string `json:"scan,omitempty"`
}

// DeskTasksResponse answers /desk/tasks.
type DeskTasksResponse struct {
	Status
	Tasks []DeskTask `json:"tasks"`
}

// DeskExportRequest is the body of /desk/export; the response is the file.
type DeskExportRequest struct {
	// Query is the list's query: all registrations that it finds are exported.
	Query string `json:"query"`
	// Columns are keys from the list's choices; if there are none, all that the role may see are exported.
	Columns []string `json:"columns"`
	// Format is csv or xlsx.
	Format string `json:"format"`
	// Purpose is recorded in the activity log.
	Purpose string `json:"purpose"`
}

// DeskInvoicesRequest is the body of /desk/invoices/export; the response is the file.
type DeskInvoicesRequest struct {
	// Month is the month in which the documents were issued, in the event's time zone (2025-03).
	Month string `json:"month"`
	// Format is xlsx for the register, or gstr1 for a ZIP file with the tables of the GST return.
	Format string `json:"format"`
	// Purpose is recorded in the activity log.
	Purpose string `json:"purpose"`
}

// DeskTaskDoneRequest is the body of /desk/task-done.
type DeskTaskDoneRequest struct {
	Key string `json:"key"`
	// Why says what was done.
	Why string `json:"why"`
}

// DeskBadgesRequest is the body of /desk/badges: the query for a list, or a booking code or ticket code.
type DeskBadgesRequest struct {
	Query string `json:"query"`
	Code  string `json:"code"`
}

// DeskBadgesResponse answers /desk/badges with the layout from badge.yaml.
type DeskBadgesResponse struct {
	Status
	WidthMM  int         `json:"width_mm"`
	HeightMM int         `json:"height_mm"`
	Sheet    string      `json:"sheet"`
	Photo    bool        `json:"photo"`
	Badges   []DeskBadge `json:"badges"`
	// More is true if the query finds more registrations than one response contains.
	More bool `json:"more,omitempty"`
}

// DeskBadge is a badge for one seat.
type DeskBadge struct {
	ID       string   `json:"id"` // the registration's id
	Seat     int      `json:"seat"`
	Name     string   `json:"name"`
	Lines    []string `json:"lines"`
	Category string   `json:"category"`
	Colour   string   `json:"colour"`
	// Code is the ticket's printed code, and QR the content of its QR code.
	Code     string `json:"code"`
	QR       string `json:"qr"`
	HasPhoto bool   `json:"has_photo"`
	// Prints is how often the badge was printed, and Printed is the last time (RFC 3339, or "").
	Prints  int    `json:"prints"`
	Printed string `json:"printed"`
	// Current is true if the last print shows the current ticket and photo.
	Current bool `json:"current"`
}
