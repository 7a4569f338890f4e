package server_test

import (
	"net/http"
	"testing"

	"transom/api/apitest"
)

func TestWaitingRegistrationsOfAMailbox(t *testing.T) {
	s := start(t)
	form, asha := s.Unpaid(map[string]any{"firstname": "Asha", "lastname": "Rao"})
	other, _ := s.Unpaid(map[string]any{"firstname": "Bina", "lastname": "Sen"})
	email := form["email"].(string)
	token := s.SignInAs(email)

	waiting := waitingOf(t, s, token)
	want := map[string]any{"booking_id": asha.ID, "name": "Asha Rao", "category": "Member"}
	if len(waiting) != 1 || waiting[0]["booking_id"] != want["booking_id"] || waiting[0]["name"] != want["name"] ||
		waiting[0]["category"] != want["category"] {
		t.Errorf("waiting: %v, want %v", waiting, want)
	}
	if theirs := waitingOf(t, s, s.SignInAs(other["email"].(string))); len(theirs) != 1 ||
		theirs[0]["name"] != "Bina Sen" {
		t.Errorf("the other mailbox sees %v", theirs)
	}
	// A registration does not prove the mailbox, so its token lists nothing.
	stranger := s.FullForm()
	stranger["email"] = email
	again := s.Post("/registration", stranger).Must(http.StatusOK)
	for _, token := range []string{again.Text("accesstoken"), ""} {
		if a := s.Post("/tickets", map[string]any{}, "Authorization", token); a.Status != http.StatusUnauthorized &&
			a.Status != http.StatusForbidden {
			t.Errorf("without proof: %d %s", a.Status, a.Raw)
		}
	}
	s.Pay(asha)
	for _, left := range waitingOf(t, s, token) {
		if left["booking_id"] == asha.ID {
			t.Error("what is paid still waits")
		}
	}
}

func waitingOf(t *testing.T, s *apitest.Server, token string) (out []map[string]any) {
	t.Helper()
	a := s.Post("/tickets", map[string]any{}, "Authorization", token)
	list, isList := a.Body["waiting"].([]any)
	if a.Status != http.StatusOK || !isList {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	for _, one := range list {
		out = append(out, one.(map[string]any))
	}
	return out
}
