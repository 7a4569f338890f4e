package wire

// DeskSums is what is added up of registrations: how many, their seats, and their money. The money is what really came:
// a registration that was never paid counts 0, one that was cancelled counts what was paid and what went back. A role
// that sees no sums has none of the amounts.
type DeskSums struct {
	Count int `json:"count"`
	Seats int `json:"seats"`
	// NetPaise and GSTPaise are the prices of those that were paid.
	NetPaise *int64 `json:"net_paise,omitempty"`
	GSTPaise *int64 `json:"gst_paise,omitempty"`
	// RefundedPaise is what has gone back.
	RefundedPaise *int64 `json:"refunded_paise,omitempty"`
}

// DeskGroup is a figure of Today. The people of its query are exactly those that it counts, and their sums are these.
type DeskGroup struct {
	// Key is a machine word: a state, a way of paying, a flag, a day (2025-03-31).
	Key string `json:"key"`
	// Name is what people call it.
	Name string `json:"name"`
	DeskSums
	// Query is a query of People: the list behind the figure.
	Query string `json:"query"`
}

// DeskCategory is a category against its capacity.
type DeskCategory struct {
	Type string `json:"type"`
	Name string `json:"name"`
	// Capacity is how many seats there are, 0 for no limit.
	Capacity int `json:"capacity"`
	// Held are the registrations that hold a seat; their seats count against the capacity.
	Held DeskGroup `json:"held"`
	// All are all registrations of the category, States the same by state, those without any left out.
	All    DeskGroup   `json:"all"`
	States []DeskGroup `json:"states"`
}

// DeskDay is a day of the event's zone.
type DeskDay struct {
	Day string `json:"day"`
	// Registered are those that were typed on the day, Paid those that were paid on it.
	Registered DeskGroup `json:"registered"`
	Paid       DeskGroup `json:"paid"`
}

// DeskAlarm is something at which somebody should look.
type DeskAlarm struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// DeskTodayResponse answers /desk/today.
type DeskTodayResponse struct {
	Status
	// At is when it was counted (RFC 3339, UTC).
	At string `json:"at"`
	// All are all registrations, States the same by state, PaidBy those that were paid by how.
	All        DeskGroup      `json:"all"`
	States     []DeskGroup    `json:"states"`
	PaidBy     []DeskGroup    `json:"paid_by"`
	Categories []DeskCategory `json:"categories"`
	// Days are those on which something happened, oldest first.
	Days []DeskDay `json:"days"`
	// Flags are what may need a hand: unfinished payments, mails that did not arrive, tasks.
	Flags []DeskGroup `json:"flags"`
	// Inside are those who have come, by day of entry.
	Inside []DeskGroup `json:"inside"`
	// Tasks is how many wait for a person, also those about no registration.
	Tasks  int         `json:"tasks"`
	Alarms []DeskAlarm `json:"alarms"`
}

// DeskPeopleRequest is the body of /desk/people.
type DeskPeopleRequest struct {
	// Query is what stands in the address of the room behind the question mark: q, state, category, paid_by, flag (each of
	// them as often as wanted), from and to (days of registering), paid_from and paid_to, inside (a day), sort, dir, page,
	// per.
	Query string `json:"query"`
	// Alike asks for those whose names sound like the words of q, at most twenty, because nobody is spelled so.
	Alike bool `json:"alike,omitempty"`
}

// DeskPeopleResponse answers /desk/people.
type DeskPeopleResponse struct {
	Status
	// Query is the same query in its canonical form.
	Query string `json:"query"`
	// Sums are of all that fit, Rows are one page of them.
	Sums DeskSums  `json:"sums"`
	Rows []DeskRow `json:"rows"`
	Page int       `json:"page"`
	Per  int       `json:"per"`
	// Choices are what the filters offer.
	Choices DeskChoices `json:"choices"`
}

// DeskChoices are what the filters of People offer.
type DeskChoices struct {
	States     []DeskChoice `json:"states"`
	Categories []DeskChoice `json:"categories"`
	PaidBy     []DeskChoice `json:"paid_by"`
	Flags      []DeskChoice `json:"flags"`
	// Questions are the filters of the conference's own questions.
	Questions []DeskQuestion `json:"questions,omitempty"`
	// Columns are those that this role may export, Sorts those by which a list can be sorted.
	Columns []DeskChoice `json:"columns"`
	Sorts   []string     `json:"sorts"`
}

// DeskQuestion is the filter of an own question: its key in a query, its name and its choices.
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

// DeskRow is a registration in a list. What a role must not see is missing.
type DeskRow struct {
	ID string `json:"id"`
	// Code is the six letters that can be spelled out on the telephone.
	Code         string `json:"code"`
	Name         string `json:"name"`
	SpouseName   string `json:"spouse_name,omitempty"`
	Category     string `json:"category"`
	CategoryName string `json:"category_name"`
	// State is waiting, paid, part refunded, refunded, cancelled, expired or erased.
	State string `json:"state" ts:"BookingState"`
	Seats int    `json:"seats"`
	// Registered and Paid are instants (RFC 3339, UTC).
	Registered string `json:"registered"`
	Paid       string `json:"paid,omitempty"`
	// PaidBy is online, bank, cheque, cash or free; "" while nothing is paid.
	PaidBy       string `json:"paid_by,omitempty"`
	City         string `json:"city,omitempty"`
	Company      string `json:"company,omitempty"`
	Institute    string `json:"institute,omitempty"`
	MembershipNo string `json:"membership_no,omitempty"`
	Email        string `json:"email,omitempty"`
	Mobile       string `json:"mobile,omitempty"`
	AmountPaise  *int64 `json:"amount_paise,omitempty"`
	// RefundedPaise is what has gone back.
	RefundedPaise *int64 `json:"refunded_paise,omitempty"`
	// TicketStatus is valid, used or void; "" when there is no ticket. Entries is how often it was used.
	TicketStatus string `json:"ticket_status,omitempty"`
	Entries      int    `json:"entries"`
	// Tasks is how many of its tasks are open.
	Tasks int `json:"tasks"`
}

// DeskRegistrationRequest is the body of /desk/registration: one of the two is given.
type DeskRegistrationRequest struct {
	ID   string `json:"id,omitempty"`
	Code string `json:"code,omitempty"`
}

// DeskRegistrationResponse answers /desk/registration, and every act on a registration.
type DeskRegistrationResponse struct {
	Status
	Registration DeskRegistration `json:"registration"`
}

// DeskRegistration is all facts of a registration and what happened to it.
type DeskRegistration struct {
	DeskRow
	// Version grows with each change; an act sends the one that it saw.
	Version int `json:"version"`
	// Person is what was typed. For a role that sees no contact data, it has none.
	Person Person `json:"person"`
	Spouse bool   `json:"spouse"`
	// NetPaise and GSTPaise are the parts of the price.
	NetPaise *int64 `json:"net_paise,omitempty"`
	GSTPaise *int64 `json:"gst_paise,omitempty"`
	// PaidReference and PaidOn are what stands on a bank transfer or a cheque, FreeReason is why it is free.
	PaidReference string `json:"paid_reference,omitempty"`
	PaidOn        string `json:"paid_on,omitempty"`
	FreeReason    string `json:"free_reason,omitempty"`
	// HasPhoto and HasDocument tell whether the pictures are there; Checked is when the document was checked.
	HasPhoto    bool   `json:"has_photo"`
	HasDocument bool   `json:"has_document"`
	Checked     string `json:"checked,omitempty"`
	// Withdrawn is when the consent was withdrawn.
	Withdrawn string `json:"withdrawn,omitempty"`
	// Tickets are the one that is good and those that it replaced, newest first.
	Tickets  []DeskTicket  `json:"tickets"`
	Payments []DeskPayment `json:"payments"`
	// Timeline is what happened, oldest first.
	Timeline []DeskEvent `json:"timeline"`
	Tasks    []DeskTask  `json:"open_tasks"`
	// Others are further registrations of the same mailbox or person.
	Others []DeskRow `json:"others"`
	// May are the acts that this role may do now.
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

// DeskPayment is captured money, for a role that sees it.
type DeskPayment struct {
	Provider string `json:"provider"`
	// PaymentID is the gateway's, or the reference of a payment by hand as it was typed.
	PaymentID     string `json:"payment_id"`
	Reference     string `json:"reference"`
	AmountPaise   int64  `json:"amount_paise"`
	RefundedPaise int64  `json:"refunded_paise"`
	Captured      string `json:"captured"`
	Refunded      string `json:"refunded,omitempty"`
	// Refunds are what has gone back, one by one, oldest first.
	Refunds []DeskRefund `json:"refunds"`
	// Disposition is applied, duplicate_refund_due, no_seat_refund_due, organiser_refund_due or refunded.
	Disposition string `json:"disposition"`
}

// DeskRefund is money that went back at once.
type DeskRefund struct {
	AmountPaise int64 `json:"amount_paise"`
	// At is an instant (RFC 3339, UTC).
	At string `json:"at"`
}

// DeskEvent is a point of a registration's timeline.
type DeskEvent struct {
	// At is an instant (RFC 3339, UTC).
	At string `json:"at"`
	// Kind is typed, consent, link, paid, refund, mail, ticket, entry, view, check, act, note or task.
	Kind string `json:"kind"`
	Text string `json:"text"`
	// Actor is who did it, "" for the person or the program.
	Actor string `json:"actor,omitempty"`
	// Why is the reason that was given, Changes are what became of what.
	Why     string       `json:"why,omitempty"`
	Changes []DeskChange `json:"changes,omitempty"`
}

// DeskChange is a value that an act has changed.
type DeskChange struct {
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// DeskTask is something that waits for a person.
type DeskTask struct {
	Key  string `json:"key"`
	Kind string `json:"kind"`
	// Title names it in a few words, Text says what happened and what to do.
	Title string `json:"title"`
	Text  string `json:"text"`
	// At is since when (RFC 3339, UTC).
	At string `json:"at"`
	// Booking, Code and Name say which registration it is about; "" for none.
	Booking string `json:"booking,omitempty"`
	Code    string `json:"code,omitempty"`
	Name    string `json:"name,omitempty"`
	// Act is the act that solves it, "" when there is none in the desk; ActName is what its button says.
	Act     string `json:"act,omitempty"`
	ActName string `json:"act_name,omitempty"`
	// ClosesWhen says when the program closes it; nobody else can then. "" for a task that a person closes.
	ClosesWhen string `json:"closes_when,omitempty"`
	// Scan is what /desk/gate-name calls the admission by hand that it is about.
	Scan string `json:"scan,omitempty"`
}

// DeskTasksResponse answers /desk/tasks.
type DeskTasksResponse struct {
	Status
	Tasks []DeskTask `json:"tasks"`
}

// DeskExportRequest is the body of /desk/export; the answer is the file.
type DeskExportRequest struct {
	// Query is that of People: exactly what is filtered is exported, all pages of it.
	Query string `json:"query"`
	// Columns are keys of the choices of People; none means all that the role may have.
	Columns []string `json:"columns"`
	// Format is csv or xlsx.
	Format string `json:"format"`
	// Purpose is what the file is for; it stands in the log of acts.
	Purpose string `json:"purpose"`
}

// DeskTaskDoneRequest is the body of /desk/task-done.
type DeskTaskDoneRequest struct {
	Key string `json:"key"`
	// Why says what was done; it stands in the log of acts.
	Why string `json:"why"`
}
