package desk

import (
	"context"
	"errors"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/registration"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// takenTemplate is the email to a colleague who takes over a ticket. It shows no amounts.
const takenTemplate = "transfer-taken"

// Until the colleague accepts the emailed offer (Accept), the ticket stays with its holder.
func (x *execution) transfer(in wire.DeskTransferRequest) error {
	email, fault := x.Form.CheckEmail(in.Email, x.now)
	if fault == "" && domain.EmailKey(email) == x.b.EmailKey {
		fault = texts.DeskOwnAddress
	}
	if fault != "" {
		return domain.InvalidField("email", fault)
	}
	// the database may still have an expired offer, which EndOffer ends
	if _, err := x.Payments.EndOffer(x.ctx, x.tx, x.b, "", x.now); err != nil {
		return err
	}
	token, hash := domain.NewToken()
	until := x.now.AddDate(0, 0, x.Content.Desk.TransferDays)
	if last := x.Content.Desk.TransferUntil.Time; last.Before(until) {
		until = last
	}
	t := booking.Transfer{
		ID: domain.NewID(80), BookingID: x.b.ID, TokenHash: hash, Email: email, FromEmailKey: x.b.EmailKey,
		FromPersonKey: x.b.PersonKey, OfferedAt: x.now, ExpiresAt: until, Who: x.r.Who, State: booking.TransferOpen,
	}
	if err := x.tx.InsertTransfer(x.ctx, t); err != nil {
		return err
	}
	x.entry.Object, x.out.Undo = t.ID, "transfer-withdraw"
	x.ticketIs("valid")
	x.note("email", email)
	shown := x.Content.Moment(until)
	x.say(texts.DeskOfferGoesTo(email), texts.DeskOfferUntil(shown))
	// The token is in the fragment, after the #, which is never sent to a server.
	more := map[string]string{
		"transfer_url": x.SiteURL + "/transfer#" + token, "accept_until": shown, "giver": x.b.Name(),
	}
	if x.b.Spouse {
		more["category"] = texts.TicketForTwo(x.Content.CategoryName(x.b.CategoryType))
	}
	err := x.mailUnproved("transfer-offer", t.ID, email, x.b, more)
	if err != nil {
		return err
	}
	return x.mail("transfer-offered", x.b, map[string]string{"colleague": email, "accept_until": shown})
}

func (x *execution) withdraw(wire.DeskAction) error {
	x.entry.Object, x.out.Undo = x.offer.ID, "transfer"
	x.ticketIs("valid")
	x.note("email", x.offer.Email)
	x.say(texts.DeskOfferWithdrawn(x.offer.Email))
	_, err := x.Payments.EndOffer(x.ctx, x.tx, x.b, schema.MailValid, x.now)
	return err
}

var errNoOffer = domain.Refuse(domain.CodeNotFound, texts.DeskOfferOver)

// Offered returns the offer for a token from an emailed link, with the offered booking.
func (d *Service) Offered(ctx context.Context, token string) (t booking.Transfer, b booking.Booking, err error) {
	t, err = d.Store.FindTransfer(ctx, domain.Hash(token))
	if errors.Is(err, domain.ErrNotFound) || err == nil && !t.IsOpen(d.Clock.Now()) {
		return t, b, errNoOffer
	}
	if err != nil {
		return t, b, err
	}
	ticket, err := d.Store.FindTicketOfBooking(ctx, t.BookingID)
	if err != nil {
		return t, b, err
	}
	if isUsed(ticket) {
		return t, b, notPossible(texts.TransferUsed)
	}
	b, err = d.Store.FindBooking(ctx, t.BookingID)
	return t, b, err
}

// Acceptance is the form that a colleague submits to accept an offered ticket.
type Acceptance struct {
	Token       string
	Application registration.Application // the colleague's data, pictures and consent
	AddressHash string                   // the hash of the colleague's IP address, for the record of consent
}

var colleague = domain.Actor{ID: "transfer", Name: texts.DeskTheColleague}

// Accept transfers the booking with its category, price and seats to the colleague, who must meet the category's rules.
func (d *Service) Accept(ctx context.Context, a Acceptance, requestID string) (t booking.Ticket, err error) {
	offer, b, err := d.Offered(ctx, a.Token)
	if err != nil {
		return t, err
	}
	_, err = d.change(ctx, Request{
		BookingID: b.ID, Version: AnyVersion, Why: texts.DeskWasOffered, Who: colleague, RequestID: requestID,
		word: domain.ActionTransferTaken,
	}, func(x *execution) error {
		if offer, err = x.tx.FindTransfer(x.ctx, offer.TokenHash); err != nil {
			return err
		}
		if !offer.IsOpen(x.now) {
			return errNoOffer
		}
		if errors.Join(x.mayPass(), x.sold()) != nil { // these errors are for staff
			return notPossible(texts.TransferNotNow)
		}
		t, err = x.take(offer, a)
		return err
	})
	return t, err
}

func (x *execution) take(offer booking.Transfer, a Acceptance) (t booking.Ticket, err error) {
	a.Application.Email, a.Application.TicketCategory = offer.Email, x.b.CategoryType
	// A colleague with a ticket for two may come alone; the second place stays with the ticket.
	a.Application.Spouse = x.b.Spouse && a.Application.SpouseName != ""
	a.Application.GSTNo, a.Application.InvoiceName, a.Application.InvoiceAddress = "", "", "" // the payer has the invoice
	typed, faults := x.Form.Check(a.Application, x.category, x.now)
	delete(faults, "gst_no")
	if len(faults) > 0 {
		return t, domain.Invalid(faults)
	}
	next := x.b
	next.Person, next.SpouseName, next.EmailKey, next.PersonKey = typed.Person, typed.SpouseName, typed.EmailKey,
		typed.PersonKey
	next.PhotoAsset, next.IDAsset = typed.PhotoAsset, typed.IDAsset
	if next.PersonKey == x.b.PersonKey {
		return t, domain.InvalidField("firstname", texts.DeskSamePerson)
	}
	// The pictures are checked before CheckAlone, so that nobody can find out who has paid without uploading real ones.
	if err := registration.TakePictures(x.ctx, x.tx, x.b, next, x.now); err != nil {
		return t, err
	}
	if err := x.Form.CheckAlone(x.ctx, x.tx, next); err != nil {
		return t, toColleague(err)
	}
	// The previous holder knows the old code and must not be mistaken for the new holder.
	if next.Code, err = x.tx.FreeCode(x.ctx); err != nil {
		return t, err
	}
	if err := x.tx.SaveBookingPerson(x.ctx, next); err != nil {
		return t, err
	}
	var consent *booking.Consent
	if given, asked := x.Form.ConsentOf(next, a.AddressHash, x.now); asked {
		consent = &given
	}
	if err := errors.Join(x.tx.TransferBooking(x.ctx, next.ID, consent),
		x.tx.AcceptTransfer(x.ctx, offer.ID, x.b, x.now), x.tx.EndBookingSessions(x.ctx, next.ID, x.now)); err != nil {
		return t, err
	}
	if t, err = x.replaceTicket(next); err != nil {
		return t, err
	}
	x.entry.Object = offer.ID
	x.changes("name", x.b.Name(), next.Name())
	x.changes("email", x.b.Email, next.Email)
	x.changes("booking code", x.b.Code, next.Code)
	if err := x.mail("transferred", x.b, nil); err != nil {
		return t, err
	}
	// The colleague does not get the confirmation, because it is a receipt and belongs to the payer.
	return t, x.mail(takenTemplate, next, x.Payments.TicketData(next, t))
}

// toColleague rewords a refusal for the colleague, who must not learn about other registrations.
func toColleague(err error) error {
	if domain.IsCode(err, domain.CodeUnpaid) {
		return domain.Refuse(domain.CodeUnpaid, texts.DeskColleagueUnpaid)
	}
	return err
}
