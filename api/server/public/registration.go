package public

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/registration"
	"transom/api/server/common"
	"transom/api/texts"
	"transom/api/wire"
)

const maxIdempotencyKeyBytes = 200

// registrationBody makes an invalid amount zero, which is no price, so that the response has the right one.
type registrationBody struct {
	wire.RegistrationRequest
	Amount lenientAmount `json:"amount"`
}

type lenientAmount wire.Rupees

// UnmarshalJSON never fails: it replaces an invalid amount with zero, which is no ticket's price.
func (a *lenientAmount) UnmarshalJSON(raw []byte) error {
	if (*wire.Rupees)(a).UnmarshalJSON(raw) != nil {
		*a = 0
	}
	return nil
}

func (h Handlers) HandleRegistration(w http.ResponseWriter, r *http.Request) error {
	var body registrationBody
	raw, err := common.Decode(r, &body)
	if err != nil {
		return err
	}
	key := r.Header.Get("Idempotency-Key")
	if len(key) > maxIdempotencyKeyBytes {
		return common.Malformed(texts.KeyTooLong)
	}
	bodySum := sha256.Sum256(raw)
	registered, err := h.Registrations.Register(r.Context(), applicationOf(body), registration.Submission{
		IdempotencyKey: key,
		BodyHash:       hex.EncodeToString(bodySum[:]),
		AddressHash:    h.AddressHash(r),
		UserAgentHash:  userAgentHash(r),
		// the proof is empty if the token has expired
		Proof:       h.SignIn.Proof(r.Context(), r.Header.Get("Authorization")),
		NetworkHash: h.limitedNetwork(r).Wide,
	})
	if err != nil {
		return err
	}
	common.Succeed(w, wire.RegistrationResponse{
		BookingID:   registered.Booking.ID,
		AccessToken: registered.Token,
		UserData:    h.userDataOf(registered.Booking.ID, registered.Booking.Person, registered.Booking.PhotoAsset),
		PaymentURL:  registered.PaymentURL,
	})
	return nil
}

func applicationOf(b registrationBody) registration.Application {
	return registration.Application{
		Person: booking.Person(b.Person), Spouse: b.Spouse, SpouseName: b.SpouseName,
		TicketCategory: b.TicketCategory, PhotoHandle: b.ProfileURL, IDHandle: b.AadharURL, Consent: b.Consent,
		AmountPaise: int64(b.Amount),
	}
}

func (h Handlers) userDataOf(id string, p booking.Person, photo string) wire.UserData {
	out := wire.UserData{ID: id, Person: wire.Person(p), Unused: h.unused}
	if photo != "" {
		out.ProfileURL = domain.AssetHandle(photo)
	}
	return out
}
