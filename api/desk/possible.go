package desk

import (
	"context"
	"errors"
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/refund"
	"transom/api/staff"
)

// facts are what decides which actions are possible on a registration. The desk offers an action by the same functions
// by which the action refuses.
type facts struct {
	b        booking.Booking
	ticket   booking.Ticket // the good one, else the last; the zero Ticket for none
	payments []booking.Payment
	isSold   bool // its category is in the content
	offered  bool // to a colleague
	requests []booking.Request
	role     string
	now      time.Time
	content  *domain.Content
}

// mustBePaid refuses what only a registration that counts can have.
func mustBePaid(b booking.Booking) error {
	switch {
	case b.Erased():
		return notPossible("The data of this person was erased, so nothing can be done here any more.")
	case b.Status != booking.Success:
		return notPossible("This registration is not paid yet. Note the payment first.")
	case b.Cancelled():
		return notPossible("This registration is cancelled. Take the cancellation back first.")
	}
	return nil
}

// mustNotWait refuses what would end a request for a second person unseen.
func mustNotWait(requests []booking.Request) error {
	if len(requests) > 0 {
		return notPossible("A refund of this registration waits for a second person. Approve or refuse it first.")
	}
	return nil
}

// mayPass refuses to transfer what is not paid, was used, or comes too late.
func (f facts) mayPass() error {
	until := f.content.Desk.TransferUntil.Time
	switch paid := mustBePaid(f.b); {
	case paid != nil:
		return paid
	case !f.now.Before(until):
		return notPossible("Tickets can no longer be transferred; the last moment was " + f.content.Moment(until) + ".")
	case !isGood(f.ticket):
		return notPossible("The ticket is void. Issue a new one first.")
	case f.ticket.EntriesRemaining < f.ticket.EntriesTotal:
		return notPossible("Somebody has entered with this ticket, so it can no longer be transferred. To change a wrong " +
			"name, use Correct.")
	}
	return mustNotWait(f.requests)
}

// mayCorrect refuses to change what is over.
func mayCorrect(b booking.Booking) error {
	if b.Status == booking.Failed || b.Erased() || b.Cancelled() {
		return notPossible("Only a registration that is paid, or waits for its payment, can be corrected.")
	}
	return nil
}

// mayBePaid refuses to note a payment of what needs none.
func mayBePaid(b booking.Booking) error {
	switch {
	case b.Erased():
		return notPossible("The data of this person was erased, so nothing can be done here any more.")
	case b.Status == booking.Success:
		return notPossible("This registration is paid already, so there is nothing to note.")
	}
	return nil
}

// mayReturn refuses to take back a cancellation that is none; and one of which money is to be given back by hand,
// unless whoever does it may decide about refunds: the treasurer has, or two persons. The payments say what else has
// moved.
func mayReturn(b booking.Booking, payments []booking.Payment, who domain.Actor) error {
	switch {
	case b.Erased():
		return notPossible("The data of this person was erased, so nothing can be done here any more.")
	case !b.Cancelled():
		return notPossible("This registration is not cancelled.")
	case who.ID == domain.ActorCommand || staff.May(who.Role, staff.Refund):
		return nil
	}
	for _, pay := range payments {
		if pay.Disposition == booking.CancelledRefundDue && booking.IsByHand(pay.Provider) {
			return &domain.Error{Code: domain.CodeForbidden,
				Message: "Money of this registration is to be given back by hand. An organiser or the treasurer has decided " +
					"that, so one of them takes the cancellation back."}
		}
	}
	return nil
}

func isGood(t booking.Ticket) bool { return t.ID != "" && t.Status != booking.TicketVoid }

// withTicket is true while somebody is let in with a ticket; of a void one only a new one can be made.
func (f facts) withTicket() bool { return mustBePaid(f.b) == nil && isGood(f.ticket) }

func (f facts) waits() bool { return f.b.Status == booking.Initiated && !f.b.Erased() }

func (f facts) mayCancel() bool {
	return f.waits() || mustBePaid(f.b) == nil && mustNotWait(f.requests) == nil
}

func (f facts) mayNote() bool { return !f.b.Erased() }

func (f facts) mayCorrect() bool { return mayCorrect(f.b) == nil && f.isSold }

func (f facts) mayResend() bool { return f.waits() || f.withTicket() }

func (f facts) mayBePaid() bool { return mayBePaid(f.b) == nil && f.isSold }

func (f facts) mayTransfer() bool { return !f.offered && f.mayPass() == nil }

func (f facts) isOffered() bool { return f.offered }

func (f facts) isPaid() bool { return mustBePaid(f.b) == nil }

func (f facts) isAsked() bool { return len(f.requests) > 0 }

// mayRefund: a part of one that is paid, or what is left of a cancelled one.
func (f facts) mayRefund() bool {
	onePaisa := refund.Decide(f.payments, 0, 1, f.content.Desk)
	return f.b.Status == booking.Success && mustNotWait(f.requests) == nil && onePaisa.Check() == nil
}

func (f facts) mayUncancel() bool {
	moved := func(p booking.Payment) bool {
		return f.b.WasPaidBy(p, f.payments) && (p.RefundedPaise > 0 || p.RefundDue() && !booking.IsByHand(p.Provider))
	}
	return mayReturn(f.b, f.payments, domain.Actor{Role: f.role}) == nil && f.isSold &&
		!slices.ContainsFunc(f.payments, moved)
}

func (f facts) mayGiveBack() bool {
	return slices.ContainsFunc(f.payments, func(p booking.Payment) bool {
		return p.RefundDue() &&
			booking.IsByHand(p.Provider)
	})
}

// mayNow are the actions that a role may do on a registration as it stands.
func (r *Reads) mayNow(ctx context.Context, b booking.DeskBooking, role string) ([]string, error) {
	_, isSold := r.Content.CategoryByType(b.CategoryType)
	f := facts{
		b: b.Booking, ticket: b.Ticket, payments: b.Payments, isSold: isSold, role: role, now: r.Clock.Now(),
		content: r.Content,
	}
	offer, err := r.Store.FindOpenTransfer(ctx, b.ID)
	if f.offered = err == nil && offer.IsOpen(f.now); err != nil && !errors.Is(err, domain.ErrNotFound) {
		return nil, err
	}
	if f.requests, err = r.Store.OpenRequests(ctx, b.ID); err != nil {
		return nil, err
	}
	names := []string{}
	for _, action := range Actions() {
		if action.Possible != nil && staff.May(role, action.Permission) && action.Possible(f) {
			names = append(names, action.Name)
		}
	}
	return names, nil
}

// may reports whether a role may do an action at all.
func may(role, name string) bool {
	action, known := ActionByName(name)
	return known && staff.May(role, action.Permission)
}
