package refund

import (
	"fmt"

	"transom/api/domain"
	"transom/generator/schema"
)

func taskKey(p domain.Payment) string { return "refund:" + p.AttemptRef }

// Task stays open until the money is given back.
func Task(b domain.Booking, p domain.Payment) domain.Task {
	if domain.IsByHand(p.Provider) {
		return domain.Task{
			Kind: domain.TaskRefundByHand, BookingID: p.BookingID, AttemptRef: p.AttemptRef, DedupeKey: taskKey(p),
			Text: fmt.Sprintf("Give back %s of the %s %s, which no gateway knows, "+
				"and write down with the act \"given back\" how it went.",
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
		Kind: string(p.Disposition), BookingID: p.BookingID, AttemptRef: p.AttemptRef, DedupeKey: taskKey(p),
		Text: fmt.Sprintf("Payment %s of %s is to be refunded because %s. The program does it by itself and closes this "+
			"task; "+
			"refund it at the gateway only if the task is still here after a day.",
			p.ProviderPaymentID, schema.FormatPaise(p.TargetPaise()-p.RefundedPaise), why),
	}
}
