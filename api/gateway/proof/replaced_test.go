package proof_test

import (
	"context"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/registration"
)

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
