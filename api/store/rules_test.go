package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/store/bookings"
	"transom/api/store/engine"
)

// applicant returns an unpaid booking.
func applicant(id string) booking.Booking {
	return booking.Booking{
		ID: id, CreatedAt: time.UnixMilli(5), Person: booking.Person{FirstName: "Asha", Email: "a@example.org",
			InstituteName: "I", MembershipNo: "A" + id},
		EmailKey: "a@example.org", CategoryType: "X", Seats: 2, NetPaise: 100, GSTPaise: 18, AmountPaise: 118,
		Currency: "INR", Status: booking.Initiated,
		HoldsSeat: true, PersonKey: "person " + id, NetworkHash: "network", PhotoAsset: "photo " + id, IDAsset: "document " +
			id,
	}
}

// ReadRules returns what the rows say.
func TestReadRules(t *testing.T) {
	both(t, func(t *testing.T, s *store.Store) {
		now := time.UnixMilli(10)
		one, paid := applicant("one"), applicant("paid")
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			var errs []error
			for _, b := range []booking.Booking{one, paid} {
				errs = append(errs, tx.InsertBooking(ctx, b), tx.SaveIdempotency(ctx, "key "+b.ID, "body "+b.ID, b.ID, now))
			}
			paid.Status, paid.PaidAt = booking.Success, now
			errs = append(errs, tx.SetBookingPayment(ctx, paid))
			for _, a := range []domain.Asset{{ID: "free", Kind: "photo"}, {ID: "taken", Kind: "photo"}} {
				a.CreatedAt = now
				errs = append(errs, tx.InsertAsset(ctx, a))
			}
			_, err := tx.ClaimAsset(ctx, "taken", "photo", now)
			return errors.Join(append(errs, err)...)
		})
		ask := func(key string, change func(*booking.Booking)) (facts booking.RuleFacts) {
			t.Helper()
			b := applicant("new")
			change(&b)
			write(t, s, func(ctx context.Context, tx *store.Tx) (err error) {
				facts, err = tx.ReadRules(ctx, booking.RuleQuestion{Booking: b, KeyHash: key, Now: now})
				return err
			})
			return facts
		}
		for what, one := range map[string]struct {
			key    string
			change func(*booking.Booking)
			want   booking.RuleFacts
		}{
			"a new person":    {"", func(*booking.Booking) {}, booking.RuleFacts{SeatsHeld: 4, SeatsHeldUnpaid: 2}},
			"no network":      {"", func(b *booking.Booking) { b.NetworkHash = "" }, booking.RuleFacts{SeatsHeld: 4}},
			"another network": {"", func(b *booking.Booking) { b.NetworkHash = "other" }, booking.RuleFacts{SeatsHeld: 4}},
			"no limit":        {"", func(b *booking.Booking) { b.CategoryType = "Y" }, booking.RuleFacts{}},
			"the same person": {"", func(b *booking.Booking) { b.PersonKey, b.NetworkHash = one.PersonKey, "" },
				booking.RuleFacts{SeatsHeld: 4, UnderWay: true}},
			"with a spouse": {"", func(b *booking.Booking) { b.PersonKey, b.NetworkHash, b.Spouse = one.PersonKey, "", true },
				booking.RuleFacts{SeatsHeld: 4}},
			"their pictures": {"", func(b *booking.Booking) { *b = one; b.CategoryType = "Y" },
				booking.RuleFacts{PhotoUsable: true, IDUsable: true}},
			"who has paid": {"", func(b *booking.Booking) { b.PersonKey, b.CategoryType = paid.PersonKey, "Y" },
				booking.RuleFacts{OtherPaid: true}},
			"a member": {"", func(b *booking.Booking) { b.MembershipNo, b.CategoryType = paid.MembershipNo, "Y" },
				booking.RuleFacts{OtherPaid: true}},
			"of elsewhere": {"", func(b *booking.Booking) {
				b.MembershipNo, b.InstituteName, b.CategoryType = paid.MembershipNo, "J", "Y"
			}, booking.RuleFacts{}},
			"a free picture": {"", func(b *booking.Booking) { b.PhotoAsset, b.CategoryType = "free", "Y" },
				booking.RuleFacts{PhotoUsable: true}},
			"a taken picture": {"", func(b *booking.Booking) { b.PhotoAsset, b.CategoryType = "taken", "Y" },
				booking.RuleFacts{}},
			"of the other kind": {"", func(b *booking.Booking) { b.IDAsset, b.CategoryType = "free", "Y" }, booking.RuleFacts{}},
			"a known key": {"key one", func(b *booking.Booking) { b.CategoryType = "Y" },
				booking.RuleFacts{KeyBody: "body one", KeyBooking: "one"}},
			"a new key": {"key new", func(b *booking.Booking) { b.CategoryType = "Y" }, booking.RuleFacts{}},
		} {
			if got := ask(one.key, one.change); got != one.want {
				t.Errorf("%s: %+v, want %+v", what, got, one.want)
			}
		}
	})
}

// Each answer is found by its own key: none reads all sold bookings, whatever statistics the database has.
func TestRulesAreReadByTheirKeys(t *testing.T) {
	s, _ := open(t)
	plan := planOf(t, s, bookings.RulesSQL, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	for _, index := range []string{
		"bookings_by_person", "bookings_by_network", "sqlite_autoindex_assets_1", "sqlite_autoindex_seat_counts_1",
		"sqlite_autoindex_idempotency_keys_1",
	} {
		if !strings.Contains(plan, index) {
			t.Errorf("%s is not used: %s", index, plan)
		}
	}
}

// Queries by address read only the rows of that address, even while PostgreSQL has no statistics: in the first
// minutes of a sale it once used the small index of everything that is paid, or waiting, and read all of it.
func TestAnAddressIsFoundByItsIndex(t *testing.T) {
	s := postgres(t)
	write(t, s, func(ctx context.Context, tx *store.Tx) error {
		for i := range 300 {
			b := applicant(fmt.Sprint("b", i))
			b.EmailKey = fmt.Sprintf("%d@example.org", i)
			if i%2 == 0 {
				b.Status = booking.Success
			}
			if err := tx.InsertBooking(ctx, b); err != nil {
				return err
			}
		}
		return nil
	})
	for name, question := range map[string]struct {
		text string
		args []any
	}{
		"tickets": {bookings.FindTicketsSQL, []any{"7@example.org"}},
		"waiting": {bookings.FindWaitingSQL, []any{"7@example.org", 10}},
	} {
		plan, err := engine.Values[string](t.Context(), s, "explain", `EXPLAIN `+question.text, question.args...)
		if all := strings.Join(plan, "\n"); err != nil || !strings.Contains(all, "bookings_by_email") {
			t.Errorf("%s: the index of addresses is not used (%v):\n%s", name, err, all)
		}
	}
}
