package server_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/wire"
)

// A second request within a minute is refused and not logged, because its email would not be sent.
func TestDeskSendsAgainOnceAMinute(t *testing.T) {
	s := start(t)
	d := s.DeskAs(domain.RoleOrganiser)
	_, paid := s.Buy(nil)
	waits := s.Booking(d.Must("add", added(s, map[string]any{"kind": "link"}, nil)).Text("booking_id"))
	for what, b := range map[string]booking.Booking{"ticket": paid, "link": waits} {
		template := map[string]string{"ticket": "confirmation", "link": "payment-link"}[what]
		s.Clock.Add(2 * time.Minute)
		before := mailsTo(s, b.Email, template)
		d.Must("resend", actionOn(s, b, map[string]any{"what": what}))
		s.Clock.Add(59 * time.Second)
		for _, preview := range []bool{true, false} {
			a := d.Call("resend", actionOn(s, b, map[string]any{"what": what, "preview": preview}))
			if a.Status != http.StatusConflict || !strings.Contains(a.Text("message"), "less than a minute ago") {
				t.Errorf("%s, preview %v: %d %s", what, preview, a.Status, a.Raw)
			}
		}
		sent := func() int { return mailsTo(s, b.Email, template) - before }
		logged := func() int {
			actions, err := s.Store.AuditLog(t.Context(), store.AuditFilter{BookingID: b.ID, Action: "resend"})
			must(t, err)
			return len(actions)
		}
		if sent() != 1 || logged() != 1 {
			t.Errorf("%s: %d emails, %d in the log", what, sent(), logged())
		}
		s.Clock.Add(time.Second)
		d.Must("resend", actionOn(s, b, map[string]any{"what": what}))
		if sent() != 2 || logged() != 2 {
			t.Errorf("%s after a minute: %d emails, %d in the log", what, sent(), logged())
		}
	}
}

func TestDeskShowsThePaymentLink(t *testing.T) {
	s := start(t)
	link := func(b booking.Booking) wire.DeskPayLink {
		var pending wire.DeskPendingResponse
		must(t, json.Unmarshal(s.DeskAs(domain.RoleRegistrar).Must("pending", map[string]any{"id": b.ID}).Raw, &pending))
		if pending.Link == nil {
			return wire.DeskPayLink{}
		}
		return *pending.Link
	}
	_, b := s.Unpaid(nil)
	view, err := s.Store.FindPaymentView(t.Context(), b.ID)
	must(t, err)
	until := view.Attempt.ExpiresAt.UTC().Format(time.RFC3339)
	if got := link(b); got.Expires != until || !strings.HasSuffix(got.URL, "/verify/"+b.ID) {
		t.Errorf("%+v, want until %s", got, until)
	}
	s.Clock.Add(view.Attempt.ExpiresAt.Sub(s.Clock.Now()))
	if got := link(b); got.Expires != until || got.URL != "" {
		t.Errorf("a link that is over: %+v", got)
	}
	_, paid := s.Buy(nil)
	if got := link(paid); got != (wire.DeskPayLink{}) {
		t.Errorf("for a paid registration: %+v", got)
	}
}
