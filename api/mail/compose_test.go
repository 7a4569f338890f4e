package mail

import (
	"context"
	"io"
	"mime"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/domain"
	"transom/generator/schema"
)

var must = check.Must

func composer(t testing.TB, template schema.Mail) *Composer {
	t.Helper()
	template.Name = "test"
	c, err := NewComposer(&domain.Content{
		Event: schema.Event{Name: "Transom", Language: "en", Organiser: schema.Organiser{SupportEmail: "help@example.org"}},
		Mails: schema.Mails{Mails: []schema.Mail{template}},
	}, "Tickets <tickets@example.org>")
	must(t, err)
	return c
}

var inEveryPart = schema.Mail{Subject: "For {{name}}", Text: "Hello {{name}}",
	HTML: `<p title="x">Hello {{name}}</p><a href="%7B%7Blink%7D%7D">x</a>`}

// Names that could change an email's headers or its layout.
func hostileNames() []string {
	names := []string{
		"A\r\nBcc: b@example.org", "A\nBcc: b@example.org", "A\rBcc: b@example.org", "A\u2028Bcc: b@example.org",
		"A\u2029Bcc: x", "A\u0085Bcc: b@example.org", "A\x00B", "=?utf-8?q?=0D=0ABcc:_b@example.org?=",
		"=?utf-8?b?DQpCY2M6IGI=?=", "A\r\n\r\n<h1>body</h1>", `"A" <b@example.org>`, "A, b@example.org",
		"A; b@example.org", "<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "\u202Eevil", "{{link}}",
		"%7B%7Blink%7D%7D", strings.Repeat("A", 3000), strings.Repeat("é", 500), "a@b@c", "\xff\xfe", ".", "\r\n.\r\n",
		"आशा",
	}
	for _, header := range []string{"Bcc", "To", "Cc", "From", "Subject", "Content-Type", "Message-ID", "Reply-To"} {
		for _, ending := range []string{"\r\n", "\n", "\r", "\r\n ", "\n\t", "\v", "\f", "\u2028", "\x1e"} {
			names = append(names, "A"+ending+header+": evil@example.org")
		}
	}
	return names
}

// Source: security reference, rows 22 and 23.
func TestNothingIsInjected(t *testing.T) {
	c := composer(t, inEveryPart)
	dir := t.TempDir()
	folder, err := OpenFolder(dir)
	must(t, err)
	for i, name := range hostileNames() {
		m, err := c.Compose(domain.QueuedMail{
			ID: int64(i + 1), MessageID: "id", CreatedAt: time.Unix(1741674600, 0),
			OutgoingMail: domain.OutgoingMail{Template: "test", To: "asha@example.org", ToName: name,
				Data: map[string]string{"name": name, "link": "https://example.org/x?a=1&b=2"}},
		})
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		if strings.Contains(m.HTML, "<script>") || strings.Contains(m.HTML, "<img") || strings.Contains(m.HTML, "<h1>") {
			t.Errorf("%q is HTML", name)
		}
		if err := folder.Send(context.Background(), m); err != nil {
			t.Fatalf("%q: %v", name, err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.eml"))
	if err != nil || len(files) != len(hostileNames()) {
		t.Fatalf("%d files, %v", len(files), err)
	}
	wanted := map[string]bool{
		"Date": true, "Mime-Version": true, "Message-Id": true, "Subject": true, "From": true, "To": true,
		"Content-Type": true, "Auto-Submitted": true, "X-Auto-Response-Suppress": true,
	}
	for _, file := range files {
		checkHeaders(t, file, wanted)
	}
}

func checkHeaders(t *testing.T, path string, wanted map[string]bool) {
	t.Helper()
	file, err := os.Open(path)
	must(t, err)
	defer file.Close()
	m, err := netmail.ReadMessage(file)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	for name, values := range m.Header {
		if !wanted[name] || len(values) != 1 {
			t.Errorf("%s: header %s: %q", path, name, values)
		}
	}
	to, err := m.Header.AddressList("To")
	if err != nil || len(to) != 1 || to[0].Address != "asha@example.org" {
		t.Errorf("%s: To: %q: %v", path, m.Header.Get("To"), err)
	}
	if kind, _, err := mime.ParseMediaType(m.Header.Get("Content-Type")); err != nil || kind != "multipart/alternative" {
		t.Errorf("%s: %s, %v", path, kind, err)
	}
	if _, err := io.ReadAll(m.Body); err != nil {
		t.Error(err)
	}
}

func TestInvalidRecipients(t *testing.T) {
	c := composer(t, schema.Mail{Subject: "s", Text: "t", HTML: "h"})
	for _, to := range []string{
		"", "a", "a@example.org\r\nBcc: b@example.org", "a@example.org, b@example.org", "A <a@example.org>",
		"<a@example.org>", "a@b@c", "a@example.org\x00", " a@example.org",
	} {
		if _, err := c.Compose(domain.QueuedMail{OutgoingMail: domain.OutgoingMail{Template: "test", To: to}}); err == nil {
			t.Errorf("%q is accepted as a recipient", to)
		}
	}
}

func TestPlaceholdersOfATemplate(t *testing.T) {
	c := composer(t, schema.Mail{Subject: "s", Text: "{{name}} {{code}}", HTML: "h"})
	_, err := c.Compose(domain.QueuedMail{OutgoingMail: domain.OutgoingMail{Template: "test", To: "a@example.org",
		Data: map[string]string{"name": "A"}}})
	if err == nil || !strings.Contains(err.Error(), "code") {
		t.Errorf("%v", err)
	}
	if _, err := c.Compose(domain.QueuedMail{OutgoingMail: domain.OutgoingMail{Template: "other",
		To: "a@example.org"}}); err == nil {
		t.Error("an unknown template")
	}
}

func TestSupportAddressIsALink(t *testing.T) {
	c := composer(t, schema.Mail{Subject: "s", Text: "t", HTML: "<p>{{support_email}}</p>"})
	m, err := c.Compose(domain.QueuedMail{MessageID: "id", OutgoingMail: domain.OutgoingMail{Template: "test",
		To: "asha@example.org", Data: map[string]string{"support_email": "help@example.org"}}})
	if want := `<a href="mailto:help@example.org">help@example.org</a>`; err != nil || !strings.Contains(m.HTML, want) {
		t.Errorf("%v\n%s", err, m.HTML)
	}
}

// A paragraph that contains only an empty placeholder, or a link without an address, is left out.
func TestEmptyParagraphsAreLeftOut(t *testing.T) {
	c := composer(t, schema.Mail{
		Subject: "x", Text: "Hello {{name}}\n\n{{state}}\n\nOpen it:\n{{link}}\n\nYou need:\n\n- Ticket\n",
		HTML: "<p>Hello {{name}}</p>\n<p>{{state}}</p>\n<p><a href=\"%7B%7Blink%7D%7D\">Open it</a></p>\n" +
			"<p>You need:</p>\n<ul><li>Ticket</li></ul>",
	})
	compose := func(state, link string) Message {
		m, err := c.Compose(domain.QueuedMail{MessageID: "id", OutgoingMail: domain.OutgoingMail{Template: "test",
			To: "asha@example.org", Data: map[string]string{"name": "Asha", "state": state, "link": link}}})
		must(t, err)
		return m
	}
	const need = "You need:\n\n- Ticket\n"
	for _, c := range []struct{ state, link, want string }{
		{"", "", "Hello Asha\n\n" + need},
		{"Paid.", "", "Hello Asha\n\nPaid.\n\n" + need},
		{"", "https://x.test", "Hello Asha\n\nOpen it:\nhttps://x.test\n\n" + need},
		{"Paid.", "https://x.test", "Hello Asha\n\nPaid.\n\nOpen it:\nhttps://x.test\n\n" + need},
	} {
		m := compose(c.state, c.link)
		if m.Text != c.want || strings.Contains(m.HTML, "<p></p>") ||
			strings.Contains(m.HTML, "<p>Paid.</p>") != (c.state != "") ||
			strings.Contains(m.HTML, "Open it") != (c.link != "") || !strings.Contains(m.HTML, "You need:") {
			t.Errorf("%q, want %q\n%s", m.Text, c.want, m.HTML)
		}
	}
}

func TestFolderCanBeRead(t *testing.T) {
	dir := t.TempDir()
	folder, err := OpenFolder(dir)
	must(t, err)
	c := composer(t, schema.Mail{Subject: "Für {{name}}", Text: "Hello {{name}},\n\nline with = and ünïcödé " +
		strings.Repeat("long ", 40), HTML: "<p>{{name}}</p>"})
	for i, name := range []string{"Asha", "आशा"} {
		m, err := c.Compose(domain.QueuedMail{ID: int64(i + 1), MessageID: name, CreatedAt: time.Unix(1741674600, 0),
			OutgoingMail: domain.OutgoingMail{Template: "test", To: "a@example.org", ToName: name,
				Data: map[string]string{"name": name}}})
		must(t, err)
		for range 2 { // sending a message twice writes one file
			must(t, folder.Send(context.Background(), m))
		}
	}
	mails, err := ReadFolder(dir, 10)
	if err != nil || len(mails) != 2 {
		t.Fatalf("%d, %v", len(mails), err)
	}
	if mails[0].Subject != "Für आशा" || !strings.HasPrefix(mails[1].Text,
		"Hello Asha,\r\n\r\nline with = and ünïcödé long") {
		t.Errorf("%+v", mails)
	}
	if none, err := ReadFolder(filepath.Join(dir, "none"), 10); len(none) != 0 || err != nil {
		t.Errorf("%v, %v", none, err)
	}
}

func FuzzCompose(f *testing.F) {
	c := composer(f, inEveryPart)
	for _, name := range hostileNames() {
		f.Add(name, "asha@example.org")
	}
	f.Fuzz(func(t *testing.T, name, to string) {
		m, err := c.Compose(domain.QueuedMail{ID: 1, MessageID: "id",
			OutgoingMail: domain.OutgoingMail{Template: "test", To: to, ToName: name,
				Data: map[string]string{"name": name, "link": name}}})
		if err != nil {
			return
		}
		var out strings.Builder
		if _, err := m.encode().WriteTo(&out); err != nil {
			return
		}
		parsed, err := netmail.ReadMessage(strings.NewReader(out.String()))
		if err != nil {
			t.Fatalf("%q %q: %v", name, to, err)
		}
		if list, err := parsed.Header.AddressList("To"); err != nil || len(list) != 1 || parsed.Header.Get("Bcc")+
			parsed.Header.Get("Cc") != "" {
			t.Fatalf("%q %q: %v %v", name, to, parsed.Header, err)
		}
	})
}

// Emails that an earlier version queued also get the sentence for their case.
func TestSentenceOfACase(t *testing.T) {
	template := schema.Mail{Subject: "Refund", Text: "{{refund_state}}\n", HTML: "<p>{{refund_state}}</p>\n",
		Sentences: []schema.MailSentence{{When: schema.MailManualRefund, Text: "We refund {{refund_amount}} & more."}}}
	template.Name = "cancelled"
	c, err := NewComposer(&domain.Content{
		Event: schema.Event{Name: "Transom", Organiser: schema.Organiser{SupportEmail: "help@example.org"}},
		Mails: schema.Mails{Mails: []schema.Mail{template}}}, "")
	must(t, err)
	for state, want := range map[string]string{
		schema.MailManualRefund: "We refund ₹5 & more.", "": "",
		"The organisers refund ₹5.": "The organisers refund ₹5.",
	} {
		m, err := c.Compose(domain.QueuedMail{OutgoingMail: domain.OutgoingMail{Template: "cancelled", To: "a@example.org",
			Data: map[string]string{"refund_state": state, "refund_amount": "₹5"}}})
		if err != nil || strings.TrimSpace(m.Text) != want || !strings.Contains(m.HTML, strings.ReplaceAll(want, "&",
			"&amp;")) {
			t.Errorf("%q: %q, %v", state, m.Text, err)
		}
	}
}
