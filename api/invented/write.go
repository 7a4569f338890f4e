package invented

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gateway/sandbox"
	"transom/api/invoice"
	"transom/api/store"
	"transom/api/texts"
	"transom/generator/schema"
)

const linkLife = 30 * time.Minute

// write stores a registration with all that belongs to it, and returns its links for the sandbox.
func (s Setup) write(ctx context.Context, tx *store.Tx, p person) (links []sandbox.Link, err error) {
	b := p.booking
	if p.fate == free {
		b.NetPaise, b.GSTPaise, b.AmountPaise, b.PaidBy, b.FreeReason = 0, 0, 0, booking.PaidFree, "speaker"
	}
	if err := tx.InsertBooking(ctx, b); err != nil {
		return nil, err
	}
	if p.fate == free {
		return nil, s.confirm(ctx, tx, p, b, b.CreatedAt)
	}
	a, pay := s.attempt(p, b)
	if err := errors.Join(tx.InsertAttempt(ctx, a), tx.SaveAttempt(ctx, a)); err != nil {
		return nil, err
	}
	if !booking.IsManual(a.Provider) {
		links = append(links, sandbox.Link{
			ID: a.ProviderID, Reference: a.Ref, AmountPaise: a.AmountPaise, Currency: a.Currency,
			Description: "An invented registration", ReturnURL: s.SiteURL + "/verify/" + b.ID, CreatedAt: a.CreatedAt,
			ExpiresAt: a.ExpiresAt, PaymentID: pay.ProviderPaymentID, PaysAt: pay.CapturedAt, RefundedPaise: pay.RefundedPaise,
		})
	}
	switch p.fate {
	case pending:
		return links, nil
	case expired:
		b.Status, b.HoldsSeat = booking.Failed, false
		return links, tx.SetBookingPayment(ctx, b)
	}
	if booking.IsManual(pay.Provider) {
		b.PaidBy, b.PaidReference, b.PaidOn = pay.Provider, pay.ProviderPaymentID,
			pay.CapturedAt.In(s.Content.Zone).Format(time.DateOnly)
	}
	if err := errors.Join(tx.InsertPayment(ctx, pay), s.settle(ctx, tx, p, b, pay)); err != nil {
		return nil, err
	}
	return links, s.document(ctx, tx, b, pay)
}

func (s Setup) document(ctx context.Context, tx *store.Tx, b booking.Booking, pay booking.Payment) error {
	issuer := invoice.Issuer{Content: s.Content, Rehearsal: s.Rehearsal}
	return errors.Join(issuer.Issue(ctx, tx, b, pay, invoice.Whole, pay.CapturedAt),
		issuer.Credit(ctx, tx, pay, "", pay.RefundedAt))
}

func (s Setup) attempt(p person, b booking.Booking) (a booking.Attempt, pay booking.Payment) {
	a = booking.Attempt{
		Ref: "invented-" + b.ID + "-1", BookingID: b.ID, N: 1, Provider: sandbox.Name, ProviderID: "sbx_" + b.ID,
		AmountPaise: b.AmountPaise, Currency: b.Currency, State: booking.AttemptPaid, CreatedAt: b.CreatedAt,
		ExpiresAt: b.CreatedAt.Add(linkLife), LastCheckedAt: b.CreatedAt,
	}
	a.URL = sandbox.PagePath + a.ProviderID
	switch p.fate {
	case pending:
		a.State, a.ExpiresAt, a.NextCheckAt = booking.AttemptOpen, s.waitsUntil(b.CategoryType),
			s.Clock.Now().Add(time.Minute)
		return a, pay
	case expired:
		a.State, a.ClosedAt = booking.AttemptClosed, a.ExpiresAt
		return a, pay
	}
	pay = booking.Payment{
		Provider: a.Provider, ProviderPaymentID: fmt.Sprintf("pay_invented%03d", p.n), AttemptRef: a.Ref, BookingID: b.ID,
		AmountPaise: b.AmountPaise, CapturedAt: b.CreatedAt.Add(4 * time.Minute), Disposition: booking.Applied,
	}
	switch p.fate {
	case bank, cheque, cash, due:
		a.Provider, a.ProviderID, a.URL = ways[p.fate], "", ""
		pay.Provider, pay.ProviderPaymentID = a.Provider, fmt.Sprintf("INVENTED%05d", p.n)
	case partRefunded:
		pay.RefundedPaise, pay.RefundedAt = b.AmountPaise/4, pay.CapturedAt.Add(time.Hour)
	case refunded:
		pay.RefundedPaise, pay.RefundedAt, pay.Disposition = b.AmountPaise, pay.CapturedAt.Add(time.Hour), booking.Refunded
	}
	if p.fate == due {
		pay.Disposition = booking.CancelledRefundDue
	}
	return a, pay
}

// waitsUntil returns a link's expiry, not before sales end, so that one payment stays open in the rehearsal.
func (s Setup) waitsUntil(categoryType string) time.Time {
	until := s.Clock.Now().Add(linkLife)
	if category, known := s.Content.CategoryByType(categoryType); known && category.Sales.ClosesAt.After(until) {
		until = category.Sales.ClosesAt.Time
	}
	return until
}

var ways = map[fate]string{bank: booking.PaidByBank, cheque: booking.PaidByCheque, cash: booking.PaidInCash,
	due: booking.PaidByBank}

// settle marks a registration as paid; depending on p.fate, it then voids the ticket or adds a task.
func (s Setup) settle(ctx context.Context, tx *store.Tx, p person, b booking.Booking, pay booking.Payment) error {
	if err := s.confirm(ctx, tx, p, b, pay.CapturedAt); err != nil {
		return err
	}
	task := booking.Task{BookingID: b.ID, AttemptRef: pay.AttemptRef}
	switch p.fate {
	case refunded, due:
		b.Status, b.HoldsSeat, b.PaidAt = booking.Success, false, pay.CapturedAt
		if err := tx.SetBookingPayment(ctx, b); err != nil {
			return err
		}
		if err := tx.VoidTicket(ctx, b.ID, pay.CapturedAt); err != nil || p.fate == refunded {
			return err
		}
		task.Kind, task.DedupeKey = booking.TaskManualRefund, "refund:"+pay.AttemptRef
		task.Text = texts.TaskManualRefund(schema.FormatPaise(pay.AmountPaise), texts.ManualMethods["bank"],
			pay.ProviderPaymentID) + " (Invented.)"
	case noMail:
		task.Kind, task.DedupeKey = booking.TaskMailUndeliverable, "mail:invented-"+b.ID
		task.Text = texts.TaskMailUndeliverable("confirmation", "the mailbox does not exist") + " (Invented.)"
	case disputed:
		task.Kind, task.DedupeKey = booking.TaskDispute, "dispute:invented"
		task.Text = "The payer disputes " + schema.FormatPaise(pay.AmountPaise) +
			". Respond in the gateway's dashboard by the day given there. (Invented.)"
	default:
		return nil
	}
	return tx.AddTask(ctx, task, pay.CapturedAt.Add(2*time.Hour))
}

// confirm marks a registration as paid, and stores its ticket and its email, as if it had been sent.
func (s Setup) confirm(ctx context.Context, tx *store.Tx, p person, b booking.Booking, at time.Time) error {
	b.Status, b.HoldsSeat, b.PaidAt = booking.Success, true, at
	if err := tx.SetBookingPayment(ctx, b); err != nil {
		return err
	}
	t, err := s.Tickets.Issue(b, at)
	if err != nil {
		return err
	}
	if err := tx.InsertTicket(ctx, t); err != nil {
		return err
	}
	state, reason := "sent", ""
	if p.fate == noMail {
		state, reason = "dead", "550 there is no such mailbox (invented)"
	}
	return tx.InsertFormerMail(ctx, domain.OutgoingMail{
		Template: "confirmation", To: b.Email, ToName: b.Name(), DedupeKey: "confirmation:" + b.ID,
		Data: map[string]string{"booking_id": b.ID},
	}, state, reason, at)
}
