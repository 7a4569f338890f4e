package booking

// TicketChange changes a paid booking's ticket: its category, seats and price. The change is made at once, or stored
// with a payment attempt and made once the attempt has been paid.
type TicketChange struct {
	CategoryType string `json:"category_type"`
	Spouse       bool   `json:"spouse,omitempty"`
	SpouseName   string `json:"spouse_name,omitempty"`
	Seats        int    `json:"seats"`
	// Fields holds the person's changed values, by name.
	Fields map[string]string `json:"fields,omitempty"`
	// PricePaise is the new ticket's price, GSTPaise the tax in it, and DuePaise what is still to be paid.
	PricePaise int64 `json:"price_paise"`
	GSTPaise   int64 `json:"gst_paise"`
	DuePaise   int64 `json:"due_paise,omitempty"`
	// WaivedPaise is the difference that is neither paid nor refunded (Booking.WaivedPaise).
	WaivedPaise int64 `json:"waived_paise,omitempty"`
	// ChargedPaise is the booking's AmountPaise before the change.
	ChargedPaise int64 `json:"charged_paise"`
	// FromCategory and FromSeats are the booking's before the change. Earlier versions did not store them.
	FromCategory string `json:"from_category,omitempty"`
	FromSeats    int    `json:"from_seats,omitempty"`
}

// ChangeOf returns the change that turns the booking `b` into the booking `next`.
func ChangeOf(b, next Booking) TicketChange {
	c := TicketChange{CategoryType: next.CategoryType, Spouse: next.Spouse, SpouseName: next.SpouseName,
		Seats: next.Seats, Fields: map[string]string{}, ChargedPaise: b.AmountPaise,
		FromCategory: b.CategoryType, FromSeats: b.Seats}
	before := b.Person.Fields()
	for i, field := range next.Person.Fields() {
		if *field.Value != *before[i].Value {
			c.Fields[field.Name] = *field.Value
		}
	}
	return c
}

// In the result, AmountPaise includes what was due for the change; a refund does not reduce AmountPaise.
func (c TicketChange) Of(b Booking) Booking {
	b.CategoryType, b.Spouse, b.SpouseName, b.Seats = c.CategoryType, c.Spouse, c.SpouseName, c.Seats
	for _, field := range b.Person.Fields() {
		if value, changed := c.Fields[field.Name]; changed {
			*field.Value = value
		}
	}
	due := c.Charge(b)
	b.NetPaise += due.NetPaise
	b.GSTPaise += due.GSTPaise
	b.AmountPaise += due.AmountPaise
	b.TicketPaise, b.WaivedPaise = c.PricePaise, c.WaivedPaise
	return b
}

// PriceUnknown is the TicketPaise of a ticket that was changed before prices were stored.
const PriceUnknown = -1

// Price is a ticket's price, with its net amount and GST.
type Price struct{ NetPaise, GSTPaise, TotalPaise int64 }

// The price is not the amount that was charged if a difference was refunded or waived.
func (b Booking) Price() (price Price, known bool) {
	switch b.TicketPaise {
	case 0:
		return Price{b.NetPaise, b.GSTPaise, b.AmountPaise}, true
	case PriceUnknown:
		return price, false
	}
	gst := Share(b.TicketPaise, b.GSTPaise, max(b.AmountPaise, 1))
	return Price{b.TicketPaise - gst, gst, b.TicketPaise}, true
}

// DuePaise returns what is left to pay; a surplus is negative. `captured` holds all of the booking's payments.
func (b Booking) DuePaise(captured []Payment) int64 {
	if b.TicketPaise > 0 {
		return b.TicketPaise - b.WaivedPaise - ReceivedPaise(captured)
	}
	return b.AmountPaise - ReceivedPaise(captured)
}

// Charge returns the booking with the amount due as its price, for the payment and its document.
func (c TicketChange) Charge(b Booking) Booking {
	b.CategoryType, b.Spouse = c.CategoryType, false
	b.AmountPaise, b.GSTPaise = c.DuePaise, Share(c.DuePaise, c.GSTPaise, max(c.PricePaise, 1))
	b.NetPaise = b.AmountPaise - b.GSTPaise
	return b
}

// Fits reports whether the change still fits a booking: the booking is valid and has the same charge, category and
// seats as when the change was offered.
func (c TicketChange) Fits(b Booking) bool {
	return b.Status == Success && b.HoldsSeat && !b.Erased() && b.AmountPaise == c.ChargedPaise &&
		(c.FromSeats == 0 || b.CategoryType == c.FromCategory && b.Seats == c.FromSeats)
}

// Awaits reports whether the attempt should still be paid.
func (a Attempt) Awaits(b Booking) bool {
	if a.Change != nil {
		return a.Change.Fits(b)
	}
	return b.Status == Initiated
}
