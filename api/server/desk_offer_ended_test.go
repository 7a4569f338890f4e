package server_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/mail"
)

func TestDeskEmailsThatAnOfferHasEnded(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	for name, end := range map[string]func(b booking.Booking){
		"withdrawn": func(b booking.Booking) { d.Must("transfer-withdraw", actionOn(s, b, nil)) },
		"voided":    func(b booking.Booking) { d.Must("void", actionOn(s, b, nil)) },
		"cancelled": func(b booking.Booking) { d.Must("cancel", actionOn(s, b, nil)) },
		"cancelled with a part": func(b booking.Booking) {
			d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 10000}))
		},
		"everything is refunded": func(b booking.Booking) { // by the command
			if _, err := s.Payments.Refunds.CancelBooking(t.Context(), b.ID); err != nil {
				t.Error(err)
			}
		},
	} {
		_, b := s.Buy(nil)
		d = s.DeskAs(domain.RoleOrganiser) // with a fresh passkey confirmation
		colleague := strings.ReplaceAll(name, " ", "-") + "@example.org"
		token := offer(s, d, b, colleague)
		end(b)
		s.Post("/transfer", map[string]any{"token": token}).Want(404, "%s: the link answers", name)
		for range 3 { // the due refund is made
			s.Payments.Reconcile(t.Context())
		}
		sent := s.SendMails()
		says := func(to, text string) bool {
			return slices.ContainsFunc(sent, func(m mail.Written) bool {
				return strings.Contains(m.To, to) && strings.Contains(m.Text, text)
			})
		}
		if mailsTo(s, colleague, "transfer-ended") != 1 || !says(colleague, b.Name()+" to "+colleague+": over") {
			t.Errorf("%s: the colleague is not informed once, by name", name)
		}
		want := map[string]string{"withdrawn": "transfer-ended", "voided": "transfer-ended", "cancelled": "cancelled"}[name]
		emails := map[string]int{cmp.Or(want, "refund"): 1} // one email for one action
		for _, template := range []string{"transfer-ended", "cancelled", "refund"} {
			if n := mailsTo(s, b.Email, template); n != emails[template] {
				t.Errorf("%s: the holder gets %d emails %q", name, n, template)
			}
		}
		if left := map[string]string{"withdrawn": "still yours", "voided": "no longer valid"}[name]; left != "" &&
			!says(b.Email, left) {
			t.Errorf("%s: the holder is not informed about the ticket", name)
		}
	}
}

// An expired offer needs no email, and a reissued ticket does not end an offer.
func TestDeskSendsNoNeedlessEmail(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	_, b := s.Buy(nil)
	token := offer(s, d, b, "colleague@example.org")
	d.Must("reissue", actionOn(s, b, nil))
	s.Post("/transfer", map[string]any{"token": token}).Want(200, "after another ticket the link answers")
	s.Clock.Add(8 * 24 * time.Hour)
	s.DeskAs(domain.RoleOrganiser).Must("void", actionOn(s, b, nil))
	if n := mailsTo(s, "colleague@example.org", "transfer-ended"); n != 0 {
		t.Errorf("%d emails", n)
	}
}
