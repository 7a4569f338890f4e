package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
)

var paymentTime = time.Date(2025, 3, 11, 6, 30, 0, 0, time.UTC)

// paymentStore is a database with one booking and its first attempt.
func paymentStore(t *testing.T) *store.Store {
	t.Helper()
	s, _ := open(t)
	write(t, s, func(ctx context.Context, tx *store.Tx) error {
		b := booking.Booking{
			ID: "b1", CreatedAt: paymentTime, Person: booking.Person{Email: "A@example.org"}, EmailKey: "a@example.org",
			CategoryType: "IIA_MEMBER_25_ABOVE", Seats: 1, NetPaise: 300000, GSTPaise: 54000, AmountPaise: 354000,
			Currency: "INR", Status: booking.Initiated, HoldsSeat: true, PersonKey: "p1",
		}
		if err := tx.InsertBooking(ctx, b); err != nil {
			return err
		}
		return tx.InsertAttempt(ctx, attempt("r1", 1))
	})
	return s
}

func attempt(ref string, n int) booking.Attempt {
	return booking.Attempt{
		Ref: ref, BookingID: "b1", N: n, Provider: "razorpay", AmountPaise: 354000, Currency: "INR",
		State:     booking.AttemptCreating,
		CreatedAt: paymentTime, ExpiresAt: paymentTime.Add(30 * time.Minute), NextCheckAt: paymentTime.Add(30 * time.Second),
	}
}

func tryPayment(s *store.Store, f func(context.Context, *store.Tx) error) error {
	ctx := context.Background()
	return s.Write(ctx, func(tx *store.Tx) error { return f(ctx, tx) })
}

func TestOneAttemptOfABookingCanBePaid(t *testing.T) {
	s := paymentStore(t)
	second := func(ctx context.Context, tx *store.Tx) error { return tx.InsertAttempt(ctx, attempt("r2", 2)) }
	if err := tryPayment(s, second); err == nil {
		t.Fatal("two attempts can be paid")
	}
	write(t, s, func(ctx context.Context, tx *store.Tx) error {
		a := attempt("r1", 1)
		a.State, a.ClosedAt = booking.AttemptClosed, paymentTime
		if err := tx.SaveAttempt(ctx, a); err != nil {
			return err
		}
		return second(ctx, tx)
	})
}

func TestABookingIsPaidOnce(t *testing.T) {
	s := paymentStore(t)
	pay := booking.Payment{Provider: "razorpay", ProviderPaymentID: "pay_1", AttemptRef: "r1", BookingID: "b1",
		AmountPaise: 354000, CapturedAt: paymentTime, Disposition: booking.Applied}
	insert := func(p booking.Payment) error {
		return tryPayment(s, func(ctx context.Context, tx *store.Tx) error { return tx.InsertPayment(ctx, p) })
	}
	must(t, insert(pay))
	again := pay
	again.AttemptRef = "r1"
	if insert(again) == nil {
		t.Error("one payment has two rows")
	}
	write(t, s, func(ctx context.Context, tx *store.Tx) error {
		a := attempt("r1", 1)
		a.State = booking.AttemptPaid
		if err := tx.SaveAttempt(ctx, a); err != nil {
			return err
		}
		return tx.InsertAttempt(ctx, attempt("r2", 2))
	})
	second := pay
	second.ProviderPaymentID, second.AttemptRef = "pay_2", "r2"
	if insert(second) == nil {
		t.Error("a booking was paid twice over")
	}
	second.Disposition, second.RefundKey, second.NextRefundAt = booking.DuplicateRefundDue, "refund-2", paymentTime
	if err := insert(second); err != nil {
		t.Error(err)
	}
	due, err := s.DueRefunds(context.Background(), paymentTime, 10, time.Hour)
	if err != nil || len(due) != 1 || due[0] != second {
		t.Errorf("due: %+v, %v", due, err)
	}
}

// An event's attempt is found by an id from the same gateway, but not by an id from another gateway.
func TestAnEventFindsItsAttempt(t *testing.T) {
	s := paymentStore(t)
	a := attempt("r1", 1)
	a.State, a.ProviderID = booking.AttemptOpen, "plink_1"
	write(t, s, func(ctx context.Context, tx *store.Tx) error { return tx.SaveAttempt(ctx, a) })
	byID, err := s.FindAttemptOfEvent(t.Context(), booking.PaymentEvent{Provider: "razorpay", ProviderID: "plink_1"})
	if err != nil || byID != a {
		t.Errorf("by the gateway's id: %+v, %v", byID, err)
	}
	if _, err := s.FindAttemptOfEvent(t.Context(), booking.PaymentEvent{Provider: "cashfree",
		ProviderID: "plink_1"}); !errors.Is(err, domain.ErrNotFound) {
		t.Errorf("another gateway's id: %v", err)
	}
}

// A gateway repeats an event until it gets a response.
func TestAnEventIsOneRow(t *testing.T) {
	s := paymentStore(t)
	e := booking.PaymentEvent{Provider: "razorpay", EventID: "evt_1", Kind: "payment_link.paid", AttemptRef: "r1",
		ReceivedAt: paymentTime, BodyRedacted: []byte("{}")}
	for _, want := range []bool{true, false, false} {
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			isNew, err := tx.InsertEvent(ctx, e)
			check.Equal(t, isNew, want, "whether it is new")
			return err
		})
	}
}
