package desk

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/refund"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// Cancel voids a registration's ticket, releases its seat and refunds an amount, which may be zero. If the amount is
// above the limit in desk.yaml, nothing changes until a second person has approved it. If the registration is unpaid,
// its link is closed first; if the person has just paid, nothing is cancelled.
func (d *Service) Cancel(ctx context.Context, r Request, in wire.DeskRefundRequest) (Outcome, error) {
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
	r.possible = nil // the functions below check the booking's status
	seen := 0        // the version before the link was closed
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
				return errNotWaiting
			case status == booking.Initiated:
				seen = x.b.Version
			}
			changes, err := x.tx.BookingChangesSince(x.ctx, x.b.ID, seen)
			if err != nil || slices.ContainsFunc(changes, isCancellation) { // by somebody else at the same time
				return cmp.Or(err, errNotWaiting)
			}
			x.ticketIs("none")
			x.changes("state", string(booking.PendingPayment), "expired")
			if r.bulk == nil {
				x.say(texts.DeskLinkClosed)
				return nil
			}
			return x.mailUnproved("cancelled-unpaid", x.b.ID+":"+domain.NewID(60), x.b.Email, x.b, nil)
		}
	}
	return d.afterClosing(ctx, r, closes(booking.Initiated), closes(booking.Failed))
}

func isCancellation(c booking.BookingChange) bool { return c.What == domain.ActionCancel }

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
		before = string(booking.PendingPayment)
	}
	x.changes("state", before, "cancelled")
	x.note("refund", schema.FormatPaise(paise))
	x.say(texts.DeskCancelled)
	state := ""
	switch money := x.out.Preview.Money; {
	case paise > 0 && !x.isManual():
		x.sayHowRefunded(paise)
		return nil // the payer gets the email about the refund, not the one about the cancellation
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
	if x.out.endsOffer = email != ""; x.out.endsOffer {
		x.say(said(email))
	}
	return err
}

// uncancel requires that nothing has been refunded, a seat is free and the person has no other registration.
func (x *execution) uncancel(wire.DeskAction) error {
	if err := x.checkAlone(x.b); err != nil {
		return err
	}
	if err := errors.Join(x.Payments.Refunds.Restore(x.ctx, x.tx, x.b, x.now), x.tx.ForgetApprovals(x.ctx, x.b.ID),
		x.Form.CheckSeats(x.ctx, x.tx, x.category)); err != nil {
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
	data := x.Payments.ChangedData(x.b, x.b, t)
	data["money_state"] = schema.MailValid
	if x.b.AmountPaise > 0 && payer.EmailKey == "" { // a colleague who took over the ticket has paid nothing
		data["money_state"] = schema.MailNoRefund
	}
	return x.mail("ticket-changed", x.b, data)
}

func (x *execution) refund(in wire.DeskRefundRequest) error {
	return x.refundOrAsk(domain.ActionRefund, in.RefundPaise)
}

func (x *execution) refundOrAsk(action string, paise int64) error {
	bulk := x.r.bulk
	if bulk != nil {
		paise = x.receivedPaise()
	}
	decision, err := x.decide(action, paise)
	if err != nil {
		return err
	}
	if decision.Second || bulk != nil && bulk.second && paise > 0 {
		return x.ask(booking.Request{Action: action, RefundPaise: paise}, decision)
	}
	if decision.AlonePaise > 0 && paise > 0 {
		x.say(texts.DeskRefundAlone(schema.FormatPaise(decision.LimitPaise), schema.FormatPaise(decision.AlonePaise),
			schema.FormatPaise(decision.AlonePaise+paise)))
	}
	return x.carryOut(action, paise)
}

func (x *execution) decide(action string, paise int64) (refund.Decision, error) {
	var none refund.Decision
	switch {
	case paise < 0:
		return none, domain.InvalidField("refund_paise", texts.DeskRefundNegative)
	case paise == 0 && action == domain.ActionRefund:
		return none, domain.InvalidField("refund_paise", texts.DeskRefundAmount)
	case action == domain.ActionRefund && x.b.HoldsSeat && paise == x.receivedPaise():
		return none, refund.ErrWhole
	case action == domain.ActionCancel && x.waits():
		if paise != x.receivedPaise() {
			return none, domain.InvalidField("refund_paise", texts.DeskReceivedFirst)
		}
	case action == domain.ActionCancel:
		if err := x.isPaid(); err != nil {
			return none, err
		}
		if isGood(x.ticket) && isUsed(x.ticket) {
			if x.r.bulk != nil {
				return none, notPossible(texts.DeskUsedAlready)
			}
			x.warn(texts.DeskCarefulUsed)
		}
	}
	disputed, err := x.tx.HasOpenTask(x.ctx, x.b.ID, booking.TaskDispute)
	switch {
	case err != nil:
		return none, err
	case disputed && x.r.bulk != nil:
		return none, notPossible(texts.DeskDisputed)
	case disputed && paise > 0:
		x.warn(texts.DeskCarefulDisputed)
	}
	documents, err := x.tx.DocumentsOfBooking(x.ctx, x.b.ID)
	if err != nil {
		return none, err
	}
	isB2B := func(d booking.Document) bool { return d.Recipient.GSTIN != "" }
	if paise > 0 && action != domain.ActionWithdraw && slices.ContainsFunc(uncredited(documents), isB2B) {
		x.warn(texts.RefundOfFirm)
	}
	approved, err := x.tx.ApprovedPaise(x.ctx, x.b.ID)
	if err != nil {
		return none, err
	}
	decision := refund.Decide(x.b, x.payments, approved, paise, x.Content.Desk)
	if tax := decision.NeverReceivedPaise; tax > 0 && action != domain.ActionWithdraw {
		x.warn(texts.RefundTDS(schema.FormatPaise(tax)))
	}
	x.out.Preview.Money, x.out.decision = moneyOf(decision), decision
	return decision, decision.Check()
}

func moneyOf(d refund.Decision) *wire.DeskMoney {
	return &wire.DeskMoney{
		PaidPaise: d.PaidPaise, RefundPaise: d.RefundPaise, KeptPaise: d.PaidPaise - d.RefundPaise, How: d.How,
		UnderwayPaise: d.UnderwayPaise, Second: d.Second,
	}
}

func (x *execution) carryOut(action string, paise int64) error {
	if action == domain.ActionCancel {
		return x.cancel(paise)
	}
	if err := x.Payments.Refunds.Part(x.ctx, x.tx, x.b, paise, x.now); err != nil {
		return err
	}
	x.note("refund", schema.FormatPaise(paise))
	switch {
	case x.b.Erased():
		x.ticketIs("void")
		x.say(texts.DeskOnlyMoneyLeft)
	case x.b.Cancelled():
		x.ticketIs("void")
		x.say(texts.DeskStaysCancelled)
	default:
		x.ticketIs("valid")
		x.say(texts.DeskStaysValid)
	}
	x.sayHowRefunded(paise)
	return nil
}

func (x *execution) isManual() bool { return x.out.Preview.Money.How == "manual" }

func (x *execution) sayHowRefunded(paise int64) {
	manual := x.out.decision.ManualPaise
	if gateway := schema.FormatPaise(paise - manual); paise > manual && x.b.Erased() {
		x.say(texts.DeskRefundOfErased(gateway))
	} else if paise > manual {
		x.say(texts.DeskRefundByGateway(gateway))
	}
	if manual > 0 {
		x.say(texts.DeskManualRefund(schema.FormatPaise(manual)))
	}
}

func (x *execution) ticketNow() string {
	switch {
	case x.ticket.ID == "":
		return "none"
	case isGood(x.ticket):
		return "valid"
	}
	return "void"
}

func (x *execution) recordRefund(in wire.DeskRecordRefundRequest) error {
	reference := domain.Typed(in.Reference)
	if reference == "" || len(reference) > maxReference {
		return domain.InvalidField("reference", texts.DeskRefundReference)
	}
	if err := errors.Join(x.checkSurplus(), x.warnOfReference(reference)); err != nil {
		return err
	}
	if err := x.checkRefundDay(in); err != nil {
		return err
	}
	made := refund.Made{At: x.Payments.TimeOf(in.Date, x.now), Reference: reference}
	paise, err := x.Payments.Refunds.RecordManualRefund(x.ctx, x.tx, x.b.ID, in.Payment, made, x.now)
	if err != nil {
		return err
	}
	x.ticketIs("void")
	if x.b.HoldsSeat {
		x.ticketIs("valid")
	}
	x.note("refund", schema.FormatPaise(paise))
	x.note("reference", reference)
	x.note("date", made.At.In(x.Content.Zone).Format(time.DateOnly))
	x.say(texts.DeskRefundRecorded(schema.FormatPaise(paise), texts.Day(made.At.In(x.Content.Zone))))
	return nil
}

// checkRefundDay refuses a day before the payment or the decision. Nobody decides the refund of an overpayment.
func (x *execution) checkRefundDay(in wire.DeskRecordRefundRequest) error {
	if in.Date == "" {
		return nil
	}
	changes, err := x.tx.BookingChangesSince(x.ctx, x.b.ID, AnyVersion)
	fault := x.checkDay(in.Date)
	for _, pay := range x.payments {
		if !pay.RefundDue() || in.Payment != "" && in.Payment != pay.AttemptRef || !booking.IsManual(pay.Provider) {
			continue
		}
		first, sentence := pay.CapturedAt, texts.DeskRefundBeforePayment
		for _, c := range changes {
			if decidesRefund(c.What) && c.At.After(first) && pay.Disposition == booking.CancelledRefundDue {
				first, sentence = c.At, texts.DeskRefundBeforeDecision
			}
		}
		if first = first.In(x.Content.Zone); fault != texts.DeskDate && in.Date < first.Format(time.DateOnly) {
			fault = sentence(texts.Day(first))
		}
	}
	if err == nil && fault != "" {
		err = domain.InvalidField("date", fault)
	}
	return err
}

// checkSurplus makes sure that two independent people record a payment far above the price and its surplus's refund.
func (x *execution) checkSurplus() error {
	var surplus int64
	for _, p := range x.payments {
		surplus += p.SurplusPaise(x.payments)
	}
	if surplus <= x.Content.Desk.RefundAlonePaise {
		return nil
	}
	recorders, err := x.tx.PaymentRecorders(x.ctx, x.b.ID)
	if err != nil {
		return err
	}
	for _, who := range recorders {
		second, err := refund.SecondFor(x.ctx, x.tx, who, mayApprove, x.now)
		if err != nil {
			return err
		}
		if second.WhyNot(x.r.Who) != "" {
			return notPossible(texts.DeskSurplusNeedsSecond(schema.FormatPaise(x.Content.Desk.RefundAlonePaise)))
		}
	}
	return nil
}

// warnOfReference only warns, because one transfer may refund several registrations of a firm.
func (x *execution) warnOfReference(reference string) error {
	isOfPayment := func(p booking.Payment) bool {
		return payment.ReferenceKey(x.b.NameOf(p)) == payment.ReferenceKey(reference)
	}
	if slices.ContainsFunc(x.payments, isOfPayment) {
		x.warn(texts.DeskReferenceOfPayment)
	}
	made, err := x.tx.RecordedRefunds(x.ctx)
	for _, one := range made {
		if payment.ReferenceKey(one.Reference) == payment.ReferenceKey(reference) {
			x.warn(texts.DeskRefundReferenceUsed(one.Code))
		}
	}
	return err
}
