package booking

import "time"

// RuleQuestion asks what the rules of a registration rely on.
type RuleQuestion struct {
	Booking Booking // as it would be written
	KeyHash string  // of the idempotency key, "" for none
	Now     time.Time
}

// RuleFacts are what the rules of a registration rely on.
type RuleFacts struct {
	// KeyBody and KeyBooking are what the idempotency key was used for, "" when it is new.
	KeyBody, KeyBooking string
	// PhotoUsable and IDUsable: the picture is free, or belongs to a booking of this person.
	PhotoUsable, IDUsable bool
	// UnderWay: the person has an unpaid booking of this ticket; OtherPaid: the person, or the member, has a paid one.
	UnderWay, OtherPaid bool
	// SeatsHeld are those of the ticket that are sold or wait for their payment; SeatsHeldUnpaid are those that wait in
	// this network.
	SeatsHeld, SeatsHeldUnpaid int
}
