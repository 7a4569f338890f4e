package server

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/registration"
	"transom/api/wire"
)

const maxIdempotencyKeyBytes = 200

// registrationBody reads an amount that is no amount as zero, so that the answer is the right price and not a riddle.
type registrationBody struct {
	wire.RegistrationRequest
	Amount lenientAmount `json:"amount"`
}

type lenientAmount wire.Rupees

// UnmarshalJSON never fails: zero is no ticket's price.
func (a *lenientAmount) UnmarshalJSON(raw []byte) error {
	var exact wire.Rupees
	if err := exact.UnmarshalJSON(raw); err != nil {
		exact = 0
	}
	*a = lenientAmount(exact)
	return nil
}

var _ json.Unmarshaler = (*lenientAmount)(nil)

// handleRegistration answers /registration.
func (s *server) handleRegistration(w http.ResponseWriter, r *http.Request) error {
	var body registrationBody
	raw, err := decodeJSON(r, &body)
	if err != nil {
		return err
	}
	key := r.Header.Get("Idempotency-Key")
	if len(key) > maxIdempotencyKeyBytes {
		return malformed("The Idempotency-Key is too long.")
	}
	bodySum := sha256.Sum256(raw)
	registered, err := s.Registrations.Register(r.Context(), applicationOf(body), registration.Submission{
		IdempotencyKey: key,
		BodyHash:       hex.EncodeToString(bodySum[:]),
		AddressHash:    keyedHash(s.AddressKey, "address", addressKey(r)),
		UserAgentHash:  userAgentHash(r),
		Proof:          s.proofOf(r),
		NetworkHash:    s.limitedNetwork(r).Wide,
	})
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.RegistrationResponse{
		Status:      ok(),
		BookingID:   registered.Booking.ID,
		AccessToken: registered.Token,
		UserData:    userDataOf(registered.Booking),
		PaymentURL:  registered.PaymentURL,
	})
	return nil
}

// proofOf is what a caller's token proves. One that has run out proves nothing, and keeps nobody from registering.
func (s *server) proofOf(r *http.Request) booking.Proof {
	return s.SignIn.Proof(r.Context(), r.Header.Get("Authorization"))
}

// limitedNetwork is where a request comes from, as far as networks are limited.
func (s *server) limitedNetwork(r *http.Request) domain.Network {
	if !s.Settings.RateLimits {
		return domain.Network{}
	}
	return networkOf(r, s.AddressKey)
}

func applicationOf(b registrationBody) registration.Application {
	return registration.Application{
		Person: booking.Person(b.Person), Spouse: b.Spouse, SpouseName: b.SpouseName,
		TicketCategory: b.TicketCategory, PhotoHandle: b.ProfileURL, IDHandle: b.AadharURL, Consent: b.Consent,
		AmountPaise: int64(b.Amount),
	}
}

// userDataOf is a booking's person as the site shows it.
func userDataOf(b booking.Booking) wire.UserData {
	return wire.UserData{ID: b.ID, Person: wire.Person(b.Person), ProfileURL: domain.AssetHandle(b.PhotoAsset)}
}
