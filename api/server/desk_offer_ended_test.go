package server_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/mail"
)

// An offer that ends before its time is told to both: whose link works no more, and whoever had asked for it.
func TestDeskTellsThatAnOfferHasEnded(t *testing.T) {
	s := apitest.Start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	for name, end := range map[string]func(b domain.Booking){
		"withdrawn":             func(b domain.Booking) { d.Must("transfer-withdraw", act(s, b, nil)) },
		"voided":                func(b domain.Booking) { d.Must("void", act(s, b, nil)) },
		"cancelled":             func(b domain.Booking) { d.Must("cancel", act(s, b, nil)) },
		"cancelled with a part": func(b domain.Booking) { d.Must("cancel", act(s, b, map[string]any{"refund_paise": 10000})) },
		"all of it goes back": func(b domain.Booking) { // by the command
			if _, err := s.Payments.CancelBooking(t.Context(), b.ID); err != nil {
				t.Error(err)
			}
		},
	} {
		_, b := s.Buy(nil)
		d = s.DeskAs(domain.RoleOrganiser) // with a fresh touch
		colleague := strings.ReplaceAll(name, " ", "-") + "@example.org"
		token := offer(s, d, b, colleague)
		end(b)
		if a := s.Post("/transfer", map[string]any{"token": token}); a.Status != 404 {
			t.Errorf("%s: the link answers %d", name, a.Status)
		}
		told := map[string]string{"withdrawn": "stays yours", "voided": "no longer valid"}[name] // else another mail tells whoever had it
		for to, want := range map[string]bool{colleague: true, b.Email: told != ""} {
			if n := mailsTo(s, to, "transfer-ended"); (n == 1) != want || n > 1 {
				t.Errorf("%s: %d mails tell %s", name, n, to)
			}
		}
		if !slices.ContainsFunc(s.SendMails(), func(m mail.Written) bool { return strings.Contains(m.To, b.Email) && strings.Contains(m.Text, told) }) {
			t.Errorf("%s: nobody tells whoever had it what is left", name)
		}
		if !slices.ContainsFunc(s.SendMails(), func(m mail.Written) bool {
			return strings.Contains(m.To, colleague) && strings.Contains(m.Text, b.Name()+" to "+colleague+": over")
		}) {
			t.Errorf("%s: no mail names them", name)
		}
	}
}

// Whose time was over knows it, and a new ticket in place of a good one leaves an offer as it is.
func TestDeskTellsNobodyWithoutNeed(t *testing.T) {
	s := apitest.Start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	_, b := s.Buy(nil)
	token := offer(s, d, b, "colleague@example.org")
	d.Must("reissue", act(s, b, nil))
	if a := s.Post("/transfer", map[string]any{"token": token}); a.Status != 200 {
		t.Errorf("after another ticket the link answers %d", a.Status)
	}
	s.Clock.Add(8 * 24 * time.Hour)
	s.DeskAs(domain.RoleOrganiser).Must("void", act(s, b, nil))
	if n := mailsTo(s, "colleague@example.org", "transfer-ended"); n != 0 {
		t.Errorf("%d mails", n)
	}
}
