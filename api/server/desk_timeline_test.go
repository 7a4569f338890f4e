package server_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/texts"
	"transom/api/wire"
)

func timelineOf(t *testing.T, d *apitest.Desk, id string) (texts []string) {
	t.Helper()
	var shown wire.DeskRegistrationResponse
	must(t, json.Unmarshal(d.Must("registration", map[string]any{"id": id}).Raw, &shown))
	for _, e := range shown.Registration.Timeline {
		texts = append(texts, e.Text)
	}
	return texts
}

func TestDeskTimelineIsForPeople(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	_, online := s.Buy(nil)
	staff := s.Booking(d.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	note := d.Must("note", map[string]any{"id": online.ID, "text": "Comes by wheelchair."}).Body["note"]
	d.Must("note", map[string]any{"id": online.ID, "delete": note})
	own, typed := timelineOf(t, d, online.ID), timelineOf(t, d, staff.ID)
	category := s.Content.CategoryName(online.CategoryType)
	for _, want := range []string{"Registered online for " + category + ".", "Note deleted"} {
		if !slices.Contains(own, want) {
			t.Errorf("no %q in %q", want, own)
		}
	}
	for _, want := range []string{"Registered by staff for " + category + ".", "Registered by staff",
		"₹3,540 received (bank transfer)."} {
		if !slices.Contains(typed, want) {
			t.Errorf("no %q in %q", want, typed)
		}
	}
	token, _ := enrolled(t, s, "North", false)
	gateSync(s, token, gateScan(s, 1, s.Ticket(online.ID).ID)).Must(200)
	if all := strings.Join(timelineOf(t, d, online.ID), "\n"); !strings.Contains(all, "Bhopal, Entry: checked in.") {
		t.Errorf("%s", all)
	}
}

func TestActionsHaveNames(t *testing.T) {
	t.Parallel()
	raw := regexp.MustCompile(`^[a-z]|_`)
	for action := range texts.Activities {
		name := desk.ActionName(action, "")
		if raw.MatchString(name) || action != domain.ActionCommand &&
			strings.EqualFold(name, strings.ReplaceAll(action, "_", " ")) {
			t.Errorf("%s is called %q", action, name)
		}
	}
	if name := desk.ActionName(domain.ActionCommand, "reconcile"); name != "Command reconcile" {
		t.Errorf("%q", name)
	}
}
