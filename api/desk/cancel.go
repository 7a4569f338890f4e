package desk

import (
	"context"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/refund"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// Cancel cancels the ticket and the seat of a registration and refunds an amount, which may be zero. An amount above
// the content's limit needs a second person's approval; until then nothing changes. If the registration is unpaid, the
// gateway closes its link first, and if it was paid in the meantime, nothing is cancelled. If the personal data is
// erased, only the refund is left to do.
func (d *Service) Cancel(ctx context.Context, r Request, in wire.DeskCancelRequest) (Outcome, error) {
	b, err := d.Store.FindBooking(ctx, r.BookingID)
	var captured []booking.Payment
	if err == nil && b.Status == booking.Initiated {
		captured, err = d.Store.PaymentsOfBooking(ctx, r.BookingID)
	}
	if err == nil && b.Status == booking.Initiated && booking.ReceivedPaise(captured) == 0 {
		return d.cancelUnpaid(ctx, r, in.RefundPaise)
	}
	action := domain.ActionCancel
	if b.Erased() {
		action, r.possible = domain.ActionRefund, facts.mayRefund
	}
	return d.change(ctx, r, func(x *execution) error { return x.refundOrAsk(action, in.RefundPaise) })
}

func (d *Service) cancelUnpaid(ctx context.Context, r Request, refundPaise int64) (Outcome, error) {
	r.possible = nil // the status decides whether it is possible
	closes := func(status booking.PaymentStatus) func(*execution) error {
		return func(x *execution) error {
			switch {
			case refundPaise < 0:
				return domain.InvalidField("refund_paise", texts.DeskRefundNegative)
			case refundPaise > 0:
				return domain.InvalidField("refund_paise", texts.DeskNothingToRefund)
			case x.b.Status == booking.Success:
				return x.changed(texts.DeskPaidJustNow, nil)
			case x.b.Status != status:
				return notPossible(texts.DeskNotWaiting)
			}
			x.ticketIs("none")
			x.changes("state", "waiting", "expired")
			x.say(texts.DeskLinkClosed)
			return nil
		}
	}
	return d.afterClosing(ctx, r, closes(booking.Initiated), closes(booking.Failed))
}

func (x *execution) cancel(paise int64) error {
	if err := x.endOffer(refund.HolderInformed, texts.DeskOfferEnded); err != nil {
		return err
	}
	if err := x.Payments.Refunds.Cancel(x.ctx, x.tx, x.b.ID, paise, x.now); err != nil {
		return err
	}
	x.ticketIs("void")
	before := "paid"
	if x.waits() {
		before = "waiting"
	}
	x.changes("state", before, "cancelled")
	x.note("refund", schema.FormatPaise(paise))
	x.say(texts.DeskCancelled)
	state := ""
	switch money := x.out.Preview.Money; {
	case paise > 0 && !x.isManual():
		x.sayHowRefunded(paise)
		return nil // the email about the refund tells the payer
	case paise > 0:
		x.sayHowRefunded(paise)
		state = schema.MailManualRefund
	case money.PaidPaise > 0 && money.UnderwayPaise == 0:
		x.say(texts.DeskNothingRefunded)
		state = schema.MailNoRefund
	}
	return x.mailPayer("cancelled", map[string]string{"refund_state": state,
		"refund_amount": schema.FormatPaise(paise)})
}

func (x *execution) endOffer(holder string, said func(email string) string) error {
	email, err := x.Payments.EndOffer(x.ctx, x.tx, x.b, holder, x.now)
	if email != "" {
		x.say(said(email))
	}
	return err
}

// uncancel undoes a cancellation while no money has moved: the registration is valid again with a new ticket, if a
// seat is free and the person has no other registration.
func (x *execution) uncancel(wire.DeskAction) error {
	if err := x.checkAlone(x.b); err != nil {
		return err
	}
	if err := x.Payments.Refunds.Restore(x.ctx, x.tx, x.b, x.now); err != nil {
		return err
	}
	if err := x.tx.ForgetApprovals(x.ctx, x.b.ID); err != nil {
		return err
	}
	if err := x.Form.CheckSeats(x.ctx, x.tx, x.category); err != nil {
		return err
	}
	x.b.HoldsSeat = true
	t, err := x.replaceTicket(x.b)
	if err != nil {
		return err
	}
	x.changes("state", "cancelled", "paid")
	x.out.Undo = "cancel"
	x.say(texts.DeskUncancelled)
	payer, err := x.tx.FindPayer(x.ctx, x.b.ID)
	if err != nil {
		return err
	}
	data := x.Payments.TicketData(x.b, t)
	data["money_state"] = schema.MailValid
	if x.b.AmountPaise > 0 && payer.EmailKey == "" { // a colleague has paid nothing
		data["money_state"] = schema.MailNoRefund
	}
	return x.mail("ticket-changed", x.b, data)
}
