package proof_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gateway/fakegateway"
	"transom/api/registration"
)

func onLinks(t *testing.T, f func(t *testing.T, w *world, id, ref string)) {
	for _, provider := range providers {
		for name, age := range map[string]time.Duration{"open": 2 * time.Minute, "expired": 40 * time.Minute} {
			t.Run(provider+" "+name, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, options{provider: provider})
				id, ref := w.book()
				w.pass(age, 30*time.Second)
				f(t, w, id, ref)
			})
		}
	}
}

func (w *world) unknownPayments() (undelivered, left int) {
	w.t.Helper()
	u, l, err := w.payments.UnknownMoney(context.Background())
	w.must(err)
	return u.Payments, l.Payments
}

func (w *world) checkPaid(id string) {
	w.t.Helper()
	w.wantStatus(id, booking.Success)
	w.want(1, `SELECT COUNT(*) FROM tickets WHERE status = 'valid' AND booking_id = ?`, id)
	w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'confirmation'`)
	w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
	w.explained(354000)
	if w.fake.Pay(w.ref(id)) {
		w.t.Error("the link can be paid again")
	}
}

// A silent link does not show a payment that was captured late.
func TestPaymentOfASilentLinkIsRecordedAtOnce(t *testing.T) {
	onLinks(t, func(t *testing.T, w *world, id, ref string) {
		w.fake.CaptureUnsaid(ref, 354000)
		w.pass(time.Minute, 10*time.Second)
		w.checkPaid(id)
		w.must(w.payments.CheckAll(context.Background()))
		w.checkPaid(id)
	})
}

// The message is lost too: the audit and doctor report the payment, and the walk through the gateway's list records it.
func TestPaymentOfASilentLinkIsFoundInTheList(t *testing.T) {
	onLinks(t, func(t *testing.T, w *world, id, ref string) {
		w.fake.CaptureUnsaid(ref, 354000)
		w.queue.Drop()
		w.clock.Add(5 * time.Minute)
		audit := w.audit()
		if len(audit.Findings) != 1 || audit.Findings[0].BookingID != id || audit.Findings[0].GatewayPaise != 354000 ||
			!strings.Contains(audit.Findings[0].Text, "not recorded here") {
			t.Errorf("before: %+v", audit)
		}
		if undelivered, left := w.unknownPayments(); undelivered != 1 || left != 0 {
			t.Errorf("doctor: %d unreported, %d left", undelivered, left)
		}
		w.must(w.payments.Walk(context.Background()))
		w.checkPaid(id)
		if undelivered, left := w.unknownPayments(); undelivered != 0 || left != 0 {
			t.Errorf("doctor afterwards: %d unreported, %d left", undelivered, left)
		}
	})
}

func TestWrongAmountOfASilentLink(t *testing.T) {
	onLinks(t, func(t *testing.T, w *world, id, ref string) {
		w.fake.CaptureUnsaid(ref, 400000)
		w.pass(time.Minute, 10*time.Second)
		w.want(1, unknownPaymentTasks+` AND booking_id = ? AND text LIKE '%the price is ₹3,540%'`, id)
		w.must(w.payments.CheckAll(context.Background()))
		w.want(1, unknownPaymentTasks)
		w.want(0, `SELECT COUNT(*) FROM payments`)
		if audit := w.audit(); len(audit.Findings) != 1 || audit.Findings[0].GatewayPaise != 400000 {
			t.Errorf("%+v", audit.Findings)
		}
		if undelivered, left := w.unknownPayments(); undelivered+left != 0 {
			t.Errorf("doctor: %d unreported, %d left", undelivered, left)
		}
		w.exec(`UPDATE tasks SET done_at = 1`)
		if undelivered, left := w.unknownPayments(); undelivered != 0 || left != 1 {
			t.Errorf("doctor, after the task was marked as done: %d unreported, %d left", undelivered, left)
		}
		w.exec(`UPDATE tasks SET done_at = NULL`)
		w.fake.RefundInDashboard(w.paymentID(ref), 400000)
		w.pass(time.Minute, 10*time.Second)
		w.want(0, unknownPaymentTasks)
		w.explained(0)
	})
}

// After a full refund nothing is left to do; a partial refund is recorded together with the payment.
func TestRefundedPaymentOfASilentLink(t *testing.T) {
	onLinks(t, func(t *testing.T, w *world, id, ref string) {
		w.fake.CaptureUnsaid(ref, 354000)
		w.fake.RefundInDashboard(w.paymentID(ref), 54000)
		w.queue.Drop()
		w.must(w.payments.Walk(context.Background()))
		w.wantRefund(id, booking.PartlyRefunded, 54000, true)
		second, ref := w.book()
		w.fake.CaptureUnsaid(ref, 354000)
		w.fake.RefundInDashboard(w.paymentID(ref), 354000)
		w.pass(50*time.Minute, time.Minute)
		w.must(w.payments.CheckAll(context.Background()))
		w.wantStatus(second, booking.Failed)
		w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
		w.explained(300000)
	})
}

// Once the payment has been refunded, as its task asks, the task closes and the seat is free.
func TestRefundedPaymentWithAWrongAmount(t *testing.T) {
	for _, provider := range providers {
		for name, amounts := range map[string][]int64{"little": {100}, "much": {400000}, "two": {100, 5000}} {
			for _, emails := range []bool{true, false} {
				t.Run(provider+" "+name+map[bool]string{true: " delivered", false: " undelivered"}[emails], func(t *testing.T) {
					t.Parallel()
					const open = `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`
					w := newWorld(t, options{provider: provider})
					id, ref := w.book()
					for _, amount := range amounts {
						w.fake.PayAmount(ref, amount)
						w.pass(time.Minute, 10*time.Second)
					}
					w.want(1, open+` AND kind = 'amount_mismatch'`)
					w.wantFindings(1)
					for i, money := range w.fake.Ledger() {
						w.want(1, open)
						w.fake.RefundInDashboard(money.PaymentID, money.Captured)
						if emails {
							w.pass(time.Minute, 10*time.Second)
						}
						if i+1 < len(amounts) && w.audit().Explained() {
							t.Error("explained while one of the two remains")
						}
					}
					if !emails {
						w.queue.Drop()
						w.must(w.payments.CheckAll(context.Background()))
					}
					for range 2 {
						w.want(0, open)
						w.explained(0)
						w.wantStatus(id, booking.Failed)
						w.want(0, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1`)
						w.settleAll()
						w.must(w.payments.CheckAll(context.Background()))
					}
				})
			}
		}
	}
}

var unreliable = fakegateway.Knobs{Duplicate: 0.2, Shuffle: 0.2, Never: 0.1, LostCreate: 0.1, Odd: true}

// Two tabs: the visitor's link has expired, the form is sent again, and then both links are paid.
func TestDoublePayment(t *testing.T) {
	n := size(40, 200)
	onProviders(t, options{seed: seedOf(t), knobs: unreliable}, func(t *testing.T, w *world) {
		for i := range n {
			person := w.person()
			first := w.registerUntilDone(person)
			ref1 := w.ref(first)
			w.clock.Add(31 * time.Minute) // the link has expired, and the reconciler has not run yet
			second := w.registerUntilDone(person)
			if second != first {
				t.Fatalf("different bookings: %s and %s", first, second)
			}
			w.payBoth(ref1, w.ref(second), i%2 == 0)
		}
		w.refundedOnce(n)
		w.want(n, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'
				AND data LIKE '%"ticket_state":"second_payment"%'`)
	})
}

// payBoth pays both of a booking's links; the first one has expired.
func (w *world) payBoth(first, second string, atOnce bool) {
	w.t.Helper()
	if first == second {
		w.t.Fatal("the same link again")
	}
	if !atOnce {
		w.fake.Pay(second)
		w.pass(time.Minute, 10*time.Second)
	}
	w.fake.PayLate(first)
	w.fake.Pay(second)
	w.pass(time.Minute, 10*time.Second)
}

func (w *world) refundedOnce(n int) {
	w.t.Helper()
	w.settleAll()
	w.wantPaid(n)
	w.checkLinks()
	w.want(n, `SELECT COUNT(*) FROM payments WHERE disposition = 'refunded'`)
	w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
}

func (w *world) untilDone(request func() error) {
	w.t.Helper()
	for range 20 {
		err := request()
		if err == nil {
			return
		}
		if !domain.IsCode(err, domain.CodeUnavailable) {
			w.t.Fatal(err)
		}
	}
	w.t.Fatal("twenty tries were not enough")
}

func (w *world) registerUntilDone(person registration.Application) (bookingID string) {
	w.t.Helper()
	w.untilDone(func() error {
		out, err := w.register.Register(context.Background(), person, registration.Submission{IdempotencyKey: person.Email})
		bookingID = out.Booking.ID
		return err
	})
	return bookingID
}

func TestLatePaymentCancelsTheNextLink(t *testing.T) {
	w := newWorld(t, options{})
	person := w.person()
	id := w.registerUntilDone(person)
	ref1 := w.ref(id)
	w.clock.Add(31 * time.Minute)
	w.registerUntilDone(person)
	ref2 := w.ref(id)
	w.fake.PayLate(ref1)
	w.pass(time.Minute, 10*time.Second)
	w.wantStatus(id, booking.Success)
	if w.fake.Pay(ref2) {
		t.Error("the second link can still be paid")
	}
	w.settleAll()
	w.checkMoney()
}

func TestLatePaymentWithoutASeat(t *testing.T) {
	w := newWorld(t, options{content: func(c *domain.Content) { c.Tickets.Categories[1].Capacity = 1 }})
	late, lateRef := w.book()
	w.pass(35*time.Minute, time.Minute) // the first booking's seat is free again
	w.wantStatus(late, booking.Failed)
	paid, paidRef := w.book()
	w.fake.Pay(paidRef)
	w.fake.PayLate(lateRef)
	w.pass(2*time.Minute, 10*time.Second)
	w.wantStatus(paid, booking.Success)
	w.wantStatus(late, booking.Failed)
	w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'late-payment-refund'`)
	w.want(1, `SELECT COUNT(*) FROM payments WHERE disposition = 'refunded'`)
	w.want(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'no_seat_refund_due' AND done_at IS NOT NULL`)
	w.want(1, `SELECT COUNT(*) FROM tickets`)
	w.settleAll()
	w.checkMoney()
}

// One payment counts for the booking, the other is refunded.
func TestPayAgainThenBoth(t *testing.T) {
	n := size(20, 200)
	onProviders(t, options{seed: seedOf(t), knobs: unreliable}, func(t *testing.T, w *world) {
		for i := range n {
			id := w.registerUntilDone(w.person())
			first := w.ref(id)
			for w.status(id) != booking.Failed {
				w.pass(10*time.Minute, time.Minute)
			}
			w.pass(16*time.Minute, 4*time.Minute) // the bank's answer is no longer expected
			w.untilDone(func() error {
				_, err := w.register.PayAgain(context.Background(), id, registration.Submission{})
				return err
			})
			w.payBoth(first, w.ref(id), i%2 == 0)
		}
		w.refundedOnce(n)
		w.want(n, `SELECT COUNT(*) FROM bookings`)
	})
}

// Somebody pays, but adds or removes the spouse in another tab before the payment has arrived. A payment above the new
// price is refunded, and its email does not promise a ticket; a payment below it counts as a part.
func TestPaymentOfALinkThatIsReplaced(t *testing.T) {
	for _, alone := range []bool{true, false} {
		w := newWorld(t, options{})
		person := w.person()
		change := func(alone bool) {
			person.Spouse, person.SpouseName, person.AmountPaise = !alone, "Ravi Rao", 708000
			if alone {
				person.SpouseName, person.AmountPaise = "", 354000
			}
		}
		change(!alone)
		id := w.registerUntilDone(person)
		w.fake.Pay(w.ref(id))
		change(alone)
		_, err := w.register.Register(context.Background(), person, registration.Submission{})
		if !domain.IsCode(err, domain.CodeNotPossible) {
			t.Errorf("alone %t: the visitor reads %v", alone, err)
		}
		w.pass(time.Minute, 10*time.Second)
		if alone {
			w.wantStatus(id, booking.Failed)
			w.want(1, `SELECT COUNT(*) FROM payments WHERE disposition = 'refunded' AND amount_paise = 708000`)
			w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'refund' AND data LIKE '%"ticket_state":"no_ticket"%'`)
			person.PhotoHandle = w.person().PhotoHandle
			id = w.registerUntilDone(person)
		} else {
			w.wantStatus(id, booking.Initiated)
			w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'part-paid' AND data LIKE '%"rest":"₹3,540"%'`)
			_, err = w.register.PayAgain(context.Background(), id, registration.Submission{})
			w.must(err)
		}
		w.fake.Pay(w.ref(id))
		w.settleAll()
		w.wantStatus(id, booking.Success)
		w.wantPaid(1)
	}
}
