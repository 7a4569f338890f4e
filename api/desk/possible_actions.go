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
	"transom/api/texts"
	"transom/generator/schema"
)

// facts is the input to the functions that decide whether the page offers an action and whether the server refuses it.
type facts struct {
	b        booking.Booking
	ticket   booking.Ticket // the booking's newest ticket, valid or void, or the zero Ticket
	payments []booking.Payment
	category schema.Category
	isSold   bool              // whether the content still has the category
	offer    *booking.Transfer // the open offer of the ticket to a colleague, or nil
	open     *booking.Attempt  // the payment attempt for an unpaid ticket change, or nil
	requests []booking.Request
	who      domain.Actor
	now      time.Time
	content  *domain.Content
}

func (f *facts) load(ctx context.Context, db underWayReader, b booking.Booking) (err error) {
	f.b = b
	f.category, f.isSold = f.content.CategoryByType(b.CategoryType)
	offer, err := optional(db.FindOpenTransfer(ctx, b.ID))
	if err != nil {
		return err
	}
	if offer.IsOpen(f.now) {
		f.offer = &offer
	}
	change, err := optional(db.FindOpenChange(ctx, b.ID))
	if err != nil {
		return err
	}
	if change.Change != nil {
		f.open = &change
	}
	f.requests, err = db.OpenRequests(ctx, b.ID)
	return err
}

func optional[T any](row T, err error) (T, error) { return row, domain.IfMissing(err, nil) }

func isUsed(t booking.Ticket) bool { return t.EntriesRemaining < t.EntriesTotal }

func isGood(t booking.Ticket) bool { return t.ID != "" && t.Status != booking.TicketVoid }

func (f facts) receivedPaise() int64 { return booking.ReceivedPaise(f.payments) }

func (f facts) mayWithdrawPayment() error {
	if err := f.mayNote(); err != nil {
		return err
	}
	if len(refund.Withdrawable(f.payments)) == 0 {
		return refund.ErrNotWithdrawable
	}
	return f.notAsked()
}

var (
	errIsCancelled = notPossible(texts.DeskIsCancelled)
	errNotWaiting  = notPossible(texts.DeskNotWaiting)
	errRefundWaits = notPossible(texts.DeskRefundWaits)
)

func (f facts) waits() bool { return f.b.Status == booking.Initiated && !f.b.Erased() }

func (f facts) mayNote() error {
	if f.b.Erased() {
		return notPossible(texts.DeskErased)
	}
	return nil
}

func (f facts) isPaid() error {
	switch {
	case f.b.Erased():
		return notPossible(texts.DeskErased)
	case f.b.Status != booking.Success:
		return notPossible(texts.DeskNotPaid)
	case f.b.Cancelled():
		return errIsCancelled
	}
	return nil
}

func (f facts) hasTicket() error {
	if err := f.isPaid(); err != nil || isGood(f.ticket) {
		return err
	}
	return notPossible(texts.DeskTicketVoid)
}

func (f facts) maySeat() error {
	if !f.content.Tickets.AssignedSeats {
		return notPossible(texts.DeskNoSeats)
	}
	return f.hasTicket()
}

func (f facts) mayVoid() error {
	switch err := f.isPaid(); {
	case err != nil:
		return err
	case !isGood(f.ticket):
		return notPossible(texts.DeskVoidAlready)
	case f.open != nil:
		return notPossible(texts.DeskChangeWaits)
	}
	return nil
}

func (f facts) mayApproveDocument() error {
	switch err := f.isPaid(); {
	case err != nil:
		return err
	case !f.content.CollectsDocuments() && f.b.MembershipNo == "":
		return notPossible(texts.DeskNothingToCheck)
	case !f.b.CheckedAt.IsZero():
		return notPossible(texts.DeskCheckedAlready)
	}
	return nil
}

func (f facts) mayChangeTicket() error {
	if err := f.hasTicket(); err != nil {
		return err
	}
	money := refund.Decide(f.b, f.payments, 0, 0, f.content.Desk)
	switch {
	case f.offer != nil:
		return notPossible(texts.DeskOffered(f.offer.Email))
	case len(f.requests) > 0:
		return notPossible(texts.DeskRefundWaits)
	case money.UnderwayPaise > 0:
		return notPossible(texts.DeskRefundPending(schema.FormatPaise(money.UnderwayPaise)))
	}
	return nil
}

// A document can be rejected until it is deleted, even after it was approved.
func (f facts) mayRejectDocument() error {
	if err := f.isPaid(); err != nil || f.b.IDAsset != "" {
		return err
	}
	return notPossible(texts.DeskNoDocument)
}

// notAsked refuses an action that would silently end a request for a second person's approval or an unpaid change.
func (f facts) notAsked() error {
	if f.open != nil {
		return notPossible(texts.DeskChangeWaits)
	}
	if len(f.requests) > 0 {
		return errRefundWaits
	}
	return nil
}

func (f facts) isAsked() error {
	if len(f.requests) == 0 {
		return errNoRequest
	}
	return nil
}

func (f facts) sold() error {
	if !f.isSold {
		return notPossible(texts.DeskNotSold)
	}
	return nil
}

func (f facts) mayCorrect() error {
	if f.b.Status == booking.Failed || f.b.Erased() || f.b.Cancelled() {
		return notPossible(texts.DeskNotCorrectable)
	}
	return f.sold()
}

func (f facts) mayResend() error {
	if f.waits() {
		return nil
	}
	return f.hasTicket()
}

func (f facts) mayBePaid() error {
	switch {
	case f.b.Erased():
		return notPossible(texts.DeskErased)
	case f.open != nil:
		return notPossible(texts.DeskChangeUnpaid)
	case f.b.Status == booking.Success:
		return notPossible(texts.DeskPaidAlready)
	}
	return f.sold()
}

func (f facts) mayPass() error {
	until := f.content.Desk.TransferUntil.Time
	switch paid := f.isPaid(); {
	case paid != nil:
		return paid
	case !f.now.Before(until):
		return notPossible(texts.DeskTransferOver(f.content.Moment(until)))
	case !isGood(f.ticket):
		return notPossible(texts.DeskTicketVoid)
	case isUsed(f.ticket):
		return notPossible(texts.DeskTicketUsed)
	}
	return f.notAsked()
}

func (f facts) mayTransfer() error {
	if err := f.mayPass(); err != nil || f.offer == nil {
		return err
	}
	return notPossible(texts.DeskOffered(f.offer.Email))
}

func (f facts) isOffered() error {
	if f.offer == nil {
		return notPossible(texts.DeskNotOffered)
	}
	return nil
}

func (f facts) mayCancel() error {
	if f.waits() {
		return f.notAsked()
	}
	return errors.Join(f.isPaid(), f.notAsked())
}

func (f facts) mayRefund() error {
	if f.b.Status != booking.Success {
		return notPossible(texts.DeskNothingPaid)
	}
	if err := f.notAsked(); err != nil {
		return err
	}
	return refund.Decide(f.b, f.payments, 0, 1, f.content.Desk).Check() // one paisa
}

// If a manual refund is due, only people who may refund can undo the cancellation, because they decided on it.
func (f facts) mayUncancel() error {
	switch {
	case f.b.Erased():
		return notPossible(texts.DeskErased)
	case !f.b.Cancelled():
		return notPossible(texts.DeskNotCancelled)
	}
	decides := f.who.ID == domain.ActorCommand || staff.May(f.who.Role, staff.Refund)
	for _, p := range f.payments {
		switch manual := booking.IsManual(p.Provider); {
		case !decides && manual && p.Disposition == booking.CancelledRefundDue:
			return domain.Refuse(domain.CodeForbidden, texts.DeskManualRefundDecided)
		case f.b.WasPaidBy(p, f.payments) && (p.RefundedPaise > 0 || p.RefundDue() && !manual):
			return refund.ErrMoneyMoved
		}
	}
	return f.sold()
}

func (f facts) mayRecordRefund() error {
	if !slices.ContainsFunc(f.payments, func(p booking.Payment) bool {
		return p.RefundDue() && booking.IsManual(p.Provider)
	}) {
		return refund.ErrNotManual
	}
	return nil
}

func (r *Reads) offered(ctx context.Context, b booking.DeskBooking, role string) ([]string, error) {
	f := facts{ticket: b.Ticket, payments: b.Payments, who: domain.Actor{Role: role}, now: r.Clock.Now(),
		content: r.Content}
	if err := f.load(ctx, r.Store, b.Booking); err != nil {
		return nil, err
	}
	names := []string{}
	for _, action := range Actions() {
		if action.Possible != nil && staff.May(role, action.Permission) && action.Possible(f) == nil {
			names = append(names, action.Name)
		}
	}
	return names, nil
}

func may(role, name string) bool {
	action, known := ActionByName(name)
	return known && staff.May(role, action.Permission)
}
