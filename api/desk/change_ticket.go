package desk

import (
	"context"
	"errors"
	"fmt"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/invoice"
	"transom/api/staff"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// The ways to settle a difference in price, in addition to the manual payment methods and PaidByLink.
const (
	differenceRefund = "refund"
	differenceWaived = "waived"
)

// ChangeTicket gives a paid registration another category, or adds or removes the spouse. If the difference is paid by
// link, nothing changes before that link has been paid. An open link for an earlier change is closed first.
func (d *Service) ChangeTicket(ctx context.Context, r Request, in wire.DeskChangeTicketRequest) (Outcome, error) {
	var attempt string
	var before *booking.Attempt
	do := func(x *execution) (err error) {
		attempt, err = x.changeTicket(in, before)
		return err
	}
	open, err := d.Store.FindOpenChange(ctx, r.BookingID)
	var out Outcome
	switch {
	case errors.Is(err, domain.ErrNotFound):
		out, err = d.change(ctx, r, do)
	case err == nil:
		before = &open
		out, err = d.afterClosing(ctx, r, do, func(x *execution) error {
			if !open.Change.Fits(x.b) {
				return x.changed(texts.DeskChangePaidJustNow, nil)
			}
			return do(x)
		})
	}
	if err == nil && out.Done && attempt != "" { // if the gateway is down, the reconciler will create the link
		d.Payments.StartMailed(ctx, attempt)
	}
	return out, err
}

// changeTicket returns the attempt for the new payment link, or "". "before" had the link that was open, or is nil.
func (x *execution) changeTicket(
	in wire.DeskChangeTicketRequest, before *booking.Attempt,
) (attempt string, err error) {
	to, known := x.Content.CategoryByType(in.TicketCategory)
	if !known {
		return "", domain.InvalidField("ticketCategory", texts.ChooseTicket)
	}
	if to.Type == x.b.CategoryType && in.Spouse == x.b.Spouse {
		if before == nil {
			return "", domain.InvalidField("ticketCategory", texts.DeskChangeSame)
		}
		x.entry.Name, x.what = domain.ActionChangeEnd, domain.ActionChangeEnd
		x.ticketIs("valid")
		x.say(texts.DeskChangeWithdrawn)
		return "", x.Payments.MailChangeEnded(x.ctx, x.tx, x.b, *before, x.now)
	}
	next, faults, rules := x.Form.CheckTicket(x.b, to, in.Spouse, domain.Typed(in.SpouseName), in.Changes, x.now)
	if err := x.checkRules(faults, rules, in.Override); err != nil {
		return "", err
	}
	c := booking.ChangeOf(x.b, next)
	if err := x.checkAlone(next); err != nil {
		return "", err
	}
	if err := x.Payments.CheckChange(x.ctx, x.tx, x.b, c); err != nil {
		return "", err
	}
	x.showChange(next)
	if age := to.Age; rules["dob"] != "" {
		day := texts.Day(x.Content.Event.AgeReferenceDate.Midnight(x.Content.Zone).Time)
		x.say(texts.DeskAgeLimit(to.Name, age.Min, age.Max, day))
	}
	difference := x.priceChange(to, &c)
	switch {
	case difference == 0:
		return "", x.doChange(c, "", 0)
	case !staff.May(x.r.Who.Role, staff.Refund) && x.r.Who.ID != domain.ActorCommand:
		x.say(texts.DeskPriceNotYours)
		if !x.r.Preview {
			err = domain.Refuse(domain.CodeForbidden, texts.DeskPriceNotYours)
		}
		return "", err
	}
	x.out.Preview.DifferencePaise = difference
	x.note("difference", in.Difference)
	return x.settleDifference(in, c, difference)
}

func (x *execution) showChange(next booking.Booking) {
	used, days := x.ticket.EntriesTotal-x.ticket.EntriesRemaining, len(x.Content.Event.Days)
	entries := func(left, all int) string { return fmt.Sprintf("%d / %d", left, all) }
	category := x.Content.CategoryName
	for _, c := range []wire.DeskChange{
		{Field: "category", Before: category(x.b.CategoryType), After: category(next.CategoryType)},
		{Field: "seats", Before: fmt.Sprint(x.b.Seats), After: fmt.Sprint(next.Seats)},
		{Field: "entries", Before: entries(x.ticket.EntriesRemaining, x.ticket.EntriesTotal),
			After: entries(max(0, days*next.Seats-used), days*next.Seats)},
	} {
		if c.Before != c.After {
			x.changes(c.Field, c.Before, c.After)
		}
	}
	x.compare(next)
}

// The difference is the new ticket's price minus the amount paid and what was waived earlier, which is never refunded.
// If it is negative, it can be refunded.
func (x *execution) priceChange(to schema.Category, c *booking.TicketChange) (difference int64) {
	if x.b.PaidBy == booking.PaidFree {
		x.say(texts.DeskPriceFree)
		return 0
	}
	onlyRemoved := to.Type == x.b.CategoryType && !c.Spouse
	at := x.now
	if onlyRemoved {
		at = x.b.CreatedAt
	}
	price, paid := to.PricesAt(at).For(c.Spouse), x.receivedPaise()
	c.PricePaise, c.GSTPaise = price.TotalPaise, price.GSTPaise
	gst := ""
	if x.Content.Tickets.GSTPercent > 0 {
		gst = price.DisplayGST
	}
	ticket := texts.DeskTicketName(to.Name, c.Spouse)
	parts := texts.DeskPriceParts(price.DisplayTotal, price.DisplayNet, gst)
	if onlyRemoved {
		x.price(texts.DeskPriceThen(ticket, parts, texts.Day(at.In(x.Content.Zone))))
	} else {
		x.price(texts.DeskPriceToday(ticket, parts))
	}
	difference = price.TotalPaise - paid
	if c.WaivedPaise = min(max(0, x.b.WaivedPaise), max(0, difference)); c.WaivedPaise > 0 {
		difference -= c.WaivedPaise
		x.price(texts.DeskWaivedEarlier(schema.FormatPaise(c.WaivedPaise)))
	}
	switch {
	case difference > 0 && onlyRemoved:
		x.price(texts.DeskPriceNoMore)
		return 0
	case difference == 0:
		x.say(texts.DeskPriceSame)
	case SightOf(x.r.Who.Role).Money && difference > 0:
		x.price(texts.DeskDifferenceDue(schema.FormatPaise(paid), schema.FormatPaise(difference)))
	case SightOf(x.r.Who.Role).Money:
		x.price(texts.DeskDifferenceBack(schema.FormatPaise(paid), schema.FormatPaise(-difference)))
	}
	return difference
}

func (x *execution) price(sentence string) { x.prices = append(x.prices, sentence) }

func (x *execution) settleDifference(
	in wire.DeskChangeTicketRequest, c booking.TicketChange, difference int64,
) (attempt string, err error) {
	switch isDue := difference > 0; {
	case in.Difference == "" && x.r.Preview:
		x.ticketIs("valid")
		return "", nil
	case in.Difference == "":
		return "", domain.InvalidField("difference", texts.DeskDifferenceChoose)
	case in.Difference == differenceWaived && isDue && !staff.May(x.r.Who.Role, staff.AddFree) &&
		x.r.Who.ID != domain.ActorCommand:
		return "", domain.InvalidField("difference", texts.DeskWaiverNotYours)
	case in.Difference == differenceWaived:
		c.WaivedPaise += difference
		x.say(texts.DeskDifferenceWaived)
		if isDue {
			return "", x.doChange(c, "", 0)
		}
		return "", x.doChange(c, schema.MailKept, 0)
	case isDue && in.Difference == PaidByLink:
		c.DuePaise = difference
		return x.offerChange(c)
	case isDue && booking.IsManual(in.Difference):
		c.DuePaise = difference
		return "", x.recordChange(in, c)
	case !isDue && in.Difference == differenceRefund:
		return "", x.refundChange(c, -difference)
	}
	return "", domain.InvalidField("difference", texts.DeskDifferenceWrong)
}

// doChange makes a change for which no payment is due. `state` is what the email says about a difference in price.
func (x *execution) doChange(c booking.TicketChange, state string, refundPaise int64) error {
	payer, err := x.tx.FindPayer(x.ctx, x.b.ID)
	if payer.EmailKey != "" { // a colleague who took over the ticket has paid nothing
		state = ""
	}
	if err == nil {
		_, err = x.Payments.Change(x.ctx, x.tx, x.b, c, map[string]string{"money_state": state,
			"refund_amount": schema.FormatPaise(refundPaise)}, x.now)
	}
	if err != nil {
		return err
	}
	return x.newTicket()
}

func (x *execution) newTicket() error {
	t, err := x.tx.FindTicketOfBooking(x.ctx, x.b.ID)
	x.ticketIs("new")
	x.say(texts.DeskNewTicket)
	x.entry.Before["ticket"], x.entry.After["ticket"] = x.ticket.ID, t.ID
	documents, failed := x.tx.DocumentsOfBooking(x.ctx, x.b.ID)
	if invoice.Restated(documents, x.now) {
		x.say(texts.DeskInvoiceReplaced)
	}
	return errors.Join(err, failed)
}

// The change is made once the link has been paid.
func (x *execution) offerChange(c booking.TicketChange) (attempt string, err error) {
	n, err := x.tx.CountAttempts(x.ctx, x.b.ID)
	if err != nil {
		return "", err
	}
	a := x.Payments.NewChangeAttempt(x.b, c, n+1, x.now)
	if x.open == nil { // if an earlier link is open, this is only a preview
		if err := x.tx.InsertAttempt(x.ctx, a); err != nil {
			return "", err
		}
	}
	amount, until := schema.FormatPaise(c.DuePaise), x.Content.Moment(a.ExpiresAt)
	x.entry.Name, x.what = domain.ActionChangeAsk, domain.ActionChangeAsk
	x.ticketIs("valid")
	x.note("amount", amount)
	m, err := x.Payments.Refunds.ToPayer(x.ctx, x.tx, x.b,
		x.Payments.Mail("change-link", "change-link:"+a.Ref, x.b, map[string]string{
			"payment_url": x.Payments.PayURL(x.b.ID), "pay_until": until, "amount": amount, "category": x.Payments.TicketName(c),
		}))
	if err != nil {
		return "", err
	}
	if m.To == "" {
		return "", domain.InvalidField("difference", texts.DeskPayerErased)
	}
	x.say(texts.DeskChangeByLink(m.To, until))
	return a.Ref, errors.Join(x.sayBuyer(), x.tx.EnqueueMail(x.ctx, m, x.now))
}

func (x *execution) recordChange(in wire.DeskChangeTicketRequest, c booking.TicketChange) error {
	faults := map[string]string{}
	p := wire.DeskHowItIsPaid{Kind: in.Difference, Reference: in.Reference, Date: in.Date,
		AmountPaise: in.AmountPaise, TDSPaise: in.TDSPaise}
	if x.checkHowPaid(p, faults); len(faults) > 0 {
		return domain.Invalid(faults)
	}
	m := manualOf(p)
	surplus, err := x.Payments.RecordChange(x.ctx, x.tx, x.b, c, m, x.now)
	if err != nil {
		return err
	}
	received := c.DuePaise - m.TDSPaise + surplus
	amount := schema.FormatPaise(received)
	x.note("amount", amount)
	x.note("reference", m.Reference)
	x.note("date", m.On)
	x.say(texts.DeskChangeRecorded(amount))
	x.sayTDS(m.TDSPaise, received, c.DuePaise)
	x.sayPaidTooMuch(surplus)
	return errors.Join(x.sayBuyer(), x.newTicket())
}

// sayBuyer tells staff who gets the invoice or receipt for a difference, if a colleague has taken over the ticket.
func (x *execution) sayBuyer() error {
	payer, err := x.tx.FindPayer(x.ctx, x.b.ID)
	if payer.Email != "" {
		x.say(texts.DeskDocumentGoesTo(payer.Name, x.b.Name()))
	}
	return err
}

// refundChange makes the change at once, even if the refund needs a second person's approval.
func (x *execution) refundChange(c booking.TicketChange, paise int64) error {
	decision, err := x.decide(domain.ActionRefund, paise)
	if err != nil {
		return err
	}
	state := schema.MailRefundFollows
	if decision.Second {
		state = schema.MailRefundAsked
	}
	if err := x.doChange(c, state, paise); err != nil {
		return err
	}
	x.note("refund", schema.FormatPaise(paise))
	if decision.Second {
		_, err := x.request(booking.Request{Action: domain.ActionRefund, RefundPaise: paise}, decision)
		x.say(texts.DeskRefundWaitsToo)
		return err
	}
	x.sayHowRefunded(paise)
	return x.Payments.Refunds.Part(x.ctx, x.tx, x.b, paise, x.now)
}
