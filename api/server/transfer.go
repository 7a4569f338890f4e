package server

import (
	"net/http"

	"transom/api/booking"
	"transom/api/desk"
	"transom/api/registration"
	"transom/api/wire"
)

// handleTransfer answers /transfer: what is behind the link that a colleague was sent. It tells nothing of whoever has
// the ticket.
func (s *server) handleTransfer(w http.ResponseWriter, r *http.Request) error {
	var in wire.TransferRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	t, b, err := s.Acts.Offered(r.Context(), in.Token)
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.TransferResponse{
		Status: ok(), TicketCategory: b.CategoryType, Spouse: b.Spouse, Email: t.Email, Expires: instant(t.ExpiresAt),
	})
	return nil
}

// handleTransferAccept answers /transfer-accept.
func (s *server) handleTransferAccept(w http.ResponseWriter, r *http.Request) error {
	var in wire.TransferAcceptRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	t, err := s.Acts.Accept(r.Context(), desk.Acceptance{
		Token: in.Token,
		Application: registration.Application{
			Person: booking.Person(in.Person), SpouseName: in.SpouseName, PhotoHandle: in.ProfileURL, IDHandle: in.AadharURL,
			Consent: in.Consent,
		},
		AddressHash: keyedHash(s.AddressKey, "address", addressKey(r)),
	}, requestIDOf(w))
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.TransferAcceptResponse{Status: ok(), BookingID: t.BookingID, TicketID: t.ID})
	return nil
}
