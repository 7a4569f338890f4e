package apitest

import (
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"transom/api/domain"
	"transom/api/server"
	"transom/generator/schema"
)

//go:embed edition.json
var edition []byte

// Edition returns a new small conference with the specification's rules and messages (sections 5 and 9).
func Edition() *domain.Content {
	c := new(domain.Content)
	err := json.Unmarshal(edition, c)
	if err == nil {
		c.Zone, err = time.LoadLocation(c.Event.TimeZone)
	}
	if err != nil {
		panic(err)
	}
	c.Tickets = tickets()
	for i := range c.Mails.Mails {
		complete(&c.Mails.Mails[i])
	}
	return c
}

// complete adds the HTML, derived from the text, and a sentence for each case.
func complete(m *schema.Mail) {
	html := strings.ReplaceAll(m.Text, "\n\n", "</p><p>")
	html = placeholderURL.ReplaceAllString(html, `<a href="%7B%7B$1%7D%7D">open</a>`)
	m.Purpose, m.HTML = m.Name, schema.Markdown("<p>"+html+"</p>")
	for _, name := range schema.MailCases[m.Name].Cases {
		m.Sentences = append(m.Sentences, schema.MailSentence{When: name, Text: sentences[name]})
	}
}

var sentences = map[string]string{
	schema.MailVoid: "It is no longer valid.", schema.MailValid: "It is still yours and valid.",
	schema.MailSecondPayment: "It was a second payment.", schema.MailColleague: "You do not need to do anything.",
	schema.MailNoTicket: "You have no ticket.", schema.MailWithdrawn: "The payment was not yours.",
	schema.MailNoRefund: "You will not receive a refund.", schema.MailManualRefund: "We will refund {{refund_amount}}.",
	schema.MailSurplus: "It was overpaid.", schema.MailByGateway: "It goes to your account.",
	schema.MailRefundFollows: "{{refund_amount}} comes back.", schema.MailRefundAsked: "Perhaps {{refund_amount}}.",
	schema.MailByStaff: "Sent on {{refund_day}} as {{refund_reference}}.", schema.MailKept: "No refund of the difference.",
}

var placeholderURL = regexp.MustCompile(`\{\{(\w+_url)\}\}`)

func tickets() schema.Tickets {
	sales := schema.SalesWindow{
		OnSale: true, OpensAt: instant("2025-01-15T10:00:00+05:30"), ClosesAt: instant("2025-04-09T16:00:00+05:30"),
		DisplayClosesAt: "4 PM, 9 April 2025",
	}
	same := schema.SpouseRule{Rule: "same"}
	t := schema.Tickets{AssignedSeats: true,
		Currency: "INR", GSTPercent: 18, GSTLabel: "plus GST", ClosedLabel: "REGISTRATION CLOSED", LinkLifetimeMinutes: 30,
		Categories: []schema.Category{
			{ID: 0, Type: "IIA_MEMBER_25_BELOW", Name: "Member below 25", Price: 1500, Form: "member", Spouse: same,
				Sales: sales, Age: schema.AgeRule{Min: 17, Max: 24,
					Message: "Age is outside allowed range. You can not proceed with selected plan!"}},
			{ID: 1, Type: "IIA_MEMBER_25_ABOVE", Name: "Member", Price: 3000, Form: "member", Spouse: same, Sales: sales,
				Age: schema.AgeRule{Min: 25,
					Message: "Your Age is below the required limit. You can not proceed with selected plan!"}},
			{ID: 2, Type: "NON_IIA_MEMBER", Name: "Other institutes", Price: 8000, Form: "member", Spouse: same, Sales: sales,
				ChooseInstitute: true},
			{ID: 3, Type: "INDUSTRY_ASSOCIATES", Name: "Industry associates", Price: 75000, Form: "associate",
				Spouse: schema.SpouseRule{Rule: "fixed", Price: 50000}, Sales: sales},
		},
	}
	for i := range t.Categories {
		t.Categories[i].SetPrices(t.GSTPercent, time.UTC)
	}
	return t
}

func instant(text string) schema.Instant {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return schema.Instant{Time: t}
}

const hostingFile = `
[build]
  publish = "site/dist"
[[headers]]
  for = "/*"
  [headers.values]
  Content-Security-Policy = "default-src 'self'; upgrade-insecure-requests"
  Strict-Transport-Security = "max-age=1"
[[headers]]
  for = "/assets/*"
  [headers.values]
  Cache-Control = "public, max-age=31536000, immutable"
[[headers]]
  for = "/verify/*"
  [headers.values]
  Referrer-Policy = "no-referrer"
[[redirects]]
  from = "/api/*"
  to = "https://api.example/api/:splat"
  status = 200
[[redirects]]
  from = "/verify/*"
  to = "/verify"
  status = 200
[[redirects]]
  from = "/old/*"
  to = "/:splat"
`

// StartSite runs the API with a small site. `change` may be nil.
func StartSite(t *testing.T, change func(*server.Settings)) *Server {
	t.Helper()
	dir := t.TempDir()
	page := func(title string) string {
		return `<!doctype html><html lang="en"><head><title>` + title +
			`</title></head><body class="x"><p>text</p></body></html>`
	}
	for name, text := range map[string]string{
		"site/index.html": page("Home"), "site/faqs.html": page("FAQs"), "site/404.html": page("Not found"),
		"site/verify.html":  page("Verify"),
		"site/faqs.html.gz": "pretend gzip", "site/faqs.html.br": "pretend brotli", "site/assets/a-123.js": "export {}",
		"site/assets/film.mp4": "0123456789", "site/.well-known/security.txt": "Contact: x", "site/.env": "secret",
		"outside.txt": "outside", "netlify.toml": hostingFile,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Start(t, Options{Settings: func(s *server.Settings) {
		s.SiteURL, s.Static, s.Hosting = "https://site.example", filepath.Join(dir, "site"),
			filepath.Join(dir, "netlify.toml")
		if change != nil {
			change(s)
		}
	}})
}
