package payment

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/domain"
	"transom/generator/schema"
)

func TestVerify(t *testing.T) {
	a := booking.Attempt{Ref: "TN25-x-1", AmountPaise: 354000, Currency: "INR"}
	paid := State{AttemptRef: a.Ref, Status: booking.Success, AmountPaise: 354000, AmountPaidPaise: 354000,
		Currency: "INR"}
	with := func(change func(*State)) State { s := paid; change(&s); return s }
	for name, c := range map[string]struct {
		state    State
		want     booking.PaymentStatus
		mismatch bool
	}{
		"paid exactly":   {paid, booking.Success, false},
		"one paisa less": {with(func(s *State) { s.AmountPaidPaise-- }), booking.Initiated, true},
		"one paisa more": {with(func(s *State) { s.AmountPaidPaise++ }), booking.Initiated, true},
		"a hundredfold": {with(func(s *State) { s.AmountPaise *= 100; s.AmountPaidPaise *= 100 }), booking.Initiated,
			true},
		"another price": {with(func(s *State) { s.AmountPaise = 177000; s.AmountPaidPaise = 177000 }),
			booking.Initiated, true},
		"another currency":       {with(func(s *State) { s.Currency = "USD" }), booking.Initiated, true},
		"currency in lower case": {with(func(s *State) { s.Currency = "inr" }), booking.Initiated, true},
		"somebody else's":        {with(func(s *State) { s.AttemptRef = "TN25-y-1" }), booking.Initiated, true},
		"unreadable amount":      {with(func(s *State) { s.AmountPaise = -1 }), booking.Initiated, true},
		"open": {State{AttemptRef: a.Ref, Status: booking.Initiated, AmountPaise: 354000, Currency: "INR"},
			booking.Initiated, false},
		"open, part paid": {State{AttemptRef: a.Ref, Status: booking.Initiated, AmountPaidPaise: 100}, booking.Initiated,
			true},
		"closed": {State{AttemptRef: a.Ref, Status: booking.Failed}, booking.Failed, false},
		"closed with money": {State{AttemptRef: a.Ref, Status: booking.Failed, AmountPaidPaise: 354000}, booking.Initiated,
			true},
		"closed by somebody else": {State{AttemptRef: "TN25-y-1", Status: booking.Failed}, booking.Initiated, true},
		"unknown word": {State{AttemptRef: a.Ref, Status: booking.Initiated, Unexpected: "active"}, booking.Initiated,
			true},
	} {
		status, err := verify(a, c.state)
		if status != c.want || errors.Is(err, ErrMismatch) != c.mismatch {
			t.Errorf("%s: %s, %v", name, status, err)
		}
	}
}

// A link that is valid for thirty minutes is checked at the times in section 11 of the payments reference.
func TestScheduleOfChecks(t *testing.T) {
	began := time.Date(2025, 3, 11, 6, 30, 0, 0, time.UTC)
	a := booking.Attempt{State: booking.AttemptOpen, CreatedAt: began, ExpiresAt: began.Add(30 * time.Minute)}
	var got []time.Duration
	for at := began; ; {
		at = nextCheck(a, at)
		if at.Sub(began) > time.Hour {
			break
		}
		got = append(got, at.Sub(began))
	}
	want := []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute,
		15 * time.Minute, 30 * time.Minute, 31 * time.Minute, 46 * time.Minute}
	if len(got) != len(want) {
		t.Fatalf("checks after %v", got)
	}
	for i := range want {
		check.Equal(t, got[i], want[i], "check %d after", i)
	}
}

func TestScheduleAfterClosing(t *testing.T) {
	closed := time.Date(2025, 3, 11, 7, 0, 0, 0, time.UTC)
	a := booking.Attempt{State: booking.AttemptClosed, ClosedAt: closed}
	at := closed
	for _, want := range []time.Duration{6 * time.Hour, 24 * time.Hour, 48 * time.Hour, 72 * time.Hour} {
		if at = nextCheck(a, at); at.Sub(closed) != want {
			t.Errorf("check after %s, want %s", at.Sub(closed), want)
		}
	}
	if next := nextCheck(a, at); !next.IsZero() {
		t.Errorf("still checked: %s", next)
	}
	if next := nextCheck(booking.Attempt{State: booking.AttemptPaid}, at); !next.IsZero() {
		t.Errorf("a paid attempt is checked: %s", next)
	}
}

func TestOpenAttemptIsAlwaysCheckedAgain(t *testing.T) {
	began := time.Date(2025, 3, 11, 6, 30, 0, 0, time.UTC)
	a := booking.Attempt{State: booking.AttemptOpen, CreatedAt: began, ExpiresAt: began.Add(30 * time.Minute)}
	for _, now := range []time.Duration{-24 * time.Hour, 0, time.Hour, 100 * time.Hour, 10000 * time.Hour} {
		for _, next := range []time.Time{nextCheck(a, began.Add(now)), retryCheck(a, began.Add(now))} {
			if !next.After(began.Add(now)) {
				t.Errorf("after %s: %s", now, next)
			}
		}
	}
}

func TestReferencesAreReadableAndShort(t *testing.T) {
	for edition, want := range map[schema.Slug]string{
		"natcon-2025": "NATCON2025", "national-convention-of-architects-2026": "NATIONAL2026", "n": "N",
	} {
		c := &domain.Content{Event: schema.Event{Edition: edition}}
		check.Equal(t, refPrefix(c), want, "%s", edition)
		if ref := refPrefix(c) + "-" + domain.NewID(100) + "-99"; len(ref) > 40 {
			t.Errorf("%s is longer than gateways allow", ref)
		}
	}
}

func TestPhoneOfACustomer(t *testing.T) {
	for _, c := range []struct{ mobile, dialCode, want string }{
		{"9876543210", "91", "+919876543210"}, {"612345678", "31", "+31612345678"}, {"9876543210", "", ""}, {"", "91", ""},
		{"+31612345678", "", "+31612345678"}, {"+14155550100", "91", "+14155550100"},
	} {
		check.Equal(t, (Customer{Mobile: c.mobile, DialCode: c.dialCode}).PhoneE164(), c.want, "%q in %q", c.mobile,
			c.dialCode)
	}
}

func TestMemoryOfAttemptsIsLimited(t *testing.T) {
	var m memory[int]
	for n := range 3 * maxRemembered {
		m.set(strconv.Itoa(n), n)
		if got, known := m.get(strconv.Itoa(n)); !known || got != n || len(m.last) > maxRemembered {
			t.Fatalf("%d of %d are stored, the last one %t", len(m.last), n, known)
		}
	}
}

func TestReferencesSurviveANewNameAndDate(t *testing.T) {
	sold := &domain.Content{Event: schema.Event{Edition: "natcon-2025", Name: "Transom Natcon 2025",
		StartDate: "2025-04-11"}}
	renamed := &domain.Content{Event: schema.Event{Edition: "natcon-2025", Name: "Natcon of Bhopal",
		StartDate: "2026-02-11"}}
	p := New(Setup{Content: renamed})
	for ref, want := range map[string]bool{
		refPrefix(sold) + "-x-1": true, formerPrefix(renamed) + "-x-1": true, "NATCON2026-x-1": false, "x-1": false,
	} {
		if p.isOurs(ref) != want {
			t.Errorf("isOurs(%s) is %t", ref, !want)
		}
	}
}

// Walks start at 03:00 in India, which is 21:30 UTC on the day before.
func TestNextWalk(t *testing.T) {
	zone, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	p := &Service{Setup: Setup{Content: &domain.Content{Zone: zone}}}
	for now, want := range map[string]string{
		"2025-03-11T21:29:59Z": "2025-03-11T21:30:00Z",
		"2025-03-11T21:30:00Z": "2025-03-12T21:30:00Z",
		"2025-03-11T12:00:00Z": "2025-03-11T21:30:00Z",
	} {
		at, err := time.Parse(time.RFC3339, now)
		if err != nil {
			t.Fatal(err)
		}
		check.Equal(t, p.nextWalk(at).UTC().Format(time.RFC3339), want, "after %s", now)
	}
}
