package server_test

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/http"
	netmail "net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/staff"
	"transom/api/wire"
)

type part struct{ kind, disposition, id, text string }

func partsOf(t *testing.T, contentType string, body io.Reader) (within []string, parts []part) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(contentType)
	must(t, err)
	within = []string{kind}
	for all := multipart.NewReader(body, params["boundary"]); ; {
		one, err := all.NextRawPart()
		if err == io.EOF {
			return within, parts
		}
		must(t, err)
		header := one.Header
		if strings.HasPrefix(header.Get("Content-Type"), "multipart/") {
			deeper, more := partsOf(t, header.Get("Content-Type"), one)
			within, parts = append(within, deeper...), append(parts, more...)
			continue
		}
		raw, err := io.ReadAll(decoded(header.Get("Content-Transfer-Encoding"), one))
		must(t, err)
		kind, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
		disposition, _, _ := mime.ParseMediaType(header.Get("Content-Disposition"))
		parts = append(parts, part{kind, disposition, strings.Trim(header.Get("Content-Id"), "<>"), string(raw)})
	}
}

func decoded(encoding string, body io.Reader) io.Reader {
	if strings.EqualFold(encoding, "base64") {
		return base64.NewDecoder(base64.StdEncoding, body)
	}
	return quotedprintable.NewReader(body)
}

func TestConfirmationContainsTheTicket(t *testing.T) {
	s := startOnce(t)
	_, b := s.Buy(nil)
	s.SendMails()
	raw := rawMail(t, s, "Your registration for")
	if len(raw) > 20_000 {
		t.Errorf("%d bytes", len(raw))
	}
	message, err := netmail.ReadMessage(bytes.NewReader(raw))
	must(t, err)
	within, parts := partsOf(t, message.Header.Get("Content-Type"), message.Body)
	if want := []string{"multipart/mixed", "multipart/related", "multipart/alternative"}; !slices.Equal(within, want) {
		t.Errorf("%v", within)
	}
	var kinds []string
	for _, p := range parts {
		kinds = append(kinds, p.kind+" "+p.disposition)
	}
	if want := []string{"text/plain ", "text/html ", "image/png inline", "text/calendar attachment"}; !slices.Equal(kinds,
		want) {
		t.Fatalf("%q", kinds)
	}
	html, code, days := parts[1].text, parts[2], parts[3].text
	if !strings.Contains(html, `src="cid:`+code.id+`" alt="QR code of your ticket"`) ||
		strings.Contains(html, `src="http`) {
		t.Errorf("%q in %s", code.id, html)
	}
	if picture, err := png.Decode(strings.NewReader(code.text)); err != nil || picture.Bounds().Dx() < 200 {
		t.Errorf("the picture: %v", err)
	}
	ticket := s.Ticket(b.ID)
	flat := strings.ReplaceAll(days, "\r\n ", "")
	apitest.Says(t, flat, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", "UID:"+ticket.ID+"-1@127.0.0.1\r\n", "UID:"+ticket.ID+
		"-3@127.0.0.1\r\n",
		"DTSTART:20250411T", "/event-ticket/"+ticket.ID+"\r\n", "END:VEVENT\r\nEND:VCALENDAR\r\n")
	for _, line := range strings.Split(days, "\r\n") {
		if len(line) > 75 {
			t.Errorf("%d bytes: %s", len(line), line)
		}
	}
	s.WantCount(0, `SELECT COUNT(*) FROM outbox WHERE data LIKE '%' || ? || '%'`, ticket.Signature)
}

func TestTicketWithoutHours(t *testing.T) {
	testdb.Once(t)
	s := apitest.Start(t, apitest.Options{Content: func(c *domain.Content) {
		for i := range c.Event.Days {
			c.Event.Days[i].StartsAt, c.Event.Days[i].EndsAt = "", ""
		}
		for i := range c.Event.Venues {
			c.Event.Venues[i].Name, c.Event.Venues[i].Address, c.Event.Venues[i].City = "", "", "Town"
		}
	}})
	_, b := s.Buy(nil)
	s.SendMails()
	raw := rawMail(t, s, "Your registration for")
	message, err := netmail.ReadMessage(bytes.NewReader(raw))
	must(t, err)
	_, parts := partsOf(t, message.Header.Get("Content-Type"), message.Body)
	apitest.Says(t, parts[3].text, "DTSTART;VALUE=DATE:20250413\r\nSUMMARY", "LOCATION:Town\r\n")
	a := s.Post("/tickets", map[string]any{"id": s.Ticket(b.ID).ID}, "Authorization", "Bearer "+s.SignInAs(b.Email))
	equal(t, a.Body["tickets"].([]any)[0].(map[string]any)["time"], "")
}

func rawMail(t *testing.T, s *apitest.Server, subject string) (raw []byte) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.Outbox, "*.eml"))
	must(t, err)
	for _, file := range files {
		one, err := os.ReadFile(file)
		must(t, err)
		if bytes.Contains(one, []byte("Subject: "+subject)) {
			raw = one
		}
	}
	if raw == nil {
		t.Fatal("no such mail")
	}
	return raw
}

func TestTicketNamesTheSpouse(t *testing.T) {
	s := startOnce(t)
	_, b := s.Buy(map[string]any{"spouse": true, "spouseName": "Ravi Verma", "amount": 7080})
	a := s.Post("/tickets", map[string]any{"id": s.Ticket(b.ID).ID}, "Authorization", "Bearer "+s.SignInAs(b.Email))
	equal(t, a.Body["tickets"].([]any)[0].(map[string]any)["spouse_name"], "Ravi Verma")
	if raw := rawMail(t, s, "Your registration for"); !bytes.Contains(raw, []byte("admits "+b.Name()+", Ravi Verma")) {
		t.Errorf("the confirmation does not name the spouse:\n%s", raw)
	}
}

func TestEveryEmailOfABookingContainsItsCode(t *testing.T) {
	once(t)
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
	codes := []string{given.Code} // the booking code of the ticket's previous holder
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
	equal(t, mailsTo(s, waits.Email, "pending"), 1, "emails to the person who waits")
}

func TestDeskSendsACopyOfATicket(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(map[string]any{"spouse": true, "spouseName": "Ravi Verma", "amount": 7080})
	ticket := s.Ticket(b.ID)
	s.Clock.Add(2 * time.Minute)
	d := s.DeskAs(domain.RoleRegistrar)
	const assistant = "assistant@example.org"
	send := func(more map[string]any) map[string]any {
		return actionOn(s, b, map[string]any{"what": "ticket", "copy_to": assistant, "preview": more["preview"]})
	}
	d.Call("resend", actionOn(s, b, map[string]any{"what": "ticket", "copy_to": "nobody"})).Want(422).Refuses("copy_to")
	own := map[string]any{"what": "ticket", "copy_to": " " + strings.ToUpper(b.Email)}
	d.Call("resend", actionOn(s, b, own)).Want(422).Refuses("copy_to")
	d.Must("resend", send(map[string]any{"preview": true})).Says(assistant, b.Email, `"done":false`)
	equal(t, mailsTo(s, assistant, "ticket-copy"), 0, "emails of a preview")
	d.Must("resend", send(nil))
	d.Call("resend", send(nil)).Want(http.StatusConflict, "a second copy within a minute")
	equal(t, mailsTo(s, assistant, "ticket-copy"), 1, "copies")
	equal(t, mailsTo(s, b.Email, "confirmation"), 2, "confirmations to the holder")
	s.SendMails()
	raw := rawMail(t, s, "Copy of Asha Verma")
	message, err := netmail.ReadMessage(bytes.NewReader(raw))
	must(t, err)
	_, parts := partsOf(t, message.Header.Get("Content-Type"), message.Body)
	if text := parts[0].text; !strings.Contains(text, "For Asha Verma, Ravi Verma.") || strings.Contains(text, "₹") ||
		len(parts) != 4 || message.Header.Get("To") != "<"+assistant+">" {
		t.Errorf("to %s, %d parts: %s", message.Header.Get("To"), len(parts), text)
	}
	if now := s.Booking(b.ID); s.Ticket(b.ID).ID != ticket.ID || now.Email != b.Email || now.Version != b.Version ||
		!admits(s, ticket.ID) {
		t.Errorf("the ticket or its holder has changed: %+v", now)
	}

	logged := func(role string) string {
		return string(s.DeskAs(role).Must("registration", wire.IDRequest{ID: b.ID}).Raw)
	}
	apitest.Says(t, logged(domain.RoleTreasurer), assistant)
	apitest.Omits(t, logged(domain.RoleViewer), assistant)
	for _, role := range domain.Roles {
		if staff.May(role, staff.Resend) && !staff.May(role, staff.ContactView) {
			t.Errorf("a %s may send a ticket, but not see addresses", role)
		}
	}
	_, err = s.Store.ErasePerson(t.Context(), personOf(b), s.Clock.Now())
	must(t, err)
	for _, table := range []string{"outbox", "audit_details"} {
		column := map[string]string{"outbox": "to_address", "audit_details": "details"}[table]
		s.WantCount(0, `SELECT COUNT(*) FROM `+table+` WHERE `+column+` LIKE ?`, "%"+assistant+"%")
	}
}
