package proof_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/gateway/fakegateway"
	"transom/api/payment"
	"transom/api/refund"
	"transom/api/store"
)

// refundPartLater makes a partial refund due without cancelling the registration, as the desk does.
func (w *world) refundPartLater(bookingID string, paise int64) error {
	ctx := context.Background()
	return w.store.Write(ctx, func(tx *store.Tx) error {
		b, err := tx.FindBooking(ctx, bookingID)
		if err != nil {
			return err
		}
		return w.payments.Refunds.Part(ctx, tx, b, paise, w.clock.Now())
	})
}

// Only a partial refund leaves the ticket valid.
func (w *world) wantRefund(bookingID string, state booking.BookingState, paise int64, made bool) {
	w.t.Helper()
	if s := w.standing(bookingID); s.State != state || s.RefundPaise != paise || s.RefundAt.IsZero() == made ||
		s.TicketVoid == (state == booking.PartlyRefunded || state == booking.Paid) {
		w.t.Errorf("want %s, %d paise, made %v: %+v", state, paise, made, s)
	}
}

func (w *world) checkRefunded(bookingID string, paise int64, state booking.BookingState) {
	w.t.Helper()
	w.wantRefund(bookingID, state, paise, true)
	if refunded, _ := w.refundedAtGateway(); refunded != paise {
		w.t.Errorf("the gateway has refunded %d", refunded)
	}
	w.allExplained()
	w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
	w.want(0, `SELECT COUNT(*) FROM payments WHERE next_refund_at IS NOT NULL`)
}

// Two equal partial refunds are both made, each once, even if all of the gateway's responses are lost.
func TestPartialRefundsAreMadeOnce(t *testing.T) {
	for _, provider := range providers {
		for _, lost := range []float64{0, 1} {
			t.Run(provider+map[float64]string{0: "", 1: " answers lost"}[lost], func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, options{provider: provider})
				id, _ := w.paid()
				if err := w.refundPartLater(id, 354000); !errors.Is(err, refund.ErrWhole) {
					t.Errorf("a full refund while the ticket stays valid: %v", err)
				}
				for n := range int64(2) {
					knobs := fakegateway.Kind()
					knobs.LostCreate = lost
					w.fake.SetKnobs(knobs)
					w.must(w.refundPartLater(id, 54000))
					if err := w.refundPartLater(id, 54000); !errors.Is(err, refund.ErrTooMuch) {
						t.Errorf("while one is under way: %v", err)
					}
					w.pass(10*time.Minute, 30*time.Second)
					w.checkRefunded(id, 54000*(n+1), booking.PartlyRefunded)
				}
				if err := w.refundPartLater(id, 354000-2*54000+1); !errors.Is(err, refund.ErrTooMuch) {
					t.Errorf("more than the rest: %v", err)
				}
				w.want(1, `SELECT COUNT(*) FROM tickets WHERE status = 'valid'`)
				_, err := w.payments.Refunds.CancelBooking(context.Background(), id)
				w.must(err)
				w.settleAll()
				w.checkRefunded(id, 354000, booking.FullyRefunded)
				w.want(3, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
				w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'refund' AND data LIKE '%₹2,460%'`)
			})
		}
	}
}

// meanwhile is a gateway where something happens between a refund and its response; the response may be lost.
type meanwhile struct {
	payment.Provider
	happens func()
	lost    error
}

func (m *meanwhile) Refund(ctx context.Context, id string, amount int64, key string) error {
	err := m.Provider.Refund(ctx, id, amount, key)
	if happens := m.happens; happens != nil {
		m.happens = nil
		happens()
		return m.lost
	}
	return err
}

// A person or a message reports a partial refund before the gateway answers: it is recorded once, the request is not
// repeated, and another refund that was requested in the meantime does not count as made.
func TestAPartialRefundIsStoredBeforeTheRequest(t *testing.T) {
	for _, provider := range providers {
		for what, lost := range map[string]error{"": nil, " which is lost": errors.New("the answer is lost")} {
			for _, then := range []string{"nothing", "another part", "the cancellation", "the cancellation before that"} {
				t.Run(provider+what+" then "+then, func(t *testing.T) {
					t.Parallel()
					w := newWorld(t, options{provider: provider})
					gateway := &meanwhile{Provider: w.provider, lost: lost}
					w.provider = gateway
					w.restart()
					id, _ := w.paid()
					cancel := func() { _, err := w.payments.Refunds.CancelBooking(context.Background(), id); w.must(err) }
					gateway.happens = func() {
						if then == "the cancellation before that" {
							cancel()
						}
						_, err := w.sync(id)
						w.must(err)
						switch then {
						case "another part":
							w.must(w.refundPartLater(id, 54000))
						case "the cancellation":
							cancel()
						}
					}
					w.must(w.refundPartLater(id, 54000))
					w.settleAll()
					switch then {
					case "nothing":
						w.checkRefunded(id, 54000, booking.PartlyRefunded)
					case "another part":
						w.checkRefunded(id, 108000, booking.PartlyRefunded)
					default:
						w.checkRefunded(id, 354000, booking.FullyRefunded)
					}
				})
			}
		}
	}
}

func (w *world) refundedAtGateway() (refunded, captured int64) {
	for _, money := range w.fake.Ledger() {
		refunded, captured = refunded+money.Refunded, captured+money.Captured
	}
	return refunded, captured
}

func nobody(int, int) {}

// Eight desks refund one payment at once.
func TestOrganiserRefundsOnePayment(t *testing.T) {
	onProviders(t, options{both: true}, func(t *testing.T, w *world) {
		id, ref := w.book()
		other, otherRef := w.book()
		w.fake.Pay(ref)
		w.fake.Pay(otherRef)
		w.pass(time.Minute, 10*time.Second)
		var desks sync.WaitGroup
		for range 8 {
			desks.Go(func() {
				pay, err := w.payments.Refunds.CancelBooking(context.Background(), id)
				if err == nil {
					pay, err = w.payments.Refunds.Refund(context.Background(), pay)
				}
				if err != nil && !errors.Is(err, refund.ErrAlreadyRefunded) {
					t.Errorf("%+v: %v", pay, err)
				}
			})
		}
		desks.Wait()
		if _, err := w.payments.Refunds.CancelBooking(context.Background(), id); !errors.Is(err, refund.ErrAlreadyRefunded) {
			t.Errorf("the second time: %v", err)
		}
		w.settleAll()
		if refunded, captured := w.refundedAtGateway(); refunded != 354000 || captured != 2*354000 {
			t.Errorf("%d of %d refunded", refunded, captured)
		}
		w.want(1, `SELECT COUNT(*) FROM tickets WHERE status = 'void' AND booking_id = ?`, id)
		w.want(1, `SELECT COUNT(*) FROM tickets WHERE status = 'valid' AND booking_id = ?`, other)
		w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
		w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
		w.explained(354000)
	})
}

// Tickets are void at once; the refunds are made once the gateway is back, by a second run or by the server.
func TestCancelledEventWithGatewayDown(t *testing.T) {
	const n = 6
	onProviders(t, options{}, func(t *testing.T, w *world) {
		for range n {
			_, ref := w.book()
			w.fake.Pay(ref)
		}
		w.pass(time.Minute, 10*time.Second)
		w.fake.SetDown(true)
		if given, _, err := w.payments.Refunds.All(context.Background(), nobody); !errors.Is(err,
			refund.ErrGatewayNotThere) || given != 0 {
			t.Errorf("%d refunded, %v", given, err)
		}
		w.want(n, `SELECT COUNT(*) FROM tickets WHERE status = 'void'`)
		w.want(0, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1`)
		w.want(n, `SELECT COUNT(*) FROM tasks WHERE kind = 'organiser_refund_due' AND done_at IS NULL`)
		w.restart()
		w.fake.SetDown(false)
		given, paise, err := w.payments.Refunds.All(context.Background(), nobody)
		if err != nil || given != n || paise != n*354000 {
			t.Errorf("%d refunded, %d paise, %v", given, paise, err)
		}
		w.settleAll()
		if refunded, captured := w.refundedAtGateway(); refunded != captured || captured != n*354000 {
			t.Errorf("%d of %d refunded", refunded, captured)
		}
		w.want(n, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
		w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
	})
}
