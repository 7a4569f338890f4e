package server_test

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
)

func post(t testing.TB, s *apitest.Server, form map[string]any, headers ...string) apitest.Answer {
	t.Helper()
	return s.Post("/registration", form, headers...).Must(http.StatusOK)
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	deadline := apitest.Edition().Tickets.Categories[1].Sales.ClosesAt.Time
	s := apitest.Start(t, apitest.Options{Now: deadline.Add(-time.Second)})
	form := s.FullForm()
	first := post(t, s, form, "Idempotency-Key", "k1")
	again := post(t, s, form, "Idempotency-Key", "k1")
	if first.Text("booking_id") != again.Text("booking_id") || first.Text("payment_url") != again.Text("payment_url") {
		t.Errorf("%s then %s", first.Raw, again.Raw)
	}
	if first.Text("accesstoken") == again.Text("accesstoken") {
		t.Error("the same token twice: it would have to be stored")
	}
	other := maps.Clone(form)
	other["city"] = "Indore"
	if a := s.Post("/registration", other, "Idempotency-Key", "k1"); a.Status != http.StatusUnprocessableEntity ||
		a.Text("message") == "" {
		t.Errorf("same key, other body: %d %s", a.Status, a.Raw)
	}
	s.WantCount(1, `SELECT COUNT(*) FROM bookings`)
	s.Clock.Set(deadline)
	post(t, s, form, "Idempotency-Key", "k1")
	s.Post("/registration", form, "Idempotency-Key", "k2").Says("registration_closed")
}

func TestTheBookingOfTheSamePersonIsResumed(t *testing.T) {
	s := startOnce(t)
	form := s.FullForm()
	first := post(t, s, form)
	changed := maps.Clone(form)
	changed["mobile"], changed["city"] = "9123456789", "Indore"
	changed["firstname"], changed["email"] = " asha ", "  "+first.Body["userdata"].(map[string]any)["email"].(string)
	changed["profile_url"] = s.Picture("photo")
	again := post(t, s, changed, "Authorization", first.Text("accesstoken"))
	if first.Text("booking_id") != again.Text("booking_id") || first.Text("payment_url") != again.Text("payment_url") {
		t.Errorf("%s then %s", first.Raw, again.Raw)
	}
	s.WantCount(1, `SELECT COUNT(*) FROM bookings WHERE mobile = '9123456789' AND city = 'Indore' AND photo_asset = ?`,
		changed["profile_url"].(string)[len("asset:"):])
	s.WantCount(1, `SELECT COUNT(*) FROM assets WHERE released_at IS NOT NULL`)
}

// Only one unpaid booking and one payable link remain when the spouse is added or removed, even if no seat is free.
func TestTheSpouseIsAddedToAndRemovedFromAnUnpaidBooking(t *testing.T) {
	testdb.Once(t)
	s := apitest.Start(t, apitest.Options{Content: func(c *domain.Content) { c.Tickets.Categories[1].Capacity = 2 }})
	form := s.FullForm()
	first := post(t, s, form)
	id, links := first.Text("booking_id"), map[string]bool{first.Text("payment_url"): true}
	for _, c := range []struct {
		spouse bool
		name   string
		amount int
	}{{true, "Ravi", 7080}, {false, "", 3540}, {true, "Ravi", 7080}} {
		form["spouse"], form["spouseName"], form["amount"] = c.spouse, c.name, c.amount+1
		s.Post("/registration", form).Want(http.StatusConflict, "a wrong price").Says("price_changed")
		form["amount"] = c.amount
		again := post(t, s, form)
		links[again.Text("payment_url")] = true
		equal(t, again.Text("booking_id"), id, "the booking")
		s.WantCount(1, `SELECT COUNT(*) FROM payment_attempts WHERE state IN ('CREATING', 'OPEN')`)
		s.WantCount(c.amount*100, `SELECT amount_paise FROM payment_attempts WHERE state = 'OPEN'`)
	}
	equal(t, len(links), 4, "different links")
	stranger := maps.Clone(form)
	stranger["spouse"], stranger["spouseName"], stranger["amount"] = false, "", 3540
	stranger["profile_url"], stranger["aadharUrl"] = s.Picture("photo"), s.Picture("aadhar")
	s.Post("/registration", stranger).Want(http.StatusConflict, "without proof")
	s.Pay(s.Booking(id))
	b := s.Booking(id)
	equal(t, b.Status, booking.Success, "paid")
	equal(t, b.SpouseName, "Ravi", "paid")
	equal(t, s.Ticket(id).Seats, 2, "the ticket")
	s.WantCount(1, `SELECT COUNT(*) FROM bookings`)
	s.WantCount(2, `SELECT seats FROM seat_counts WHERE category_type = ?`, b.CategoryType)
}

func TestTheSpouseStaysOncePartOfThePriceIsPaid(t *testing.T) {
	s := startOnce(t)
	form, b := s.Unpaid(map[string]any{"spouse": true, "spouseName": "Ravi", "amount": 7080})
	s.DeskAs(domain.RoleTreasurer).Must("paid", actionOn(s, b, received("PART 1", 1000_00, 0)))
	form["spouse"], form["spouseName"], form["amount"] = false, "", 3540
	s.Post("/registration", form).Want(http.StatusConflict, "part paid").Says("can no longer add or remove the spouse")
	equal(t, s.Booking(b.ID).Seats, 2, "seats")
}

func TestAlreadyRegistered(t *testing.T) {
	s := start(t)
	form := s.FullForm()
	id := post(t, s, form, "Idempotency-Key", "paid").Text("booking_id")
	err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), `UPDATE bookings SET status = 'SUCCESS', paid_at = 1 WHERE id = ?`, id)
		return err
	})
	must(t, errors.Join(err, s.Store.RefreshStates(t.Context())))
	samePerson, sameMail, sameMember, otherInstitute, other := s.FullForm(), s.FullForm(), s.FullForm(), s.FullForm(),
		s.FullForm()
	samePerson["firstname"], samePerson["lastname"], samePerson["dob"] = " VERMA ", "asha", form["dob"]
	sameMail["email"], sameMember["membership_no"] = "  "+form["email"].(string), form["membership_no"]
	otherInstitute["membership_no"], otherInstitute["ticketCategory"] = form["membership_no"], "NON_IIA_MEMBER"
	otherInstitute["institute_name"], otherInstitute["amount"] = "Council of Architecture", 9440
	for name, c := range map[string]struct {
		form map[string]any
		key  string
		want int
	}{
		"the same form":          {form, "", http.StatusConflict},
		"the same key":           {form, "paid", http.StatusConflict},
		"the same person":        {samePerson, "", http.StatusConflict},
		"the same address":       {sameMail, "", http.StatusOK},
		"another institute":      {otherInstitute, "", http.StatusOK},
		"the same member number": {sameMember, "", http.StatusConflict},
		"somebody else":          {other, "", http.StatusOK},
	} {
		a := s.Post("/registration", c.form, "Idempotency-Key", c.key)
		if a.Status != c.want || c.want == http.StatusConflict &&
			(a.Text("error") != "already_registered" || a.Text("message") == "") {
			t.Errorf("%s: %d %s", name, a.Status, a.Raw)
		}
	}
}

// Source: security reference, row 6.
func TestParallelSubmissionsAreOneBooking(t *testing.T) {
	s := start(t)
	for _, c := range []struct{ rounds, times int }{{scaled(60, 1000), 2}, {scaled(4, 50), 100}} {
		for round := range c.rounds {
			form := s.FullForm()
			var key []string
			if round%2 == 0 {
				key = []string{"Idempotency-Key", fmt.Sprint("parallel", c.times, "-", round)}
			}
			answers, _ := atOnce(c.times, func(int) apitest.Answer { return s.Post("/registration", form, key...) })
			links := map[string]bool{}
			for _, a := range answers {
				links[a.Must(http.StatusOK).Text("booking_id")+a.Text("payment_url")] = true
			}
			if len(links) != 1 {
				t.Fatalf("%v", links)
			}
		}
	}
	if people, attempts := s.Count(`SELECT COUNT(*) FROM bookings`),
		s.Count(`SELECT COUNT(*) FROM payment_attempts`); people != attempts {
		t.Errorf("%d bookings, %d attempts", people, attempts)
	}
}

// Source: security reference, row 7.
func TestCapacityIsNeverOversold(t *testing.T) {
	t.Parallel()
	for range scaled(2, 50) {
		t.Run("round", sellOut) // a subtest, so that this server is closed before the next one starts
	}
}

func sellOut(t *testing.T) {
	const places, buyers = 20, 200
	s := apitest.Start(t, apitest.Options{Content: func(c *domain.Content) { c.Tickets.Categories[1].Capacity = places }})
	forms := make([]map[string]any, buyers)
	for i := range forms {
		forms[i] = s.FullForm()
		if i%3 == 0 {
			forms[i]["spouse"], forms[i]["spouseName"], forms[i]["amount"] = true, "Ravi", 7080
		}
	}
	atOnce(buyers, func(i int) apitest.Answer {
		a := s.Post("/registration", forms[i])
		if a.Status != http.StatusOK && a.Text("error") != "sold_out" {
			t.Errorf("%d %s", a.Status, a.Raw)
		}
		return a
	})
	if seats := s.Count(`SELECT SUM(seats) FROM bookings WHERE holds_seat = 1`); seats > places || seats < places-1 {
		t.Fatalf("%d of %d seats sold", seats, places)
	}
	s.WantCount(2*s.Count(`SELECT COUNT(*) FROM bookings`), `SELECT COUNT(*) FROM assets WHERE claimed_at IS NOT NULL`)
}
