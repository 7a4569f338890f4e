package apitest

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/mail"
	"transom/api/registration"
	"transom/api/server"
	"transom/api/signin"
	"transom/api/store"
	"transom/api/ticket"
	"transom/generator/schema"
)

// mails are templates with every placeholder of the real ones.
func mails() (all schema.Mails) {
	const hello = "Hello {{first_name}}, {{name}}"
	for _, m := range [][3]string{
		{"code", "Your sign-in code", "{{event_name}}: {{code}}, {{minutes}} minutes"},
		{"confirmation", "Your registration for {{event_name}}",
			hello + ", {{amount}}, admits {{admits}}\n\n{{ticket_url}} {{booking_code}} {{document}} {{document_url}}"},
		{"pending", "Your payment is not settled yet", "{{booking_id}} {{payment_url}} {{booking_code}}"},
		{"refund", "Your refund",
			"Hello {{name}}, {{amount}}. {{ticket_state}} {{booking_code}} {{document}} {{document_url}}"},
		{"invoice-corrected", "Your corrected invoice",
			hello + " {{document}} {{document_url}} {{booking_code}} {{support_email}}"},
		{"late-payment-refund", "Your payment came too late", "Hello {{name}}, {{amount}} {{booking_code}}"},
		{"staff-invitation", "The desk of {{event_name}}",
			"{{name}}, {{role}}, by {{by}}, until {{until}}: {{invitation_url}}"},
		{"staff-reset", "Sign-in reset at the desk", "{{name}}, {{role}}, by {{by}}"},
		{"complimentary", "Your free registration for {{event_name}}", hello + "\n\n{{ticket_url}} {{booking_code}}"},
		{"ticket-changed", "Your new ticket for {{event_name}}",
			hello + "\n\n{{money_state}}\n\n{{ticket_url}} {{booking_code}}"},
		{"mailbox-changed", "Another address", "{{booking_id}} {{support_email}} {{booking_code}}"},
		{"payment-link", "Please pay", "{{booking_id}} {{amount}} {{payment_url}} until {{pay_until}} {{booking_code}}"},
		{"transfer-offer", "A ticket for {{event_name}}",
			"{{giver}}: {{category}} {{transfer_url}} until {{accept_until}}"},
		{"transfer-offered", "Your ticket is offered",
			"Hello {{first_name}}, {{colleague}} until {{accept_until}} {{booking_code}}"},
		{"transfer-ended", "A ticket is no longer offered", "{{giver}} to {{colleague}}: over. {{ticket_state}}"},
		{"transfer-taken", "Your ticket for {{event_name}}", hello + "\n\n{{ticket_url}} {{booking_code}} For {{admits}}."},
		{"transferred", "Your ticket was transferred", "Hello {{first_name}}, {{booking_id}} {{booking_code}}"},
		{"cancelled", "Your registration is cancelled", hello + ". {{refund_state}} {{booking_code}}"},
		{"document-rejected", "Another document", hello + "\n\n{{reason}} {{upload_url}} {{seat_state}} {{booking_code}}"},
		{"signin-closed", "Signing in is closed for a day", "Questions: {{support_email}}"},
	} {
		html := strings.ReplaceAll(m[2], "\n\n", "</p><p>")
		html = placeholderURL.ReplaceAllString(html, `<a href="%7B%7B$1%7D%7D">open</a>`)
		mail := schema.Mail{Name: m[0], Subject: m[1], Purpose: m[0], Text: m[2],
			HTML: schema.Markdown("<p>" + html + "</p>")}
		for _, name := range schema.MailCases[m[0]].Cases {
			mail.Sentences = append(mail.Sentences, schema.MailSentence{When: name, Text: sentences[name]})
		}
		all.Mails = append(all.Mails, mail)
	}
	return all
}

var sentences = map[string]string{
	schema.MailVoid: "It is no longer valid.", schema.MailValid: "It is still yours and valid.",
	schema.MailSecondPayment: "It was a second payment.", schema.MailColleague: "You do not need to do anything.",
	schema.MailWithdrawn: "The payment was not yours.",
	schema.MailNoRefund:  "You will not receive a refund.", schema.MailManualRefund: "We will refund {{refund_amount}}.",
}

var placeholderURL = regexp.MustCompile(`\{\{(\w+_url)\}\}`)

// addAccounts adds sign-in and tickets.
func (s *Server) addAccounts(settings server.Settings) {
	form, err := registration.NewForm(s.Content)
	s.must(err)
	s.SignIn = signin.New(signin.Setup{
		Store: store.For[signin.Tx](s.Store), Content: s.Content, Form: form, Clock: s.Clock, Uptime: s.Uptime,
		Pepper: []byte("a pepper for tests of 32 bytes.."), SiteURL: settings.SiteURL, LimitAll: settings.RateLimits,
		HashRounds: 10,
	})
	s.TicketKeys, err = ticket.LoadKeys(s.Dir)
	s.must(err)
	issued, err := s.Store.TicketOfEachMark(context.Background())
	s.must(err)
	s.TicketKeys.SetMarks(s.Content.Event.Edition, issued)
	s.Tickets = &ticket.Service{Store: s.Store}
	s.Gate = &gate.Service{Store: store.For[gate.Tx](s.Store), Content: s.Content, Clock: s.Clock,
		Mark: s.TicketKeys.OldestMark(), Rehearsal: settings.Rehearsal}
}

// SendMails writes the emails of the outbox to the folder and returns them, newest first.
func (s *Server) SendMails() []mail.Written {
	s.t.Helper()
	folder, err := mail.OpenFolder(s.Outbox)
	s.must(err)
	s.DrainOutbox(folder)
	written, err := mail.ReadFolder(s.Outbox, 1000)
	s.must(err)
	return written
}

// DrainOutbox lets the worker send until nothing is due.
func (s *Server) DrainOutbox(sender mail.Sender) {
	s.t.Helper()
	worker := s.MailWorker(sender)
	for s.Count(`SELECT COUNT(*) FROM outbox WHERE state = 'pending' AND next_try_at <= ?`,
		s.Clock.Now().UnixMilli()) > 0 {
		if down, err := worker.Round(context.Background()); down || err != nil {
			s.t.Fatalf("outbox: down %v, %v", down, err)
		}
	}
}

// MailWorker is the worker of the outbox, which runs when the test calls it.
func (s *Server) MailWorker(sender mail.Sender) *mail.Worker {
	s.t.Helper()
	composer, err := mail.NewComposer(s.Content, "Transom <tickets@example.org>")
	s.must(err)
	return mail.NewWorker(s.Store, composer, sender, s.Clock, slog.New(slog.NewTextHandler(s.Log, nil)))
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// CodeFor returns the newest code that was emailed to an address, or "". Several emails may be written at once, in any
// order. The number at the start of a file name shows the order in which the codes were requested.
func (s *Server) CodeFor(email string) (code string) {
	s.t.Helper()
	newest := ""
	for _, m := range s.SendMails() {
		if strings.Contains(m.To, email) && strings.Contains(m.Subject, "code") && m.Name > newest {
			newest, code = m.Name, sixDigits.FindString(m.Text)
		}
	}
	return code
}

// SignInAs requests a code, reads it from the email and returns the token of the account.
func (s *Server) SignInAs(email string) (token string) {
	s.t.Helper()
	sent := s.Post("/send-otp", map[string]any{"email": email}).Must(http.StatusOK, "send-otp")
	return s.Post("/verify-otp", map[string]any{"email": email, "otp": s.CodeFor(email),
		"challenge_id": sent.Text("challenge_id")}).Must(http.StatusOK, "verify-otp").Text("accesstoken")
}

// RegisterPaid registers a new person and marks the booking as paid; it returns the form, the booking and its
// ticket.
func (s *Server) RegisterPaid(change map[string]any) (form map[string]any, bookingToken string, b booking.Booking,
	t booking.Ticket) {
	s.t.Helper()
	form = s.FullForm()
	maps.Copy(form, change)
	a := s.Post("/registration", form).Must(http.StatusOK, "registration")
	ctx := context.Background()
	s.must(s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if b, err = tx.FindBooking(ctx, a.Text("booking_id")); err != nil {
			return err
		}
		b.Status, b.HoldsSeat, b.PaidAt = booking.Success, true, s.Clock.Now()
		if err = tx.SetBookingPayment(ctx, b); err != nil {
			return err
		}
		if t, err = ticket.NewIssuer(s.TicketKeys, s.Content).Issue(b, s.Clock.Now()); err != nil {
			return err
		}
		return tx.InsertTicket(ctx, t)
	}))
	return form, a.Text("accesstoken"), b, t
}

// PaidTickets creates paid tickets for n people, every third one with a spouse, by writing the rows directly.
func (s *Server) PaidTickets(n int) (tickets []booking.Ticket) {
	s.t.Helper()
	_, _, like, _ := s.RegisterPaid(nil)
	ctx := context.Background()
	issuer := ticket.NewIssuer(s.TicketKeys, s.Content)
	s.must(s.Store.Write(ctx, func(tx *store.Tx) error {
		tickets = nil
		for i := range n {
			b := like
			b.ID, b.Email, b.LastName = domain.NewID(128), "paid"+Letters(int64(i+1))+"@example.org", "Verma "+
				Letters(int64(i+1))
			b.EmailKey, b.PersonKey, b.MembershipNo = domain.EmailKey(b.Email), domain.PersonKey(b.FirstName, b.LastName,
				b.DOB),
				"A"+domain.NewID(40)
			b.PhotoAsset, b.IDAsset, b.Seats, b.Code = "", "", 1+(i%3)/2, ""
			if err := tx.InsertBooking(ctx, b); err != nil {
				return err
			}
			t, err := issuer.Issue(b, s.Clock.Now())
			if err != nil {
				return err
			}
			if err := tx.InsertTicket(ctx, t); err != nil {
				return err
			}
			tickets = append(tickets, t)
		}
		return nil
	}))
	return tickets
}
