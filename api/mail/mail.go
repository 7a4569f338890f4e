// Package mail turns the messages of the outbox into mail and sends them, or writes them to a folder. It knows
// templates and SMTP; it knows nothing of why a message is sent.
package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	netmail "net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"transom/api/domain"
	"transom/generator/schema"
)

// Message is a rendered message to one recipient.
type Message struct {
	Key        int64  // grows with every message; names the file in the outbox folder
	ID         string // Message-ID without the angle brackets
	Date       time.Time
	From       netmail.Address
	To         netmail.Address
	Subject    string
	Text, HTML string
	// QR is the picture of a ticket's code, and Calendar the file with the days of the event; nil in emails without a
	// ticket.
	QR, Calendar []byte
}

// Sender delivers a message. Its errors are a Failure or are taken for a passing one.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// Failure is why a message was not delivered. The reason goes to the log and the database: it names no person.
type Failure struct {
	Reason string
	// Permanent means that the same message will be refused again.
	Permanent bool
	// Down means that the server did not take part, so that other messages would fare alike.
	Down bool
}

func (f *Failure) Error() string { return f.Reason }

// Composer renders messages from the content's templates.
type Composer struct {
	templates func(name string) (schema.Mail, bool)
	event     schema.Event
	from      netmail.Address
	host      string
}

// NewComposer returns a composer; from is "name@host" or "Name <name@host>", and may be empty for the organiser's
// mailbox of the content.
func NewComposer(c *domain.Content, from string) (*Composer, error) {
	if from == "" {
		from = string(c.Event.Organiser.SupportEmail)
	}
	address, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("the sender of mails is no address: %w", err)
	}
	if address.Name == "" {
		address.Name = clean(c.Event.Name)
	}
	_, host, _ := strings.Cut(address.Address, "@")
	return &Composer{templates: c.MailByName, event: c.Event, from: *address, host: host}, nil
}

// Compose renders a message of the outbox. An error is permanent: the same message cannot be rendered later either.
func (c *Composer) Compose(m domain.QueuedMail) (Message, error) {
	if m.Template == domain.AlarmTemplate {
		return c.composeAlarm(m)
	}
	template, known := c.templates(m.Template)
	if !known {
		return Message{}, fmt.Errorf("there is no mail template %q", m.Template)
	}
	to, err := netmail.ParseAddress(m.To)
	if err != nil || to.Address != m.To || to.Name != "" {
		return Message{}, errors.New("the recipient is no plain address")
	}
	subject, err := fill(template.Subject, m.Data, plain)
	if err != nil {
		return Message{}, err
	}
	text, err := fill(template.Text, m.Data, plain)
	if err != nil {
		return Message{}, err
	}
	body, err := fill(linkSupport.Replace(string(template.HTML)), m.Data, escaped)
	if err != nil {
		return Message{}, err
	}
	// A paragraph of nothing but a value that this mail has not.
	text, body = strings.ReplaceAll(text, "\n\n\n\n", "\n\n"), strings.ReplaceAll(body, "<p></p>\n", "")
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
	out.HTML, err = layout(c.event.Language, out.Subject, c.event.Name, body)
	return out, err
}

// linkSupport makes a link of the support address wherever a template names it.
var linkSupport = strings.NewReplacer("{{support_email}}", `<a href="mailto:{{support_email}}">{{support_email}}</a>`)

// composeAlarm renders an email that brings its own lines.
func (c *Composer) composeAlarm(m domain.QueuedMail) (Message, error) {
	to, err := netmail.ParseAddress(m.To)
	if err != nil {
		return Message{}, errors.New("the recipient is no address")
	}
	var text, body strings.Builder
	for line := range strings.Lines(m.Data["text"]) {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		fmt.Fprintf(&text, "%s%s\n", indent, plain(line))
		fmt.Fprintf(&body, "%s<br>\n", escaped(line))
	}
	subject := clean(m.Data["subject"])
	page, err := layout(c.event.Language, subject, c.event.Name, "<p>"+body.String()+"</p>")
	return Message{
		Key: m.ID, ID: m.MessageID + "@" + c.host, Date: m.CreatedAt, From: c.from, To: *to, Subject: subject,
		Text: text.String(), HTML: page,
	}, err
}

// encode makes the message as it travels: text and HTML, the ticket's code and days, nothing that an email program has
// to fetch.
func (m Message) encode() *gomail.Msg {
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	// Addresses, not texts: a name is quoted as a name whatever is in it.
	msg.FromMailAddress(&m.From)
	msg.AddToMailAddress(&m.To)
	msg.Subject(m.Subject)
	msg.SetMessageIDWithValue(m.ID)
	msg.SetDateWithValue(m.Date)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("X-Auto-Response-Suppress", "All")
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	if m.QR != nil {
		msg.EmbedReadSeeker("ticket-qr.png", bytes.NewReader(m.QR), gomail.WithFileContentID(m.qrID()),
			gomail.WithFileContentType("image/png"))
		msg.AttachReadSeeker("conference.ics", bytes.NewReader(m.Calendar),
			gomail.WithFileContentType("text/calendar; charset=utf-8"))
	}
	return msg
}
