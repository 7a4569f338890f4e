package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// The walk reads the gateway's own list of payments, because our rows cannot name what they have lost: a payment that
// came after the last backup of a disk that is gone. Money under a reference of ours is known only when its own id is
// in a row; else it is booked, when it is the price of a link of ours (late.go), or a task and an alarm.

// walked is what the gateway's list says beside our rows.
type walked struct {
	payments int
	unknown  []unknownMoney    // came under our reference, and pay for nothing that we know
	unbooked []unknownMoney    // came on a link of ours of which no payment is booked
	standIns []string          // attempts of ours whose payment is booked, and waits for its id
	refunded []booking.Payment // payments of ours of which more was refunded than we know, or less
}

// walk reads the whole list and compares it; it writes nothing.
func (p *Service) walk(ctx context.Context) (out walked, err error) {
	// A day more, because the gateway's clock is another one.
	captured, err := p.Provider.Captured(ctx, p.salesBegin(), p.Clock.Now().Add(24*time.Hour))
	if err != nil {
		return out, fmt.Errorf("list the gateway's payments: %w", err)
	}
	out.payments = len(captured)
	for _, c := range captured {
		if err := p.compare(ctx, c, &out); err != nil {
			return out, err
		}
	}
	return out, nil
}

// Money counts payments.
type Money struct {
	Payments int
	Paise    int64
}

func (m *Money) add(c CapturedPayment) {
	m.Payments++
	m.Paise += c.AmountPaise - c.RefundedPaise
}

// freshMoney is how long the server may take to book money on an open link before anybody is told.
const freshMoney = 5 * time.Minute

// UnknownMoney counts what is in the gateway's list under our references and in no row: the money of which there is no
// task yet, and that of which the task was called done although the gateway still has it. It changes nothing.
func (p *Service) UnknownMoney(ctx context.Context) (unreported, left Money, err error) {
	found, err := p.walk(ctx)
	if err != nil {
		return unreported, left, err
	}
	open, err := p.Store.TasksOfKind(ctx, booking.TaskUnknownMoney)
	if err != nil {
		return unreported, left, err
	}
	wrong, err := p.Store.TasksOfKind(ctx, booking.TaskAmountMismatch)
	if err != nil {
		return unreported, left, err
	}
	now := p.Clock.Now()
	for _, s := range slices.Concat(found.unknown, found.unbooked) {
		isOpen, known := open[s.taskKey()]
		if s.isUnbooked() && !known {
			isOpen, known = wrong[mismatchTaskKey(s.attempt)]
		}
		switch {
		case s.isUnbooked() && !known && s.attempt.State != booking.AttemptClosed && now.Before(s.At.Add(freshMoney)):
		case !known:
			unreported.add(s.CapturedPayment)
		case !isOpen:
			left.add(s.CapturedPayment)
		}
	}
	return unreported, left, nil
}

func (p *Service) compare(ctx context.Context, c CapturedPayment, out *walked) error {
	known, err := p.Store.FindPayment(ctx, p.Provider.Name(), c.ProviderPaymentID)
	if err == nil {
		given := c.RefundedPaise + known.LostPaise
		if given < known.RefundedPaise || given > known.RefundedPaise && known.Disposition != booking.Refunded {
			out.refunded = append(out.refunded, known)
		}
		return nil
	}
	if !errors.Is(err, domain.ErrNotFound) {
		return err
	}
	if c.AttemptRef == "" {
		if c.AttemptRef, err = p.Provider.ReferenceOf(ctx, c.ProviderPaymentID); err != nil {
			return err
		}
	}
	if !p.isOurs(c.AttemptRef) || c.wentBack() {
		return nil
	}
	a, pay, err := p.bookedBy(ctx, c.AttemptRef)
	switch {
	case errors.Is(err, domain.ErrNotFound):
		out.unknown = append(out.unknown, unknownMoney{CapturedPayment: c})
	case err != nil:
		return err
	case pay.AttemptRef != "" && !pay.IsUnnamed():
		out.unknown = append(out.unknown, unknownMoney{CapturedPayment: c, attempt: a, isSecond: true})
	case pay.AttemptRef == "" || pay.AmountPaise != c.AmountPaise || slices.Contains(out.standIns, a.Ref):
		out.unbooked = append(out.unbooked, unknownMoney{CapturedPayment: c, attempt: a})
	default: // it is booked under a stand-in, and gets its name
		out.standIns = append(out.standIns, a.Ref)
	}
	return nil
}

// bookedBy is the payment that is booked for an attempt, the zero Payment when there is none; ErrNotFound for no
// attempt.
func (p *Service) bookedBy(ctx context.Context, ref string) (a booking.Attempt, pay booking.Payment, err error) {
	if a, err = p.Store.FindAttempt(ctx, ref); err != nil {
		return a, pay, err
	}
	captured, err := p.Store.PaymentsOfBooking(ctx, a.BookingID)
	for _, one := range captured {
		if one.AttemptRef == ref {
			pay = one
		}
	}
	return a, pay, err
}

// isOurs reports whether a reference was made by this edition's program.
func (p *Service) isOurs(ref string) bool {
	return strings.HasPrefix(ref, p.refPrefix+"-") || strings.HasPrefix(ref, formerPrefix(p.Content)+"-")
}

// salesBegin is when the first ticket was sold, or could be tried: a month before the first sale opens.
func (p *Service) salesBegin() time.Time {
	first := p.Clock.Now()
	for _, category := range p.Content.Tickets.Categories {
		if opens := category.Sales.OpensAt.Time; !opens.IsZero() && opens.Before(first) {
			first = opens
		}
	}
	return first.AddDate(0, -1, 0)
}

// Walk compares the gateway's list with our rows and does what follows: unknown money becomes a task, and stops being
// one when it was refunded; refunds that were made by hand are noted, and payments that were missed are booked.
func (p *Service) Walk(ctx context.Context) error {
	found, err := p.walk(ctx)
	if err != nil {
		return err
	}
	var keep []string // the tasks that stay
	for _, ref := range found.standIns {
		p.report(ctx, "check payment", p.checkNow(ctx, ref))
	}
	for _, c := range found.unbooked {
		left, err := p.bookLate(ctx, c.attempt.Ref, c.ProviderPaymentID)
		if err != nil {
			keep = append(keep, c.taskKey())
		}
		p.report(ctx, "book payment", err)
		found.unknown = append(found.unknown, left...)
	}
	for _, pay := range found.refunded {
		p.report(ctx, "look for refunds", p.Refunds.Sync(ctx, pay))
	}
	if len(found.unknown) > 0 {
		p.Log.ErrorContext(ctx, "the gateway has money under our references that no row knows",
			"payments", len(found.unknown))
	}
	now := p.Clock.Now()
	for _, c := range found.unknown {
		keep = append(keep, c.taskKey())
	}
	return p.Store.WritePayment(ctx, func(tx Tx) error {
		for _, c := range found.unknown {
			if err := tx.AddTask(ctx, c.task(), now); err != nil {
				return err
			}
		}
		return tx.FinishTasks(ctx, booking.TaskUnknownMoney, now, keep...)
	})
}

// The hour of the nightly walk in the event's zone, and the pause after one that failed.
const (
	walkHour  = 3
	walkAgain = 10 * time.Minute
)

// RunWalks walks when the program starts, because it may have been restored, and then every night, until the context
// ends.
func (p *Service) RunWalks(ctx context.Context) error {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for due := p.Clock.Now(); ; {
		if now := p.Clock.Now(); !now.Before(due) || due.Sub(now) > 25*time.Hour { // the clock was put back
			err := p.Walk(ctx)
			p.report(ctx, "walk the gateway's list", err)
			if due = p.nextWalk(now); err != nil {
				due = now.Add(walkAgain)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// nextWalk is the first instant after now at which a night's walk is due.
func (p *Service) nextWalk(now time.Time) time.Time {
	local := now.In(p.Content.Zone)
	next := time.Date(local.Year(), local.Month(), local.Day(), walkHour, 0, 0, 0, p.Content.Zone)
	if !next.After(now) {
		next = next.AddDate(0, 0, 1)
	}
	return next
}

// fitsInto returns a link's answer with what the gateway says of a payment by it. Where the link speaks of money, its
// own word counts; one that is closed, or behind, may say nothing of what a late bank has captured for it.
func (c CapturedPayment) fitsInto(a booking.Attempt, s State) State {
	switch {
	case s.Status == booking.Success && s.ProviderPaymentID == "" && s.AmountPaidPaise == c.AmountPaise:
		s.ProviderPaymentID = c.ProviderPaymentID
	case c.isUnsaid(a, s):
		s.Status, s.AmountPaidPaise, s.ProviderPaymentID = booking.Success, c.AmountPaise, c.ProviderPaymentID
	}
	return s
}

// isUnsaid reports a payment of the price of a link, whose answer fits and says that nothing was paid.
func (c CapturedPayment) isUnsaid(a booking.Attempt, s State) bool {
	_, mismatch := verify(a, s)
	return mismatch == nil && s.Status != booking.Success && c.AmountPaise == a.AmountPaise && c.Currency == a.Currency
}

// bookLate books a captured payment on a link of ours that is in no row. What pays for nothing is left over; nothing is
// when the money was not captured, was refunded, or is that of a mismatch, which is a task of its own.
func (p *Service) bookLate(ctx context.Context, ref, paymentID string) (left []unknownMoney, err error) {
	ctx, cancel := detached(ctx)
	defer cancel()
	release, err := p.hold(ctx, ref)
	if err != nil {
		return nil, fmt.Errorf("book payment %s: %w", paymentID, err)
	}
	defer release()
	c, err := p.Provider.FetchPayment(ctx, paymentID)
	if errors.Is(err, ErrProviderNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if c.wentBack() {
		return nil, p.endTask(ctx, unknownMoney{CapturedPayment: c})
	}
	a, err := p.Store.FindAttempt(ctx, ref)
	if err != nil {
		return nil, err
	}
	now := p.Clock.Now()
	s, err := p.ask(ctx, a, anew)
	if errors.Is(err, ErrProviderNotFound) { // the gateway has forgotten the link, and not the money
		s, err = State{AttemptRef: a.Ref, Status: booking.Failed, AmountPaise: a.AmountPaise, Currency: a.Currency}, nil
	}
	if err == nil && s.Status == booking.Initiated && c.isUnsaid(a, s) { // or it could be paid once more
		s, err = p.Provider.Cancel(ctx, s.ProviderID)
	}
	if err != nil {
		return nil, fmt.Errorf("book payment %s: %w", paymentID, err)
	}
	out, err := p.settle(ctx, ref, c.fitsInto(a, s), now, fail)
	if err != nil || out.mismatch != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	known, err := p.Store.FindPayment(ctx, p.Provider.Name(), paymentID)
	switch {
	case errors.Is(err, domain.ErrNotFound):
		_, pay, err := p.bookedBy(ctx, ref)
		c.AttemptRef = ref
		return []unknownMoney{{CapturedPayment: c, attempt: a, isSecond: pay.AttemptRef != ""}}, err
	case err == nil && c.RefundedPaise > 0:
		err = p.Refunds.Sync(ctx, known)
	}
	return nil, err
}
