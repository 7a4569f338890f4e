// Package stored writes many registrations for measurements.
package stored

import (
	"context"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
)

// chunk is how many registrations one transaction writes; one for all would hold everything in memory.
const chunk = 5000

// ID returns the id of the nth registration.
func ID(n int) string { return fmt.Sprintf("bench%016d", n) }

// Four in five registrations are paid, so they have a ticket.
func TicketID(n int) string { return fmt.Sprintf("ticket%020d", n) }

// Four in five registrations are paid, and some of these were refunded.
func Fill(ctx context.Context, db *store.Store, content *domain.Content, stored int) error {
	began := time.Now()
	for from := 0; from < stored; from += chunk {
		err := db.Write(ctx, func(tx *store.Tx) error {
			for n := from; n < min(from+chunk, stored); n++ {
				if err := fillOne(ctx, tx, content, n); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("fill: %w", err)
		}
	}
	fmt.Printf("%d registrations stored in %v\n", stored, time.Since(began).Round(time.Second))
	return nil
}

func fillOne(ctx context.Context, tx *store.Tx, content *domain.Content, n int) error {
	category := content.Tickets.Categories[n%len(content.Tickets.Categories)]
	at := time.Date(2025, 1, 15, 0, 0, 0, 0, time.UTC).Add(time.Duration(n) * 2 * time.Minute)
	price := category.Prices.Alone
	b := booking.Booking{
		ID: ID(n), CreatedAt: at, EmailKey: fmt.Sprintf("person%d@example.org", n), PersonKey: domain.Hash(fmt.Sprint(n)),
		CategoryType: category.Type, Seats: 1,
		NetPaise: price.NetPaise, GSTPaise: price.GSTPaise, AmountPaise: price.TotalPaise, Currency: "INR",
		Status: booking.Initiated, PaidBy: booking.PaidOnline,
		Person: booking.Person{
			FirstName: fmt.Sprint("First", n%977), LastName: fmt.Sprint("Last", n%1931),
			Email: fmt.Sprintf("person%d@example.org", n), Mobile: fmt.Sprint(9876500000 + n),
			DOB: "1980-01-01", City: fmt.Sprint("City", n%200), CompanyName: fmt.Sprintf("Works %d", n%300),
			InstituteName: "An institute of a certain length", MembershipNo: fmt.Sprint("A", n),
		},
	}
	if err := tx.InsertBooking(ctx, b); err != nil {
		return err
	}
	a := booking.Attempt{Ref: "bench-" + b.ID, BookingID: b.ID, N: 1, Provider: "sandbox",
		ProviderID: fmt.Sprint("link_", n), AmountPaise: b.AmountPaise, Currency: "INR", State: booking.AttemptPaid,
		CreatedAt: at, ExpiresAt: at}
	if n%5 == 0 {
		a.State = booking.AttemptClosed
		b.Status = booking.Failed
		if err := tx.SetBookingPayment(ctx, b); err != nil {
			return err
		}
		return tx.InsertAttempt(ctx, a)
	}
	b.Status, b.HoldsSeat, b.PaidAt = booking.Success, true, at.Add(3*time.Minute)
	if err := tx.SetBookingPayment(ctx, b); err != nil {
		return err
	}
	if err := tx.InsertAttempt(ctx, a); err != nil {
		return err
	}
	pay := booking.Payment{Provider: "sandbox", ProviderPaymentID: fmt.Sprint("pay_", n), AttemptRef: a.Ref,
		BookingID: b.ID, AmountPaise: b.AmountPaise, CapturedAt: b.PaidAt, Disposition: booking.Applied}
	if n%50 == 1 {
		pay.RefundedPaise = pay.AmountPaise / 2
	}
	if err := tx.InsertPayment(ctx, pay); err != nil {
		return err
	}
	if err := insertDocuments(ctx, tx, pay, n); err != nil {
		return err
	}
	t := booking.Ticket{ID: TicketID(n), BookingID: b.ID, HolderName: b.Name(), CategoryType: b.CategoryType, Seats: 1,
		EntriesTotal: 3, EntriesRemaining: 3, Status: booking.TicketValid, IssuedAt: b.PaidAt}
	if err := tx.InsertTicket(ctx, t); err != nil {
		return err
	}
	if n%1000 == 2 {
		if err := tx.AddTask(ctx, booking.Task{Kind: "dispute", BookingID: b.ID, DedupeKey: fmt.Sprint("bench:", n),
			Text: "Something to do"}, at); err != nil {
			return err
		}
	}
	m := domain.OutgoingMail{Template: "confirmation", To: b.Email, DedupeKey: "confirmation:" + b.ID,
		Data: map[string]string{"booking_id": b.ID}}
	return tx.InsertFormerMail(ctx, m, "sent", "", b.PaidAt)
}

func insertDocuments(ctx context.Context, tx *store.Tx, pay booking.Payment, n int) error {
	d := booking.Document{ID: fmt.Sprintf("invoice%019d", n), Kind: booking.DocumentInvoice, Series: "BENCH",
		Year: "24-25",
		N:    int64(n), Number: fmt.Sprint("BENCH/", n), IssuedAt: pay.CapturedAt, BookingID: pay.BookingID,
		PaymentRef: pay.AttemptRef, TotalPaise: pay.AmountPaise}
	if err := tx.InsertDocument(ctx, d); err != nil || pay.RefundedPaise == 0 {
		return err
	}
	d.ID, d.Kind, d.Series = fmt.Sprintf("credit%020d", n), booking.DocumentCredit, "BENCHC"
	d.Number, d.TotalPaise = fmt.Sprint("BENCHC/", n), pay.RefundedPaise
	return tx.InsertDocument(ctx, d)
}
