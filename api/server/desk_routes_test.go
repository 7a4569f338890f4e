package server_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/wire"
)

// deskCalls lists the initials of the roles that may make each call, or "door" if no session is needed; * means that a
// passkey is needed. The list is written by hand, as a check on the program's table.
var deskCalls = map[string]string{
	"sign-in/code": "door", "sign-in/verify": "door", "sign-in/passkey": "door",
	"sign-in/me": "door", "me": "otrgv", "sign-out": "otrgv", "confirm/begin": "otrgv", "confirm/finish": "otrgv",
	"passkey/begin": "otrgv*", "passkey/finish": "otrgv*", "passkey/remove": "otrgv*", "staff/list": "o",
	"staff/invite": "o*", "staff/role": "o*", "staff/end": "o*", "staff/reset": "o*", "activity-log/list": "otrgv",
	"activity-log/export": "o*", "sales/view": "otrv", "sales/pause": "o*", "sales/resume": "o*", "cancel-category": "o*",
	"note":    "otr",
	"correct": "or", "resend": "or", "seat": "or", "reissue": "or", "void": "or*", "transfer": "or*",
	"transfer-withdraw": "or*", "change-ticket": "otr", "cancel": "otr*", "refund": "ot*", "uncancel": "otr*",
	"approve":       "ot*",
	"record-refund": "ot*", "withdraw-payment": "ot*", "invoice": "ot", "document": "ot", "paid": "ot*", "pending": "otr",
	"add": "ot*", "overview": "otrv", "registrations": "otrv", "registration": "otrv", "tasks": "otr",
	"task-done": "otr", "badges": "org", "badges-printed": "org", "badge-photo": "org", "export": "otr*",
	"invoices/export": "ot*", "reconcile": "ot",
	"documents/queue": "or", "documents/photo": "or", "documents/open": "or*", "documents/numbers": "or",
	"document-approve": "or", "document-reject": "or",
	"gate-invite": "org", "gate-live": "org", "gate-revoke": "org", "gate-name": "org",
}

func TestPermissionsOfEveryRoute(t *testing.T) {
	s := startOnce(t)
	var calls []string
	err := chi.Walk(s.Handler.(chi.Routes), func(method, route string, _ http.Handler,
		_ ...func(http.Handler) http.Handler) error {
		if name, is := strings.CutPrefix(route, "/api/desk/"); is && method == "POST" {
			calls = append(calls, name)
		}
		return nil
	})
	if err != nil || len(calls) < len(deskCalls) {
		t.Fatalf("the desk has %d calls, the table %d: %v", len(calls), len(deskCalls), err)
	}
	for _, name := range calls {
		may, known := deskCalls[name]
		if !known {
			t.Errorf("%s: nothing says who may call it; add it to deskCalls", name)
			continue
		}
		stranger := s.Stranger().Call(name, nil)
		if is401 := stranger.Status == 401; is401 == (may == "door") && name != "sign-in/passkey" {
			t.Errorf("%s without a session: %d %s", name, stranger.Status, stranger.Raw)
		}
		if may == "door" {
			continue
		}
		for _, role := range domain.Roles {
			d := s.DeskAs(role)
			touched := d.Call(name, nil)
			d = s.DeskAs(role)
			d.ForgetConfirmation()
			untouched := d.Call(name, nil)
			allowed, touch := strings.Contains(may, role[:1]), strings.HasSuffix(may, "*")
			if refused := touched.Text("error") == domain.CodeForbidden; refused == allowed || touched.Status == 401 ||
				touched.Text("error") == domain.CodePasskeyRequired {
				t.Errorf("%s as %s: %d %s", name, role, touched.Status, touched.Raw)
			}
			equal(t, untouched.Text("error") == domain.CodePasskeyRequired, allowed && touch,
				"%s as %s without the passkey", name, role)
		}
	}
}

func TestPausedSales(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser)
	sentence := "We are moving to a larger hall. Registration goes on at six this evening."
	try := func(want string) {
		t.Helper()
		a := s.Post("/registration", s.FullForm())
		switch {
		case want == "" && a.Status != http.StatusOK:
			t.Errorf("sold: %d %s", a.Status, a.Raw)
		case want != "" && (a.Status != 403 || a.Text("error") != domain.CodePaused || a.Text("message") != want):
			t.Errorf("paused: %d %s", a.Status, a.Raw)
		}
	}
	public := func() apitest.Answer { return s.Send("GET", "/api/sales", nil) }
	try("")
	mustBe(t, "no sentence", d.Call("sales/pause", map[string]any{"category": "", "why": "x"}), 422, "")
	mustBe(t, "no reason", d.Call("sales/pause", map[string]any{"category": "", "sentence": sentence}), 422, "")
	mustBe(t, "no such category", d.Call("sales/pause", map[string]any{"category": "GOLD", "sentence": sentence,
		"why": "x"}), 422, "")

	once := s.FullForm()
	s.Post("/registration", once, "Idempotency-Key", "one").Must(http.StatusOK)
	d.Must("sales/pause", map[string]any{"category": "IIA_MEMBER_25_ABOVE", "sentence": sentence, "why": "hall"})
	try(sentence)
	s.Post("/registration", once, "Idempotency-Key", "one").Want(http.StatusOK, "one that came before, repeated")
	if a := public(); a.Header.Get("Cache-Control") != "public, max-age=10" || !strings.Contains(string(a.Raw),
		sentence) {
		t.Errorf("%v %s", a.Header, a.Raw)
	}
	d.Must("sales/pause", map[string]any{"category": "", "sentence": "Everything rests.", "why": "storm"})
	try("Everything rests.")
	d.Must("sales/resume", map[string]any{"category": "", "why": "over"})
	try(sentence)
	d.Must("sales/resume", map[string]any{"category": "IIA_MEMBER_25_ABOVE", "why": "done"})
	try("")
	equal(t, len(public().Body["paused"].([]any)), 0)
	s.WantCount(4, `SELECT COUNT(*) FROM audit_log WHERE action IN ('sales_pause', 'sales_resume')`)
}

func TestDeskActionsHaveRoutes(t *testing.T) {
	s := startOnce(t)
	organiser, registrar := s.DeskAs(domain.RoleOrganiser), s.DeskAs(domain.RoleRegistrar)
	ctx := context.Background()
	for i := range 150 {
		who := []domain.Actor{organiser.Who, registrar.Who}[i%2]
		err := s.Store.Write(ctx, func(tx *store.Tx) error {
			return tx.AddAction(ctx, domain.Action{At: s.Clock.Now(), Actor: who, Name: "note", BookingID: "b1", Why: "=1+1"})
		})
		must(t, err)
	}
	list := func(d *apitest.Desk, body map[string]any) (int, apitest.Answer) {
		t.Helper()
		a := d.Must("activity-log/list", body)
		return len(a.Body["entries"].([]any)), a
	}
	n, first := list(organiser, map[string]any{})
	rest, _ := list(organiser, map[string]any{"before": first.Body["next"]})
	if n != 100 || rest != 50 {
		t.Errorf("pages of %d and %d", n, rest)
	}
	today := s.Clock.Now().In(s.Content.Zone).Format("2006-01-02")
	for name, c := range map[string]struct {
		body map[string]any
		want int
	}{
		"by actor":          {map[string]any{"actor": registrar.Who.ID}, 75},
		"by action":         {map[string]any{"action": "refund"}, 0},
		"by booking":        {map[string]any{"booking": "b1", "actor": organiser.Who.ID}, 75},
		"of today":          {map[string]any{"from": today, "until": today, "actor": organiser.Who.ID}, 75},
		"of tomorrow":       {map[string]any{"from": "2025-03-12"}, 0},
		"of another member": {map[string]any{"actor": "nobody"}, 0},
	} {
		if n, a := list(organiser, c.body); n != c.want {
			t.Errorf("%s: %d, want %d: %.200s", name, n, c.want, a.Raw)
		}
	}
	if n, a := list(registrar, map[string]any{"actor": organiser.Who.ID}); n != 75 || a.Body["everybody"] != false ||
		strings.Contains(string(a.Raw), organiser.Who.ID) {
		t.Errorf("a registrar saw %d actions: %.200s", n, a.Raw)
	}
	for _, name := range []string{"A. Rao", "B. Iyer", "A. Rao"} { // people who ran commands
		who := domain.Actor{ID: domain.ActorCommand, Name: name, Role: domain.ActorCommand}
		must(t, s.Store.LogAction(ctx, domain.Action{At: s.Clock.Now(), Actor: who, Name: domain.ActionCommand,
			Object: "purge"}))
	}
	offered := map[string]int{}
	for _, one := range first.Body["actors"].([]any) {
		if id := one.(map[string]any)["id"].(string); strings.HasPrefix(id, domain.ActorCommand) {
			t.Errorf("offered before anybody worked there: %s", id)
		}
	}
	_, now := list(organiser, map[string]any{})
	for _, one := range now.Body["actors"].([]any) {
		id := one.(map[string]any)["id"].(string)
		offered[id], _ = list(organiser, map[string]any{"actor": id})
	}
	if offered["command:A. Rao"] != 2 || offered["command:B. Iyer"] != 1 || offered["command"] != 3 ||
		offered[registrar.Who.ID] != 75 || len(offered) != 5 {
		t.Errorf("the log is offered by %v", offered)
	}
	backup := domain.Action{At: s.Clock.Now(), Actor: domain.Actor{ID: domain.ActorCommand, Name: "A. Rao"},
		Name: domain.ActionCommand, Object: "backup"}
	must(t, s.Store.LogAction(ctx, backup))
	for action, want := range map[string]int{"command": 4, "command:purge": 3, "command:backup": 1, "command:refund": 0} {
		n, a := list(organiser, map[string]any{"action": action})
		offers := slices.ContainsFunc(a.Body["actions"].([]any),
			func(one any) bool { return one.(map[string]any)["key"] == action })
		if n != want || offers != (want > 0) {
			t.Errorf("%s: %d, want %d; offered are %v", action, n, want, a.Body["actions"])
		}
	}
	mustBe(t, "no such day", organiser.Call("activity-log/list", map[string]any{"from": "yesterday"}), 422, "")
	mustBe(t, "without a purpose", organiser.Call("activity-log/export", nil), 422, "")
	file := organiser.Must("activity-log/export", map[string]any{"actor": registrar.Who.ID, "why": "audit"})
	if lines := strings.Count(string(file.Raw), "\n"); lines != 76 || !strings.Contains(string(file.Raw), ",'=1+1,") ||
		strings.Contains(string(file.Raw), ",=1+1,") || !strings.HasPrefix(string(file.Raw), "\ufeffnumber,") {
		t.Errorf("%d lines: %.300s", lines, file.Raw)
	}
	s.WantCount(1, `SELECT COUNT(*) FROM audit_log WHERE action = 'export_log'`)
	if _, err := s.Store.CheckAuditLog(ctx); err != nil {
		t.Error(err)
	}
}

func TestTheLogNamesItsSubjects(t *testing.T) {
	s := startOnce(t)
	organiser := s.DeskAs(domain.RoleOrganiser)
	_, other := s.Buy(nil)
	_, b := s.Buy(map[string]any{"firstname": "Zoë", "email": "zoe@example.org"})
	for _, one := range []booking.Booking{other, b} {
		organiser.Must("seat", actionOn(s, one, map[string]any{"gate": "2"}))
	}
	_, phone := enrolled(t, s, "North", false)
	organiser.Must("gate-revoke", map[string]any{"id": phone, "why": "lost"})
	actions := func(d *apitest.Desk, booking string) (out wire.DeskActivityLogResponse) {
		t.Helper()
		must(t, json.Unmarshal(d.Must("activity-log/list", map[string]any{"booking": booking}).Raw, &out))
		return out
	}
	spelled := strings.ToLower(b.Code[:3] + " " + b.Code[3:])
	for _, text := range []string{b.Code, spelled, b.ID, "/desk/registration/" + b.ID,
		"https://example.org/event-ticket/" + s.Ticket(b.ID).ID} {
		found := actions(organiser, text).Entries
		if len(found) != 1 || found[0].Code != b.Code || found[0].Name != b.Name() || found[0].Booking != b.ID {
			t.Errorf("%q: %+v", text, found)
		}
	}
	for _, nobody := range []string{"ZZZZZZ", "x", "%"} {
		equal(t, len(actions(organiser, nobody).Entries), 0, "%q", nobody)
	}
	if last := actions(organiser, "").Entries[0]; last.Action != "Device signed out" || last.Object != "North" {
		t.Errorf("a device: %+v", last)
	}
	command := domain.Actor{ID: domain.ActorCommand, Name: "A. Rao", Role: domain.ActorCommand}
	err := s.Store.LogAction(t.Context(), domain.Action{At: s.Clock.Now(), Actor: command, Name: domain.ActionCommand,
		BookingID: b.ID, Object: "withdraw"})
	if last := actions(organiser, b.Code).Entries[0]; err != nil || last.Action != "Command withdraw" ||
		last.Code != b.Code {
		t.Errorf("a command about a booking: %+v, %v", last, err)
	}
	organiser.Must("registration", map[string]any{"id": b.ID}).Says(`"text":"Command withdraw"`)
	gate := s.DeskAs(domain.RoleGate)
	err = s.Store.LogAction(t.Context(), domain.Action{At: s.Clock.Now(), Actor: gate.Who, Name: "note", BookingID: b.ID,
		Object: "7"})
	if found := actions(gate, "").Entries[0]; err != nil || found.Booking+found.Code+found.Name+found.Object != "" {
		t.Errorf("the gate reads %+v, %v", found, err)
	}
}

func TestVisitorsLimitsAreNotTheDesks(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rateLimited})
	if triesUntil(http.StatusTooManyRequests, 3200, func() apitest.Answer {
		return s.Send("GET", "/api/sales",
			nil)
	}) == 3200 {
		t.Fatal("the visitors were never refused, so this proves nothing")
	}
	d.Must("me", nil)
	d.Must("staff/list", nil)
}

func TestTheDeskCanBeSwitchedOff(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{NoDesk: true})
	for _, name := range []string{"me", "staff/list", "sign-in/code"} {
		mustBe(t, name, d.Call(name, nil, "Origin", s.URL), 404, "")
	}
}
