package desk

import (
	"errors"
	"fmt"

	"transom/api/booking"
	"transom/api/domain"
)

// checkAlone refuses a booking of somebody who has another one, in words for staff and with the id of that one.
func (s *step) checkAlone(b booking.Booking) error {
	return s.named(b, s.Form.CheckAlone(s.ctx, s.tx, b))
}

// named says of a refusal, whose words are for visitors, which registration is meant. Whoever works at the desk may
// look at it; a visitor is told of no other registration.
func (s *step) named(b booking.Booking, refusal error) error {
	if !domain.IsCode(refusal, domain.CodeAlreadyRegistered) {
		return refusal
	}
	other, err := s.tx.FindOtherPaid(s.ctx, b)
	switch {
	case errors.Is(err, domain.ErrNotFound):
		return refusal
	case err != nil:
		return err
	}
	who := "This person is registered already"
	if other.PersonKey != b.PersonKey {
		who = "This membership number is that of " + other.Name() + ", who is registered already"
	}
	return &domain.Error{
		Code: domain.CodeAlreadyRegistered, Message: fmt.Sprintf("%s, under the code %s. Look at that registration first.",
			who, other.Code),
		Extra: map[string]any{"booking_id": other.ID},
	}
}
