package domain

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"transom/generator/schema"
)

// refundKey is the same for the same payment in every process and after every crash, so the gateway gives it back once.
func refundKey(p Payment) string {
	sum := sha256.Sum256([]byte(p.Provider + "\x00" + p.AttemptRef))
	return "refund-" + hex.EncodeToString(sum[:16])
}

func refundTaskKey(p Payment) string { return "refund:" + p.AttemptRef }

// refundTask stays open until the money is given back.
func refundTask(p Payment) Task {
	why := "it came a second time"
	switch p.Disposition {
	case NoSeatRefundDue:
		why = "it came after the last seat was gone"
	case OrganiserRefundDue:
		why = "the organiser gives it back"
	}
	return Task{
		Kind: string(p.Disposition), BookingID: p.BookingID, AttemptRef: p.AttemptRef, DedupeKey: refundTaskKey(p),
		Text: fmt.Sprintf("Payment %s of %s is to be refunded because %s. The program does it by itself and closes this task; refund it at the gateway only if the task is still here after a day.",
			p.ProviderPaymentID, schema.FormatPaise(p.AmountPaise), why),
	}
}

// mismatchTask names money, or a link, that does not fit.
func mismatchTask(a Attempt, mismatch error) Task {
	return Task{
		Kind: "amount_mismatch", BookingID: a.BookingID, AttemptRef: a.Ref, DedupeKey: "mismatch:" + a.Ref,
		Text: fmt.Sprintf("The gateway's answer about %s does not fit (%v). Look the reference up at the gateway; refund there what was paid, or, if the amount of %s did come, run `api reconcile` again.",
			a.Ref, mismatch, schema.FormatPaise(a.AmountPaise)),
	}
}

// unknownTask names a link that the gateway does not know any more.
func unknownTask(a Attempt) Task {
	return Task{
		Kind: "link_unknown", BookingID: a.BookingID, AttemptRef: a.Ref, DedupeKey: "unknown:" + a.Ref,
		Text: fmt.Sprintf("The gateway does not know the payment link %s (%s). Are the settings those of the account that made it? If so, ask the gateway.", a.ProviderID, a.Ref),
	}
}

const longestRefundPause = time.Hour

// refundPause is the time until the next try: 1, 2, 4 … minutes, at most an hour.
func refundPause(tries int) time.Duration {
	return min(time.Minute<<min(tries, 6), longestRefundPause)
}

// refund gives a payment back. Trying again is harmless: the key is the payment's own.
func (p *Payments) refund(ctx context.Context, pay Payment) error {
	ctx, cancel := detached(ctx)
	defer cancel()
	now := p.Clock.Now()
	var failure error
	if isStandIn(pay.ProviderPaymentID) {
		failure = fmt.Errorf("the gateway has not named the payment yet")
		if err := p.check(ctx, pay.AttemptRef); err != nil {
			failure = err
		}
	} else {
		failure = p.Provider.Refund(ctx, pay.ProviderPaymentID, pay.AmountPaise, pay.RefundKey)
	}
	ctx = context.WithoutCancel(ctx) // the gateway may have taken all the time; its answer is written all the same
	return p.Store.WritePayment(ctx, func(tx PaymentTx) error {
		saved, err := tx.FindPaymentOfAttempt(ctx, pay.AttemptRef)
		if err != nil || saved.Disposition == Refunded {
			return err
		}
		if failure != nil {
			p.Log.WarnContext(ctx, "refund failed", "attempt", pay.AttemptRef, "tries", saved.RefundTries+1, "error", failure)
			saved.NextRefundAt = now.Add(refundPause(saved.RefundTries))
			saved.RefundTries++
			return tx.SavePayment(ctx, saved)
		}
		wasTold := saved.Disposition == NoSeatRefundDue
		saved.Disposition, saved.RefundedPaise, saved.RefundedAt, saved.NextRefundAt = Refunded, saved.AmountPaise, now, time.Time{}
		if err := tx.SavePayment(ctx, saved); err != nil {
			return err
		}
		if err := tx.FinishTask(ctx, refundTaskKey(saved), now); err != nil {
			return err
		}
		if wasTold {
			return nil // the mail about the missing seat has said it
		}
		b, err := tx.FindBooking(ctx, saved.BookingID)
		if err != nil || b.Email == "" { // an erased person has no address
			return err
		}
		return tx.EnqueueMail(ctx, p.refundMail(b, saved), now)
	})
}
