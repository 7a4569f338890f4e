package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"transom/api/domain"
	"transom/api/store"
	"transom/api/wire"
	"transom/generator/schema"
)

func filterFlags(c *call) {
	c.StringVar(&c.status, "status", "", strings.Join(stateWords(), ", ")+"; or INITIATED, SUCCESS or FAILED as on the wire")
	c.StringVar(&c.category, "category", "", "a category's type, as it stands in content/tickets.yaml")
	c.StringVar(&c.text, "text", "", "words of a name, address, company or place, a mobile or membership number, or the id of a booking, ticket or payment")
}

// filter is what the flags ask for. A status or category that does not exist would look like an empty list.
func (c *call) filter(d *Office) (f store.BookingFilter, err error) {
	c.status = strings.ReplaceAll(c.status, "-", " ")
	statuses, categories := append(stateWords(), wireStatuses...), []string{}
	for _, category := range d.Content.Tickets.Categories {
		categories = append(categories, category.Type)
	}
	for _, choice := range []struct {
		flag  string
		value *string
		known []string
	}{{"status", &c.status, statuses}, {"category", &c.category, categories}} {
		if *choice.value == "" {
			continue
		}
		at := slices.IndexFunc(choice.known, func(word string) bool { return strings.EqualFold(word, *choice.value) })
		if at < 0 {
			return f, misuse{fmt.Sprintf("--%s %q is none of %s", choice.flag, *choice.value, strings.Join(choice.known, ", "))}
		}
		*choice.value = choice.known[at]
	}
	f = store.BookingFilter{Category: c.category}
	if slices.Contains(wireStatuses, c.status) {
		f.Status = c.status
	}
	return f, nil
}

var wireStatuses = []string{string(domain.Initiated), string(domain.Success), string(domain.Failed)}

func stateWords() (words []string) {
	for _, state := range domain.BookingStates {
		words = append(words, string(state))
	}
	return words
}

var listCommand = Command{
	Name: "list", Help: "List and search registrations",
	Example: "list --status paid --text mehta",
	flags:   filterFlags,
	run: func(ctx context.Context, e *Env, c *call) error {
		d, err := e.Open(ctx)
		if err != nil {
			return err
		}
		bookings, err := d.search(ctx, c)
		if err != nil {
			return err
		}
		lines := make([]registration, 0, len(bookings))
		for _, b := range bookings {
			lines = append(lines, d.registration(b))
		}
		return c.print(e, lines, func(out io.Writer) error {
			table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(table, "booking\tregistered\tname\te-mail\tcategory\tseats\tamount\tstatus")
			for i, b := range bookings {
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", b.ID, lines[i].Registered, plain(b.Name()), plain(b.Email),
					b.CategoryType, b.Seats, schema.FormatPaise(b.AmountPaise), b.Standing.State)
			}
			fmt.Fprintln(table, count(len(bookings), "registration"))
			return table.Flush()
		})
	},
}

// registration is a booking for lists and exports. It names neither photo nor identity paper.
type registration struct {
	BookingID   string `json:"booking_id"`
	Registered  string `json:"registered"` // in the event's zone
	Status      string `json:"status"`     // domain.BookingState
	OnTheWire   string `json:"payment_status"`
	Paid        string `json:"paid"`
	RefundPaise int64  `json:"refund_paise"` // given back, or on its way when there is no instant
	Refunded    string `json:"refunded"`
	Category    string `json:"category"`
	Seats       int    `json:"seats"`
	NetPaise    int64  `json:"net_paise"`
	GSTPaise    int64  `json:"gst_paise"`
	AmountPaise int64  `json:"amount_paise"`
	wire.Person
	SpouseName string `json:"spouse_name"`
	TicketID   string `json:"ticket_id"`
	PaymentIDs string `json:"payment_ids"` // the gateway's, separated by commas
}

func (d *Office) registration(b found) registration {
	return registration{
		BookingID: b.ID, Registered: d.local(b.CreatedAt), Status: string(b.Standing.State), OnTheWire: string(b.Booking.Status),
		Paid: d.local(b.PaidAt), RefundPaise: b.RefundPaise, Refunded: d.local(b.RefundAt),
		Category: b.CategoryType, Seats: b.Seats, NetPaise: b.NetPaise, GSTPaise: b.GSTPaise, AmountPaise: b.AmountPaise,
		Person: wire.Person(b.Person), SpouseName: b.SpouseName,
		TicketID: b.ticket.ID, PaymentIDs: b.paymentIDs(),
	}
}

// local is an instant in the event's zone, "" for none.
func (d *Office) local(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(d.Content.Zone).Format("2006-01-02 15:04")
}

// openBooking opens the office and finds the booking that a command was called with.
func (e *Env) openBooking(ctx context.Context, c *call) (*Office, domain.Booking, error) {
	id, err := c.one()
	if err != nil {
		return nil, domain.Booking{}, err
	}
	d, err := e.Open(ctx)
	if err != nil {
		return nil, domain.Booking{}, err
	}
	b, err := d.find(ctx, id)
	return d, b, err
}

// find returns a booking, with a sentence when there is none.
func (d *Office) find(ctx context.Context, id string) (domain.Booking, error) {
	b, err := d.Store.FindBooking(ctx, id)
	if errors.Is(err, domain.ErrNotFound) {
		return b, fmt.Errorf("there is no booking %q; `transom list --text …` finds its id", id)
	}
	return b, err
}
