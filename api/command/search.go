package command

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"transom/api/domain"
)

// found is a registration with what became of its money, and its ticket when it has one.
type found struct {
	domain.Booking
	domain.Standing
	captured   []domain.Payment
	ticket     domain.Ticket
	references []string // of its payment links; only filled to look for a text
}

// paymentIDs are what the gateway calls the payments of a registration.
func (f found) paymentIDs() string {
	ids := make([]string, len(f.captured))
	for i, pay := range f.captured {
		ids[i] = pay.ProviderPaymentID
	}
	return strings.Join(ids, ", ")
}

// search lists the registrations that the flags ask for.
func (d *Office) search(ctx context.Context, c *call) ([]found, error) {
	filter, err := c.filter(d)
	if err != nil {
		return nil, err
	}
	bookings, err := d.Store.SearchBookings(ctx, filter)
	if err != nil {
		return nil, err
	}
	captured, err := d.Store.PaymentsByBooking(ctx)
	if err != nil {
		return nil, err
	}
	tickets, err := d.Store.TicketsByBooking(ctx)
	if err != nil {
		return nil, err
	}
	references, err := d.Store.ReferencesByBooking(ctx)
	if err != nil {
		return nil, err
	}
	var all []found
	for _, b := range bookings {
		one := found{b, domain.StandingOf(b, captured[b.ID]), captured[b.ID], tickets[b.ID], references[b.ID]}
		if (c.status == "" || filter.Status != "" || c.status == string(one.Standing.State)) && one.holds(c.text) {
			all = append(all, one)
		}
	}
	return all, nil
}

// standing is a registration that was found by its id, with what became of its money and its ticket.
func (d *Office) standing(ctx context.Context, b domain.Booking) (found, error) {
	captured, err := d.Store.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return found{}, err
	}
	ticket, err := d.Store.FindTicketOfBooking(ctx, b.ID)
	if errors.Is(err, domain.ErrNotFound) {
		err = nil
	}
	return found{Booking: b, Standing: domain.StandingOf(b, captured), captured: captured, ticket: ticket}, err
}

// leastDigits is how many digits make a telephone number; fewer are part of something else.
const leastDigits = 7

// holds reports whether every word of a text stands somewhere in what is known of a registration. Large letters and accents
// do not matter; neither does how a telephone number is spaced, nor the code of its country.
func (f found) holds(text string) bool {
	if typed, stored := digits(text), digits(f.Mobile); len(stored) >= leastDigits && len(typed) >= leastDigits && isNumber(text) &&
		(strings.Contains(stored, typed) || strings.HasSuffix(typed, stored)) {
		return true
	}
	known := fold(strings.Join(append([]string{
		f.FirstName, f.LastName, f.Email, f.Mobile, f.MembershipNo, f.InstituteName, f.CompanyName, f.GSTNo, f.SpouseName, f.City,
		f.ID, f.ticket.ID, f.paymentIDs(),
	}, f.references...), " "))
	for word := range strings.FieldsSeq(fold(text)) {
		if !strings.Contains(known, word) {
			return false
		}
	}
	return true
}

// fold takes accents and the size of letters away: what looks like one letter with a mark becomes the letter.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text))
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// isNumber reports whether a text holds nothing that telephone numbers do not.
func isNumber(text string) bool { return strings.Trim(text, "0123456789+-() .") == "" }
