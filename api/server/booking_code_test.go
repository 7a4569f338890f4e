package server_test

import (
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/domain"
)

// Whoever telephones has a code to spell out: it stands in the confirmation and beside the ticket, and is the booking's.
func TestAHolderIsToldTheCode(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	form := s.FullForm()
	form["email"] = "asha@example.org"
	registered := post(t, s, form)
	pay(t, s, registered)
	b, err := s.Store.FindBooking(t.Context(), registered.Text("booking_id"))
	if _, is := domain.ParseCode(b.Code); err != nil || !is {
		t.Fatalf("the code is %q, %v", b.Code, err)
	}
	if mails := s.SendMails(); len(mails) != 1 || !strings.Contains(mails[0].Text, b.Code) {
		t.Errorf("the code %s is in no mail of %v", b.Code, mails)
	}
	list, _ := s.Post("/tickets", "{}", "Authorization", s.SignInAs("asha@example.org")).Body["tickets"].([]any)
	if len(list) != 1 || list[0].(map[string]any)["booking_code"] != b.Code {
		t.Errorf("the code %s is in no ticket of %v", b.Code, list)
	}
}
