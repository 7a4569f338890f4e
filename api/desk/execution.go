package desk

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/refund"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// AnyVersion is for callers that have not seen a version, such as commands.
const AnyVersion = -1

// Request contains the input that every action needs.
type Request struct {
	BookingID string
	Version   int // the version that the caller has seen, or AnyVersion
	Why       string
	Preview   bool
	Who       domain.Actor
	RequestID string

	word     string // the action's name as the activity log stores it
	possible func(facts) error
	isNew    bool // whether the action creates the registration, or is about many
	closed   bool // whether this action has closed the payment link, which increases the version
	bulk     *bulk
}

// manyTexts returns the sentences about what will happen or, if the request is not a preview, about what has happened.
func (r Request) manyTexts() texts.DeskMany {
	if r.Preview {
		return texts.DeskManyPlanned
	}
	return texts.DeskManyDone
}

// Outcome describes what an action did, or would do.
type Outcome struct {
	wire.DeskActionResponse
	Emails []domain.OutgoingMail

	decision  refund.Decision
	endsOffer bool // of the ticket to a colleague
}

// execution is a running action: one transaction on one registration.
type execution struct {
	*Service
	facts
	ctx   context.Context
	tx    recorder
	r     Request
	out   *Outcome
	entry domain.Action
	// what describes the change, without personal data, for callers who have seen only an older version
	what     string
	warnings []string
	prices   []string // how a difference in price was computed
}

type recorder struct {
	Tx
	emails *[]domain.OutgoingMail
}

// EnqueueMail writes a message to the outbox.
func (r recorder) EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error {
	*r.emails = append(*r.emails, m)
	return r.Tx.EnqueueMail(ctx, m, now)
}

var errPreview = errors.New("only shown")

// inTransaction returns the function of an action that does nothing outside its transaction.
func inTransaction[In any](
	do func(*execution, In) error,
) func(*Service, context.Context, Request, In) (Outcome, error) {
	return func(d *Service, ctx context.Context, r Request, in In) (Outcome, error) {
		return d.change(ctx, r, func(x *execution) error { return do(x, in) })
	}
}

// change needs the current version and, unless the request is a preview, a reason.
func (d *Service) change(ctx context.Context, r Request, do func(*execution) error) (Outcome, error) {
	if r.Why = domain.Typed(r.Why); r.Why == "" && !r.Preview {
		return Outcome{}, domain.InvalidField("why", texts.WhyMissing)
	}
	return d.execute(ctx, r, func(x *execution) error {
		if err := x.checkVersion(); err != nil {
			return err
		}
		if r.possible != nil {
			if err := r.possible(x.facts); err != nil {
				return err
			}
		}
		if err := do(x); err != nil {
			return err
		}
		x.say(slices.Concat(x.warnings, x.prices)...)
		for _, c := range x.out.Preview.Changes {
			if !loggedBriefly(x.Content, c.Field) {
				x.entry.Before[c.Field], x.entry.After[c.Field] = c.Before, c.After
			}
		}
		if err := x.Payments.Refunds.CheckSurplus(x.ctx, x.tx, x.b.ID, x.now); err != nil {
			return err
		}
		var err error
		change := booking.BookingChange{At: x.now, Who: r.Who.Name, What: x.what}
		x.out.Version, err = x.tx.AddBookingChange(ctx, x.b.ID, change)
		return err
	})
}

func (d *Service) execute(ctx context.Context, r Request, do func(*execution) error) (out Outcome, err error) {
	err = d.Store.Write(ctx, func(tx Tx) error {
		out = Outcome{}
		x, err := d.begin(ctx, tx, r, &out)
		if err != nil {
			return err
		}
		if err := do(x); err != nil {
			return err
		}
		out.BookingID = x.b.ID
		out.Preview.Mails = domain.Each(out.Emails, func(m domain.OutgoingMail) wire.DeskMail {
			return wire.DeskMail{To: m.To, Subject: subjectOf(d.Content, m.Template, m.Data)}
		})
		if !SightOf(r.Who.Role).Money {
			out.Preview.Money = nil
		}
		if r.Preview {
			return errPreview
		}
		out.Done = true
		return tx.AddAction(ctx, x.entry)
	})
	if err != nil && !errors.Is(err, errPreview) {
		return Outcome{}, explain(err)
	}
	return out, nil
}

func (d *Service) begin(ctx context.Context, tx Tx, r Request, out *Outcome) (x *execution, err error) {
	now := d.Clock.Now()
	x = &execution{
		Service: d, ctx: ctx, tx: recorder{tx, &out.Emails}, r: r, out: out, what: r.word,
		entry: domain.Action{
			At: now, Actor: r.Who, Name: r.word, BookingID: r.BookingID, Why: r.Why, RequestID: r.RequestID,
			Before: map[string]string{}, After: map[string]string{},
		},
		facts: facts{now: now, who: r.Who, content: d.Content},
	}
	out.Preview = wire.DeskPreview{Says: []string{}, Changes: []wire.DeskChange{}, Mails: []wire.DeskMail{}}
	if r.isNew {
		return x, nil
	}
	b, err := tx.FindBooking(ctx, r.BookingID)
	if err != nil {
		return nil, domain.IfMissing(err, errNoRegistration)
	}
	out.Version = b.Version
	if x.ticket, err = optional(tx.FindTicketOfBooking(ctx, b.ID)); err != nil {
		return nil, err
	}
	if x.payments, err = tx.PaymentsOfBooking(ctx, b.ID); err != nil {
		return nil, err
	}
	return x, x.load(ctx, tx, b)
}

// afterClosing runs an action for which the registration's payment link must be closed first: it runs "before" as a
// preview, closes the link at the gateway, and runs "after".
func (d *Service) afterClosing(ctx context.Context, r Request, before, after func(*execution) error) (Outcome, error) {
	try := r
	try.Preview = r.Preview || domain.Typed(r.Why) != "" // a missing reason is refused before the link is closed
	out, err := d.change(ctx, try, before)
	if err != nil || r.Preview {
		return out, err
	}
	if _, err := d.Payments.EndLink(ctx, r.BookingID); err != nil {
		return Outcome{}, explain(err)
	}
	r.closed = true
	return d.change(ctx, r, after)
}

func (x *execution) checkVersion() error {
	if x.r.Version == AnyVersion || x.r.Version == x.b.Version {
		return nil
	}
	changes, err := x.tx.BookingChangesSince(x.ctx, x.b.ID, x.r.Version)
	if err != nil || x.r.closed && len(changes) == 0 {
		return err
	}
	return x.changed(texts.DeskChangedMeanwhile, changes)
}

func (x *execution) changed(message string, changes []booking.BookingChange) error {
	return &domain.Error{
		Code: domain.CodeChanged, Message: message,
		Extra: map[string]any{"version": x.b.Version, "changes": changesSince(changes, x.r.Who)},
	}
}

// changesSince describes the changes for staff. A payment increases the version but is not in the list of changes.
func changesSince(changes []booking.BookingChange, who domain.Actor) (out []wire.DeskSeenLate) {
	for i, c := range changes {
		values := shownValues(c.Before, c.After, SightOf(who.Role))
		if i > 0 && changes[i-1].Version == c.Version { // another log entry for the same change
			out[len(out)-1].Values = append(out[len(out)-1].Values, values...)
			continue
		}
		action, rest, _ := strings.Cut(c.What, ":") // for example "correct: city"
		out = append(out, wire.DeskSeenLate{
			At: wire.Instant(c.At), Who: c.Who, What: ActionName(action, "") + strings.TrimRight(":"+rest, ":"),
			Mine: c.WhoID != "" && c.WhoID == who.ID, Values: values,
		})
	}
	if len(out) == 0 {
		out = []wire.DeskSeenLate{{What: "payment"}}
	}
	return out
}

func (x *execution) say(sentences ...string) {
	x.out.Preview.Says = append(x.out.Preview.Says, sentences...)
}

// warn adds a warning, which is shown after the action's effects, before how the price was computed.
func (x *execution) warn(sentence string) { x.warnings = append(x.warnings, sentence) }

// ticketIs sets what the preview says about the ticket: new, void, valid or none.
func (x *execution) ticketIs(state string) { x.out.Preview.Ticket = state }

func (x *execution) changes(field, before, after string) {
	x.out.Preview.Changes = append(x.out.Preview.Changes, wire.DeskChange{Field: field, Before: before, After: after})
}

func (x *execution) note(field, value string) { x.entry.After[field] = value }

func (x *execution) mail(template string, b booking.Booking, more map[string]string) error {
	m := x.Payments.Mail(template, template+":"+b.ID+":"+domain.NewID(60), b, more)
	return x.tx.EnqueueMail(x.ctx, m, x.now)
}

func (x *execution) mailPayer(template string, more map[string]string) error {
	m, err := x.Payments.Refunds.ToPayer(x.ctx, x.tx, x.b,
		x.Payments.Mail(template, template+":"+x.b.ID+":"+domain.NewID(60), x.b, more))
	if err != nil {
		return err
	}
	return refund.Enqueue(x.ctx, x.tx, m, x.now)
}

// subjectOf returns an email's subject; for an email of an earlier version, which the content no longer has, "".
func subjectOf(content *domain.Content, name string, data map[string]string) string {
	template, _ := content.MailByName(name)
	subject := template.Subject
	for name, value := range data {
		subject = strings.ReplaceAll(subject, "{{"+name+"}}", value)
	}
	return subject
}

func (x *execution) checkAlone(b booking.Booking) error {
	return x.named(b, x.Form.CheckAlone(x.ctx, x.tx, b))
}

// named turns a visitor's error about an existing registration into an error for staff that names that registration.
func (x *execution) named(b booking.Booking, refusal error) error {
	if !domain.IsCode(refusal, domain.CodeAlreadyRegistered) {
		return refusal
	}
	other, err := x.tx.FindOtherPaid(x.ctx, b)
	switch {
	case errors.Is(err, domain.ErrNotFound):
		return refusal
	case err != nil:
		return err
	}
	message := texts.DeskPersonRegistered(other.Code)
	if other.PersonKey != b.PersonKey {
		message = texts.DeskMemberRegistered(other.Name(), other.Code)
	}
	return &domain.Error{
		Code: domain.CodeAlreadyRegistered, Message: message, Extra: map[string]any{"booking_id": other.ID},
	}
}

// checkRules refuses invalid values and, unless staff override the rules or this is a preview, values that break one.
func (x *execution) checkRules(faults, rules map[string]string, override bool) error {
	x.out.Preview.Rules = rules
	switch {
	case len(faults) > 0:
		if x.r.Preview { // a preview also shows the broken rules
			faults = maps.Clone(faults)
			maps.Copy(faults, rules)
		}
		return &domain.Error{Code: domain.CodeInvalid, Message: texts.CheckFields, Fields: faults,
			Extra: map[string]any{"hints": x.out.Preview.Hints}}
	case len(rules) > 0 && !override && !x.r.Preview:
		return &domain.Error{
			Code: domain.CodeInvalid, Message: texts.DeskRulesBroken, Fields: rules, Extra: map[string]any{"rules": rules},
		}
	case len(rules) > 0 && override:
		x.say(texts.DeskRulesSetAside)
		x.note("override", "yes")
	}
	return nil
}

func notPossible(sentence string) error { return domain.Refuse(domain.CodeNotPossible, sentence) }

func explain(err error) error {
	switch {
	case errors.Is(err, payment.ErrLinkUnknown):
		return notPossible(sentence(payment.ErrLinkUnknown.Error()))
	case errors.Is(err, refund.ErrGatewayNotThere):
		return &domain.Error{
			Code: domain.CodeUnavailable, Message: texts.DeskGatewayNotThere, RetryAfterSeconds: 60, Cause: err,
		}
	}
	return err
}

func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// loggedBriefly reports whether the log leaves out a field's values, because they are erased earlier than others.
func loggedBriefly(content *domain.Content, name string) bool {
	return slices.ContainsFunc(content.Questions(), func(f schema.Field) bool {
		return f.Name == name && f.AfterEventDays > 0
	})
}
