package schema

import (
	"testing"

	"transom/generator/texts"
)

func TestReadersFollowTheBadgeAndTheGate(t *testing.T) {
	seenBy := func(badge *Badge, gate Gate) map[string]string {
		r := Registration{Fields: []Field{{Name: "firstname"}, {Name: "profile_url"}, {Name: "city"},
			{Name: "company_name"}, {Name: "diet", Own: true, SeenBy: "The caterer; staff, on your badge"}}}
		r.Complete(badge, &gate)
		readers := map[string]string{}
		for _, f := range r.Fields {
			readers[f.Name] = f.SeenBy
			if f.Name == "profile_url" {
				readers["purpose"] = f.Purpose
			}
		}
		return readers
	}
	for _, c := range []struct {
		name        string
		badge       *Badge
		gate        Gate
		field, want string
	}{
		{"name without badges", nil, Gate{}, "firstname", texts.SeenByGateAndGateway},
		{"name on every badge", &Badge{}, Gate{}, "firstname", texts.SeenByGateAndGateway +
			"; everybody who sees your badge"},
		{"photo without badges", nil, Gate{}, "purpose", "Shows the gate who you are"},
		{"photo that no badge shows", &Badge{}, Gate{}, "purpose", "Shows the gate who you are"},
		{"photo on badges", &Badge{Photo: true}, Gate{}, "purpose", "Printed on your badge, and shows the gate who you are"},
		{"field on badges", &Badge{Fields: []string{"city"}}, Gate{}, "city", texts.SeenByDesk +
			"; everybody who sees your badge"},
		{"field that no badge shows", &Badge{}, Gate{}, "city", texts.SeenByDesk},
		{"reader named already", &Badge{Fields: []string{"diet"}}, Gate{}, "diet", "The caterer; staff, on your badge"},
		{"company at the gate", nil, Gate{ShowCompany: true}, "company_name", texts.SeenByDesk +
			"; the gate, when your ticket is scanned"},
		{"company that only the desk sees", nil, Gate{}, "company_name", texts.SeenByDesk},
	} {
		if have := seenBy(c.badge, c.gate)[c.field]; have != c.want {
			t.Errorf("%s: %q, want %q", c.name, have, c.want)
		}
	}
}
