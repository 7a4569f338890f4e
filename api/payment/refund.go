package payment

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
	"transom/generator/schema"
)

// refundKey is the same for the same payment in every process and after every crash, so the gateway gives it back once.
func refundKey(p domain.Payment) string {
	sum := sha256.Sum256([]byte(p.Provider + "\x00" + p.AttemptRef))
	return "refund-" + hex.EncodeToString(sum[:16])
}

func refundTaskKey(p domain.Payment) string { return "refund:" + p.AttemptRef }

// refundTask stays open until the money is given back.
func refundTask(b domain.Booking, p domain.Payment) domain.Task {
	if domain.IsByHand(p.Provider) {
		return domain.Task{
			Kind: domain.TaskRefundByHand, BookingID: p.BookingID, AttemptRef: p.AttemptRef, DedupeKey: refundTaskKey(p),
			Text: fmt.Sprintf("Give back %s of the %s %s, which no gateway knows, and write down with the act \"given back\" how it went.",
				schema.FormatPaise(p.TargetPaise()-p.RefundedPaise), handNames[p.Provider], b.NameOf(p)),
		}
	}
	why := "it came a second time"
	switch {
	case p.Disposition == domain.NoSeatRefundDue:
		why = "it came after the last seat was gone"
	case p.Disposition == domain.CancelledRefundDue:
		why = "the organiser gives it back"
	case b.Status != domain.Success && b.Erased():
		why = "it came after the person was erased"
	}
	return domain.Task{
		Kind: string(p.Disposition), BookingID: p.BookingID, AttemptRef: p.AttemptRef, DedupeKey: refundTaskKey(p),
		Text: fmt.Sprintf("Payment %s of %s is to be refunded because %s. The program does it by itself and closes this task; refund it at the gateway only if the task is still here after a day.",
			p.ProviderPaymentID, schema.FormatPaise(p.TargetPaise()-p.RefundedPaise), why),
	}
}

// handNames are the ways in which money comes that no gateway knows, in words.
var handNames = map[string]string{domain.PaidByBank: "bank transfer", domain.PaidByCheque: "cheque", domain.PaidInCash: "payment in cash"}

func mismatchTaskKey(a domain.Attempt) string { return "mismatch:" + a.Ref }
func unknownTaskKey(a domain.Attempt) string  { return "unknown:" + a.Ref }

// mismatchTask names money, or a link, that does not fit.
func mismatchTask(a domain.Attempt, mismatch error) domain.Task {
	return domain.Task{
		Kind: domain.TaskAmountMismatch, BookingID: a.BookingID, AttemptRef: a.Ref, DedupeKey: mismatchTaskKey(a),
		Text: fmt.Sprintf("The gateway's answer about %s does not fit (%v). Look the reference up at the gateway; refund there what was paid, or, if the amount of %s did come, ask whoever runs the server to reconcile.",
			a.Ref, mismatch, schema.FormatPaise(a.AmountPaise)),
	}
}

// unknownTask names a link that the gateway does not know any more.
func unknownTask(a domain.Attempt) domain.Task {
	return domain.Task{
		Kind: domain.TaskLinkUnknown, BookingID: a.BookingID, AttemptRef: a.Ref, DedupeKey: unknownTaskKey(a),
		Text: fmt.Sprintf("The gateway does not know the payment link %s (%s). Are the settings those of the account that made it? If so, ask the gateway. A quarter of an hour after its time is over, a registration that waits can be cancelled, or its payment noted: that ends the link.", a.ProviderID, a.Ref),
	}
}

const longestRefundPause = time.Hour

// refundPause is the time until the next try: 1, 2, 4 … minutes, at most an hour.
func refundPause(tries int) time.Duration {
	return min(time.Minute<<min(tries, 6), longestRefundPause)
}

// restKey is the key of a refund of what is left of a payment. It differs from the payment's own once a part was given back
// by hand: a gateway refuses another amount under the same key, and gives back no more than it captured under any.
func restKey(p domain.Payment, rest int64) string {
	if rest == p.AmountPaise {
		return p.RefundKey
	}
	name := fmt.Appendf(nil, "%s\x00%d", p.RefundKey, rest)
	if p.RefundPaise > 0 { // two parts that are alike are two refunds
		name = fmt.Appendf(name, "\x00%d", p.RefundPaise)
	}
	sum := sha256.Sum256(name)
	return "refund-" + hex.EncodeToString(sum[:16])
}

// refund gives back what is left of a payment: a part may have been given back by hand. Trying again is harmless, because
// the gateway is asked first what it has given back, and the key is the payment's own.
func (p *Service) refund(ctx context.Context, pay domain.Payment) error {
	ctx, cancel := detached(ctx)
	defer cancel()
	now := p.Clock.Now()
	given, failure := p.refundRest(ctx, pay)
	ctx = context.WithoutCancel(ctx) // the gateway may have taken all the time; its answer is written all the same
	return p.Store.WritePayment(ctx, func(tx Tx) error {
		saved, err := tx.FindPaymentOfAttempt(ctx, pay.AttemptRef)
		// It may be known already, and another refund of the payment due, which this visit has not made: its turn comes.
		if err != nil || !saved.RefundDue() || saved.RefundPaise != pay.RefundPaise {
			return err
		}
		if failure != nil {
			p.Log.WarnContext(ctx, "refund failed", "attempt", pay.AttemptRef, "tries", saved.RefundTries+1, "error", failure)
			if errors.Is(failure, ErrRefundFailed) && saved.RefundKey == pay.RefundKey {
				saved.RefundKey = keyAfter(saved)
			}
			saved.NextRefundAt = now.Add(refundPause(saved.RefundTries))
			saved.RefundTries++
			return tx.SavePayment(ctx, saved)
		}
		target := saved.TargetPaise()
		if given < target { // by hand, before this; the mail speaks of the rest
			saved.RefundedPaise = given
		}
		return p.noteRefunded(ctx, tx, saved, max(given, target)-saved.LostPaise, now)
	})
}

// refundRest refunds what is left, and says what was gone before. What the gateway refuses may have gone back by another hand
// meanwhile; only all of it is this refund, because a part that went back earlier proves nothing of this one.
func (p *Service) refundRest(ctx context.Context, pay domain.Payment) (gone int64, err error) {
	if isStandIn(pay.ProviderPaymentID) {
		if err := p.check(ctx, pay.AttemptRef); err != nil {
			return 0, err
		}
		return 0, errors.New("the gateway has not named the payment yet")
	}
	given, err := p.Provider.Refunded(ctx, pay.ProviderPaymentID)
	if err != nil {
		return 0, err
	}
	gone = given + pay.LostPaise
	rest := pay.TargetPaise() - gone
	if rest <= 0 {
		return gone, nil
	}
	err = p.Provider.Refund(ctx, pay.ProviderPaymentID, rest, restKey(pay, rest))
	var no *ProviderError
	if errors.As(err, &no) && no.IsRefusal() {
		if given, lookErr := p.Provider.Refunded(ctx, pay.ProviderPaymentID); lookErr == nil && given+pay.LostPaise >= pay.TargetPaise() {
			return given + pay.LostPaise, nil
		}
	}
	return gone, err
}

// syncRefund asks the gateway what it has given back of a payment, by whomever, under the id that we stored: a link may
// not list its payment any more.
func (p *Service) syncRefund(ctx context.Context, pay domain.Payment) error {
	if isStandIn(pay.ProviderPaymentID) || pay.Provider != p.Provider.Name() {
		return nil
	}
	given, err := p.askRefunded(ctx, pay)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	var known domain.Payment
	err = p.Store.WritePayment(ctx, func(tx Tx) error {
		if known, err = tx.FindPaymentOfAttempt(ctx, pay.AttemptRef); err != nil {
			return err
		}
		return p.noteRefunded(ctx, tx, known, given, p.Clock.Now())
	})
	if err == nil && given+known.LostPaise < known.RefundedPaise {
		err = p.syncFailed(ctx, known)
	}
	return err
}

// askRefunded asks the gateway how much of a payment it has given back.
func (p *Service) askRefunded(ctx context.Context, pay domain.Payment) (int64, error) {
	ctx, cancel := detached(ctx)
	defer cancel()
	given, err := p.Provider.Refunded(ctx, pay.ProviderPaymentID)
	if err != nil {
		err = fmt.Errorf("look for refunds of %s: %w", pay.AttemptRef, err)
	}
	return given, err
}

// noteRefunded writes what the gateway has given back of a payment, with what follows from it: a part leaves the ticket,
// the whole takes ticket and seat along, also when only a part of it was to go back. Less than we know is an answer that was overtaken;
// or a refund has failed, which is another matter (syncFailed).
func (p *Service) noteRefunded(ctx context.Context, tx Tx, pay domain.Payment, given int64, now time.Time) error {
	before := pay.RefundedPaise
	pay.RefundedPaise = min(given+pay.LostPaise, pay.AmountPaise)
	if pay.Disposition == domain.Refunded || pay.RefundedPaise <= before {
		return nil // it is all known
	}
	pay.RefundedAt = now
	if pay.RefundedPaise < pay.AmountPaise {
		return p.notePart(ctx, tx, pay, pay.RefundedPaise-before, now)
	}
	was := pay.Disposition
	ticket := ticketVoid
	if was == domain.DuplicateRefundDue {
		ticket = ticketStays
	}
	pay.Disposition, pay.NextRefundAt = domain.Refunded, time.Time{}
	if err := tx.SavePayment(ctx, pay); err != nil {
		return err
	}
	if err := tx.FinishTask(ctx, refundTaskKey(pay), now); err != nil {
		return err
	}
	b, err := tx.FindBooking(ctx, pay.BookingID)
	if err != nil {
		return err
	}
	if was == domain.Applied || was == domain.CancelledRefundDue && b.HoldsSeat {
		holder := OfferTold
		if pay.LostPaise > 0 { // no mail of ours follows
			holder = OfferVoid
		}
		if err := p.voidBooking(ctx, tx, b, holder, now); err != nil {
			return err
		}
	}
	// The mail about a missing seat has said it, and a bank that took the money tells its customer itself.
	if was == domain.NoSeatRefundDue || pay.LostPaise > 0 {
		return nil
	}
	return p.tellRefund(ctx, tx, b, pay, pay.AmountPaise-before, ticket, now)
}

// notePart writes that a part of a payment has gone back. When that is all that was to go back, what is left pays for the booking.
// Its owner is told, whoever gave it back; of what a bank took, his bank tells him.
func (p *Service) notePart(ctx context.Context, tx Tx, pay domain.Payment, paise int64, now time.Time) error {
	made := pay.Disposition == domain.CancelledRefundDue && pay.RefundedPaise >= pay.TargetPaise()
	if made {
		pay.Disposition, pay.NextRefundAt = domain.Applied, time.Time{}
	}
	if err := tx.SavePayment(ctx, pay); err != nil || pay.Disposition != domain.Applied {
		return err
	}
	if made {
		if err := tx.FinishTask(ctx, refundTaskKey(pay), now); err != nil {
			return err
		}
	} else if pay.LostPaise > 0 {
		return nil
	}
	b, err := tx.FindBooking(ctx, pay.BookingID)
	if err != nil {
		return err
	}
	ticket := ticketVoid
	if b.HoldsSeat {
		ticket = ticketGood
	}
	return p.tellRefund(ctx, tx, b, pay, paise, ticket, now)
}

// voidBooking takes the ticket and the seat of a booking whose money goes back; holder is what EndOffer says of it.
func (p *Service) voidBooking(ctx context.Context, tx Tx, b domain.Booking, holder string, now time.Time) error {
	if b.HoldsSeat {
		if err := p.tellHolder(ctx, tx, b); err != nil {
			return err
		}
	}
	if _, err := p.EndOffer(ctx, tx, b, holder, now); err != nil {
		return err
	}
	b.HoldsSeat = false
	if err := tx.SetBookingPayment(ctx, b); err != nil {
		return err
	}
	return tx.VoidTicket(ctx, b.ID, now)
}

func disputeTaskKey(d Dispute) string { return "dispute:" + d.ID }

// disputeTask says by when a dispute is to be answered, or that it was lost.
func (p *Service) disputeTask(d Dispute, pay domain.Payment) domain.Task {
	t := domain.Task{Kind: domain.TaskDispute, BookingID: pay.BookingID, AttemptRef: pay.AttemptRef, DedupeKey: disputeTaskKey(d)}
	amount := schema.FormatPaise(d.AmountPaise)
	switch {
	case d.Outcome == DisputeLost:
		t.Text = fmt.Sprintf("The dispute %s is lost: the bank has taken %s of payment %s back. When that is the whole amount, the ticket is void now.",
			d.ID, amount, d.ProviderPaymentID)
	case d.RespondBy.IsZero():
		t.Text = fmt.Sprintf("The payer disputes %s of payment %s (dispute %s). It was answered; the bank decides. There is nothing to do until it does.", amount, d.ProviderPaymentID, d.ID)
	default:
		t.Text = fmt.Sprintf("The payer disputes %s of payment %s (dispute %s). Answer in the gateway's dashboard by %s, with the registration and the entries; without an answer the money is lost.",
			amount, d.ProviderPaymentID, d.ID, d.RespondBy.In(p.Content.Zone).Format("2 January 2006, 15:04"))
	}
	return t
}

// stray is money that came under a reference of ours and is in no row.
type stray struct {
	CapturedPayment
	attempt  domain.Attempt // zero when no registration has the reference
	isSecond bool           // the attempt is paid already
}

// isUnbooked reports money on a link of ours of which no payment is booked.
func (s stray) isUnbooked() bool { return s.attempt.Ref != "" && !s.isSecond }

func (s stray) taskKey() string {
	return "unknown-money:" + cmp.Or(s.ProviderPaymentID, s.AttemptRef)
}

func (s stray) task() domain.Task {
	return domain.Task{Kind: domain.TaskUnknownMoney, BookingID: s.attempt.BookingID, AttemptRef: s.AttemptRef, DedupeKey: s.taskKey(), Text: s.text()}
}

func (s stray) text() string {
	kept := schema.FormatPaise(s.AmountPaise - s.RefundedPaise)
	if s.AmountPaise < 0 || s.RefundedPaise < 0 {
		kept = "An amount that cannot be read"
	}
	switch {
	case s.isSecond:
		return fmt.Sprintf("%s came as payment %s on the link of booking %s, which is paid already. Refund payment %s in the gateway's dashboard, and not the other one; the registration and its ticket stay.",
			kept, s.ProviderPaymentID, s.attempt.BookingID, s.ProviderPaymentID)
	case s.isUnbooked():
		return fmt.Sprintf("%s came as payment %s on the link of booking %s, which costs %s. Refund payment %s in the gateway's dashboard; the person may register again.",
			kept, s.ProviderPaymentID, s.attempt.BookingID, schema.FormatPaise(s.attempt.AmountPaise), s.ProviderPaymentID)
	}
	return fmt.Sprintf("%s came as payment %s under our reference %s, and no registration here has it: it was lost with a disk. Find the payer in the gateway's dashboard. Refund it there; the person may register again.",
		kept, s.ProviderPaymentID, s.AttemptRef)
}
