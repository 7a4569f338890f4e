// Package mail renders the messages in the outbox as emails and sends them, or writes them to a folder. It must not
// know why a message is sent.
package mail

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"html/template"
	"maps"
	netmail "net/mail"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	gomail "github.com/wneessen/go-mail"

	"transom/api/domain"
	"transom/generator/schema"
)

// Message is a rendered message to one recipient.
type Message struct {
	Key        int64  // a number that increases with every message, for the file's name in the outbox folder
	ID         string // the Message-ID without the angle brackets
	Date       time.Time
	From       netmail.Address
	To         netmail.Address
	Subject    string
	Text, HTML string
	// QR is the image of the ticket's code, and Calendar a file with the days of the event. Both are nil without a ticket.
	QR, Calendar []byte
	Logo         []byte
}

// Sender delivers a message. An error that is not a Failure is treated as temporary.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// Failure is why a message was not delivered, without personal data, because it is logged and stored.
type Failure struct {
	Reason    string
	Permanent bool
	// Down means that other messages would fail too.
	Down bool
}

func (f *Failure) Error() string { return f.Reason }

// Composer renders messages from the content's templates.
type Composer struct {
	Logo      []byte
	templates func(name string) (schema.Mail, bool)
	event     schema.Event
	brand     schema.Brand
	from      netmail.Address
	host      string
}

// NewComposer's sender is "name@host", "Name <name@host>", or "" for the organiser's support address.
func NewComposer(c *domain.Content, from string) (*Composer, error) {
	if from == "" {
		from = string(c.Event.Organiser.SupportEmail)
	}
	address, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("the sender of emails is not an address: %w", err)
	}
	if address.Name == "" {
		address.Name = clean(c.Event.Name)
	}
	_, host, _ := strings.Cut(address.Address, "@")
	return &Composer{templates: c.MailByName, event: c.Event, brand: c.Brand, from: *address, host: host}, nil
}

// Compose returns only permanent errors: composing again would fail in the same way.
func (c *Composer) Compose(m domain.QueuedMail) (Message, error) {
	if m.Template == domain.AlarmTemplate {
		return c.composeAlarm(m)
	}
	template, known := c.templates(m.Template)
	if !known {
		return Message{}, fmt.Errorf("there is no email template %q", m.Template)
	}
	to, err := netmail.ParseAddress(m.To)
	if err != nil || to.Address != m.To || to.Name != "" {
		return Message{}, errors.New("the recipient is not a plain address")
	}
	data, err := withSentences(template, m.Data)
	if err != nil {
		return Message{}, err
	}
	subject, err := fill(template.Subject, data, plain)
	if err != nil {
		return Message{}, err
	}
	text, err := fill(template.Text, data, plain)
	if err != nil {
		return Message{}, err
	}
	body, err := fill(linkSupport.Replace(string(template.HTML)), data, escaped)
	if err != nil {
		return Message{}, err
	}
	text, body = emptyText.ReplaceAllString(text, "\n\n"), emptyHTML.ReplaceAllString(body, "")
	out := Message{
		Key: m.ID, ID: m.MessageID + "@" + c.host, Date: m.CreatedAt, From: c.from,
		To: netmail.Address{Name: clean(m.ToName), Address: m.To}, Subject: clean(subject), Text: text,
	}
	if code := m.Data["ticket_qr"]; code != "" {
		picture, err := c.bringTicket(&out, code, m.Data["ticket_url"])
		if err != nil {
			return Message{}, err
		}
		body = afterTicketLink(body, m.Data["ticket_url"], picture)
	}
	return out, c.layout(&out, body)
}

// emptyText and emptyHTML match paragraphs that contained only an empty placeholder, or a link without an address.
var (
	emptyText = regexp.MustCompile(`\n\n(?:(?:[^\n]+:\n)?\n\n)+`)
	emptyHTML = regexp.MustCompile(`<p>(?:<a href="">[^<]*</a>)?</p>\n`)
)

var linkSupport = strings.NewReplacer("{{support_email}}", `<a href="mailto:{{support_email}}">{{support_email}}</a>`)

func (c *Composer) composeAlarm(m domain.QueuedMail) (Message, error) {
	to, err := netmail.ParseAddress(m.To)
	if err != nil {
		return Message{}, errors.New("the recipient is not an address")
	}
	var text, body strings.Builder
	for line := range strings.Lines(m.Data["text"]) {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		fmt.Fprintf(&text, "%s%s\n", indent, plain(line))
		fmt.Fprintf(&body, "%s<br>\n", escaped(line))
	}
	out := Message{
		Key: m.ID, ID: m.MessageID + "@" + c.host, Date: m.CreatedAt, From: c.from, To: *to,
		Subject: clean(m.Data["subject"]), Text: text.String(),
	}
	return out, c.layout(&out, "<p>"+body.String()+"</p>")
}

// encode includes everything in the message, so that an email program need not download anything.
func (m Message) encode() *gomail.Msg {
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	// FromMailAddress and AddToMailAddress quote every name correctly.
	msg.FromMailAddress(&m.From)
	msg.AddToMailAddress(&m.To)
	msg.Subject(m.Subject)
	msg.SetMessageIDWithValue(m.ID)
	msg.SetDateWithValue(m.Date)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("X-Auto-Response-Suppress", "All")
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	if m.Logo != nil {
		msg.EmbedReadSeeker("logo.png", bytes.NewReader(m.Logo), gomail.WithFileContentID(m.logoID()),
			gomail.WithFileContentType("image/png"))
	}
	if m.QR != nil {
		msg.EmbedReadSeeker("ticket-qr.png", bytes.NewReader(m.QR), gomail.WithFileContentID(m.qrID()),
			gomail.WithFileContentType("image/png"))
		msg.AttachReadSeeker("conference.ics", bytes.NewReader(m.Calendar),
			gomail.WithFileContentType("text/calendar; charset=utf-8"))
	}
	return msg
}

// placeholder matches {{name}}; inside a URL, Markdown writes the braces as %7B and %7D.
var placeholder = regexp.MustCompile(`(?:\{\{|%7B%7B)\s*([a-z][a-z0-9_]*)\s*(?:\}\}|%7D%7D)`)

// A placeholder without a value is an error: a task for staff is better than an incomplete email.
func fill(text string, data map[string]string, write func(string) string) (string, error) {
	var missing []string
	out := placeholder.ReplaceAllStringFunc(text, func(found string) string {
		name := placeholder.FindStringSubmatch(found)[1]
		value, known := data[name]
		if !known {
			missing = append(missing, name)
		}
		return write(value)
	})
	if len(missing) > 0 {
		return "", fmt.Errorf("the template needs %s, which this email does not have", strings.Join(missing, ", "))
	}
	return out, nil
}

// withSentences replaces the names of cases, for example "no_refund", with the template's sentences for these cases.
func withSentences(template schema.Mail, data map[string]string) (_ map[string]string, err error) {
	filled := maps.Clone(data)
	for _, name := range strings.Fields(schema.MailCases[template.Name].Placeholders) {
		for _, s := range template.Sentences {
			if s.When == data[name] && err == nil {
				filled[name], err = fill(s.Text, data, func(value string) string { return value })
			}
		}
	}
	return filled, err
}

func plain(value string) string { return clean(value) }

func escaped(value string) string { return html.EscapeString(clean(value)) }

// clean removes what could start another header or line or change the text direction: control characters, line
// separators, direction overrides and invalid UTF-8. A line break becomes a space.
func clean(text string) string {
	text = strings.Map(func(c rune) rune {
		switch {
		case c == '\r' || c == '\n' || c == '\t' || unicode.Is(unicode.Zl, c) || unicode.Is(unicode.Zp, c):
			return ' '
		case unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || c == utf8.RuneError || c == '\uFEFF':
			return -1
		}
		return c
	}, text)
	return strings.TrimSpace(text)
}

//go:embed layout.html
var layoutSource string

var layoutTemplate = template.Must(template.New("layout").Parse(layoutSource))

// layout puts a body into the HTML page that all emails share. The body's values must be escaped.
func (c *Composer) layout(m *Message, body string) error {
	m.Logo = c.Logo
	var out bytes.Buffer
	page := map[string]any{
		"Lang": c.event.Language, "Subject": m.Subject, "Event": c.event.Name, "Body": template.HTML(body),
		"Light": c.brand.Light, "Dark": c.brand.Dark,
	}
	if m.Logo != nil {
		page["Logo"] = template.URL("cid:" + m.logoID())
	}
	if err := layoutTemplate.Execute(&out, page); err != nil {
		return fmt.Errorf("render mail: %w", err)
	}
	m.HTML = out.String()
	return nil
}
