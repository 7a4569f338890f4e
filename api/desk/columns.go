package desk

import (
	"iter"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// Column is what an export has of a registration: what stands above, and below a text, a number, paise, a day, an
// instant or a word that is stored for another.
type Column struct {
	Key, Heading string
	Value        func(b booking.DeskBooking) any
	// of is who may have it; "" is everybody.
	of string
}

const (
	ofContact = "contact"
	ofMoney   = "money"
)

// Columns are all of an export, in its order.
var Columns = append(BookingColumns, PersonColumns...)

// BookingColumns are those about the booking, PersonColumns those about the person.
var (
	BookingColumns = []Column{
		{"booking", "Booking", func(b booking.DeskBooking) any { return b.ID }, ""},
		{"code", "Code", func(b booking.DeskBooking) any { return b.Code }, ""},
		{"registered", "Registered", func(b booking.DeskBooking) any { return b.CreatedAt }, ""},
		{"state", "Booking state", func(b booking.DeskBooking) any { return string(b.Standing.State) }, ""},
		{"paid", "Paid", func(b booking.DeskBooking) any { return b.PaidAt }, ""},
		{"paid_by", "Paid by", func(b booking.DeskBooking) any { return stored{"paid_by", b.PaidHow()} }, ""},
		{"payment_ids", "Payment id", func(b booking.DeskBooking) any { return PaymentIDs(b) }, ofMoney},
		{"refund", "Refund", func(b booking.DeskBooking) any { return paise(b.RefundPaise) }, ofMoney},
		{"refunded", "Refunded", func(b booking.DeskBooking) any { return b.RefundAt }, ofMoney},
		{"ticket", "Ticket", func(b booking.DeskBooking) any { return b.Ticket.ID }, ""},
		{"ticket_state", "Ticket state", func(b booking.DeskBooking) any { return b.Ticket.Status }, ""},
		{"category", "Category", func(b booking.DeskBooking) any { return stored{"category", b.CategoryType} }, ""},
		{"seats", "Seats", func(b booking.DeskBooking) any { return b.Seats }, ""},
		{"net", "Net", func(b booking.DeskBooking) any { return paise(b.NetPaise) }, ofMoney},
		{"gst", "GST", func(b booking.DeskBooking) any { return paise(b.GSTPaise) }, ofMoney},
		{"amount", "Amount", func(b booking.DeskBooking) any { return paise(b.AmountPaise) }, ofMoney},
	}
	PersonColumns = []Column{
		{"firstname", "First name", func(b booking.DeskBooking) any { return b.FirstName }, ""},
		{"lastname", "Last name", func(b booking.DeskBooking) any { return b.LastName }, ""},
		{"email", "E-mail", func(b booking.DeskBooking) any { return b.Email }, ofContact},
		{"mobile", "Mobile", func(b booking.DeskBooking) any { return b.Mobile }, ofContact},
		{"dob", "Born", func(b booking.DeskBooking) any { return day(b.DOB) }, ofContact},
		{"gender", "Gender", func(b booking.DeskBooking) any { return stored{"gender", b.Gender} }, ofContact},
		{"institute_name", "Institute", func(b booking.DeskBooking) any { return b.InstituteName }, ""},
		{"membership_no", "Membership number", func(b booking.DeskBooking) any { return b.MembershipNo }, ""},
		{"company_name", "Company", func(b booking.DeskBooking) any { return b.CompanyName }, ""},
		{"designation", "Designation", func(b booking.DeskBooking) any { return b.Designation }, ""},
		{"gst_no", "GST number", func(b booking.DeskBooking) any { return b.GSTNo }, ofContact},
		{"city", "City", func(b booking.DeskBooking) any { return b.City }, ""},
		{"region", "State", func(b booking.DeskBooking) any { return b.Booking.State }, ""},
		{"country", "Country", func(b booking.DeskBooking) any { return b.Country }, ""},
		{"spouse_name", "Spouse", func(b booking.DeskBooking) any { return b.SpouseName }, ""},
	}
)

// PaymentIDs name the payments of a registration: by the gateway's ids, or by what stands on a transfer.
func PaymentIDs(b booking.DeskBooking) string {
	ids := make([]string, len(b.Payments))
	for i, pay := range b.Payments {
		ids[i] = b.NameOf(pay)
	}
	return strings.Join(ids, ", ")
}

// shows reports whether somebody may have it.
func (c Column) shows(sight Sight) bool {
	return c.of == "" || c.of == ofContact && sight.Contact || c.of == ofMoney && sight.Money
}

// columnsFor are those that a role may have.
func columnsFor(sight Sight) (columns []Column) {
	for _, c := range Columns {
		if c.shows(sight) {
			columns = append(columns, c)
		}
	}
	return columns
}

// wantedColumns are those that are asked for, in the order of the export; none means all that the role may have. One
// that it may not have is refused and not left out, because the file would look complete.
func wantedColumns(keys []string, sight Sight) ([]Column, error) {
	allowed := columnsFor(sight)
	if len(keys) == 0 {
		return allowed, nil
	}
	var wanted []Column
	for _, c := range allowed {
		if slices.Contains(keys, c.Key) {
			wanted = append(wanted, c)
		}
	}
	for _, key := range keys {
		if !slices.ContainsFunc(wanted, func(c Column) bool { return c.Key == key }) {
			return nil, domain.Invalid(map[string]string{"columns": "Your role cannot export the column " + key +
				", or there is none. Leave it out."})
		}
	}
	return wanted, nil
}

// stored is a word of machines, for which the rooms show another.
type stored struct{ column, word string }

// shown is the word of the rooms; one that the content no longer has stands as it is stored.
func (s stored) shown(c *domain.Content) string {
	switch s.column {
	case "category":
		return c.CategoryName(s.word)
	case "paid_by":
		for _, way := range paidByNames {
			if way.Key == s.word {
				return way.Name
			}
		}
	case "gender":
		for _, gender := range c.Registration.Genders {
			if gender.Value == s.word {
				return gender.Label
			}
		}
	}
	return s.word
}

// Table is a list as rows of a spreadsheet below their headings: in the words of the rooms, with instants in the
// event's zone.
func Table(people []booking.DeskBooking, columns []Column, content *domain.Content) [][]any {
	rows := [][]any{headings(columns)}
	for _, b := range people {
		rows = append(rows, rowOf(b, columns, content))
	}
	return rows
}

// Rows are those of a table, for a writer.
func Rows(table [][]any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for _, row := range table {
			if !yield(row, nil) {
				return
			}
		}
	}
}

func headings(columns []Column) []any {
	head := make([]any, len(columns))
	for i, c := range columns {
		head[i] = c.Heading
	}
	return head
}

func rowOf(b booking.DeskBooking, columns []Column, content *domain.Content) []any {
	row := make([]any, len(columns))
	for i, c := range columns {
		switch value := c.Value(b).(type) {
		case stored:
			row[i] = value.shown(content)
		case time.Time:
			if row[i] = value; !value.IsZero() {
				row[i] = value.In(content.Zone)
			}
		default:
			row[i] = value
		}
	}
	return row
}
