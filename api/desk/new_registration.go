package desk

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/refund"
	"transom/api/registration"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

const maxReference = 60

// PaidByLink is the kind of payment for which the person gets a payment link by email.
const PaidByLink = "link"

// Add registers a person by the form's rules without pictures, which the person can add or show later.
func (d *Service) Add(ctx context.Context, r Request, in wire.DeskAddRequest) (Outcome, error) {
	category, known := d.Content.CategoryByType(in.TicketCategory)
	if !known {
		return Outcome{}, domain.InvalidField("ticketCategory", texts.ChooseTicket)
	}
	var attempt string
	r.isNew, r.Version = true, AnyVersion
	out, err := d.change(ctx, r, func(x *execution) (err error) {
		x.category = category
		attempt, err = x.add(in)
		return err
	})
	if err == nil && out.Done && attempt != "" { // if the gateway is down, the reconciler will create the link
		d.Payments.StartMailed(ctx, attempt)
	}
	return out, err
}

func (x *execution) add(in wire.DeskAddRequest) (attempt string, err error) {
	typed := registration.Application{Person: booking.Person(in.Person), Spouse: in.Spouse, SpouseName: in.SpouseName,
		TicketCategory: in.TicketCategory}
	b, faults, rules := x.Form.CheckTyped(typed, x.category, in.Payment.Kind == booking.PaidFree, x.now)
	if faults == nil {
		faults = map[string]string{}
	}
	x.checkHowPaid(in.Payment, faults)
	codes, err := x.tx.CodesWithMobile(x.ctx, b)
	if err != nil {
		return "", err
	}
	if len(codes) > 0 {
		x.out.Preview.Hints = map[string]string{"mobile": texts.DeskMobileUsed(strings.Join(codes, ", "))}
		x.warn(x.out.Preview.Hints["mobile"])
	}
	if err := x.checkRules(faults, rules, in.Override); err != nil {
		return "", err
	}
	if in.Payment.Kind == booking.PaidFree {
		b.PaidBy, b.FreeReason = booking.PaidFree, in.Payment.Reason
		b.NetPaise, b.GSTPaise, b.AmountPaise = 0, 0, 0
	}
	if err := x.Form.Place(x.ctx, x.tx, b, x.category); err != nil {
		return "", x.named(b, err)
	}
	if b, err = x.tx.FindBooking(x.ctx, b.ID); err != nil { // the booking has a code now
		return "", err
	}
	x.b, x.entry.BookingID, x.out.Undo = b, b.ID, "cancel"
	x.what += ": " + in.Payment.Kind
	x.note("paid_by", in.Payment.Kind)
	x.note("amount", schema.FormatPaise(b.AmountPaise))
	if in.Payment.Kind == PaidByLink {
		return x.addLink()
	}
	x.say(texts.DeskAdded(b.Name(), x.category.Name))
	if in.Payment.Kind == booking.PaidFree {
		x.note("reason", b.FreeReason)
		x.ticketIs("new")
		x.say(texts.DeskAddedFree, texts.DeskConfirmation(b.Email), texts.DeskAddedWithoutPictures)
		return "", x.Payments.Give(x.ctx, x.tx, b, x.now)
	}
	x.note("reference", domain.Typed(in.Payment.Reference))
	x.note("date", in.Payment.Date)
	gst := ""
	if x.Content.Tickets.GSTPercent > 0 {
		gst = schema.FormatPaise(b.GSTPaise)
	}
	x.say(texts.DeskAddedPrice(schema.FormatPaise(b.AmountPaise), schema.FormatPaise(b.NetPaise), gst))
	if err := x.record(b, in.Payment); err != nil {
		return "", err
	}
	x.say(texts.DeskAddedWithoutPictures)
	return "", nil
}

// The email contains the payment page's address, so it can be sent before the gateway has created its link.
func (x *execution) addLink() (attempt string, err error) {
	first := x.Payments.NewMailedAttempt(x.b, 1, x.now)
	if err := x.tx.InsertAttempt(x.ctx, first); err != nil {
		return "", err
	}
	x.ticketIs("none")
	x.say(texts.DeskAddedByLink(x.b.Name(), schema.FormatPaise(x.b.AmountPaise)))
	return first.Ref, x.mailLink(x.b, first.ExpiresAt)
}

// maxReceivedPaise is one crore; a larger amount must be a typing error.
const maxReceivedPaise = 1_00_00_000_00

func (x *execution) checkHowPaid(p wire.DeskHowItIsPaid, faults map[string]string) {
	isKnown := func(c schema.Complimentary) bool { return string(c.ID) == p.Reason }
	switch {
	case p.Kind == PaidByLink:
	case p.Kind == booking.PaidFree:
		if !slices.ContainsFunc(x.Content.Desk.Complimentary, isKnown) {
			faults["reason"] = texts.DeskChooseWhyFree
		}
	case booking.IsManual(p.Kind):
		if key := payment.ReferenceKey(domain.Typed(p.Reference)); key == "" || len(p.Reference) > maxReference {
			faults["reference"] = texts.DeskPaymentReference
		}
		if fault := x.checkDay(p.Date); fault != "" {
			faults["date"] = fault
		}
		if p.AmountPaise != nil && (*p.AmountPaise <= 0 || *p.AmountPaise > maxReceivedPaise) {
			faults["amount_paise"] = texts.DeskAmountReceived(schema.FormatPaise(maxReceivedPaise))
		}
		if p.TDSPaise < 0 {
			faults["tds_paise"] = texts.DeskAmountNegative
		}
	default:
		faults["kind"] = texts.DeskChooseHowPaid
	}
}

func (x *execution) checkDay(typed string) string {
	day, err := time.ParseInLocation(time.DateOnly, typed, x.Content.Zone)
	opens := x.category.Sales.OpensAt.In(x.Content.Zone)
	switch {
	case typed == "":
		return texts.DeskDateMissing
	case err != nil:
		return texts.DeskDate
	case day.After(x.now):
		return texts.DeskDateInFuture
	case typed < opens.Format(time.DateOnly):
		return texts.DeskDateBeforeSale(texts.Day(opens))
	}
	return ""
}

// Paid records that an unpaid registration was paid without the gateway, in full or in part, even if its link has
// expired. An open link is closed first; if the person has just paid through it, nothing is recorded.
func (d *Service) Paid(ctx context.Context, r Request, in wire.DeskPaidRequest) (Outcome, error) {
	p := in.Payment
	record := func(x *execution) error {
		if !booking.IsManual(p.Kind) {
			return domain.InvalidField("kind", texts.DeskChooseHowItWasPaid)
		}
		faults := map[string]string{}
		if x.checkHowPaid(p, faults); len(faults) > 0 {
			return domain.Invalid(faults)
		}
		if err := x.checkAlone(x.b); err != nil {
			return err
		}
		x.changes("paid_by", "", p.Kind)
		x.changes("reference", "", domain.Typed(p.Reference))
		x.changes("date", "", p.Date)
		return errors.Join(x.record(x.b, p), x.Form.CheckSeats(x.ctx, x.tx, x.category))
	}
	return d.afterClosing(ctx, r, record, record)
}

func (x *execution) record(b booking.Booking, p wire.DeskHowItIsPaid) error {
	out, err := x.Payments.Record(x.ctx, x.tx, b, manualOf(p), x.now)
	if err != nil {
		return err
	}
	received := out.AppliedPaise + out.SurplusPaise - p.TDSPaise
	amount := schema.FormatPaise(received)
	x.note("amount", amount)
	if out.RestPaise > 0 {
		x.ticketIs("none")
		x.say(texts.DeskPaidInPart(amount, schema.FormatPaise(out.RestPaise)))
	} else {
		x.ticketIs("new")
		if !x.r.isNew {
			x.changes("state", string(booking.PendingPayment), "paid")
		}
		x.say(texts.DeskPaid(amount, b.Email))
	}
	x.sayTDS(p.TDSPaise, received, out.AppliedPaise)
	x.sayPaidTooMuch(out.SurplusPaise)
	return nil
}

func manualOf(p wire.DeskHowItIsPaid) payment.Manual {
	return payment.Manual{Kind: p.Kind, Reference: domain.Typed(p.Reference), On: p.Date, AmountPaise: p.AmountPaise,
		TDSPaise: p.TDSPaise}
}

func (x *execution) sayPaidTooMuch(paise int64) {
	if paise > 0 {
		x.note("surplus_amount", schema.FormatPaise(paise))
		x.say(texts.DeskPaidTooMuch(schema.FormatPaise(paise)))
	}
}

func (x *execution) sayTDS(tdsPaise, receivedPaise, coveredPaise int64) {
	if tdsPaise > 0 {
		x.note("tds_amount", schema.FormatPaise(tdsPaise))
		x.say(texts.DeskPaidTDS(schema.FormatPaise(tdsPaise), schema.FormatPaise(receivedPaise),
			schema.FormatPaise(coveredPaise)))
	}
}

// A withdrawal above the limit in desk.yaml needs a second person's approval, as a refund does.
func (x *execution) withdrawPayment(in wire.DeskWithdrawPaymentRequest) error {
	paise := int64(0)
	for _, pay := range refund.Withdrawable(x.payments) {
		if pay.AttemptRef == in.Payment {
			paise = pay.AmountPaise
		}
	}
	if paise == 0 {
		return refund.ErrNotWithdrawable
	}
	decision, err := x.decide(domain.ActionWithdraw, paise)
	if err != nil {
		return err
	}
	x.out.Preview.Money = nil // a withdrawal refunds no money
	if decision.Second {
		return x.ask(booking.Request{Action: domain.ActionWithdraw, AttemptRef: in.Payment, RefundPaise: paise}, decision)
	}
	return x.carryOutWithdrawal(in.Payment)
}

func (x *execution) carryOutWithdrawal(attemptRef string) error {
	if err := x.Payments.Refunds.Withdraw(x.ctx, x.tx, x.b, attemptRef, x.now); err != nil {
		return err
	}
	for _, pay := range x.payments {
		if pay.AttemptRef == attemptRef {
			x.note("reference", x.b.NameOf(pay))
			x.note("amount", schema.FormatPaise(pay.AmountPaise))
			x.say(texts.DeskPaymentWithdrawn(schema.FormatPaise(pay.AmountPaise), x.b.NameOf(pay)))
			for _, other := range x.payments {
				if other.IsSurplusOf(pay) {
					x.say(texts.DeskSurplusWithdrawn(schema.FormatPaise(other.AmountPaise)))
				}
			}
		}
	}
	after, err := x.tx.FindBooking(x.ctx, x.b.ID)
	if err != nil {
		return err
	}
	if err := x.saySurplus(after); err != nil {
		return err
	}
	if after.Status == booking.Success {
		x.ticketIs(x.ticketNow())
		x.say(map[bool]string{true: texts.DeskStaysCancelled, false: texts.DeskStaysValid}[after.Cancelled()])
		return nil
	}
	state, sentence := "expired", texts.DeskWithdrawnExpired
	if after.Status == booking.Initiated {
		state, sentence = string(booking.PendingPayment), texts.DeskWithdrawnPending
	}
	states := map[booking.PaymentStatus]string{booking.Initiated: string(booking.PendingPayment), booking.Success: "paid"}
	if before := states[x.b.Status]; before != state {
		x.changes("state", before, state)
	}
	x.ticketIs("void")
	if x.ticket.ID == "" {
		x.ticketIs("none")
	} else if isUsed(x.ticket) {
		x.warn(texts.DeskCarefulUsed)
	}
	x.say(sentence)
	return nil
}

// saySurplus tells staff which overpayment pays for the ticket after a withdrawal, and how much is still overpaid.
func (x *execution) saySurplus(after booking.Booking) error {
	captured, err := x.tx.PaymentsOfBooking(x.ctx, x.b.ID)
	for _, pay := range captured {
		wasDue := func(old booking.Payment) bool { return old.AttemptRef == pay.AttemptRef && old.RefundDue() }
		if pay.Disposition == booking.Applied && slices.ContainsFunc(x.payments, wasDue) {
			x.say(texts.DeskSurplusUsed(schema.FormatPaise(pay.AmountPaise)))
		}
	}
	if surplus := -after.DuePaise(captured); surplus > 0 && after.HoldsSeat {
		x.say(texts.DeskSurplus(schema.FormatPaise(surplus)))
	}
	return err
}
