package desk

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/invoice"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// If the name or the mailbox changes, correct voids the old ticket, which may be in another mailbox or printed with
// another name. Staff can override the form's rules about age and membership.
func (x *execution) correct(in wire.DeskCorrectRequest) error {
	next, faults, rules := x.Form.CheckCorrection(x.b, in.Changes, x.category, x.now)
	if err := x.checkRules(faults, rules, in.Override); err != nil {
		return err
	}
	fields := x.compare(next)
	if len(fields) == 0 {
		return domain.InvalidField("changes", texts.DeskNothingChanged)
	}
	slices.Sort(fields)
	if !x.b.CheckedAt.IsZero() && slices.ContainsFunc(fields, func(f string) bool { return slices.Contains(checked, f) }) {
		x.warn(texts.DeskCheckedBefore)
	}
	x.what += ": " + strings.Join(fields, ", ")
	if next.PersonKey != x.b.PersonKey || next.MembershipNo != x.b.MembershipNo ||
		next.InstituteName != x.b.InstituteName {
		if err := x.checkAlone(next); err != nil {
			return err
		}
	}
	moved := next.PersonKey != x.b.PersonKey || next.EmailKey != x.b.EmailKey
	if moved && x.offer != nil {
		return notPossible(texts.DeskOffered(x.offer.Email))
	}
	if err := x.tx.SaveBookingPerson(x.ctx, next); err != nil {
		return err
	}
	x.out.Undo = "correct"
	return x.finishCorrection(next)
}

// checked lists the fields that staff compare with an identity document and an institute's list.
var checked = []string{"firstname", "lastname", "dob", "membership_no", "institute_name"}

func (x *execution) compare(next booking.Booking) (fields []string) {
	before, after := x.b.Person.Fields(), next.Person.Fields()
	before = append(before, booking.PersonField{Name: "spouseName", Value: &x.b.SpouseName})
	after = append(after, booking.PersonField{Name: "spouseName", Value: &next.SpouseName})
	for i := range before {
		if before[i].Name == "answers" {
			continue
		}
		if *before[i].Value != *after[i].Value {
			x.changes(before[i].Name, *before[i].Value, *after[i].Value)
			fields = append(fields, before[i].Name)
		}
	}
	was, is := x.b.Answers.Map(), next.Answers.Map()
	for _, field := range x.Content.Questions() {
		if was[field.Name] != is[field.Name] {
			x.changes(field.Name, domain.AnswerText(was[field.Name]), domain.AnswerText(is[field.Name]))
			fields = append(fields, field.Name)
		}
	}
	return fields
}

func (x *execution) finishCorrection(next booking.Booking) error {
	moved := next.EmailKey != x.b.EmailKey
	if moved {
		if err := x.tx.EndBookingSessions(x.ctx, next.ID, x.now); err != nil {
			return err
		}
	}
	switch {
	case !isGood(x.ticket):
		x.ticketIs("none")
		x.say(texts.DeskNoTicketNoEmail)
		return nil
	case !moved && next.Name() == x.b.Name():
		x.ticketIs("valid")
		x.say(texts.DeskTicketUnchanged)
		return nil
	}
	t, err := x.replaceTicket(next)
	if err != nil {
		return err
	}
	x.say(texts.DeskNewTicket)
	if moved {
		x.say(texts.DeskTicketBelongsTo(next.Email))
		if err := errors.Join(x.emailFormerAddress(), x.closeMailTask()); err != nil {
			return err
		}
	}
	return x.mail("ticket-changed", next, x.Payments.ChangedData(x.b, next, t))
}

// emailFormerAddress sends nothing if the last email to that address could not be delivered.
func (x *execution) emailFormerAddress() error {
	dead, err := x.tx.IsUndeliverable(x.ctx, x.b.ID, x.b.EmailKey)
	switch {
	case err != nil:
		return err
	case dead:
		x.say(texts.DeskAddressDead(x.b.Email))
		return nil
	}
	x.say(texts.DeskChangeIsEmailed(x.b.Email))
	return x.mail("mailbox-changed", x.b, nil)
}

// The person gets a new email. If it cannot be delivered either, a new task is created.
func (x *execution) closeMailTask() error {
	closed, err := x.tx.FinishTasksOf(x.ctx, x.b.ID, booking.TaskMailUndeliverable, x.now)
	if closed > 0 {
		x.say(texts.DeskMailTaskClosed)
	}
	return err
}

const maxNoteLength = 2000

// Note adds or deletes a note. The registration does not change, so neither a version nor a reason is needed.
func (d *Service) Note(ctx context.Context, r Request, in wire.DeskNoteRequest) (Outcome, error) {
	if in.Delete != 0 {
		r.word = domain.ActionNoteDelete
		return d.execute(ctx, r, func(x *execution) error {
			n, err := x.tx.DeleteNote(x.ctx, x.b.ID, in.Delete, x.now)
			x.entry.Before["text"] = n.Text
			return domain.IfMissing(err, domain.Refuse(domain.CodeNotFound, texts.DeskNoteGone))
		})
	}
	text := domain.Typed(in.Text)
	if text == "" || utf8.RuneCountInString(text) > maxNoteLength {
		return Outcome{}, domain.InvalidField("text", texts.DeskNoteLength)
	}
	return d.execute(ctx, r, func(x *execution) (err error) {
		if err := x.mayNote(); err != nil {
			return err
		}
		x.out.Undo = "note"
		x.note("text", text)
		x.out.Note, err = x.tx.InsertNote(x.ctx, booking.Note{BookingID: x.b.ID, At: x.now, Who: x.r.Who, Text: text})
		return err
	})
}

func (f facts) mayCorrectInvoice() error {
	settings := f.content.Invoice
	if err := f.mayNote(); err != nil {
		return err
	}
	isPaid := slices.ContainsFunc(f.payments, func(p booking.Payment) bool {
		return p.Disposition == booking.Applied || p.Disposition == booking.CancelledRefundDue
	})
	supply, _ := settings.SupplyOf(f.b.CategoryType)
	isTaxed := f.b.GSTPaise > 0 || supply.ReverseChargePercent > 0
	if !isPaid || settings.GSTIN == "" || !isTaxed {
		return notPossible(texts.InvoiceNone)
	}
	if schema.Date(f.now.In(f.content.Zone).Format(time.DateOnly)) > settings.CorrectUntil {
		return notPossible(texts.InvoiceTooLate(texts.Day(settings.CorrectUntil.Midnight(f.content.Zone).Time)))
	}
	return nil
}

var buyer = domain.Actor{ID: "buyer", Name: texts.DeskTheBuyer}

// maxCorrections is how many times a buyer can correct the invoice for a payment: each correction issues two documents.
const maxCorrections = 3

// CorrectInvoice lets the payer change the buyer on an invoice. If several requests correct the same invoice at once,
// only the first succeeds.
func (d *Service) CorrectInvoice(
	ctx context.Context, old booking.Document, in wire.InvoiceBuyer, requestID string,
) (next booking.Document, err error) {
	_, err = d.change(ctx, Request{
		BookingID: old.BookingID, Version: AnyVersion, Why: texts.InvoiceByBuyer, Who: buyer, RequestID: requestID,
		word: "invoice", possible: facts.mayCorrectInvoice,
	}, func(x *execution) error {
		x.entry.Object = old.PaymentRef
		noMore, err := d.noMoreCorrections(x.ctx, x.tx, old)
		if err != nil {
			return err
		}
		var was booking.Document
		was, next, err = x.replaceBuyer(old.PaymentRef, in)
		switch {
		case err != nil:
			return err
		case was.ID != old.ID:
			return notPossible(texts.InvoiceFinal)
		case noMore != "":
			return notPossible(noMore)
		}
		return nil
	})
	return next, err
}

// NoMoreCorrections returns the error text if the buyer may not correct a payment's invoice again, and otherwise "".
func (d *Service) NoMoreCorrections(ctx context.Context, of booking.Document) (string, error) {
	return d.noMoreCorrections(ctx, d.Store, of)
}

func (d *Service) noMoreCorrections(ctx context.Context, q underWayReader, of booking.Document) (string, error) {
	corrected, err := q.CountActions(ctx, of.BookingID, buyer.ID, "invoice", of.PaymentRef)
	if err != nil || corrected < maxCorrections {
		return "", err
	}
	return texts.InvoiceCorrectedOften(maxCorrections, string(d.Content.Event.Organiser.SupportEmail)), nil
}

func (x *execution) correctInvoice(in wire.DeskInvoiceRequest) error {
	all, err := x.tx.DocumentsOfBooking(x.ctx, x.b.ID)
	open := uncredited(all)
	at := len(open) - 1
	if in.Document != "" {
		at = slices.IndexFunc(open, func(d booking.Document) bool { return d.Number == in.Document })
	}
	switch {
	case err != nil:
		return err
	case at < 0:
		return notPossible(texts.InvoiceNone)
	}
	ref := open[at].PaymentRef
	if slices.ContainsFunc(x.payments, func(p booking.Payment) bool { return p.AttemptRef == ref && p.RefundDue() }) {
		x.say(texts.DeskInvoiceRefundDue)
	}
	_, _, err = x.replaceBuyer(ref, in.InvoiceBuyer)
	return err
}

func uncredited(all []booking.Document) (invoices []booking.Document) {
	for _, d := range all {
		if d.Kind == booking.DocumentInvoice && !d.Related(all).Cancelled {
			invoices = append(invoices, d)
		}
	}
	return invoices
}

func (x *execution) replaceBuyer(attemptRef string, in wire.InvoiceBuyer) (old, next booking.Document, err error) {
	buyer := booking.Party{
		Name: domain.Typed(in.Name), GSTIN: strings.ToUpper(strings.Join(strings.Fields(in.GSTIN), "")),
		Address: domain.Typed(in.Address), State: domain.Typed(in.State), PIN: strings.Join(strings.Fields(in.PIN), ""),
	}
	if old, next, err = x.Payments.Invoices.Correct(x.ctx, x.tx, x.b, attemptRef, buyer, x.now); err != nil {
		return old, next, err
	}
	if err := x.tx.SaveBuyer(x.ctx, x.b); err != nil {
		return old, next, err
	}
	was, is := old.Recipient, next.Recipient
	for _, c := range []wire.DeskChange{
		{Field: "invoice_name", Before: was.Name, After: is.Name}, {Field: "gst_no", Before: was.GSTIN, After: is.GSTIN},
		{Field: "invoice_address", Before: was.Address, After: is.Address},
		{Field: "state", Before: was.State, After: is.State}, {Field: "invoice_pin", Before: was.PIN, After: is.PIN},
	} {
		if c.Before != c.After {
			x.changes(c.Field, c.Before, c.After)
		}
	}
	x.note("invoice", next.Number)
	x.say(texts.InvoiceReplaced(old.Number))
	figures := map[string]string{"site_url": x.Payments.SiteURL}
	invoice.Describe(domain.OutgoingMail{Data: figures}, []booking.Document{next}, false)
	return old, next, x.mailPayer("invoice-corrected", figures)
}
