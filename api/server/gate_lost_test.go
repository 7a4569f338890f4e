package server_test

import (
	"context"
	"testing"
	"time"

	"transom/api/domain"
)

// A device that lost its storage cannot report it. The desk shows it if another device is enrolled under its name and
// the first is silent, but not if both report or if the first reported the deletion itself.
func TestTheDeskShowsLostStorage(t *testing.T) {
	s := start(t)
	first, _ := enrolled(t, s, "North gate", false)
	other, _ := enrolled(t, s, "South gate", false)
	left, _ := enrolled(t, s, "East gate", false)
	_, ended := enrolled(t, s, "West gate", false)
	replaced := func() map[string]any {
		t.Helper()
		names := map[string]any{}
		for _, one := range s.DeskAs("gate").Must("gate-live", map[string]any{"day": firstDay}).Body["devices"].([]any) {
			if device := one.(map[string]any); device["replaced_by"] != nil {
				names[device["name"].(string)] = device["replaced_by"]
			}
		}
		return names
	}
	s.Clock.Add(10 * time.Minute)
	gateSync(s, first)
	gateSync(s, other)
	s.Post("/gate/leave", map[string]any{}, "Authorization", left)
	must(t, s.Gate.Revoke(context.Background(), ended, "lost", domain.Actor{ID: "test"}))
	s.Clock.Add(time.Second)
	again := map[string]string{}
	for _, name := range []string{"North gate", "South gate", "East gate", "West gate"} {
		again[name], _ = enrolled(t, s, name, false)
	}
	if names := replaced(); len(names) != 0 {
		t.Errorf("at once: %v", names)
	}
	s.Clock.Add(2 * time.Minute)
	gateSync(s, other)
	for _, token := range again {
		gateSync(s, token)
	}
	if names := replaced(); len(names) != 1 || names["North gate"] != "North gate (2)" {
		t.Errorf("%v", names)
	}
	gateSync(s, first) // it was only without a network
	if names := replaced(); len(names) != 0 {
		t.Errorf("it is heard again: %v", names)
	}
}
