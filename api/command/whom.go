package command

import (
	"context"
	"flag"
	"fmt"
	"regexp"
	"strings"

	"transom/api/booking"
	"transom/api/store"
)

// bookingID is the form of a booking's number, which no address has.
var bookingID = regexp.MustCompile(`^[a-z2-7]{16,32}$`)

// everybodyFlag is for commands about a person, because several may share a mailbox.
func everybodyFlag(set *flag.FlagSet, everybody *bool) {
	set.BoolVar(everybody, "everybody", false, "everybody who registered with this address, when several share it")
}

// mailboxOrBooking checks what was typed; the key is "" for a booking.
func mailboxOrBooking(typed string) (emailKey string, err error) {
	if _, isCode := booking.ParseCode(typed); isCode || bookingID.MatchString(typed) {
		return "", nil
	}
	return addressKey(typed)
}

// openPerson opens the data and finds whom a command is about: the one person of a mailbox or of a booking. One of
// several who share a mailbox must be named, so that nobody's ticket dies with a neighbour's.
func (e *Env) openPerson(ctx context.Context, typed string, everybody bool) (*Office, store.Person, error) {
	key, err := mailboxOrBooking(typed)
	if err != nil {
		return nil, store.Person{}, err
	}
	d, err := e.Open(ctx)
	if err != nil {
		return nil, store.Person{}, err
	}
	var b booking.Booking
	if key == "" {
		if b, err = d.find(ctx, typed); err != nil {
			return nil, store.Person{}, err
		}
		key = b.EmailKey
	}
	people, err := d.Store.PeopleOf(ctx, key)
	switch {
	case err != nil:
		return nil, store.Person{}, err
	case len(people) <= 1 || everybody:
		return d, store.Person{EmailKey: key}, nil
	case b.ID == "":
		return nil, store.Person{}, misuse{severalPeople(people)}
	}
	return d, store.Person{EmailKey: key, PersonKey: b.PersonKey}, nil
}

func severalPeople(people []store.PersonOf) string {
	var names []string
	for _, p := range people {
		names = append(names, fmt.Sprintf("%s (%s)", plain(p.Name), p.BookingID))
	}
	return fmt.Sprintf("%d people registered with this address: %s. Give the booking of the one who is meant, or add "+
		"--everybody", len(people), strings.Join(names, ", "))
}
