package server_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/store/engine"
)

type somebody struct {
	form   map[string]any
	traces []string
}

func newSomebody(mark string) somebody {
	form := map[string]any{
		"firstname": "Quenby" + mark, "lastname": "Xanthippe" + mark, "email": "first" + mark + "@example.org",
		"mobile": map[string]string{"A": "9811111111", "B": "9822222222", "C": "9833333333"}[mark],
		"dob":    map[string]string{"A": "1961-01-11", "B": "1962-02-12", "C": "1963-03-13"}[mark], "membership_no": "A77" +
			mark + "00" + mark, "city": "Town" + mark,
	}
	s := somebody{form: form}
	for _, value := range form {
		s.traces = append(s.traces, value.(string))
	}
	return s
}

func (s *somebody) also(traces ...string) { s.traces = append(s.traces, traces...) }

// The data of earlier and later holders stays.
func TestErasureLeavesNothingAnywhere(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	a, b, c := newSomebody("A"), newSomebody("B"), newSomebody("C")
	_, booking := s.Buy(a.form)
	correct := func(who *somebody, changes map[string]any) {
		t.Helper()
		d.Must("correct", actionOn(s, booking, map[string]any{"changes": changes}))
		for _, value := range changes {
			who.also(value.(string))
		}
		s.Clock.Add(time.Minute)
		if email, is := changes["email"].(string); is {
			s.SignInAs(email)
		}
	}
	stay := func(who *somebody, mark string) {
		t.Helper()
		s.SignInAs(who.form["email"].(string))
		d = s.DeskAs(domain.RoleOrganiser) // renews the passkey confirmation
		correct(who, map[string]any{"lastname": "Ypsilanti" + mark})
		correct(who, map[string]any{"email": "second" + mark + "@example.org"})
		correct(who, map[string]any{"firstname": "Zenobia" + mark})
		d.Must("note", map[string]any{"id": booking.ID, "text": "Zenobia" + mark + " comes by wheelchair"})
		_ = offer(s, d, s.Booking(booking.ID), "nobody"+mark+"@example.org")
		d.Must("transfer-withdraw", actionOn(s, booking, nil))
		who.also("nobody"+mark+"@example.org", "wheelchair", "asked by phone")
		s.Clock.Add(time.Minute)
	}
	pass := func(who *somebody) {
		t.Helper()
		token := offer(s, d, s.Booking(booking.ID), who.form["email"].(string))
		s.Clock.Add(time.Minute)
		s.Post("/transfer-accept", acceptance(s, token, who.form)).Must(200)
		s.Clock.Add(time.Minute)
	}
	stay(&a, "A")
	pass(&b)
	stay(&b, "B")
	pass(&c)
	stay(&c, "C")
	if !admits(s, s.Ticket(booking.ID).ID) {
		t.Fatal("the ticket does not admit")
	}
	holder := s.Ticket(booking.ID)
	now := s.Booking(booking.ID)
	var keys []store.Person
	for _, row := range []string{"0", "1"} {
		keys = append(keys, store.Person{
			EmailKey: s.Text(`SELECT from_email_key FROM transfers WHERE state = 'accepted' ORDER BY ended_at LIMIT 1 OFFSET ` +
				row),
			PersonKey: s.Text(
				`SELECT from_person_key FROM transfers WHERE state = 'accepted' ORDER BY ended_at LIMIT 1 OFFSET ` + row),
		})
	}
	people := map[string]*somebody{"A": &a, "B": &b, "C": &c}
	for _, one := range []struct {
		who    string
		person store.Person
	}{{"B", keys[1]}, {"A", keys[0]}, {"C", personOf(now)}} {
		if found := tracesIn(t, s, people[one.who].traces); len(found) == 0 ||
			!strings.Contains(strings.Join(found, " "), "tickets.signature") {
			t.Fatalf("%s leaves no traces to begin with: %v", one.who, found)
		}
		if _, err := s.Store.ErasePerson(t.Context(), one.person, s.Clock.Now()); err != nil {
			t.Fatalf("%s: %v", one.who, err)
		}
		own := slices.DeleteFunc(slices.Clone(people[one.who].traces), func(trace string) bool {
			return one.who != "C" && (trace == "wheelchair" || trace == "asked by phone")
		})
		if found := slices.DeleteFunc(tracesIn(t, s, own), keptByTaxLaw); len(found) > 0 {
			t.Errorf("after the erasure of %s:\n%s", one.who, strings.Join(found, "\n"))
		}
		if one.who == "C" {
			break
		}
		if left := s.Ticket(booking.ID); left != holder || s.Booking(booking.ID) != now {
			t.Errorf("the erasure of %s changed the new holder of the ticket: %+v", one.who, left)
		}
		if one.who == "B" && s.Count(`SELECT COUNT(*) FROM transfers WHERE from_name = 'ZenobiaA YpsilantiA'
				AND from_email = 'secondA@example.org'`) != 1 {
			t.Error("the erasure of B took A, who had paid, along")
		}
	}
	if admits(s, holder.ID) {
		t.Error("the ticket of an erased person is valid for entry")
	}
	withdrawn, err := s.Store.WithdrawnTickets(t.Context(), true)
	if err != nil || !slices.ContainsFunc(withdrawn, func(gone domain.GateTicket) bool {
		return gone.ID == holder.ID && gone.State == "void"
	}) {
		t.Errorf("the gates' list does not have it as void: %v", err)
	}
}

func tracesIn(t *testing.T, s *apitest.Server, traces []string) (found []string) {
	t.Helper()
	tables := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`
	if testdb.OnPostgres(t) {
		tables = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY 1`
	}
	names, err := engine.Values[string](t.Context(), s.Store, "the tables", tables)
	must(t, err)
	for _, table := range names {
		rows, err := engine.Maps(t.Context(), s.Store, table, `SELECT * FROM `+table)
		must(t, err)
		for _, row := range rows {
			for column, value := range row {
				text := fmt.Sprint(value)
				if raw, is := value.([]byte); is {
					text = string(raw)
				}
				for _, trace := range traces {
					if holds(text, strings.ToLower(trace), 3) {
						found = append(found, fmt.Sprintf("%s.%s holds %s: %.200q", table, column, trace, text))
					}
				}
			}
		}
	}
	slices.Sort(found)
	return found
}

var coded = regexp.MustCompile(`[A-Za-z0-9+/_-]{8,}`)

// JSON does not encode letters, so most traces are plain text.
func holds(text, trace string, depth int) bool {
	if strings.Contains(strings.ToLower(text), trace) {
		return true
	}
	if depth == 0 {
		return false
	}
	for _, run := range coded.FindAllString(text, -1) {
		for _, decode := range []func(string) ([]byte, error){hex.DecodeString, base64.RawStdEncoding.DecodeString,
			base64.RawURLEncoding.DecodeString} {
			raw, err := decode(run)
			if err == nil && holds(string(raw), trace, depth-1) {
				return true
			}
		}
	}
	return false
}

// Tax law requires us to keep the buyer's name and town on an issued invoice, and no other personal data.
func keptByTaxLaw(trace string) bool {
	for _, word := range []string{"XanthippeA", "QuenbyA", "TownA"} {
		if strings.HasPrefix(trace, "invoices.document holds "+word+":") {
			return true
		}
	}
	return false
}
