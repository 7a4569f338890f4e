package refund

import (
	"fmt"

	"transom/api/booking"
	"transom/generator/schema"
)

func taskKey(p booking.Payment) string { return "refund:" + p.AttemptRef }

// Task stays open until the money is given back.
func Task(b booking.Booking, p booking.Payment) booking.Task {
	if booking.IsByHand(p.Provider) {
		return booking.Task{
			Kind: booking.TaskRefundByHand, BookingID: p.BookingID, AttemptRef: p.AttemptRef, DedupeKey: taskKey(p),
			Text: fmt.Sprintf("Give back %s of the %s %s, which no gateway knows, "+
				"and write down with the act \"given back\" how it went.",
				schema.FormatPaise(p.TargetPaise()-p.RefundedPaise), handNames[p.Provider], b.NameOf(p)),
		}
	}
	why := "it came a second time"
	switch {
	case p.Disposition == booking.NoSeatRefundDue:
		why = "it came after the last seat was gone"
	case p.Disposition == booking.CancelledRefundDue:
		why = "the organiser gives it back"
	case b.Status != booking.Success && b.Erased():
		why = "it came after the person was erased"
	}
	return booking.Task{
		Kind: string(p.Disposition), BookingID: p.BookingID, AttemptRef: p.AttemptRef, DedupeKey: taskKey(p),
		Text: fmt.Sprintf("Payment %s of %s is to be refunded because %s. The program does it by itself and closes this "+
			"task; "+
			"refund it at the gateway only if the task is still here after a day.",
			p.ProviderPaymentID, schema.FormatPaise(p.TargetPaise()-p.RefundedPaise), why),
	}
}
