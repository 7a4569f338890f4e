package desk_test

import (
	"encoding/csv"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/wire"
)

func TestPossibleDuplicatesStandTogether(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	entered := map[string]booking.Person{
		"A": {FirstName: "Lakshmi", LastName: "Sharma", DOB: "1980-02-03", Mobile: "9000000001"},
		"C": {FirstName: "Ravi", LastName: "Jain", DOB: "1981-02-03", Mobile: "9000000003", MembershipNo: "A 12",
			InstituteName: "Architects"},
		"D": {FirstName: "Śarma", LastName: "Laxmi", DOB: "1980-02-03", Mobile: "9000000004"},
		"E": {FirstName: "Priya", LastName: "Nair", DOB: "1982-02-03", Mobile: "9000000001", Email: "office@example.org"},
		"F": {FirstName: "Ravi", LastName: "Jayne", Mobile: "9000000006", MembershipNo: "a-12", InstituteName: "Architects"},
		"G": {FirstName: "Omar", LastName: "Das", Mobile: "9000000007", Email: "Office@Example.org"},
		// These are no duplicates: another institute, another birth date, no birth date, no seat.
		"H": {FirstName: "Hina", LastName: "Das", Mobile: "9000000008", MembershipNo: "A12", InstituteName: "Planners"},
		"I": {FirstName: "Lakshmi", LastName: "Sharma", DOB: "1980-02-04"},
		"J": {FirstName: "Lakshmi", LastName: "Sharma"},
		"K": {FirstName: "Kavi", LastName: "Rao", Mobile: "9000000007"},
	}
	for i, id := range []string{"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"} {
		p, is := entered[id]
		if !is {
			continue
		}
		if p.Email == "" {
			p.Email = id + "@example.org"
		}
		b := booking.Booking{
			ID: strings.Repeat(id, 22), CreatedAt: s.Clock.Now().Add(time.Duration(i) * time.Minute), Seats: 1,
			CategoryType: s.Content.Tickets.Categories[0].Type, Status: booking.Success, HoldsSeat: id != "K",
			PaidAt: s.Clock.Now(), PersonKey: id, EmailKey: domain.EmailKey(p.Email), Currency: "INR", NetPaise: 1,
			AmountPaise: 1, Person: p,
		}
		must(t, s.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertBooking(t.Context(), b) }))
	}
	d := s.DeskAs(domain.RoleRegistrar)
	shown := func(query string) (all []string) {
		for _, row := range people(t, d, query).Rows {
			all = append(all, row.ID[:1]+" "+row.Shared)
		}
		return all
	}
	first := []string{"G Group 1: same email", "E Group 1: same mobile number, email",
		"D Group 1: same date of birth and a similar name", "A Group 1: same mobile number, date of birth and a similar name"}
	second := []string{"F Group 2: same membership number", "C Group 2: same membership number"}
	for query, want := range map[string][]string{
		"flag=duplicate":              slices.Concat(first, second),
		"flag=duplicate&per=3&page=2": {first[3], second[0], second[1]},
		"flag=duplicate&per=9&page=2": nil,
		"flag=duplicate&sort=name": {"A Group 1: same mobile number, date of birth and a similar name",
			"G Group 1: same email", "E Group 1: same mobile number, email",
			"D Group 1: same date of birth and a similar name", second[1], second[0]},
		"flag=duplicate&q=nair": {"E Group 1: same mobile number, email"},
	} {
		if got := shown(query); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", query, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	check.Equal(t, people(t, d, "flag=duplicate").Sums.Count, 6, "registrations")
	export := d.Call("export", wire.DeskExportRequest{Query: "flag=duplicate", Format: "csv", Purpose: "duplicates",
		Columns: []string{"firstname"}})
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(export.Raw), "\ufeff"))).ReadAll()
	if err != nil || len(rows) != 7 || rows[0][1] != "Possible duplicate" || rows[6][0] != "Ravi" ||
		rows[6][1] != second[1][2:] {
		t.Errorf("export: %q, %v", rows, err)
	}

	// Two words and one are the same name.
	b := s.Booking(strings.Repeat("D", 22))
	b.FirstName, b.LastName = "Laxmisharma", ""
	must(t, s.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.SaveBookingPerson(t.Context(), b) }))
	if got := shown("flag=duplicate"); !slices.Equal(got, slices.Concat(first, second)) {
		t.Errorf("in one word: %q", got)
	}

	// A corrected birth date ends a duplicate.
	b.DOB = "1980-03-03"
	must(t, s.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.SaveBookingPerson(t.Context(), b) }))
	if got := shown("flag=duplicate"); len(got) != 5 || got[2] != "A Group 1: same mobile number" {
		t.Errorf("after the correction: %q", got)
	}

	// A role without contact data must not learn who shares it.
	viewer := s.DeskAs(domain.RoleViewer)
	viewer.Call("registrations", wire.DeskRegistrationsRequest{Query: "flag=duplicate"}).
		Want(http.StatusUnprocessableEntity, "a viewer's list")
	if offers := people(t, viewer, "").Choices.Flags; slices.ContainsFunc(offers,
		func(c wire.DeskChoice) bool { return c.Key == booking.FlagDuplicate }) {
		t.Error("a viewer is offered the filter")
	}
}
