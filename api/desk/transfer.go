package desk

import (
	"context"
	"errors"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/registration"
	"transom/api/wire"
)

// Transfer offers a ticket to a colleague: a link goes to the mailbox, works once and for some days. Whoever has it
// types their own data and gives their own consent (Accept). Until then the ticket is its owner's.
func (d *Acts) Transfer(ctx context.Context, r Request, in wire.DeskTransferRequest) (Outcome, error) {
	return d.change(ctx, r, func(s *step) error {
		email, fault := s.Form.CheckEmail(in.Email, s.now)
		if fault != "" {
			return domain.Invalid(map[string]string{"email": fault})
		}
		if domain.EmailKey(email) == s.b.EmailKey {
			return domain.Invalid(map[string]string{"email": "This is the address of the registration itself. Write the " +
				"colleague's; to change a wrong name, use Correct."})
		}
		if err := s.mayPass(); err != nil {
			return err
		}
		open, err := s.tx.FindOpenTransfer(s.ctx, s.b.ID)
		switch {
		case err == nil && open.IsOpen(s.now):
			return notPossible("This ticket is offered to " + open.Email + " already. Withdraw that offer first.")
		case err == nil:
			err = s.tx.EndTransfer(s.ctx, open.ID, booking.TransferExpired, s.now)
		case errors.Is(err, domain.ErrNotFound):
			err = nil
		}
		if err != nil {
			return err
		}
		return s.offer(email)
	})
}

func (s *step) offer(email string) error {
	token, hash := domain.NewToken()
	until := s.now.AddDate(0, 0, s.Content.Desk.TransferDays)
	if last := s.Content.Desk.TransferUntil.Time; last.Before(until) {
		until = last
	}
	t := booking.Transfer{
		ID: domain.NewID(80), BookingID: s.b.ID, TokenHash: hash, Email: email, FromEmailKey: s.b.EmailKey,
		FromPersonKey: s.b.PersonKey,
		OfferedAt:     s.now, ExpiresAt: until, Who: s.r.Who, State: booking.TransferOpen,
	}
	if err := s.tx.InsertTransfer(s.ctx, t); err != nil {
		return err
	}
	s.act.Object, s.out.Ticket, s.out.Undo = t.ID, "valid", "transfer-withdraw"
	s.note("email", email)
	shown := s.Content.Moment(until)
	s.say("A link that works once goes to %s. The colleague types their own data; from then on this ticket is void and "+
		"the colleague has a new one.", email)
	s.say("It can be accepted until %s. Until then the ticket remains valid.", shown)
	// The token stands behind the #, which no server and no log sees.
	m := s.Payments.Mail("transfer-offer", "transfer-offer:"+t.ID, s.b, map[string]string{
		"transfer_url": s.SiteURL + "/transfer#" + token, "accept_until": shown, "giver": s.b.Name(),
	})
	m.To, m.ToName = email, ""
	delete(m.Data, "first_name")
	delete(m.Data, "name")
	if err := s.tx.EnqueueMail(s.ctx, m, s.now); err != nil {
		return err
	}
	return s.mail("transfer-offered", s.b, map[string]string{"colleague": email, "accept_until": shown})
}

// takenTemplate tells a colleague of the ticket; it has no amounts.
const takenTemplate = "transfer-taken"

// mayPass refuses to transfer what cannot be transferred.
func (s *step) mayPass() error {
	t, err := s.tx.FindTicketOfBooking(s.ctx, s.b.ID)
	if err != nil && !errors.Is(err, domain.ErrNotFound) {
		return err
	}
	requests, err := s.tx.OpenRequests(s.ctx, s.b.ID)
	if err != nil {
		return err
	}
	return facts{b: s.b, ticket: t, requests: requests, now: s.now, content: s.Content}.mayPass()
}

// Withdraw takes an offer back.
func (d *Acts) Withdraw(ctx context.Context, r Request, _ wire.DeskAct) (Outcome, error) {
	return d.change(ctx, r, func(s *step) error {
		open, err := s.tx.FindOpenTransfer(s.ctx, s.b.ID)
		if errors.Is(err, domain.ErrNotFound) {
			return notPossible("This ticket is not offered to anybody any more. Load the page again to see how it stands.")
		}
		if err != nil {
			return err
		}
		s.act.Object, s.out.Ticket, s.out.Undo = open.ID, "valid", "transfer"
		s.note("email", open.Email)
		s.say("The link that went to %s does not work any more. The ticket stays as it is.", open.Email)
		_, err = s.Payments.EndOffer(s.ctx, s.tx, s.b, payment.OfferTakenBack, s.now)
		return err
	})
}

// errNoOffer reads alike for a link that was used, withdrawn, is over or never was.
func errNoOffer() error {
	return &domain.Error{Code: domain.CodeNotFound,
		Message: "This link can no longer be used: the ticket was taken, the offer was withdrawn, or its time is over. " +
			"Ask your colleague or the organisers."}
}

// Offered is the offer behind a link, with the booking that it is about.
func (d *Acts) Offered(ctx context.Context, token string) (t booking.Transfer, b booking.Booking, err error) {
	t, err = d.Store.FindTransfer(ctx, domain.HashToken(token))
	if errors.Is(err, domain.ErrNotFound) || err == nil && !t.IsOpen(d.Clock.Now()) {
		return t, b, errNoOffer()
	}
	if err != nil {
		return t, b, err
	}
	b, err = d.Store.FindBooking(ctx, t.BookingID)
	return t, b, err
}

// Acceptance is what a colleague sends.
type Acceptance struct {
	Token       string
	Application registration.Application // their own data, pictures and consent
	AddressHash string                   // for the consent record
}

// colleague is who stands in the log for somebody who followed a link.
var colleague = domain.Actor{ID: "transfer", Name: "the colleague"}

// Accept makes a booking the colleague's. Its category, price and seats stay; its rules hold for him.
func (d *Acts) Accept(ctx context.Context, a Acceptance, requestID string) (t booking.Ticket, err error) {
	offer, b, err := d.Offered(ctx, a.Token)
	if err != nil {
		return t, err
	}
	r := Request{BookingID: b.ID, Version: AnyVersion, Why: "the ticket was offered", Who: colleague, RequestID: requestID,
		word: domain.ActTransferTaken}
	_, err = d.change(ctx, r, func(s *step) error {
		if offer, err = s.tx.FindTransfer(s.ctx, offer.TokenHash); err != nil {
			return err
		}
		if !offer.IsOpen(s.now) {
			return errNoOffer()
		}
		if err := s.mayPass(); err != nil {
			return err
		}
		t, err = s.take(offer, a)
		return err
	})
	return t, err
}

func (s *step) take(offer booking.Transfer, a Acceptance) (t booking.Ticket, err error) {
	category, err := s.category()
	if err != nil {
		return t, err
	}
	a.Application.Email, a.Application.Spouse, a.Application.TicketCategory = offer.Email, s.b.Spouse, s.b.CategoryType
	typed, faults := s.Form.CheckTaken(a.Application, category, s.now)
	if len(faults) > 0 {
		return t, domain.Invalid(faults)
	}
	next := s.b
	next.Person, next.SpouseName, next.EmailKey, next.PersonKey = typed.Person, typed.SpouseName, typed.EmailKey,
		typed.PersonKey
	next.PhotoAsset, next.IDAsset = typed.PhotoAsset, typed.IDAsset
	if next.PersonKey == s.b.PersonKey {
		return t, domain.Invalid(map[string]string{"firstname": "This is the person who has the ticket already. Enter the " +
			"data of the colleague who takes it."})
	}
	// The pictures come first: whoever has made them up learns nothing of who has paid.
	if err := s.Form.TakePictures(s.ctx, s.tx, s.b, next, s.now); err != nil {
		return t, err
	}
	if err := s.Form.CheckAlone(s.ctx, s.tx, next); err != nil {
		return t, toColleague(err)
	}
	// Whoever gave the ticket knows the old code, and must not be taken for the new holder.
	if next.Code, err = s.tx.FreeCode(s.ctx); err != nil {
		return t, err
	}
	if err := s.tx.SaveBookingPerson(s.ctx, next); err != nil {
		return t, err
	}
	var consent *booking.Consent
	if given, asked := s.Form.ConsentOf(next, a.AddressHash, s.now); asked {
		consent = &given
	}
	if err := s.tx.TakeBookingOver(s.ctx, next.ID, consent); err != nil {
		return t, err
	}
	if err := s.tx.AcceptTransfer(s.ctx, offer.ID, s.b, s.now); err != nil {
		return t, err
	}
	if err := s.tx.EndBookingSessions(s.ctx, next.ID, s.now); err != nil {
		return t, err
	}
	old, err := s.goodTicket()
	if err != nil {
		return t, err
	}
	if t, err = s.replaceTicket(old, next); err != nil {
		return t, err
	}
	s.act.Object = offer.ID
	s.out.Changes = []Change{{"name", s.b.Name(), next.Name()}, {"email", s.b.Email, next.Email},
		{"booking code", s.b.Code, next.Code}}
	if err := s.mail("transferred", s.b, nil); err != nil {
		return t, err
	}
	// Not the confirmation, which is a receipt: that stays with whoever has paid.
	return t, s.mail(takenTemplate, next, s.Payments.TicketData(t))
}

// toColleague is a refusal in words for a visitor, who is told of no other registration than that he has one.
func toColleague(err error) error {
	if domain.IsCode(err, domain.CodeUnpaid) {
		return &domain.Error{Code: domain.CodeUnpaid,
			Message: "You have an unpaid registration for this ticket. When its time to pay is over, you can take this " +
				"ticket over; or ask the organisers."}
	}
	return err
}
