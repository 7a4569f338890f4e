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

// The walk reads the gateway's own list of payments, because our rows cannot show what is missing from them, for
// example the payments since the last backup (decision 0018).

type walked struct {
	payments int
	unknown  []unknownMoney    // payments with our reference for an unknown or already paid attempt
	unbooked []unknownMoney    // payments on our links for which no payment is recorded
	standIns []string          // attempts whose payment is recorded under a temporary id
	refunded []booking.Payment // our payments whose refunded amount differs at the gateway
}

// walk compares the gateway's list with our rows and writes nothing. A span without limits is the whole sale.
func (p *Service) walk(ctx context.Context, span booking.Span) (out walked, err error) {
	if span == (booking.Span{}) { // ends 24 hours from now, because the gateway's clock may be ahead of ours
		span = booking.Span{From: p.salesBegin(), Until: p.Clock.Now().Add(24 * time.Hour)}
	}
	captured, err := p.Provider.Captured(ctx, span.From, span.Until)
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

// Money is a number of payments and what is left of them after refunds.
type Money struct {
	Payments int   `json:"payments"`
	Paise    int64 `json:"kept_paise"`
}

func (m *Money) add(c CapturedPayment) {
	m.Payments++
	m.Paise += c.AmountPaise - c.RefundedPaise
}

// freshMoney is how long we wait for the server to record a payment on an open link before we report it.
const freshMoney = 5 * time.Minute

// UnknownMoney counts the payments with our references that are in none of our rows: `unreported` those without a task,
// and `left` those whose task is done although the gateway still has the money.
func (p *Service) UnknownMoney(ctx context.Context) (unreported, left Money, err error) {
	found, err := p.walk(ctx, booking.Span{})
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
	if !p.isOurs(c.AttemptRef) || c.isRefunded() {
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
	default: // recorded under a temporary id, which Walk replaces
		out.standIns = append(out.standIns, a.Ref)
	}
	return nil
}

// bookedBy returns an attempt, or ErrNotFound, and the payment recorded for it, or the zero Payment.
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

func (p *Service) isOurs(ref string) bool {
	return strings.HasPrefix(ref, p.refPrefix+"-") || strings.HasPrefix(ref, formerPrefix(p.Content)+"-")
}

// salesBegin returns the time one month before the first sale opens, so that trial bookings are included.
func (p *Service) salesBegin() time.Time {
	first := p.Clock.Now()
	for _, category := range p.Content.Tickets.Categories {
		if opens := category.Sales.OpensAt.Time; !opens.IsZero() && opens.Before(first) {
			first = opens
		}
	}
	return first.AddDate(0, -1, 0)
}

// Walk corrects our rows from the gateway's list; what cannot be recorded is a task until it is refunded.
func (p *Service) Walk(ctx context.Context) error {
	found, err := p.walk(ctx, booking.Span{})
	if err != nil {
		return err
	}
	var keep []string // the tasks that stay open
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
		p.Log.ErrorContext(ctx, "the gateway has payments under our references that are not recorded here",
			"payments", len(found.unknown))
	}
	now := p.Clock.Now()
	for _, c := range found.unknown {
		keep = append(keep, c.taskKey())
	}
	return p.Store.Write(ctx, func(tx Tx) error {
		for _, c := range found.unknown {
			if err := tx.AddTask(ctx, c.task(), now); err != nil {
				return err
			}
		}
		return tx.FinishTasks(ctx, booking.TaskUnknownMoney, now, keep...)
	})
}

// Walks start at this hour in the event's time zone, and again after this pause if a walk failed.
const (
	walkHour  = 3
	walkAgain = 10 * time.Minute
)

// RunWalks starts a walk at once, because the database may have been restored, and then every night.
func (p *Service) RunWalks(ctx context.Context) error {
	due := p.Clock.Now()
	return domain.Every(ctx, time.Minute, nil, func() {
		if now := p.Clock.Now(); !now.Before(due) || due.Sub(now) > 25*time.Hour { // the clock was set back
			err := p.Walk(ctx)
			p.report(ctx, "compare the gateway's list", err)
			p.report(ctx, "issue missing documents", p.issueMissing(ctx))
			if due = p.nextWalk(now); err != nil {
				due = now.Add(walkAgain)
			}
		}
	})
}

func (p *Service) nextWalk(now time.Time) time.Time {
	local := now.In(p.Content.Zone)
	next := time.Date(local.Year(), local.Month(), local.Day(), walkHour, 0, 0, 0, p.Content.Zone)
	if !next.After(now) {
		next = next.AddDate(0, 0, 1)
	}
	return next
}

// fitsInto adds a payment from the gateway's list to the gateway's response about the link, because a closed or
// outdated link may not show a payment that was captured late.
func (c CapturedPayment) fitsInto(a booking.Attempt, s State) State {
	switch {
	case s.Status == booking.Success && s.ProviderPaymentID == "" && s.AmountPaidPaise == c.AmountPaise:
		s.ProviderPaymentID = c.ProviderPaymentID
	case c.isUnsaid(a, s):
		s.Status, s.AmountPaidPaise, s.ProviderPaymentID = booking.Success, c.AmountPaise, c.ProviderPaymentID
	}
	return s
}

// isUnsaid reports whether a payment has the link's price but is missing from the gateway's response about the link.
func (c CapturedPayment) isUnsaid(a booking.Attempt, s State) bool {
	_, mismatch := verify(a, s)
	return mismatch == nil && s.Status != booking.Success && c.AmountPaise == a.AmountPaise && c.Currency == a.Currency
}

// bookLate records a captured payment that was made on one of our links and is in no row, or returns it if it cannot be
// recorded. A payment that was not captured or was refunded is ignored, and so is a mismatch, which has its own task.
func (p *Service) bookLate(ctx context.Context, ref, paymentID string) (left []unknownMoney, err error) {
	ctx, cancel := detached(ctx)
	defer cancel()
	release, err := p.hold(ctx, ref)
	if err != nil {
		return nil, fmt.Errorf("record payment %s: %w", paymentID, err)
	}
	defer release()
	c, err := p.Provider.FetchPayment(ctx, paymentID)
	if errors.Is(err, ErrProviderNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if c.isRefunded() {
		return nil, p.endTask(ctx, unknownMoney{CapturedPayment: c})
	}
	a, err := p.Store.FindAttempt(ctx, ref)
	if err != nil {
		return nil, err
	}
	now := p.Clock.Now()
	s, err := p.ask(ctx, a, uncached)
	if errors.Is(err, ErrProviderNotFound) { // the gateway no longer knows the link but has the payment
		s, err = State{AttemptRef: a.Ref, Status: booking.Failed, AmountPaise: a.AmountPaise, Currency: a.Currency}, nil
	}
	if err == nil && s.Status == booking.Initiated && c.isUnsaid(a, s) { // close the link, or it could be paid again
		s, err = p.Provider.Cancel(ctx, s.ProviderID)
	}
	if err != nil {
		return nil, fmt.Errorf("record payment %s: %w", paymentID, err)
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
