package payment

import (
	"context"
	"errors"
	"maps"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/invoice"
	"transom/api/refund"
	"transom/api/texts"
	"transom/generator/schema"
)

// A paid booking's ticket can be changed to another category, or to add or remove a spouse. If a payment by link is
// needed first, the link's attempt stores the change (decision 0051).

// CheckChange refuses a change if no seat is left, or if more people have been admitted than the new ticket admits.
func (p *Service) CheckChange(ctx context.Context, tx Tx, b booking.Booking, c booking.TicketChange) error {
	category, known := p.Content.CategoryByType(c.CategoryType)
	if !known {
		return domain.Refuse(domain.CodeNotPossible, texts.DeskNotSold)
	}
	more := c.Seats
	if c.CategoryType == b.CategoryType {
		more -= b.Seats
	}
	if more > 0 && category.Capacity > 0 {
		held, err := tx.CountSeats(ctx, c.CategoryType)
		if err != nil {
			return err
		}
		if held+more > category.Capacity {
			return domain.Refuse(domain.CodeSoldOut, texts.DeskSeatsLeft(category.Name, max(0, category.Capacity-held)))
		}
	}
	if c.Seats >= b.Seats {
		return nil
	}
	admitted, err := tx.MostAdmitted(ctx, b.ID)
	if err == nil && admitted > c.Seats {
		err = domain.Refuse(domain.CodeNotPossible, texts.DeskBothAdmitted)
	}
	return err
}

// Change gives a paid booking another ticket in the caller's transaction, and emails the new ticket to the holder.
// Invoices name the category, so a change of category also replaces the invoices. `money` holds the email's
// placeholders for a refund.
func (p *Service) Change(ctx context.Context, tx Tx, b booking.Booking, c booking.TicketChange,
	money map[string]string, now time.Time,
) (next booking.Booking, err error) {
	old, err := tx.FindTicketOfBooking(ctx, b.ID)
	if err != nil {
		return next, err
	}
	next = c.Of(b)
	if err := errors.Join(tx.SaveBookingPerson(ctx, next), tx.SaveBookingTicket(ctx, next)); err != nil {
		return next, err
	}
	if next.CategoryType != b.CategoryType {
		captured, err := tx.PaymentsOfBooking(ctx, b.ID)
		if err != nil {
			return next, err
		}
		for _, pay := range captured {
			if !b.WasPaidBy(pay, captured) { // a payment counts even while part of it is due for a refund
				continue
			}
			if err := p.Invoices.Restate(ctx, tx, next, pay.AttemptRef, now); err != nil {
				return next, err
			}
		}
	}
	t, err := p.ReplaceTicket(ctx, tx, old, next, now)
	if err != nil {
		return next, err
	}
	told := p.Mail("ticket-changed", "ticket-changed:"+t.ID, next, p.ChangedData(b, next, t))
	maps.Copy(told.Data, money)
	documents, err := tx.DocumentsOfBooking(ctx, b.ID)
	if err != nil {
		return next, err
	}
	if invoice.Restated(documents, now) {
		payer, err := p.Refunds.ToPayer(ctx, tx, next, p.Mail("invoice-corrected", "invoice-corrected:"+t.ID, next, nil))
		if err != nil {
			return next, err
		}
		invoice.Describe(payer, documents, false)
		if payer.To == told.To {
			told.Data["changes"] += " " + texts.MailInvoiceReplaced + " " + payer.Data["document"]
		} else if err := refund.Enqueue(ctx, tx, payer, now); err != nil {
			return next, err
		}
	}
	return next, tx.EnqueueMail(ctx, told, now)
}

// ChangedData returns the placeholders for the email about a new ticket, which says what has changed.
func (p *Service) ChangedData(b, next booking.Booking, t booking.Ticket) map[string]string {
	var changes []string
	for _, value := range [][3]string{
		{texts.MailCategory, p.Content.CategoryName(b.CategoryType), p.Content.CategoryName(next.CategoryType)},
		{texts.MailName, b.Name(), next.Name()}, {texts.MailSpouse, b.SpouseName, next.SpouseName},
	} {
		if value[1] != value[2] {
			changes = append(changes, texts.MailChange(value[0], value[1], value[2]))
		}
	}
	if b.Email != next.Email { // without the earlier address, in case the new one is mistyped
		changes = append(changes, texts.MailChange(texts.MailAddress, "", next.Email))
	}
	data := p.TicketData(next, t)
	data["changes"] = strings.Join(changes, " ")
	return data
}

// ReplaceTicket voids a booking's ticket and issues the next one with the same seat.
func (p *Service) ReplaceTicket(ctx context.Context, tx Tx, old booking.Ticket, b booking.Booking, now time.Time) (
	t booking.Ticket, err error,
) {
	if t, err = p.Tickets.Issue(b, now); err != nil {
		return t, err
	}
	t.Gate, t.Row, t.Seat = old.Gate, old.Row, old.Seat
	used := old.EntriesTotal - old.EntriesRemaining
	if t.EntriesRemaining = max(0, t.EntriesTotal-used); t.EntriesRemaining == 0 {
		t.Status = booking.TicketUsed
	}
	if err := errors.Join(tx.VoidTicket(ctx, b.ID, now), tx.InsertTicket(ctx, t)); err != nil {
		return t, err
	}
	return t, tx.CarryGateEntries(ctx, t.ID) // entries with the old ticket count for the new ticket
}

// NewChangeAttempt returns a booking's n-th attempt, whose link is sent by email and whose payment changes the ticket.
func (p *Service) NewChangeAttempt(b booking.Booking, c booking.TicketChange, n int, now time.Time) booking.Attempt {
	a := p.NewMailedAttempt(c.Charge(b), n, now)
	a.Change = &c
	return a
}

// RecordChange stores a manual payment of at least the amount due for a change, and makes the change. What was paid
// beyond the amount due becomes a refund that staff make.
func (p *Service) RecordChange(
	ctx context.Context, tx Tx, b booking.Booking, c booking.TicketChange, m Manual, now time.Time,
) (surplusPaise int64, err error) {
	if err := checkReference(ctx, tx, m.Kind, m.Reference); err != nil {
		return 0, err
	}
	surplusPaise = m.receivedPaise(c.DuePaise) + m.TDSPaise - c.DuePaise
	if surplusPaise < 0 {
		return 0, domain.InvalidField("amount_paise", texts.DeskChangeNotCovered(schema.FormatPaise(c.DuePaise)))
	}
	pay := booking.Payment{
		Provider: m.Kind, ProviderPaymentID: booking.StoredReference(m.Reference), BookingID: b.ID,
		AmountPaise: c.DuePaise, TDSPaise: m.TDSPaise, CapturedAt: p.TimeOf(m.On, now), Disposition: booking.Applied,
	}
	if err := checkTDS(m.TDSPaise, 0, c.Charge(b).NetPaise); err != nil {
		return 0, err
	}
	if pay.AttemptRef, err = p.insertManualAttempt(ctx, tx, b, pay, now); err != nil {
		return 0, err
	}
	if err := p.payChange(ctx, tx, b, c, pay, m, surplusPaise, now); err != nil {
		return 0, err
	}
	return surplusPaise, p.recordSurplus(ctx, tx, b, pay, surplusPaise, now)
}

// TicketName returns the name of the ticket that a change leads to: the category, with or without a spouse.
func (p *Service) TicketName(c booking.TicketChange) string {
	return texts.DeskTicketName(p.Content.CategoryName(c.CategoryType), c.Spouse)
}

// MailChangeEnded tells the payer that the link for a change was closed before it was paid.
func (p *Service) MailChangeEnded(ctx context.Context, tx Tx, b booking.Booking, a booking.Attempt, now time.Time,
) error {
	m, err := p.Refunds.ToPayer(ctx, tx, b, p.Mail("change-ended", "change-ended:"+a.Ref, b, map[string]string{
		"amount": schema.FormatPaise(a.Change.DuePaise), "category": p.TicketName(*a.Change)}))
	if err != nil {
		return err
	}
	return refund.Enqueue(ctx, tx, m, now)
}

// settleChange makes the paid change, or marks the payment for a refund if it is no longer possible.
func (p *Service) settleChange(
	ctx context.Context, tx Tx, b booking.Booking, c booking.TicketChange, pay booking.Payment, now time.Time,
) error {
	t, err := tx.FindTicketOfBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	var refusal *domain.Error
	pay.Disposition = booking.DuplicateRefundDue
	isPrice := c.DuePaise == c.PricePaise-c.WaivedPaise-booking.ReceivedPaise(captured) // not after a refund
	if c.Fits(b) && isPrice && t.Status != booking.TicketVoid {
		switch err := p.CheckChange(ctx, tx, b, c); {
		case err == nil:
			pay.Disposition = booking.Applied
			return p.payChange(ctx, tx, b, c, pay, Manual{Kind: booking.PaidOnline}, 0, now)
		case domain.IsCode(err, domain.CodeSoldOut):
			pay.Disposition = booking.NoSeatRefundDue
			b.CategoryType = c.CategoryType // for the email
		case !errors.As(err, &refusal):
			return err
		}
	}
	return p.recordRefundDue(ctx, tx, pay, b, now)
}

func (p *Service) payChange(
	ctx context.Context, tx Tx, b booking.Booking, c booking.TicketChange, pay booking.Payment, m Manual, surplus int64,
	now time.Time,
) error {
	next, err := p.Change(ctx, tx, b, c, nil, now)
	if err != nil {
		return err
	}
	charge := c.Charge(next)
	charge.PaidBy, charge.PaidReference = m.Kind, m.Reference
	part := texts.InvoiceDifference
	if c.CategoryType == b.CategoryType {
		part = texts.InvoiceSpouse
	}
	pay.Joint = true
	if err := errors.Join(tx.InsertPayment(ctx, pay), p.Invoices.Issue(ctx, tx, charge, pay, part, now),
		p.Refunds.CheckSurplus(ctx, tx, b.ID, now)); err != nil {
		return err
	}
	data := paidData(c.DuePaise, pay.TDSPaise)
	data["category"] = p.TicketName(c)
	if surplus > 0 {
		data["tds"] += texts.MailSurplus(schema.FormatPaise(surplus))
	}
	mail, err := p.Refunds.ToPayer(ctx, tx, next, p.Mail("change-paid", "change-paid:"+pay.AttemptRef, next, data))
	if err != nil {
		return err
	}
	documents, err := tx.DocumentsOfPayment(ctx, pay.AttemptRef)
	if err != nil {
		return err
	}
	invoice.Describe(mail, documents, false)
	return refund.Enqueue(ctx, tx, mail, now)
}
