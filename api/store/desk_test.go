package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/store"
	"transom/api/store/bookings"
	"transom/api/store/people"
)

type money struct {
	disposition booking.Disposition
	refunded    int64
}

// everyMoney returns every combination of zero, one or two payments that a booking can have.
func everyMoney() (all [][]money) {
	var one []money
	for _, d := range []booking.Disposition{booking.Applied, booking.DuplicateRefundDue, booking.NoSeatRefundDue,
		booking.CancelledRefundDue, booking.Refunded} {
		for _, paise := range []int64{0, 50, 118} {
			one = append(one, money{d, paise})
		}
	}
	all = append(all, nil)
	for i, a := range one {
		all = append(all, []money{a})
		for _, b := range one[i:] {
			if a.disposition != booking.Applied || b.disposition != booking.Applied {
				all = append(all, []money{a, b})
			}
		}
	}
	return all
}

func insertEveryKind(t *testing.T, s *store.Store) (ids []string) {
	t.Helper()
	for _, status := range []booking.PaymentStatus{booking.Initiated, booking.Success, booking.Failed} {
		for kind := range 4 {
			erased, seat := kind&1 > 0, kind&2 > 0
			// one transaction for all would take too long on a busy machine
			for some := range slices.Chunk(everyMoney(), 20) {
				before := len(ids)
				err := s.Write(t.Context(), func(tx *store.Tx) error {
					ids = ids[:before]
					for _, captured := range some {
						b := bookingOfKind(len(ids), status, erased, seat)
						if err := insertWithMoney(t.Context(), tx, b, captured); err != nil {
							return err
						}
						ids = append(ids, b.ID)
					}
					return nil
				})
				must(t, err)
			}
		}
	}
	return ids
}

func bookingOfKind(n int, status booking.PaymentStatus, erased, seat bool) booking.Booking {
	zone := time.FixedZone("", 5*3600+1800)
	b := booking.Booking{
		ID: fmt.Sprintf("booking%dxxxxxxxxxxxxx", 1000+n), CreatedAt: time.Date(2025, 3, 1+n%9, n%24, 0, 0, 0, zone),
		Status: status,
		Person: booking.Person{FirstName: fmt.Sprint("First", n), Email: fmt.Sprint(n, "@example.org"),
			City: fmt.Sprint("Town", n%3)},
		EmailKey: fmt.Sprint(n, "@example.org"), PersonKey: fmt.Sprint(n), CategoryType: string(rune('A' + n%3)),
		Seats:    1 + n%2,
		NetPaise: 100, GSTPaise: 18, AmountPaise: 118, Currency: "INR", HoldsSeat: seat, PaidBy: booking.PaidOnline,
	}
	if status == booking.Success {
		b.PaidAt = b.CreatedAt.Add(time.Hour)
	}
	if erased {
		b.EmailKey = "erased:" + b.ID
	}
	return b
}

func insertWithMoney(ctx context.Context, tx *store.Tx, b booking.Booking, captured []money) error {
	if err := tx.InsertBooking(ctx, b); err != nil {
		return err
	}
	for i, m := range captured {
		ref := fmt.Sprint("tr-", b.ID, "-", i+1)
		a := booking.Attempt{
			Ref: ref, BookingID: b.ID, N: i + 1, Provider: "sandbox", ProviderID: "link_" + ref, AmountPaise: 118,
			Currency: "INR", State: booking.AttemptPaid, CreatedAt: b.CreatedAt, ExpiresAt: b.CreatedAt,
		}
		if err := errors.Join(tx.InsertAttempt(ctx, a), tx.SaveAttempt(ctx, a)); err != nil {
			return err
		}
		at := b.CreatedAt
		if i == 0 && !b.PaidAt.IsZero() { // the first payment paid for the booking
			at = b.PaidAt
		}
		err := tx.InsertPayment(ctx, booking.Payment{
			Provider: "sandbox", ProviderPaymentID: "Pay_" + ref, AttemptRef: ref, BookingID: b.ID, AmountPaise: 118,
			CapturedAt: at, Disposition: m.disposition, RefundedPaise: m.refunded,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// The bookings are inserted only once, because that takes longest.
func TestReadsOfEveryKindOfBooking(t *testing.T) {
	both(t, func(t *testing.T, s *store.Store) {
		ids := insertEveryKind(t, s)
		t.Run("state", func(t *testing.T) { storedStateIsThatOfTheDomain(t, s, ids) })
		t.Run("filters", func(t *testing.T) { filtersAgree(t, s, ids) })
		t.Run("older", func(t *testing.T) { olderProgramsGetTheirStates(t, s) })
		t.Run("days", func(t *testing.T) { daysAgreeWithTheirLists(t, s) })
		t.Run("names", func(t *testing.T) { whatNamesABooking(t, s, ids) })
	})
}

func storedStateIsThatOfTheDomain(t *testing.T, s *store.Store, ids []string) {
	people, err := s.DeskBookings(t.Context(), ids)
	if err != nil || len(people) != len(ids) || len(ids) < 1000 {
		t.Fatalf("%d of %d, %v", len(people), len(ids), err)
	}
	want, sums := map[string][]string{}, map[string]booking.RegistrationSums{}
	for _, b := range people {
		state := string(booking.DeriveState(b.Booking, b.Payments).State)
		check.Equal(t, string(b.State), state, "the stored state of %s", b.ID)
		want[state] = append(want[state], b.ID)
		all := sums[state]
		all.Add(sumsOf(b), 1)
		sums[state] = all
	}
	for _, state := range booking.BookingStates {
		f := booking.RegistrationFilter{States: []string{string(state)}}
		got, err := s.RegistrationIDs(t.Context(), f)
		slices.Sort(got)
		slices.Sort(want[string(state)])
		if err != nil || !slices.Equal(got, want[string(state)]) || len(got) == 0 {
			t.Errorf("%s: the column finds %d, the domain %d, %v", state, len(got), len(want[string(state)]), err)
		}
		for what, f := range map[string]booking.RegistrationFilter{"groups": f,
			"rows": {States: f.States, Registered: booking.Span{From: time.UnixMilli(1)}}} {
			if got, err := s.SumRegistrations(t.Context(), f); err != nil || got != sums[string(state)] {
				t.Errorf("%s by %s: %+v, %v, want %+v", state, what, got, err, sums[string(state)])
			}
		}
	}
}

// Bookings that an older version writes get their states at the next start; until then, CheckStates reports them.
func olderProgramsGetTheirStates(t *testing.T, s *store.Store) {
	forget := func(where string) {
		t.Helper()
		_, err := s.Exec(t.Context(), `UPDATE bookings SET booking_state = 'waiting', refunded_paise = 0`+where)
		must(t, err)
		if err := s.CheckStates(t.Context()); err == nil {
			t.Error("states that are wrong are not found")
		}
	}
	forget("")
	write(t, s, func(ctx context.Context, tx *store.Tx) error { return bookings.FillStates(ctx, tx.Tx) })
	must(t, s.CheckStates(t.Context()))
	forget(` WHERE id LIKE '%00xxxxxxxxxxxxx'`)
	must(t, errors.Join(s.RefreshStates(t.Context()), s.CheckStates(t.Context())))
}

func sumsOf(b booking.DeskBooking) booking.RegistrationSums {
	sums := booking.RegistrationSums{Count: 1, Seats: b.Seats, RefundedPaise: b.RefundedPaise()}
	if !b.PaidAt.IsZero() {
		sums.NetPaise, sums.GSTPaise = b.NetPaise, b.GSTPaise
	}
	return sums
}

func filtersAgree(t *testing.T, s *store.Store, ids []string) {
	all, err := s.DeskBookings(t.Context(), ids)
	must(t, err)
	zone := time.FixedZone("", 5*3600+1800)
	day := booking.Span{From: time.Date(2025, 3, 4, 0, 0, 0, 0, zone), Until: time.Date(2025, 3, 6, 0, 0, 0, 0, zone)}
	within := func(at time.Time) bool { return !at.Before(day.From) && at.Before(day.Until) }
	for what, one := range map[string]struct {
		filter booking.RegistrationFilter
		holds  func(b booking.DeskBooking) bool
	}{
		"category": {booking.RegistrationFilter{Categories: []string{"A", "C"}},
			func(b booking.DeskBooking) bool { return b.CategoryType != "B" }},
		"seat": {booking.RegistrationFilter{Flags: []string{"seat"}},
			func(b booking.DeskBooking) bool { return b.HoldsSeat }},
		"paid by": {booking.RegistrationFilter{PaidBy: []string{"online"}},
			func(b booking.DeskBooking) bool { return !b.PaidAt.IsZero() }},
		"status": {booking.RegistrationFilter{Statuses: []string{"FAILED"}},
			func(b booking.DeskBooking) bool { return b.Booking.Status == booking.Failed }},
		"registered": {booking.RegistrationFilter{Registered: day},
			func(b booking.DeskBooking) bool { return within(b.CreatedAt) }},
		"paid": {booking.RegistrationFilter{Paid: day}, func(b booking.DeskBooking) bool { return within(b.PaidAt) }},
		"refund due": {booking.RegistrationFilter{Flags: []string{"refund-due"}}, func(b booking.DeskBooking) bool {
			return slices.ContainsFunc(b.Payments, booking.Payment.RefundDue)
		}},
		"refunded": {booking.RegistrationFilter{Flags: []string{"refunded"}},
			func(b booking.DeskBooking) bool { return b.RefundedPaise() > 0 }},
		"name": {booking.RegistrationFilter{Terms: []booking.SearchTerm{{Text: "first7"}, {Text: "town1"}}},
			func(b booking.DeskBooking) bool {
				open, _ := b.SearchTexts(booking.Party{})
				return len(open) > 0 && b.City == "Town1" && b.FirstName[:6] == "First7"
			}},
		"several": {booking.RegistrationFilter{States: []string{"paid", "refunded"}, Categories: []string{"A"},
			Registered: day,
			Flags:      []string{"seat"}}, func(b booking.DeskBooking) bool {
			return b.HoldsSeat && b.CategoryType == "A" && within(b.CreatedAt) &&
				(b.DerivedState.State == booking.Paid || b.DerivedState.State == booking.FullyRefunded)
		}},
	} {
		var want []string
		var sums booking.RegistrationSums
		for _, b := range all {
			if one.holds(b) {
				want = append(want, b.ID)
				sums.Add(sumsOf(b), 1)
			}
		}
		slices.Sort(want)
		if len(want) == 0 || len(want) == len(all) {
			t.Fatalf("%s narrows nothing: %d", what, len(want))
		}
		if got, err := s.SumRegistrations(t.Context(), one.filter); err != nil || got != sums {
			t.Errorf("%s: sums %+v, %v, want %+v", what, got, err, sums)
		}
		for order := range people.Sorts {
			var got []string
			for page := 0; page == 0 || len(got) == page*149; page++ {
				f := one.filter
				f.Sort, f.Down, f.Limit, f.Offset = order, false, 149, page*149
				ids, err := s.RegistrationIDs(t.Context(), f)
				must(t, err)
				got = append(got, ids...)
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s by %s: %d, want %d", what, order, len(got), len(want))
			}
		}
	}
}

func daysAgreeWithTheirLists(t *testing.T, s *store.Store) {
	zone := time.FixedZone("", 5*3600+1800)
	registered, paidOn, err := s.RegistrationsByDay(t.Context(), zone)
	must(t, err)
	for paid, days := range map[bool]map[string]booking.RegistrationSums{false: registered, true: paidOn} {
		if len(days) < 9 {
			t.Fatalf("%v", days)
		}
		for name, sums := range days {
			day, err := time.ParseInLocation(time.DateOnly, name, zone)
			must(t, err)
			span := booking.Span{From: day, Until: day.AddDate(0, 0, 1)}
			f := booking.RegistrationFilter{Registered: span}
			if paid {
				f = booking.RegistrationFilter{Paid: span}
			}
			if got, err := s.SumRegistrations(t.Context(), f); err != nil || got != sums {
				t.Errorf("%s, paid %v: %+v, %v, want %+v", name, paid, got, err, sums)
			}
		}
	}
}

// Payment ids are searched only for roles that may see them.
func whatNamesABooking(t *testing.T, s *store.Store, ids []string) {
	id := ids[20]
	b, err := s.FindBooking(t.Context(), id)
	must(t, err)
	for _, one := range []struct {
		word, code string
		money      bool
		want       int
	}{
		{"x", b.Code, false, 1}, {id, "", false, 1}, {"BOOKING1020", "", false, 1}, {"pay_tr-" + id, "", true, 1},
		{"PAY_TR-" + id + "-1", "", true, 1},
		{"pay_tr-" + id, "", false, 0}, {"link_tr-" + id, "", true, 1}, {"tr-" + id, "", true, 1}, {"tr-" + id, "", false,
			0},
		{"zzz", "", true, 0},
	} {
		got, err := s.FindByReference(t.Context(), one.word, one.code, one.money)
		if err != nil || len(got) != one.want || one.want == 1 && got[0] != id {
			t.Errorf("%q %q money %v names %v, %v", one.word, one.code, one.money, got, err)
		}
	}
}

func TestFlagsAndSortsAreKnown(t *testing.T) {
	for known, offered := range map[*map[string]string][]string{&people.Flags: booking.RegistrationFlags,
		&people.Sorts: booking.RegistrationSorts} {
		for _, name := range offered {
			if (*known)[name] == "" {
				t.Errorf("%s is unknown", name)
			}
		}
		check.Equal(t, len(*known), len(offered), "offered")
	}
}
