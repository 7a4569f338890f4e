// Package registration handles registrations: who may book what, at which price, and what is stored before anybody
// pays. It must not know about HTTP or payment gateways.
//
// A form that is submitted twice leads to one booking and one payment link (decision 0001). A person is recognised by
// name and birth date, or by an institute's membership number, because a mailbox may be shared (decision 0002).
//
// Only a caller with proof may change an unpaid booking (decision 0003); everybody else only learns that it exists. The
// pictures, the price and the seats are checked first, so that a stranger must upload two pictures to find out whether
// somebody has registered.
//
// The booking, its attempt, the consent and the key are written in one transaction before the gateway is called.
package registration

import (
	"context"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Application is a visitor's form as it was typed, not yet checked.
type Application struct {
	booking.Person
	Spouse                bool
	SpouseName            string
	TicketCategory        string
	PhotoHandle, IDHandle string // "asset:…" from the upload
	Consent               bool
	AmountPaise           int64 // the total that the page showed
}

// Submission holds what is known about a request besides the form.
type Submission struct {
	IdempotencyKey string // "" for none
	BodyHash       string
	Proof          booking.Proof
	// NetworkHash is a keyed hash of the caller's network, or "" if networks are not limited.
	NetworkHash   string
	AddressHash   string // a keyed hash of the caller's address, for the consent record
	UserAgentHash string
}

func (s Submission) keyHash() string {
	if s.IdempotencyKey == "" {
		return ""
	}
	return domain.Hash(s.IdempotencyKey)
}

// Registered is a booking that is ready to be paid.
type Registered struct {
	Booking    booking.Booking
	Token      string // with scope booking
	PaymentURL string
}

// PaymentStarter sends a booking to the gateway.
type PaymentStarter interface {
	// NewAttempt does no I/O.
	NewAttempt(b booking.Booking, n int, now time.Time) booking.Attempt
	// Status asks the gateway if the state may have changed.
	Status(ctx context.Context, bookingID string) (booking.PaymentView, error)
	// Start returns the existing link if it is called again.
	Start(ctx context.Context, attemptRef string) (paymentURL string, err error)
}

// Service handles registrations.
type Service struct {
	content   *domain.Content
	form      *Form
	store     Store
	payments  PaymentStarter
	clock     domain.Clock
	rehearsal bool
}

// New compiles the content's rules; an unusable rule is an error.
func New(f *Form, s Store, p PaymentStarter, clock domain.Clock, rehearsal bool) *Service {
	return &Service{content: f.content, form: f, store: s, payments: p, clock: clock, rehearsal: rehearsal}
}

// Register stores a booking and returns where to pay. All errors of the form are returned at once.
func (r *Service) Register(ctx context.Context, a Application, s Submission) (Registered, error) {
	now := r.clock.Now()
	category, known := r.content.CategoryByType(a.TicketCategory)
	if !known {
		return Registered{}, domain.Invalid(r.form.checkUnknown(a, now))
	}
	if err := r.checkSales(ctx, category, s, now); err != nil {
		return Registered{}, err
	}
	booking, faults := r.form.Check(a, category, now)
	if len(faults) > 0 {
		return Registered{}, domain.Invalid(faults)
	}
	out, attempt, err := r.write(ctx, booking, category, a, s, now)
	if err == nil {
		out.PaymentURL, err = r.start(ctx, attempt)
	}
	if err != nil {
		return Registered{}, err
	}
	return out, nil
}

// checkSales checks the sales window to the second, and the pauses (pause.go). A submission with a known key passes
// this check: it arrived in time and is only repeated because its response was lost.
func (r *Service) checkSales(ctx context.Context, c schema.Category, s Submission, now time.Time) error {
	var refusal error = domain.Refuse(domain.CodeClosed, r.content.Registration.Messages.RegistrationClosed)
	if c.Sales.StateAt(now, r.rehearsal) == schema.SalesOpen {
		if refusal = r.checkPauses(ctx, c.Type); refusal == nil {
			return nil
		}
	}
	if s.IdempotencyKey != "" {
		known, err := r.store.HasIdempotencyKey(ctx, s.keyHash())
		if known || err != nil {
			return err
		}
	}
	return refusal
}

func (r *Service) write(ctx context.Context, b booking.Booking, c schema.Category, a Application, s Submission,
	now time.Time) (out Registered, attemptRef string, err error) {
	token, tokenHash := domain.NewToken()
	err = r.store.Write(ctx, func(tx Tx) error {
		saved, err := r.saveBooking(ctx, tx, b, c, a, s, now)
		if err != nil {
			return err
		}
		isNew := saved.ID == b.ID
		attemptRef, err = r.saveAttempt(ctx, tx, saved, isNew, now)
		if err != nil {
			return err
		}
		if s.IdempotencyKey != "" {
			if err := tx.SaveIdempotency(ctx, s.keyHash(), s.BodyHash, saved.ID, now); err != nil {
				return err
			}
		}
		out = Registered{Booking: saved, Token: token}
		return tx.InsertSession(ctx, domain.Session{
			TokenHash: tokenHash, Scope: domain.ScopeBooking, BookingID: saved.ID, UserAgentHash: s.UserAgentHash,
			CreatedAt: now, LastUsedAt: now, ExpiresAt: now.Add(domain.BookingSessionLifetime),
		})
	})
	return out, attemptRef, err
}

// saveBooking finds or creates a submission's booking; the package comment explains the order of the checks.
func (r *Service) saveBooking(ctx context.Context, tx Tx, b booking.Booking, c schema.Category, a Application,
	s Submission, now time.Time) (booking.Booking, error) {
	b.NetworkHash = s.NetworkHash
	facts, err := tx.ReadRules(ctx, booking.RuleQuestion{Booking: b, KeyHash: s.keyHash(), Now: now})
	if err != nil {
		return booking.Booking{}, err
	}
	replayed, err := r.findReplay(ctx, tx, facts, s)
	if err != nil {
		return booking.Booking{}, err
	}
	if replayed.Status == booking.Initiated {
		return replayed, nil
	}
	if err := checkPictures(facts, b); err != nil {
		return booking.Booking{}, err
	}
	var underWay booking.Booking
	if facts.UnderWay {
		if underWay, err = tx.FindBookingUnderWay(ctx, b); err != nil {
			return booking.Booking{}, err
		}
	}
	isTheirs := underWay.ID != "" && (s.Proof.Covers(underWay) || hasSameProofs(underWay, b))
	if isTheirs && underWay.HoldsSeat { // these seats are reserved for this person
		facts.SeatsHeld -= underWay.Seats
		facts.SeatsHeldUnpaid -= underWay.Seats
	}
	if !isTheirs || underWay.Spouse != b.Spouse {
		if err := r.checkAmount(a, b.AmountPaise); err != nil {
			return booking.Booking{}, err
		}
		if err := r.checkCapacity(facts, b, c); err != nil {
			return booking.Booking{}, err
		}
	}
	switch {
	case facts.OtherPaid:
		return booking.Booking{}, r.alreadyRegistered()
	case isTheirs:
		return r.resume(ctx, tx, underWay, b, a, s, now)
	case underWay.ID != "":
		return booking.Booking{}, resumable(underWay, b)
	}
	if b.Code, err = tx.FreeCode(ctx); err != nil {
		return booking.Booking{}, err
	}
	if err := TakePictures(ctx, tx, booking.Booking{}, b, now); err != nil {
		return booking.Booking{}, err
	}
	if err := tx.InsertBooking(ctx, b); err != nil {
		return booking.Booking{}, err
	}
	return b, r.saveConsent(ctx, tx, b, s, now)
}

// hasSameProofs compares mailbox and pictures, whose handles a stranger cannot know.
func hasSameProofs(old, b booking.Booking) bool {
	return old.EmailKey == b.EmailKey && old.PhotoAsset == b.PhotoAsset && old.IDAsset == b.IDAsset
}

// resumable refuses to let an unverified caller change an unpaid booking. If the caller gave the booking's own email
// address, the error says where the payment can be resumed.
func resumable(old, b booking.Booking) error {
	if old.EmailKey != b.EmailKey {
		return domain.Refuse(domain.CodeUnpaid, texts.UnpaidOtherAddress)
	}
	return &domain.Error{Code: domain.CodeUnpaid, Message: texts.UnpaidElsewhere,
		Extra: map[string]any{"booking_id": old.ID}}
}

// checkPictures refuses all unusable handles with the same error, so that guessing a handle reveals nothing.
func checkPictures(facts booking.RuleFacts, b booking.Booking) error {
	faults := map[string]string{}
	for s, wrong := range map[domain.Slot]bool{
		// an asset is "" if the form does not ask for it
		domain.PhotoSlot: b.PhotoAsset != "" && !facts.PhotoUsable, domain.IDSlot: b.IDAsset != "" && !facts.IDUsable,
	} {
		if wrong {
			faults[s.Field] = texts.UploadGone
		}
	}
	if len(faults) > 0 {
		return domain.Invalid(faults)
	}
	return nil
}

// One network may hold only a few unpaid seats (decision 0005).
const (
	minUnpaidSeats   = 6
	maxUnpaidPercent = 5
)

func (r *Service) checkCapacity(facts booking.RuleFacts, b booking.Booking, c schema.Category) error {
	if c.Capacity == 0 {
		return nil
	}
	if facts.SeatsHeld+b.Seats > c.Capacity {
		return domain.Refuse(domain.CodeSoldOut, r.content.Registration.Messages.SoldOut)
	}
	if b.NetworkHash != "" && facts.SeatsHeldUnpaid+b.Seats > max(minUnpaidSeats, c.Capacity*maxUnpaidPercent/100) {
		return &domain.Error{
			Code: domain.CodeTooManyRequests, RetryAfterSeconds: 60 * r.content.Tickets.LinkLifetimeMinutes,
			Message: texts.UnpaidOfNetwork,
		}
	}
	return nil
}

// findReplay returns the booking of a known idempotency key, or the zero Booking if the key is new.
func (r *Service) findReplay(ctx context.Context, tx Tx, facts booking.RuleFacts, s Submission) (booking.Booking,
	error) {
	if facts.KeyBooking == "" {
		return booking.Booking{}, nil
	}
	if facts.KeyBody != s.BodyHash {
		return booking.Booking{}, domain.Refuse(domain.CodeInvalid, texts.KeyUsedBefore)
	}
	return tx.FindBooking(ctx, facts.KeyBooking)
}

// resume continues the unpaid booking of the same person, which gets the values entered last. It keeps its price unless
// the spouse was added or removed; then Start replaces its payment link.
func (r *Service) resume(ctx context.Context, tx Tx, old, b booking.Booking, a Application, s Submission,
	now time.Time) (booking.Booking, error) {
	b.ID, b.CreatedAt, b.Status, b.HoldsSeat = old.ID, old.CreatedAt, old.Status, old.HoldsSeat
	b.NetworkHash = old.NetworkHash
	if b.Spouse != old.Spouse {
		if err := saveSpouse(ctx, tx, b); err != nil {
			return booking.Booking{}, err
		}
	} else {
		if err := r.checkAmount(a, old.AmountPaise); err != nil {
			return booking.Booking{}, err
		}
		b.Seats, b.NetPaise, b.GSTPaise, b.AmountPaise, b.Currency = old.Seats, old.NetPaise, old.GSTPaise, old.AmountPaise,
			old.Currency
	}
	if err := errors.Join(TakePictures(ctx, tx, old, b, now), tx.UpdateBookingDetails(ctx, b)); err != nil {
		return booking.Booking{}, err
	}
	return b, r.saveConsent(ctx, tx, b, s, now)
}

// saveSpouse adds the spouse to an unpaid booking or removes it. Once a part is paid, the ticket stays as invoiced.
func saveSpouse(ctx context.Context, tx Tx, b booking.Booking) error {
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	if booking.ReceivedPaise(captured) > 0 {
		return domain.Refuse(domain.CodeNotPossible, texts.PartPaidUnchanged)
	}
	return tx.SaveBookingTicket(ctx, b)
}

// TakePictures claims a booking's pictures and releases its previous ones.
func TakePictures(ctx context.Context, tx PictureTx, old, b booking.Booking, now time.Time) error {
	faults := map[string]string{}
	for _, one := range []struct {
		slot        domain.Slot
		old, wanted string
	}{{domain.PhotoSlot, old.PhotoAsset, b.PhotoAsset}, {domain.IDSlot, old.IDAsset, b.IDAsset}} {
		if one.wanted == one.old {
			continue
		}
		claimed := one.wanted == "" // the picture is no longer collected
		if !claimed {
			var err error
			if claimed, err = tx.ClaimAsset(ctx, one.wanted, one.slot.Kind, now); err != nil {
				return err
			}
		}
		if !claimed {
			faults[one.slot.Field] = texts.UploadGone
		} else if one.old != "" {
			if err := tx.ReleaseAsset(ctx, one.old, now); err != nil {
				return err
			}
		}
	}
	if len(faults) > 0 {
		return domain.Invalid(faults)
	}
	return nil
}

// checkAmount refuses to charge a price other than the one that the page showed.
func (r *Service) checkAmount(a Application, want int64) error {
	if a.AmountPaise == want {
		return nil
	}
	return &domain.Error{
		Code: domain.CodePriceChanged, Message: r.content.Registration.Messages.PriceChanged,
		Extra: map[string]any{"amount": domain.Paise(want)},
	}
}

// saveAttempt returns the attempt under which the booking can be paid, and creates the first one for a new booking.
func (r *Service) saveAttempt(ctx context.Context, tx Tx, b booking.Booking, isNew bool, now time.Time) (string,
	error) {
	if isNew {
		attempt := r.payments.NewAttempt(b, 1, now)
		return attempt.Ref, tx.InsertAttempt(ctx, attempt)
	}
	ref, err := tx.FindPayableAttempt(ctx, b.ID)
	if err != nil || ref != "" {
		return ref, err
	}
	return r.nextAttempt(ctx, tx, b, now)
}

func (r *Service) nextAttempt(ctx context.Context, tx Tx, b booking.Booking, now time.Time) (string, error) {
	n, err := tx.CountAttempts(ctx, b.ID)
	if err != nil {
		return "", err
	}
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return "", err
	}
	b.AmountPaise = b.DuePaise(captured)
	attempt := r.payments.NewAttempt(b, n+1, now)
	return attempt.Ref, tx.InsertAttempt(ctx, attempt)
}

func (r *Service) saveConsent(ctx context.Context, tx Tx, b booking.Booking, s Submission, now time.Time) error {
	consent, given := r.form.ConsentOf(b, s.AddressHash, now)
	if !given {
		return nil
	}
	return tx.SaveConsent(ctx, consent)
}
