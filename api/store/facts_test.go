package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"transom/api/domain"
)

// applicant is a booking that waits for its payment.
func applicant(id string) domain.Booking {
	return domain.Booking{
		ID: id, CreatedAt: time.UnixMilli(5), Person: domain.Person{FirstName: "Asha", Email: "a@example.org", InstituteName: "I", MembershipNo: "A" + id},
		EmailKey: "a@example.org", CategoryType: "X", Seats: 2, NetPaise: 100, GSTPaise: 18, AmountPaise: 118, Currency: "INR", Status: domain.Initiated,
		HoldsSeat: true, PersonKey: "person " + id, NetworkHash: "network", PhotoAsset: "photo " + id, IDAsset: "document " + id,
	}
}

func write(t *testing.T, s *Store, f func(ctx context.Context, tx *Tx) error) {
	t.Helper()
	if err := s.writeKeyed(t.Context(), func(tx *Tx) error { return f(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
}

// What the rules of a registration rely on is what the rows say.
func TestFactsOfTheRules(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		now := time.UnixMilli(10)
		one, paid := applicant("one"), applicant("paid")
		write(t, s, func(ctx context.Context, tx *Tx) error {
			var errs []error
			for _, b := range []domain.Booking{one, paid} {
				errs = append(errs, tx.InsertBooking(ctx, b), tx.SaveIdempotency(ctx, "key "+b.ID, "body "+b.ID, b.ID, now))
			}
			paid.Status, paid.PaidAt = domain.Success, now
			errs = append(errs, tx.SetBookingPayment(ctx, paid))
			for _, a := range []domain.Asset{{ID: "free", Kind: "photo"}, {ID: "taken", Kind: "photo"}} {
				a.CreatedAt = now
				errs = append(errs, tx.InsertAsset(ctx, a))
			}
			_, err := tx.ClaimAsset(ctx, "taken", "photo", now)
			return errors.Join(append(errs, err)...)
		})
		ask := func(key string, change func(*domain.Booking)) (facts domain.RuleFacts) {
			t.Helper()
			b := applicant("new")
			change(&b)
			write(t, s, func(ctx context.Context, tx *Tx) (err error) {
				capacity := map[string]int{"X": 100}[b.CategoryType]
				facts, err = tx.ReadRules(ctx, domain.RuleQuestion{Booking: b, KeyHash: key, Capacity: capacity, Now: now})
				return err
			})
			if _, is := domain.ParseCode(facts.FreeCode); !is {
				t.Errorf("%q is no code", facts.FreeCode)
			}
			facts.FreeCode = ""
			return facts
		}
		for what, one := range map[string]struct {
			key    string
			change func(*domain.Booking)
			want   domain.RuleFacts
		}{
			"a new person":      {"", func(*domain.Booking) {}, domain.RuleFacts{SeatsHeld: 4, SeatsHeldUnpaid: 2}},
			"no network":        {"", func(b *domain.Booking) { b.NetworkHash = "" }, domain.RuleFacts{SeatsHeld: 4}},
			"another network":   {"", func(b *domain.Booking) { b.NetworkHash = "other" }, domain.RuleFacts{SeatsHeld: 4}},
			"no limit":          {"", func(b *domain.Booking) { b.CategoryType = "Y" }, domain.RuleFacts{}},
			"the same person":   {"", func(b *domain.Booking) { b.PersonKey, b.NetworkHash = one.PersonKey, "" }, domain.RuleFacts{SeatsHeld: 4, UnderWay: true}},
			"with a spouse":     {"", func(b *domain.Booking) { b.PersonKey, b.NetworkHash, b.Spouse = one.PersonKey, "", true }, domain.RuleFacts{SeatsHeld: 4}},
			"their pictures":    {"", func(b *domain.Booking) { *b = one; b.CategoryType = "Y" }, domain.RuleFacts{PhotoUsable: true, IDUsable: true}},
			"who has paid":      {"", func(b *domain.Booking) { b.PersonKey, b.CategoryType = paid.PersonKey, "Y" }, domain.RuleFacts{OtherPaid: true}},
			"a member":          {"", func(b *domain.Booking) { b.MembershipNo, b.CategoryType = paid.MembershipNo, "Y" }, domain.RuleFacts{OtherPaid: true}},
			"of elsewhere":      {"", func(b *domain.Booking) { b.MembershipNo, b.InstituteName, b.CategoryType = paid.MembershipNo, "J", "Y" }, domain.RuleFacts{}},
			"a free picture":    {"", func(b *domain.Booking) { b.PhotoAsset, b.CategoryType = "free", "Y" }, domain.RuleFacts{PhotoUsable: true}},
			"a taken picture":   {"", func(b *domain.Booking) { b.PhotoAsset, b.CategoryType = "taken", "Y" }, domain.RuleFacts{}},
			"of the other kind": {"", func(b *domain.Booking) { b.IDAsset, b.CategoryType = "free", "Y" }, domain.RuleFacts{}},
			"a known key":       {"key one", func(b *domain.Booking) { b.CategoryType = "Y" }, domain.RuleFacts{KeyBody: "body one", KeyBooking: "one"}},
			"a new key":         {"key new", func(b *domain.Booking) { b.CategoryType = "Y" }, domain.RuleFacts{}},
		} {
			if got := ask(one.key, one.change); got != one.want {
				t.Errorf("%s: %+v, want %+v", what, got, one.want)
			}
		}
	})
}

// What waits in the queue is there for the next question, in its order, and its failure is one of the transaction.
func TestStatementsThatWait(t *testing.T) {
	both(t, func(t *testing.T, s *Store) {
		write(t, s, func(ctx context.Context, tx *Tx) error {
			if err := tx.InsertBooking(ctx, applicant("one")); err != nil {
				return err
			}
			b, err := tx.FindBooking(ctx, "one")
			if err == nil && (b.Seats != 2 || b.Code == "") {
				t.Errorf("%+v", b)
			}
			return err
		})
		twice := func(then func(ctx context.Context, tx *Tx) error) error {
			return s.writeKeyed(t.Context(), func(tx *Tx) error {
				for _, id := range []string{"two", "two"} {
					if err := tx.InsertBooking(t.Context(), applicant(id)); err != nil {
						return err
					}
				}
				return then(t.Context(), tx)
			})
		}
		for what, then := range map[string]func(ctx context.Context, tx *Tx) error{
			"the end":      func(context.Context, *Tx) error { return nil },
			"a question":   func(ctx context.Context, tx *Tx) error { _, err := tx.HasBookings(ctx); return err },
			"many answers": func(ctx context.Context, tx *Tx) error { _, err := tx.PaymentsOfBooking(ctx, "two"); return err },
			"what is looked": func(ctx context.Context, tx *Tx) error {
				_, err := tx.ClaimAsset(ctx, "a", "photo", time.UnixMilli(1))
				return err
			},
		} {
			if err := twice(then); err == nil || !strings.Contains(err.Error(), "insert booking") {
				t.Errorf("before %s: %v", what, err)
			}
		}
		var n int
		if err := s.QueryOne(t.Context(), &n, `SELECT COUNT(*) FROM bookings`); err != nil || n != 1 {
			t.Errorf("%d bookings, %v", n, err)
		}
	})
}

// Every fact is one that both databases understand, for the kinds of values that it is asked with.
func TestEveryFactIsUnderstoodByBoth(t *testing.T) {
	sqlite, _ := open(t)
	pg, _ := postgres(t)
	for _, one := range []fact{
		isUnderWay(domain.Booking{}, nil), isOtherPaid(domain.Booking{}, nil), isCodeTaken("", nil), bodyOfKey("", nil), bookingOfKey("", nil),
		usabilityOf("", "photo", "", time.Time{}, nil), usabilityOf("", "aadhar", "", time.Time{}, nil), seatsHeld("", nil), seatsHeldUnpaid("", "", nil),
	} {
		text := `SELECT ` + one.text
		stmt, err := sqlite.write.PrepareContext(t.Context(), text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		stmt.Close()
		checkParameters(t, pg, "facts.go", text)
	}
}

// Each fact is found by what it is about: none reads all that is sold, whatever the database knows of its tables.
func TestFactsAreFoundByTheirKeys(t *testing.T) {
	s, _ := open(t)
	for index, one := range map[string]fact{
		"bookings_by_person":             isOtherPaid(domain.Booking{}, nil),
		"sqlite_autoindex_assets_1":      usabilityOf("", "photo", "", time.Time{}, nil),
		"bookings_by_network":            seatsHeldUnpaid("", "", nil),
		"sqlite_autoindex_seat_counts_1": seatsHeld("", nil),
	} {
		rows, err := s.read.QueryContext(t.Context(), `EXPLAIN QUERY PLAN SELECT `+one.text, one.args...)
		plan, err := collect(rows, err, "explain", func(row oneRow) (step string, err error) {
			var id, parent, unused int
			err = row.Scan(&id, &parent, &unused, &step)
			return step, err
		})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(plan, "; "), index) {
			t.Errorf("%s is not used: %q", index, plan)
		}
	}
}

// What a page asks by an address reads what belongs to the address, also while PostgreSQL knows no figures of its tables: in the first minutes of
// a sale it took the small index of everything that is paid, or waits, and read all of it.
func TestAnAddressIsNotLookedForInAllThatIsSold(t *testing.T) {
	s, _ := postgres(t)
	write(t, s, func(ctx context.Context, tx *Tx) error {
		for i := range 300 {
			b := applicant(fmt.Sprint("b", i))
			b.EmailKey = fmt.Sprintf("%d@example.org", i)
			if i%2 == 0 {
				b.Status = domain.Success
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
		"tickets": {findTickets, []any{"7@example.org"}},
		"waiting": {findWaiting, []any{"7@example.org", waitingShown}},
	} {
		rows, err := s.read.QueryContext(t.Context(), `EXPLAIN `+question.text, question.args...)
		plan, err := collect(rows, err, "explain", func(row oneRow) (step string, err error) {
			err = row.Scan(&step)
			return step, err
		})
		if all := strings.Join(plan, "\n"); err != nil || !strings.Contains(all, "bookings_by_email") {
			t.Errorf("%s: the index of addresses is not used (%v):\n%s", name, err, all)
		}
	}
}
