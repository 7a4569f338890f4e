package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Finding is a payment or a link about which the gateway and our rows disagree.
type Finding struct {
	BookingID         string `json:"booking_id"`
	AttemptRef        string `json:"attempt_ref"`
	ProviderPaymentID string `json:"payment_id,omitempty"`
	// GatewayPaise is what the gateway holds (captured minus refunded), OurPaise what our rows say it should hold.
	GatewayPaise int64 `json:"gateway_paise"`
	OurPaise     int64 `json:"our_paise"`
	// Text says what is wrong and what to do.
	Text string `json:"what_to_do"`
}

// Audit is the result of comparing the gateway with our rows.
type Audit struct {
	Attempts  int   `json:"attempts"`
	Payments  int   `json:"payments"`
	Listed    int   `json:"listed"`     // payments in the gateway's list, including those of the account's other users
	KeptPaise int64 `json:"kept_paise"` // what the gateway holds for the attempts without a finding
	Manual    Money `json:"manual"`     // manual payments, less refunds
	TDSPaise  int64 `json:"tds_paise"`  // tax that payers deducted from manual payments, even from refunded ones
	// Documents compares invoices and credit notes with payments and refunds.
	Documents booking.DocumentSums `json:"documents"`
	Findings  []Finding            `json:"unexplained"`
	Unread    []Finding            `json:"not_compared"` // for example because the gateway did not answer
	Tasks     []booking.Task       `json:"-"`            // open tasks about payments
	// `ofDay` is true if only one day was compared.
	ofDay bool
}

// Explained reports whether every rupee is accounted for.
func (a Audit) Explained() bool { return len(a.Findings) == 0 && len(a.Unread) == 0 }

// Result says in a sentence whether every rupee is accounted for.
func (a Audit) Result() string {
	if a.Attempts+a.Payments+a.Listed+a.Manual.Payments == 0 && a.Explained() {
		return texts.AuditNothing
	}
	if a.Explained() {
		return texts.AuditAgrees
	}
	return texts.AuditDiffers
}

// Sentences say what was compared.
func (a Audit) Sentences() []string {
	count := func(n int, what string) string {
		if n != 1 {
			what += "s"
		}
		return fmt.Sprintf("%d %s", n, what)
	}
	all := []string{fmt.Sprintf(texts.AuditCompared,
		count(a.Attempts, "attempt"), count(a.Payments, "captured payment"), a.Listed, schema.FormatPaise(a.KeptPaise))}
	if a.ofDay && a.Listed != a.Payments {
		all = append(all, texts.AuditOtherDay)
	}
	if a.Manual.Payments > 0 {
		all = append(all, fmt.Sprintf(texts.AuditManual, count(a.Manual.Payments, "payment"),
			schema.FormatPaise(a.Manual.Paise)))
	}
	if a.TDSPaise > 0 {
		all = append(all, fmt.Sprintf(texts.AuditTDS,
			schema.FormatPaise(a.TDSPaise)))
	}
	return all
}

// errAuditing is returned while this instance is comparing another day: several at once would slow down the sale.
var errAuditing = &domain.Error{Code: domain.CodeNotPossible, Message: texts.DeskReconciling, RetryAfterSeconds: 60}

// AuditDay is Audit for the attempts, payments and refunds of one day.
func (p *Service) AuditDay(ctx context.Context, day time.Time) (Audit, error) {
	if !p.auditing.TryLock() {
		return Audit{}, errAuditing
	}
	defer p.auditing.Unlock()
	out, err := p.audit(ctx, booking.Span{From: day, Until: day.AddDate(0, 0, 1)}, func(int, int) {})
	out.ofDay = true
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return out, domain.Refuse(domain.CodeNotPossible, texts.DeskGatewaySilent)
	}
	return out, err
}

// Audit compares our rows with the gateway's links and payments, without changes; `report` gets the progress.
func (p *Service) Audit(ctx context.Context, report func(done, all int)) (Audit, error) {
	return p.audit(ctx, booking.Span{}, report)
}

func (p *Service) audit(ctx context.Context, span booking.Span, report func(done, all int)) (Audit, error) {
	out := Audit{Findings: []Finding{}, Unread: []Finding{}}
	rows, err := p.Store.AuditRows(ctx)
	if err != nil {
		return out, fmt.Errorf("audit: %w", err)
	}
	rows = slices.DeleteFunc(rows, func(row booking.AuditRow) bool {
		return !span.Has(row.Attempt.CreatedAt) && !span.Has(row.Payment.CapturedAt) && !span.Has(row.Payment.RefundedAt)
	})
	var mu sync.Mutex
	inParallel(ctx, rows, func(row booking.AuditRow) {
		one := p.auditRow(ctx, row)
		mu.Lock()
		defer mu.Unlock()
		out.add(one)
		report(out.Attempts, len(rows))
	})
	if err := ctx.Err(); err != nil {
		return out, err
	}
	p.auditList(ctx, span, &out)
	byReference := func(a, b Finding) int { return strings.Compare(a.AttemptRef, b.AttemptRef) }
	slices.SortFunc(out.Findings, byReference)
	slices.SortFunc(out.Unread, byReference)
	if out.Documents, err = p.Store.SumDocuments(ctx); err != nil {
		return out, err
	}
	for _, ref := range out.Documents.Wrong {
		if slices.ContainsFunc(out.Findings, func(f Finding) bool { return f.AttemptRef == ref }) ||
			!slices.ContainsFunc(rows, func(row booking.AuditRow) bool { return row.Attempt.Ref == ref }) {
			continue // the payment's amounts are already reported, or it is of another day
		}
		out.Findings = append(out.Findings, Finding{AttemptRef: ref, Text: texts.AuditDocuments})
	}
	out.Tasks, err = p.Store.PaymentTasks(ctx)
	return out, err
}

func (p *Service) auditList(ctx context.Context, span booking.Span, out *Audit) {
	found, err := p.walk(ctx, span)
	if out.Listed = found.payments; err != nil {
		out.Unread = append(out.Unread, Finding{AttemptRef: "all payments",
			Text: fmt.Sprintf(texts.AuditListUnread, err)})
		return
	}
	reported := map[string]bool{} // attempts whose links are already reported
	for _, f := range out.Findings {
		reported[f.AttemptRef] = reported[f.AttemptRef] || f.GatewayPaise > 0
	}
	for _, c := range slices.Concat(found.unknown, found.unbooked) {
		if c.isUnbooked() && reported[c.AttemptRef] {
			continue
		}
		f := Finding{
			AttemptRef: c.AttemptRef, ProviderPaymentID: c.ProviderPaymentID, GatewayPaise: c.AmountPaise - c.RefundedPaise,
			BookingID: c.attempt.BookingID, Text: c.text(),
		}
		if c.isUnbooked() && c.AmountPaise == c.attempt.AmountPaise {
			f.Text = fmt.Sprintf("%s was captured as payment %s. The link does not show it, and it is not recorded "+
				"here. Start the server: it records the payment; or run `transom reconcile --fix`.",
				schema.FormatPaise(f.GatewayPaise), c.ProviderPaymentID)
		}
		out.Findings = append(out.Findings, f)
	}
}

func (a *Audit) add(one Audit) {
	a.Attempts += one.Attempts
	a.Payments += one.Payments
	a.KeptPaise += one.KeptPaise
	a.Manual.Payments += one.Manual.Payments
	a.Manual.Paise += one.Manual.Paise
	a.TDSPaise += one.TDSPaise
	a.Findings = append(a.Findings, one.Findings...)
	a.Unread = append(a.Unread, one.Unread...)
}

func (p *Service) auditRow(ctx context.Context, row booking.AuditRow) (out Audit) {
	a := row.Attempt
	if booking.IsManual(a.Provider) {
		return auditManual(row)
	}
	out.Attempts = 1
	finding := Finding{BookingID: a.BookingID, AttemptRef: a.Ref, ProviderPaymentID: row.Payment.ProviderPaymentID,
		OurPaise: row.KeptPaise()}
	if a.Provider != p.Provider.Name() {
		finding.Text = fmt.Sprintf(texts.AuditOtherProvider,
			a.Provider)
		out.Unread = append(out.Unread, finding)
		return out
	}
	ctx, cancel := detached(ctx)
	defer cancel()
	state, err := p.ask(ctx, a, uncached)
	if errors.Is(err, ErrProviderNotFound) {
		state, err = State{AttemptRef: a.Ref, Status: booking.Failed, AmountPaise: a.AmountPaise, Currency: a.Currency}, nil
	}
	if named := row.Payment.ProviderPaymentID; err == nil && named != "" && state.AmountPaidPaise == 0 &&
		!row.Payment.IsUnnamed() {
		var c CapturedPayment
		if c, err = p.Provider.FetchPayment(ctx, named); err == nil {
			state = c.fitsInto(a, state)
		} else if errors.Is(err, ErrProviderNotFound) {
			err = nil
		}
	}
	var refunded int64
	// Ask by the stored id, because a link may stop listing its payment once the payment has been refunded.
	id := row.Payment.ProviderPaymentID
	if id == "" || row.Payment.IsUnnamed() {
		id = state.ProviderPaymentID
	}
	if err == nil && id != "" && (state.AmountPaidPaise > 0 || row.Payment.RefundedPaise > 0) {
		refunded, err = p.Provider.Refunded(ctx, id)
		refunded += row.Payment.LostPaise
	}
	if err != nil {
		finding.Text = fmt.Sprintf(texts.AuditUnread, err)
		out.Unread = append(out.Unread, finding)
		return out
	}
	finding.GatewayPaise = state.AmountPaidPaise - refunded
	if row.Payment.AttemptRef != "" {
		out.Payments = 1
	}
	if finding.Text = explain(row, state, refunded); finding.Text != "" {
		out.Findings = append(out.Findings, finding)
		return out
	}
	out.KeptPaise = finding.GatewayPaise
	return out
}

// auditManual compares a manual payment with our other rows, because no gateway knows it.
func auditManual(row booking.AuditRow) (out Audit) {
	if row.Payment.Disposition == booking.Withdrawn {
		return out
	}
	out.Manual, out.TDSPaise = Money{1, row.KeptPaise()}, row.Payment.TDSPaise
	text := ""
	switch {
	case row.Payment.AttemptRef == "" || row.Payment.AmountPaise != row.Attempt.AmountPaise:
		text = texts.AuditContradiction
	case row.Payment.Disposition == booking.Applied:
		text = explainTicket(row)
	}
	if text != "" {
		out.Findings = []Finding{{BookingID: row.Attempt.BookingID, AttemptRef: row.Attempt.Ref,
			ProviderPaymentID: row.Payment.ProviderPaymentID, OurPaise: row.KeptPaise(), Text: text}}
	}
	return out
}

func explainTicket(row booking.AuditRow) string {
	isPart := row.Payment.Joint && row.Status == booking.Initiated // the rest of the price is not paid yet
	if row.Erased || isPart || row.Status == booking.Success && (row.Tickets == 1 || row.Voided) {
		return ""
	}
	return fmt.Sprintf(texts.AuditWithoutTicket, row.Status, row.Tickets)
}

func explain(row booking.AuditRow, s State, refunded int64) string {
	status, mismatch := verify(row.Attempt, s)
	pay := row.Payment
	kept := schema.FormatPaise(s.AmountPaidPaise - refunded)
	switch {
	case mismatch != nil:
		return fmt.Sprintf(texts.AuditMismatch, mismatch)
	case status == booking.Success && pay.AttemptRef == "" && refunded < s.AmountPaidPaise:
		return fmt.Sprintf(texts.AuditNotRecorded, kept)
	case status != booking.Success && pay.AttemptRef != "" &&
		!(pay.Disposition == booking.Refunded && refunded >= pay.AmountPaise):
		return fmt.Sprintf(texts.AuditNotRecognised, pay.ProviderPaymentID, schema.FormatPaise(pay.AmountPaise))
	case pay.Disposition == booking.Applied && refunded != pay.RefundedPaise:
		return fmt.Sprintf(texts.AuditRefundedThere,
			schema.FormatPaise(refunded), schema.FormatPaise(pay.RefundedPaise))
	case pay.Disposition == booking.Applied && explainTicket(row) != "":
		return explainTicket(row)
	case pay.Disposition == booking.Refunded && refunded < pay.AmountPaise:
		return fmt.Sprintf(texts.AuditRefundedLess,
			schema.FormatPaise(pay.AmountPaise), schema.FormatPaise(refunded))
	case pay.Disposition == booking.Refunded && row.Unpaid:
		return fmt.Sprintf(texts.AuditRefundedSeated, schema.FormatPaise(refunded))
	case pay.RefundDue() && refunded < pay.TargetPaise():
		return fmt.Sprintf(texts.AuditRefundDue, schema.FormatPaise(pay.TargetPaise()-refunded), pay.ProviderPaymentID)
	}
	return ""
}
