package payment

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"transom/api/domain"
)

// The walk reads the gateway's own list of payments, because our rows cannot name what they have lost: a payment that came
// after the last backup of a disk that is gone. Money under a reference of ours that no row has is a task and an alarm.

// walked is what the gateway's list says beside our rows.
type walked struct {
	payments int
	strays   []stray          // came under our reference, and no row has them
	unbooked []string         // attempts of ours whose money is not booked
	refunded []domain.Payment // payments of ours of which more has gone back than we know
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

// Strays counts what is in the gateway's list under our references and in no row: the money of which there is no task yet,
// and that of which the task was called done although the gateway still has it. It changes nothing.
func (p *Service) Strays(ctx context.Context) (untold, left Money, err error) {
	found, err := p.walk(ctx)
	if err != nil {
		return untold, left, err
	}
	open, err := p.Store.TasksOfKind(ctx, domain.TaskUnknownMoney)
	if err != nil {
		return untold, left, err
	}
	for _, s := range found.strays {
		isOpen, known := open[s.taskKey()]
		switch {
		case !known:
			untold.add(s.CapturedPayment)
		case !isOpen:
			left.add(s.CapturedPayment)
		}
	}
	return untold, left, nil
}

func (p *Service) compare(ctx context.Context, c CapturedPayment, out *walked) error {
	known, err := p.Store.FindPayment(ctx, p.Provider.Name(), c.ProviderPaymentID)
	if err == nil {
		if c.RefundedPaise+known.LostPaise > known.RefundedPaise && known.Disposition != domain.Refunded {
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
	if !p.isOurs(c.AttemptRef) || c.RefundedPaise >= c.AmountPaise {
		return nil
	}
	a, isBooked, err := p.hasNamedPayment(ctx, c.AttemptRef)
	switch {
	case errors.Is(err, domain.ErrNotFound) || err == nil && isBooked:
		out.strays = append(out.strays, stray{c, a.BookingID})
	case err != nil:
		return err
	default:
		out.unbooked = append(out.unbooked, c.AttemptRef)
	}
	return nil
}

// hasNamedPayment reports whether an attempt has a payment under the gateway's own id; ErrNotFound for no attempt.
func (p *Service) hasNamedPayment(ctx context.Context, ref string) (a domain.Attempt, has bool, err error) {
	if a, err = p.Store.FindAttempt(ctx, ref); err != nil {
		return a, false, err
	}
	captured, err := p.Store.PaymentsOfBooking(ctx, a.BookingID)
	for _, pay := range captured {
		has = has || pay.AttemptRef == ref && !isStandIn(pay.ProviderPaymentID)
	}
	return a, has, err
}

// isOurs reports whether a reference was made by this edition's program.
func (p *Service) isOurs(ref string) bool { return strings.HasPrefix(ref, p.refPrefix+"-") }

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

// Walk compares the gateway's list with our rows and does what follows: unknown money becomes a task, and stops being one
// when it has gone back; refunds that were made by hand are noted, and payments that were missed are booked.
func (p *Service) Walk(ctx context.Context) error {
	found, err := p.walk(ctx)
	if err != nil {
		return err
	}
	for _, ref := range found.unbooked {
		p.report(ctx, "check payment", p.checkNow(ctx, ref))
	}
	for _, pay := range found.refunded {
		p.report(ctx, "look for refunds", p.syncRefund(ctx, pay))
	}
	if len(found.strays) > 0 {
		p.Log.ErrorContext(ctx, "the gateway has money under our references that no row knows", "payments", len(found.strays))
	}
	now := p.Clock.Now()
	return p.Store.WritePayment(ctx, func(tx Tx) error {
		var keep []string
		for _, c := range found.strays {
			task := c.task()
			keep = append(keep, task.DedupeKey)
			if err := tx.AddTask(ctx, task, now); err != nil {
				return err
			}
		}
		return tx.FinishTasks(ctx, domain.TaskUnknownMoney, now, keep...)
	})
}

// The hour of the nightly walk in the event's zone, and the pause after one that failed.
const (
	walkHour  = 3
	walkAgain = 10 * time.Minute
)

// RunWalks walks when the program starts, because it may have been restored, and then every night, until the context ends.
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
