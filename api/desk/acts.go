package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/refund"
	"transom/api/registration"
	"transom/api/wire"
	"transom/generator/schema"
)

// Acts change registrations, for the desk and for the command line alike. Each act is one transaction: it looks whether
// the registration is still the one that was looked at, does what it does, counts a version, and stands in the log. A
// preview is the same transaction, which is undone at its end: so it cannot say anything else than what happens.
type Acts struct{ ActSetup }

// ActSetup is what Acts works with.
type ActSetup struct {
	Store    ActStore
	Content  *domain.Content
	Form     *registration.Form
	Payments *payment.Service
	Tickets  payment.TicketIssuer
	Clock    domain.Clock
	SiteURL  string // without a slash at the end
	DeskURL  string // likewise, where the desk is
}

// NewActs returns the acts of an event.
func NewActs(setup ActSetup) *Acts { return &Acts{setup} }

// AnyVersion is for whoever has looked at nothing: a command.
const AnyVersion = -1

// Request is what every act begins with.
type Request struct {
	BookingID string
	Version   int // the one that was looked at, or AnyVersion
	Why       string
	Preview   bool
	Who       domain.Actor
	RequestID string

	word string // of the action, for the log
}

// Outcome is what an act did, or would do.
type Outcome struct {
	Done    bool
	Booking booking.Booking
	Says    []string
	Changes []Change
	Ticket  string // new, void, valid or none: what there is afterwards
	Mails   []domain.OutgoingMail
	Money   *refund.Decision
	// Rules are those that are broken, by field; an act sets them aside when it is told to.
	Rules map[string]string
	// RequestID is there when a second person has to approve first.
	RequestID string
	Note      int64
	Undo      string // the act that takes this one back
}

// Change is a value that becomes another.
type Change struct{ Field, Before, After string }

// step is an act under way.
type step struct {
	*Acts
	ctx context.Context
	tx  recorder
	b   booking.Booking
	now time.Time
	r   Request
	out *Outcome
	act domain.Act
	// what is for those who come with an old version: no personal data.
	what    string
	careful []string // warn
}

// recorder is a transaction that remembers what it mails.
type recorder struct {
	ActTx
	mails *[]domain.OutgoingMail
}

// EnqueueMail writes a message to the outbox.
func (r recorder) EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error {
	*r.mails = append(*r.mails, m)
	return r.ActTx.EnqueueMail(ctx, m, now)
}

// errPreview undoes what was only to be shown.
var errPreview = errors.New("only shown")

// change runs an act on a registration.
func (d *Acts) change(ctx context.Context, r Request, f func(*step) error) (out Outcome, err error) {
	if r.Why = domain.Typed(r.Why); r.Why == "" && !r.Preview {
		return out, domain.Invalid(map[string]string{"why": domain.WhyIsMissing})
	}
	out, err = d.on(ctx, r, func(s *step) error {
		if err := s.checkVersion(); err != nil {
			return err
		}
		if err := f(s); err != nil {
			return err
		}
		s.out.Says = append(s.out.Says, s.careful...)
		return s.finish()
	})
	return out, explain(err)
}

// on is one transaction on a registration, which is undone when it was only to be shown.
func (d *Acts) on(ctx context.Context, r Request, f func(*step) error) (out Outcome, err error) {
	err = d.Store.WriteDesk(ctx, func(tx ActTx) error {
		out = Outcome{}
		b, err := tx.FindBooking(ctx, r.BookingID)
		if errors.Is(err, domain.ErrNotFound) {
			return &domain.Error{Code: domain.CodeNotFound, Message: "There is no such registration. Look it up in People."}
		}
		if err != nil {
			return err
		}
		return f(d.step(ctx, tx, b, r, &out))
	})
	if errors.Is(err, errPreview) {
		err = nil
	}
	if err != nil {
		out.Done = false
	}
	return out, err
}

// afterClosing is an act on a registration whose link the gateway has to close first: it is looked at before, and done
// after.
func (d *Acts) afterClosing(ctx context.Context, r Request, before, after func(*step) error) (Outcome, error) {
	look := r
	look.Preview = true
	out, err := d.change(ctx, look, before)
	if err != nil || r.Preview {
		return out, err
	}
	if domain.Typed(r.Why) == "" {
		return d.change(ctx, r, nil) // which asks for it
	}
	if _, err := d.Payments.EndLink(ctx, r.BookingID); err != nil {
		return Outcome{}, explain(err)
	}
	r.Version = AnyVersion // it was looked at; the gateway has made another one of it
	return d.change(ctx, r, after)
}

func (d *Acts) step(ctx context.Context, tx ActTx, b booking.Booking, r Request, out *Outcome) *step {
	now := d.Clock.Now()
	return &step{
		Acts: d, ctx: ctx, tx: recorder{tx, &out.Mails}, b: b, now: now, r: r, out: out, what: r.word,
		act: domain.Act{At: now, Actor: r.Who, Action: r.word, BookingID: b.ID, Why: r.Why, RequestID: r.RequestID},
	}
}

// checkVersion refuses an act on what somebody else has changed meanwhile, and says who did what.
func (s *step) checkVersion() error {
	if s.r.Version == AnyVersion || s.r.Version == s.b.Version {
		return nil
	}
	changes, err := s.tx.BookingChangesSince(s.ctx, s.b.ID, s.r.Version)
	if err != nil {
		return err
	}
	return &domain.Error{
		Code:    domain.CodeChanged,
		Message: "This registration was changed meanwhile, so nothing was done. Look at what changed, then decide again.",
		Extra:   map[string]any{"version": s.b.Version, "changes": late(changes, s.r.Who)},
	}
}

// late are changes as whoever comes too late is told of them. What no member of staff did, a payment did.
func late(changes []booking.BookingChange, who domain.Actor) (out []wire.DeskSeenLate) {
	for i, c := range changes {
		values := seenValues(c.Before, c.After, SightOf(who.Role))
		if i > 0 && changes[i-1].Version == c.Version { // two acts of one change
			out[len(out)-1].Values = append(out[len(out)-1].Values, values...)
			continue
		}
		out = append(out, wire.DeskSeenLate{At: instant(c.At), Who: c.Who, What: changeName(c.What), Mine: c.WhoID != "" &&
			c.WhoID == who.ID, Values: values})
	}
	if len(out) == 0 {
		out = []wire.DeskSeenLate{{What: "payment"}}
	}
	return out
}

// changeName is what people read of a change, which is written down as "correct: city".
func changeName(what string) string {
	action, rest, _ := strings.Cut(what, ":")
	return ActionName(action, "") + strings.TrimRight(":"+rest, ":")
}

// finish counts the version and writes the log, or undoes a preview.
func (s *step) finish() (err error) {
	for _, c := range s.out.Changes {
		if s.act.Before == nil {
			s.act.Before, s.act.After = map[string]string{}, map[string]string{}
		}
		s.act.Before[c.Field], s.act.After[c.Field] = c.Before, c.After
	}
	change := booking.BookingChange{At: s.now, Who: s.r.Who.Name, What: s.what}
	if _, err = s.tx.AddBookingChange(s.ctx, s.b.ID, change); err != nil {
		return err
	}
	if err = s.tx.AddAct(s.ctx, s.act); err != nil {
		return err
	}
	if s.out.Booking, err = s.tx.FindBooking(s.ctx, s.b.ID); err != nil {
		return err
	}
	if s.r.Preview {
		return errPreview
	}
	s.out.Done = true
	return nil
}

func (s *step) say(format string, args ...any) {
	s.out.Says = append(s.out.Says, fmt.Sprintf(format, args...))
}

// warn is say for what somebody should know before; it stands below what the act does.
func (s *step) warn(format string, args ...any) {
	s.careful = append(s.careful, "Careful: "+fmt.Sprintf(format, args...))
}

// note adds to what the log says of the act.
func (s *step) note(field, value string) {
	if s.act.After == nil {
		s.act.Before, s.act.After = map[string]string{}, map[string]string{}
	}
	s.act.After[field] = value
}

// mail sends one of the mails of the content about the registration.
func (s *step) mail(template string, b booking.Booking, more map[string]string) error {
	m := s.Payments.Mail(template, template+":"+b.ID+":"+domain.NewID(60), b, more)
	return s.tx.EnqueueMail(s.ctx, m, s.now)
}

// notPossible refuses an act that this registration cannot have.
func notPossible(sentence string) error {
	return &domain.Error{Code: domain.CodeNotPossible, Message: sentence}
}

// mustBePaid refuses what only a registration that counts can have.
func (s *step) mustBePaid() error { return mustBePaid(s.b) }

func (s *step) category() (schema.Category, error) {
	category, known := s.Content.CategoryByType(s.b.CategoryType)
	if !known {
		return category, notPossible("The ticket of this registration is not sold in this edition.")
	}
	return category, nil
}

// goodTicket is the ticket that is not void, ErrNotFound when there is none.
func (s *step) goodTicket() (booking.Ticket, error) {
	t, err := s.tx.FindTicketOfBooking(s.ctx, s.b.ID)
	if err == nil && !isGood(t) {
		err = domain.ErrNotFound
	}
	return t, err
}

// replaceTicket voids the ticket of a booking and issues the next one, with what is left of its entries, at the same
// place.
func (s *step) replaceTicket(old booking.Ticket, b booking.Booking) (booking.Ticket, error) {
	t, err := s.Tickets.Issue(b, s.now)
	if err != nil {
		return t, err
	}
	t.Gate, t.Row, t.Seat = old.Gate, old.Row, old.Seat
	if t.EntriesRemaining = min(t.EntriesRemaining, old.EntriesRemaining); t.EntriesRemaining == 0 {
		t.Status = booking.TicketUsed
	}
	if err := s.tx.VoidTicket(s.ctx, b.ID, s.now); err != nil {
		return t, err
	}
	s.out.Ticket = "new"
	s.note("ticket", t.ID)
	s.act.Before["ticket"] = old.ID
	if err := s.tx.InsertTicket(s.ctx, t); err != nil {
		return t, err
	}
	return t, s.tx.CarryGateEntries(s.ctx, t.ID) // who has come with the one before has come
}

// explain turns what payments refuse into sentences for people.
func explain(err error) error {
	for _, known := range []error{
		refund.ErrNothingPaid, refund.ErrAlreadyRefunded, refund.ErrOtherProvider, refund.ErrTooMuch, refund.ErrNotByHand,
		refund.ErrWhole, refund.ErrMoneyMoved,
		payment.ErrLinkUnknown,
	} {
		if errors.Is(err, known) {
			return &domain.Error{Code: domain.CodeNotPossible, Message: sentence(known.Error())}
		}
	}
	if errors.Is(err, refund.ErrGatewayNotThere) {
		return &domain.Error{Code: domain.CodeUnavailable,
			Message: "The gateway does not answer, so nothing was done. Please try again in a minute.", RetryAfterSeconds: 60,
			Cause: err}
	}
	if errors.Is(err, payment.ErrReferenceUsed) {
		return domain.Invalid(map[string]string{"reference": "This reference was used before, for another registration or " +
			"this one. Check the number, and look it up in People."})
	}
	return err
}

func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// differences are the values of two bookings that are not the same.
func differences(old, b booking.Booking) (changes []Change) {
	before, after := old.Person.Fields(), b.Person.Fields()
	for i := range before {
		if *before[i].Value != *after[i].Value {
			changes = append(changes, Change{before[i].Name, *before[i].Value, *after[i].Value})
		}
	}
	if old.SpouseName != b.SpouseName {
		changes = append(changes, Change{"spouseName", old.SpouseName, b.SpouseName})
	}
	return changes
}

func fieldsOf(changes []Change) string {
	var names []string
	for _, c := range changes {
		names = append(names, c.Field)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// Subject is the subject line of one of the content's mails.
func (d *Acts) Subject(m domain.OutgoingMail) string {
	template, _ := d.Content.MailByName(m.Template)
	subject := template.Subject
	for name, value := range m.Data {
		subject = strings.ReplaceAll(subject, "{{"+name+"}}", value)
	}
	return subject
}
