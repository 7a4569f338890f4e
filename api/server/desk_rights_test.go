package server_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/staff"
	"transom/api/store"
)

func TestARegistrarCannotReverseARefund(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	treasurer, registrar := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleRegistrar)
	b := s.Booking(treasurer.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	treasurer.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 100000}))
	for what, more := range map[string]map[string]any{"done": nil, "only shown": {"preview": true}} {
		mustBe(t, what, registrar.Call("uncancel", actionOn(s, b, more)), http.StatusForbidden, domain.CodeForbidden)
	}
	if open := openTasks(s, b.ID); open != 1 || s.Booking(b.ID).HoldsSeat {
		t.Errorf("%d tasks say that money is to be refunded", open)
	}
	treasurer.Must("uncancel", actionOn(s, b, nil))
	equal[any](t, registrar.Must("cancel", actionOn(s, b, nil)).Body["preview"].(map[string]any)["money"], nil,
		"a registrar sees amounts")
	registrar.Must("uncancel", actionOn(s, b, nil))
	settled(t, s, b.AmountPaise)
}

func TestTasksAboutMoneyAreClosedByTheirReaders(t *testing.T) {
	s := start(t)
	treasurer, registrar := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleRegistrar)
	_, b := s.Buy(nil)
	add := func(kind string) {
		err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.AddTask(t.Context(), booking.Task{Kind: kind, BookingID: b.ID, DedupeKey: kind, Text: "₹100 of pay_1"},
				s.Clock.Now())
		})
		must(t, err)
	}
	for _, kind := range []string{booking.TaskUnknownMoney, booking.TaskDispute, booking.TaskAmountMismatch,
		booking.TaskLinkUnknown} {
		add(kind)
		seen, read := taskOf(t, registrar, b), taskOf(t, treasurer, b)
		if strings.Contains(seen["text"].(string), "₹") || seen["closes_when"] == nil || read["closes_when"] != nil {
			t.Errorf("%s: the registrar reads %v, the treasurer %v", kind, seen, read)
		}
		done := map[string]any{"key": seen["key"], "why": "looked it up"}
		mustBe(t, kind, registrar.Call("task-done", done), http.StatusForbidden, domain.CodeForbidden)
		treasurer.Must("task-done", done)
	}
	for _, kind := range []booking.Disposition{booking.DuplicateRefundDue, booking.NoSeatRefundDue,
		booking.CancelledRefundDue} {
		add(string(kind))
		done := map[string]any{"key": taskOf(t, treasurer, b)["key"], "why": "it will"}
		mustBe(t, string(kind), treasurer.Call("task-done", done), http.StatusConflict, domain.CodeNotPossible)
		s.Exec(`UPDATE tasks SET done_at = 1 WHERE kind = ?`, string(kind))
	}
	add(booking.TaskMailUndeliverable)
	registrar.Must("task-done", map[string]any{"key": taskOf(t, registrar, b)["key"], "why": "called back"})
}

func TestATransferRevealsNothingAboutOthers(t *testing.T) {
	s, d := startDesk(t, domain.RoleRegistrar)
	_, b := s.Buy(nil)
	paid, _ := s.Buy(nil)
	waits, waiting := s.Unpaid(nil)
	token := offer(s, d, b, "colleague@example.org")
	as := func(person map[string]any, pictures bool) apitest.Answer {
		form := acceptance(s, token, nil)
		for name, value := range person {
			if name != "profile_url" && name != "aadharUrl" && name != "email" {
				form[name] = value
			}
		}
		if !pictures {
			form["profile_url"], form["aadharUrl"] = domain.AssetHandle(domain.NewAssetID()),
				domain.AssetHandle(domain.NewAssetID())
		}
		return s.Post("/transfer-accept", form)
	}
	nobody := as(nil, false)
	for what, person := range map[string]map[string]any{"who has paid": paid, "whose registration waits": waits} {
		if a := as(person, false); a.Status != nobody.Status || a.Text("error") != nobody.Text("error") ||
			a.Status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s, and nobody: %d %s", what, a.Status, a.Raw, nobody.Status, nobody.Raw)
		}
	}
	a := as(paid, true)
	mustBe(t, "who has paid, with pictures", a, http.StatusConflict, domain.CodeAlreadyRegistered)
	if strings.Contains(string(a.Raw), "booking_id") || strings.Contains(a.Text("message"), "code") {
		t.Errorf("it reveals too much: %s", a.Raw)
	}
	a = as(waits, true)
	mustBe(t, "whose registration waits, with pictures", a, http.StatusConflict, domain.CodeUnpaid)
	if raw := string(a.Raw); strings.Contains(raw, waiting.ID) || strings.Contains(raw, "booking_id") ||
		strings.Contains(raw, "note its payment") {
		t.Errorf("it reveals too much: %s", raw)
	}
}

func TestASecondPaymentDoesNotBlockTheDesk(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	_, b := s.Buy(nil)
	by := s.Booking(d.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	for _, one := range []booking.Booking{b, by} {
		for n, disposition := range []booking.Disposition{booking.Refunded, booking.DuplicateRefundDue} {
			second(t, s, one, n+2, disposition)
		}
	}
	d.Must("cancel", actionOn(s, b, nil))
	d.Must("registration", map[string]any{"id": b.ID}).Says(`"uncancel"`)
	d.Must("uncancel", actionOn(s, b, nil))
	d.Must("cancel", actionOn(s, by, map[string]any{"refund_paise": 100000}))
	d.Must("record-refund", actionOn(s, by, map[string]any{"reference": "UTR 2"}))
	all := d.Must("overview", nil).Body["all"].(map[string]any)
	if all["refunded_paise"] != 100000.0 || all["net_paise"].(float64)+
		all["gst_paise"].(float64) != float64(b.AmountPaise+by.AmountPaise) {
		t.Errorf("Today: %v", all)
	}
	list := d.Must("registrations", map[string]any{"query": "flag=refunded"}).Body["sums"].(map[string]any)
	if list["count"] != 1.0 || list["refunded_paise"] != 100000.0 {
		t.Errorf("the list behind it: %v", list)
	}
}

func second(t *testing.T, s *apitest.Server, b booking.Booking, n int, disposition booking.Disposition) {
	t.Helper()
	ref := b.ID + "-second-" + string(rune('0'+n))
	a := booking.Attempt{Ref: ref, BookingID: b.ID, N: n, Provider: "sandbox", AmountPaise: b.AmountPaise,
		Currency: "INR",
		State:    booking.AttemptPaid, CreatedAt: s.Clock.Now(), ExpiresAt: s.Clock.Now()}
	pay := booking.Payment{
		Provider: "sandbox", ProviderPaymentID: "pay-" + ref, AttemptRef: ref, BookingID: b.ID, AmountPaise: b.AmountPaise,
		CapturedAt: s.Clock.Now(), Disposition: disposition, RefundKey: "key-" + ref,
	}
	if disposition == booking.Refunded {
		pay.RefundedPaise, pay.RefundedAt = pay.AmountPaise, s.Clock.Now()
	}
	err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.InsertAttempt(t.Context(), a); err != nil {
			return err
		}
		return tx.InsertPayment(t.Context(), pay)
	})
	must(t, err)
}

func TestTheEmailOfAFreeTicketIsRequired(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	free := map[string]any{"kind": "free", "reason": string(s.Content.Desk.Complimentary[0].ID)}
	d.Must("add", added(s, free, nil))
	missed := func() any {
		return d.Must("registrations", map[string]any{"query": "flag=no-mail"}).Body["sums"].(map[string]any)["count"]
	}
	equal(t, missed(), 1.0, "before it has left")
	s.SendMails()
	equal(t, missed(), 0.0, "after it has left")
}

func again(t *testing.T, s *apitest.Server, d *apitest.Desk) {
	t.Helper()
	token, hash := domain.NewToken()
	now := s.Clock.Now()
	err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.InsertDeskSession(t.Context(), domain.DeskSession{
			TokenHash: hash, StaffID: d.Who.ID, Kind: domain.DeskPasskey, CreatedAt: now, LastUsedAt: now,
			ExpiresAt: now.Add(8 * time.Hour), ConfirmedAt: now,
		})
	})
	must(t, err)
	d.Token = token
}

// Invitations, promotions and resets make two people dependent on each other.
func TestDeskSecondPersonIsIndependent(t *testing.T) {
	once(t)
	const why = "w"
	promote := func(_ *apitest.Server, by, whom *apitest.Desk) {
		by.Must("staff/role", map[string]any{"id": whom.Who.ID, "role": domain.RoleTreasurer, "why": why})
	}
	promotedBy := func(name string) func(*apitest.Server, *apitest.Desk, *apitest.Desk) {
		by := staff.By{Actor: domain.Actor{ID: domain.ActorCommand, Name: name, Role: domain.ActorCommand}, Why: why}
		return func(s *apitest.Server, _, approves *apitest.Desk) {
			must(t, s.Staff.ChangeRole(t.Context(), by, approves.Who.ID, domain.RoleTreasurer))
		}
	}
	for _, c := range []struct {
		name string
		link func(s *apitest.Server, asks, approves *apitest.Desk)
		swap bool // the two people swap roles
		days int
		want int
	}{
		{"strangers", func(*apitest.Server, *apitest.Desk, *apitest.Desk) {}, false, 0, http.StatusOK},
		{"promoted", promote, false, 29, http.StatusForbidden},
		{"promoted, the other way round", promote, true, 0, http.StatusForbidden},
		{"promoted long ago", promote, false, 31, http.StatusOK},
		{"reset", func(s *apitest.Server, asks, approves *apitest.Desk) {
			asks.Must("staff/reset", map[string]any{"id": approves.Who.ID, "why": why})
		}, false, 0, http.StatusForbidden},
		{"promoted on the server, with the asker's name", promotedBy(" a ORGANISER"), false, 0, http.StatusForbidden},
		{"promoted on the server, by somebody else", promotedBy("B. Iyer"), false, 0, http.StatusOK},
		{"through a third account", func(s *apitest.Server, asks, approves *apitest.Desk) {
			third, _ := s.Join(asks, "third@example.org", domain.RoleOrganiser)
			promote(s, third, approves)
		}, false, 0, http.StatusForbidden},
		{"invited by the same organiser", func(s *apitest.Server, asks, approves *apitest.Desk) {
			third := s.DeskAs(domain.RoleOrganiser)
			for _, d := range []*apitest.Desk{asks, approves} {
				third.Must("staff/role", map[string]any{"id": d.Who.ID, "role": domain.RoleOrganiser, "why": why})
			}
		}, false, 0, http.StatusOK},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := apitest.Start(t, limitedTo(1000))
			asks, approves := s.DeskAs(domain.RoleOrganiser), s.DeskAs(domain.RoleTreasurer)
			bystander := s.DeskAs(domain.RoleTreasurer)
			s.DeskAs(domain.RoleRegistrar)
			_, b := s.Buy(nil)
			c.link(s, asks, approves)
			if c.swap {
				asks, approves = approves, asks
			}
			s.Clock.Add(time.Duration(c.days) * 24 * time.Hour)
			again(t, s, asks)
			again(t, s, approves)
			again(t, s, bystander)
			request := asks.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise})).Text("request")
			emails := s.Count(`SELECT COUNT(*) FROM outbox WHERE template = 'refund-request' AND to_address = ?`,
				approves.Email)
			equal(t, emails, map[int]int{http.StatusOK: 1}[c.want], "emails to the approver")
			s.WantCount(1, `SELECT COUNT(*) FROM outbox WHERE template = 'refund-request' AND to_address IN (?, ?)`,
				bystander.Email, asks.Email)
			offered := string(approves.Must("pending", map[string]any{"id": b.ID}).Raw)
			a := approves.Call("approve", map[string]any{"request": request, "why": "fine"})
			refused := strings.Contains(offered, "why_not")
			if a.Status != c.want || refused != (c.want != http.StatusOK) {
				t.Errorf("%d %s, offered %s", a.Status, a.Raw, offered)
			}
			if refused {
				for _, text := range []string{offered, a.Text("message")} {
					if !strings.Contains(text, "in the last 30 days") || !strings.Contains(text, "A treasurer (treasurer)") ||
						strings.Contains(text, "registrar") {
						t.Errorf("the refusal says %s", text)
					}
				}
				bystander.Must("approve", map[string]any{"request": request, "why": "fine"})
			}
		})
	}
}

func TestDeskRequestWithoutAnApprover(t *testing.T) {
	s := startOnce(t, limitedTo(1000))
	asks := s.DeskAs(domain.RoleOrganiser)
	second, _ := s.Join(asks, "self2@example.org", domain.RoleTreasurer)
	_, b := s.Buy(nil)
	a := asks.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise}))
	a.Says("At present nobody can approve the request")
	s.WantCount(0, `SELECT COUNT(*) FROM outbox WHERE template = 'refund-request'`)
	refused := second.Call("approve", map[string]any{"request": a.Text("request"), "why": "fine"})
	refused.Want(http.StatusForbidden).Says("At present nobody can approve the request")
	second.Must("approve", map[string]any{"request": a.Text("request"), "why": "no", "refuse": true})
}

func TestTheOnlyOrganisersActionsAreKnownToTheTreasurers(t *testing.T) {
	s := startOnce(t)
	d, treasurer := s.DeskAs(domain.RoleOrganiser), s.DeskAs(domain.RoleTreasurer)
	s.DeskAs(domain.RoleRegistrar)
	s.Join(d, "self2@example.org", domain.RoleViewer)
	id := s.Text(`SELECT id FROM staff WHERE email = 'self2@example.org'`)
	d.Must("staff/reset", map[string]any{"id": id, "why": "lost the phone"})
	got := map[string]bool{}
	for _, m := range s.SendMails() {
		if m.Subject == "Sign-in reset at the desk" {
			for _, by := range []string{"by you", "by " + d.Who.Name} {
				got[strings.Trim(m.To[strings.Index(m.To, "<")+1:], "<>")+" "+by] = strings.Contains(m.Text, by)
			}
		}
	}
	want := map[string]bool{d.Email + " by you": true, d.Email + " by " + d.Who.Name: false,
		treasurer.Email + " by you": false, treasurer.Email + " by " + d.Who.Name: true}
	if !maps.Equal(got, want) {
		t.Errorf("the emails are %v, want %v", got, want)
	}
}

func TestOrganisersGetEmailsAboutStaff(t *testing.T) {
	s := startOnce(t)
	d, other := s.DeskAs(domain.RoleOrganiser), s.DeskAs(domain.RoleOrganiser)
	s.DeskAs(domain.RoleTreasurer)
	emails := func(template string) string {
		var all []string
		for n := range s.Count(`SELECT COUNT(*) FROM outbox WHERE template = '` + template + `'`) {
			all = append(all, s.Text(`SELECT to_address FROM outbox WHERE template = '`+template+
				`' ORDER BY to_address LIMIT 1 OFFSET `+fmt.Sprint(n)))
		}
		return strings.Join(all, " ")
	}
	both := strings.Join([]string{min(d.Email, other.Email), max(d.Email, other.Email)}, " ")
	s.Join(d, "self2@example.org", domain.RoleViewer)
	equal(t, emails("staff-added"), both, "added")
	id := s.Text(`SELECT id FROM staff WHERE email = 'self2@example.org'`)
	d.Must("staff/role", map[string]any{"id": id, "role": domain.RoleTreasurer, "why": "does the accounts"})
	equal(t, emails("staff-role"), both, "promoted")
	d.Must("staff/reset", map[string]any{"id": id, "why": "lost the phone"})
	equal(t, emails("staff-reset"), both, "reset")
	by := staff.By{Actor: domain.Actor{ID: domain.ActorCommand, Name: "B. Iyer", Role: domain.ActorCommand}, Why: "w"}
	if _, err := s.Staff.Invite(t.Context(), by, "New One", "new@example.org", domain.RoleOrganiser); err != nil {
		t.Fatal(err)
	}
	if n := s.Count(
		`SELECT COUNT(*) FROM outbox WHERE template = 'staff-added' AND to_address = 'new@example.org'`); n != 0 ||
		len(emails("staff-added")) != 2*len(both)+1 {
		t.Errorf("added on the server: %s", emails("staff-added"))
	}
}
