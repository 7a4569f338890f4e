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
	"transom/api/wire"
)

func mayNow(t *testing.T, d *apitest.Desk, id string) []string {
	t.Helper()
	var out []string
	for _, one := range registrationOf(d, id)["may"].([]any) {
		out = append(out, one.(string))
	}
	return out
}

func TestDeskOffersNothingThatItRefuses(t *testing.T) {
	once(t)
	s := apitest.Start(t, limitedTo(1000_00))
	var d *apitest.Desk
	email, whole := map[string]any{"email": "colleague@example.org"}, map[string]any{"refund_paise": 200000}
	for what, change := range map[string]struct {
		then  func(b booking.Booking)
		names []string
	}{
		"somebody has entered": {func(b booking.Booking) { admits(s, s.Ticket(b.ID).ID) }, []string{"transfer"}},
		"a second person asked": {func(b booking.Booking) { d.Must("cancel", actionOn(s, b, whole)) },
			[]string{"transfer", "refund", "cancel"}},
		"a refund is under way": {func(b booking.Booking) {
			d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 500}))
		}, []string{"refund"}},
		"the ticket is void": {func(b booking.Booking) { d.Must("void", actionOn(s, b, nil)) },
			[]string{"resend", "void", "seat", "transfer"}},
		"it is paid": {func(booking.Booking) {}, []string{"paid", "uncancel", "record-refund", "approve"}},
		"it is cancelled": {func(b booking.Booking) { d.Must("cancel", actionOn(s, b, nil)) },
			[]string{"cancel", "correct", "resend", "transfer", "seat", "void"}},
		"the person's data is erased": {func(b booking.Booking) {
			erase(t, s, b)
		}, []string{"note", "correct", "uncancel"}},
	} {
		_, b := s.Buy(nil)
		d = s.DeskAs(domain.RoleOrganiser) // renews the passkey confirmation
		before := mayNow(t, d, b.ID)
		change.then(b)
		now := mayNow(t, d, b.ID)
		if what == "the ticket is void" && !slices.Contains(now, "reissue") {
			t.Error("a void ticket cannot be replaced")
		}
		for _, name := range change.names {
			if slices.Contains(now, name) {
				t.Errorf("%s: %s is offered", what, name)
			}
			if what != "it is paid" && name != "uncancel" && !slices.Contains(before, name) {
				t.Errorf("before %s: %s is not offered", what, name)
			}
			more := map[string]map[string]any{
				"transfer": email, "refund": {"refund_paise": 100}, "correct": {"changes": map[string]any{"city": "Pune"}},
				"resend": {"what": "ticket"}, "note": {"text": "x"}, "record-refund": {"reference": "UTR 9"},
				"paid": {"payment": transferOf("UTR 9")}, "seat": {"gate": "4"},
			}[name]
			if name == "approve" {
				continue // there is no request that could be approved
			}
			if a := d.Call(name, actionOn(s, b, more)); a.Status == 200 {
				t.Errorf("%s: %s is not refused: %s", what, name, a.Raw)
			}
		}
	}
	_, late := s.Buy(nil)
	if !slices.Contains(mayNow(t, d, late.ID), "transfer") {
		t.Error("before the last moment no transfer is offered")
	}
	s.Clock.Add(s.Content.Desk.TransferUntil.Sub(s.Clock.Now()))
	d = s.DeskAs(domain.RoleOrganiser)
	if slices.Contains(mayNow(t, d, late.ID), "transfer") {
		t.Error("after the last moment a transfer is offered")
	}
	mustBe(t, "late", d.Call("transfer", actionOn(s, late, email)), 409, domain.CodeNotPossible)
}

func TestDeskOffersActionsForFoundRegistrations(t *testing.T) {
	s := startOnce(t)
	_, _, b, _ := s.RegisterPaid(nil)
	s.DeskAs(domain.RoleOrganiser).Must("void", actionOn(s, b, nil))
	registrar := s.DeskAs(domain.RoleRegistrar)
	registrar.Must("correct", actionOn(s, s.Booking(b.ID), map[string]any{"changes": map[string]any{"city": "Pune"}}))
	offered := func(d *apitest.Desk) []string {
		var out []string
		for _, one := range d.Must("activity-log/list", wire.DeskActivityLogRequest{}).Body["actions"].([]any) {
			out = append(out, one.(map[string]any)["key"].(string))
		}
		return out
	}
	if all := offered(s.DeskAs(domain.RoleTreasurer)); !slices.Contains(all, "void") || !slices.Contains(all, "correct") {
		t.Errorf("everybody's: %v", all)
	}
	if own := offered(registrar); slices.Contains(own, "void") || !slices.Contains(own, "correct") {
		t.Errorf("one's own: %v", own)
	}
}

func TestDeskEmailsThatAnOfferHasEnded(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse})
	for name, end := range map[string]func(b booking.Booking){
		"withdrawn": func(b booking.Booking) { d.Must("transfer-withdraw", actionOn(s, b, nil)) },
		"voided":    func(b booking.Booking) { d.Must("void", actionOn(s, b, nil)) },
		"cancelled": func(b booking.Booking) { d.Must("cancel", actionOn(s, b, nil)) },
		"cancelled with a part": func(b booking.Booking) {
			d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 10000}))
		},
		"everything is refunded": func(b booking.Booking) { // as `transom sales refund-all` does
			if _, err := s.Payments.Refunds.CancelBooking(t.Context(), b.ID); err != nil {
				t.Error(err)
			}
		},
	} {
		_, b := s.Buy(nil)
		d = s.DeskAs(domain.RoleOrganiser) // renews the passkey confirmation
		colleague := strings.ReplaceAll(name, " ", "-") + "@example.org"
		token := offer(s, d, b, colleague)
		end(b)
		s.Post("/transfer", map[string]any{"token": token}).Want(404, "%s: the link answers", name)
		for range 3 { // three runs are enough to make the refund
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
		emails := map[string]int{cmp.Or(want, "refund"): 1} // one action sends one email
		for _, template := range []string{"transfer-ended", "cancelled", "refund"} {
			equal(t, mailsTo(s, b.Email, template), emails[template], "%s: the holder gets emails %q", name, template)
		}
		if left := map[string]string{"withdrawn": "still yours", "voided": "no longer valid"}[name]; left != "" &&
			!says(b.Email, left) {
			t.Errorf("%s: the holder is not informed about the ticket", name)
		}
	}
}

func TestDeskSendsNoNeedlessEmail(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	token := offer(s, d, b, "colleague@example.org")
	d.Must("reissue", actionOn(s, b, nil))
	s.Post("/transfer", map[string]any{"token": token}).Want(200, "after another ticket the link answers")
	s.Clock.Add(8 * 24 * time.Hour)
	s.DeskAs(domain.RoleOrganiser).Must("void", actionOn(s, b, nil))
	equal(t, mailsTo(s, "colleague@example.org", "transfer-ended"), 0, "emails")
}
