package apitest

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/mail"
	"transom/api/server"
	"transom/api/signin"
	"transom/api/store"
	"transom/api/ticket"
)

func (s *Server) addAccounts(settings server.Settings) {
	s.SignIn = signin.New(signin.Setup{
		Store: store.For[signin.Tx](s.Store), Content: s.Content, Form: s.Product.Form, Clock: s.Clock, Uptime: s.Uptime,
		Pepper: []byte("a pepper for tests of 32 bytes.."), SiteURL: settings.SiteURL, LimitAll: settings.RateLimits,
		HashRounds: 10,
	})
}

// SendMails sends the outbox's emails to the folder Outbox and returns its emails, newest first.
func (s *Server) SendMails() []mail.Written {
	s.t.Helper()
	folder, err := mail.OpenFolder(s.Outbox)
	s.must(err)
	s.DrainOutbox(folder)
	written, err := mail.ReadFolder(s.Outbox, 1000)
	s.must(err)
	return written
}

// DrainOutbox makes the worker send emails until none is due.
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

// MailWorker returns the outbox's worker, which runs only when the test calls it.
func (s *Server) MailWorker(sender mail.Sender) *mail.Worker {
	s.t.Helper()
	composer, err := mail.NewComposer(s.Content, "Transom <tickets@example.org>")
	s.must(err)
	return mail.NewWorker(s.Store, composer, sender, s.Clock, slog.New(slog.NewTextHandler(s.Log, nil)))
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

// CodeFor returns the newest code for an address, or "". Names of files begin with the order of the requests.
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

// SignInAs returns the account's token.
func (s *Server) SignInAs(email string) (token string) {
	s.t.Helper()
	sent := s.Post("/send-otp", map[string]any{"email": email}).Must(http.StatusOK, "send-otp")
	return s.Post("/verify-otp", map[string]any{"email": email, "otp": s.CodeFor(email),
		"challenge_id": sent.Text("challenge_id")}).Must(http.StatusOK, "verify-otp").Text("accesstoken")
}

// RegisterPaid registers a new person and marks the booking as paid, without the gateway.
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

// PaidTickets writes the rows of n paid tickets directly; every third includes a spouse.
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

// Buy registers a new person who pays in the sandbox.
func (s *Server) Buy(change map[string]any) (form map[string]any, b booking.Booking) {
	s.t.Helper()
	form, b = s.Unpaid(change)
	s.Pay(b)
	return form, s.Booking(b.ID)
}

// Unpaid registers a new person, who gets a payment link.
func (s *Server) Unpaid(change map[string]any) (form map[string]any, b booking.Booking) {
	s.t.Helper()
	form = s.FullForm()
	maps.Copy(form, change)
	a := s.Post("/registration", form).Must(http.StatusOK, "registration")
	return form, s.Booking(a.Text("booking_id"))
}

// Pay completes a booking's payment in the sandbox and notifies the server.
func (s *Server) Pay(b booking.Booking) {
	s.t.Helper()
	ctx := context.Background()
	view, err := s.Store.FindPaymentView(ctx, b.ID)
	s.must(err)
	_, err = s.Sandbox.Pay(ctx, view.Attempt.ProviderID)
	s.must(err)
	s.Clock.Add(time.Minute)
	s.Payments.Reconcile(ctx)
}

// Booking returns the booking with this id.
func (s *Server) Booking(id string) booking.Booking {
	s.t.Helper()
	b, err := s.Store.FindBooking(context.Background(), id)
	s.must(err)
	return b
}

// Ticket returns a booking's latest ticket.
func (s *Server) Ticket(bookingID string) booking.Ticket {
	s.t.Helper()
	t, err := s.Store.FindTicketOfBooking(context.Background(), bookingID)
	s.must(err)
	return t
}

// PaymentsOf returns the payments captured for a booking.
func (s *Server) PaymentsOf(bookingID string) []booking.Payment {
	s.t.Helper()
	all, err := s.Store.PaymentsOfBooking(context.Background(), bookingID)
	s.must(err)
	return all
}
