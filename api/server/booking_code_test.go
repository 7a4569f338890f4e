package server_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
)

func TestAHolderReceivesTheCode(t *testing.T) {
	s := start(t)
	form := s.FullForm()
	form["email"] = "asha@example.org"
	registered := post(t, s, form)
	pay(t, s, registered)
	b, err := s.Store.FindBooking(t.Context(), registered.Text("booking_id"))
	if _, is := booking.ParseCode(b.Code); err != nil || !is {
		t.Fatalf("the code is %q, %v", b.Code, err)
	}
	if mails := s.SendMails(); len(mails) != 1 || !strings.Contains(mails[0].Text, b.Code) {
		t.Errorf("the code %s is in no email of %v", b.Code, mails)
	}
	list, _ := s.Post("/tickets", "{}", "Authorization", s.SignInAs("asha@example.org")).Body["tickets"].([]any)
	if len(list) != 1 || list[0].(map[string]any)["booking_code"] != b.Code {
		t.Errorf("the code %s is in no ticket of %v", b.Code, list)
	}
}

func TestEveryEmailOfABookingContainsItsCode(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../content/mail/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		if strings.Contains(string(text), "{{booking_id}}") && !strings.Contains(string(text), "{{booking_code}}") {
			t.Errorf("%s names a booking that nobody can spell", file)
		}
	}

	s := apitest.Start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	d.Must("add", added(s, map[string]any{"kind": "free", "reason": "speaker"}, nil))
	d.Must("add", added(s, map[string]any{"kind": "link"}, nil))
	_, corrected := s.Buy(nil)
	d.Must("correct", actionOn(s, corrected, map[string]any{"changes": map[string]any{"email": "moved@example.org"}}))
	_, given := s.Buy(nil)
	s.Clock.Add(time.Minute)
	token := offer(s, d, given, "colleague@example.org")
	s.Post("/transfer-accept", acceptance(s, token, nil)).Must(200)
	d.Must("cancel", actionOn(s, given, map[string]any{"refund_paise": 100000}))
	_, waits := s.Unpaid(nil)
	s.Clock.Add(9 * time.Minute)
	s.Payments.Reconcile(t.Context())
	for _, template := range []string{
		"confirmation", "complimentary", "payment-link", "ticket-changed", "mailbox-changed", "transfer-offer",
		"transfer-offered", "transfer-taken", "transferred", "cancelled", "refund", "pending",
	} {
		if s.Count(`SELECT COUNT(*) FROM outbox WHERE template = ?`, template) == 0 {
			t.Errorf("no email %s was written", template)
		}
	}
	ids, err := s.Store.RegistrationIDs(t.Context(), booking.RegistrationFilter{})
	must(t, err)
	codes := []string{given.Code} // of the person who transferred the ticket
	for _, id := range ids {
		codes = append(codes, s.Booking(id).Code)
	}
	for _, m := range s.SendMails() {
		has := slices.ContainsFunc(codes, func(code string) bool { return code != "" && strings.Contains(m.Text, code) })
		// the colleague has no booking yet
		if offered := strings.HasPrefix(m.Subject, "A ticket for"); has == offered {
			t.Errorf("%s: %s", m.Subject, m.Text)
		}
	}
	if emails := mailsTo(s, waits.Email, "pending"); emails != 1 {
		t.Errorf("%d emails inform the person who is waiting", emails)
	}
}
