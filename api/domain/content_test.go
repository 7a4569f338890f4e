package domain

import (
	"testing"

	"transom/api/apitest/check"
	"transom/generator/schema"
)

func TestAFieldThatEveryTicketRequires(t *testing.T) {
	both := []string{"member", "associate"}
	for _, c := range []struct {
		name  string
		field schema.Field
		want  bool
	}{
		{"required by all", schema.Field{Name: "mobile", Forms: both, Required: "Number, please"}, true},
		{"optional", schema.Field{Name: "mobile", Forms: both}, false},
		{"optional for one", schema.Field{Name: "mobile", Forms: both, Required: "x", OptionalFor: []string{"FIRM"}}, false},
		{"of one form", schema.Field{Name: "mobile", Forms: both[:1], Required: "x"}, false},
		{"of one ticket", schema.Field{Name: "mobile", Forms: both, Required: "x", Categories: []string{"FIRM"}}, false},
		{"off", schema.Field{Name: "city", Forms: both, Required: "x"}, false},
	} {
		content := Content{Registration: schema.Registration{Fields: []schema.Field{c.field}}, Tickets: schema.Tickets{
			Categories: []schema.Category{{Type: "GUILD", Form: "member"}, {Type: "FIRM", Form: "associate"}}}}
		check.Equal(t, content.Requires("mobile"), c.want, "%s", c.name)
	}
}
