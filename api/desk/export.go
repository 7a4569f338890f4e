package desk

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/registration"
	"transom/api/texts"
	"transom/generator/schema"
)

// Column is a column in an export: text, number, paise, date, time, or a stored key that has a name at the desk.
type Column struct {
	Key   string
	Value func(b booking.DeskBooking) any
	of    string // ofContact or ofMoney if only some roles may see the column, otherwise ""
}

const (
	ofContact = "contact"
	ofMoney   = "money"
)

var (
	BookingColumns = []Column{
		{"booking", func(b booking.DeskBooking) any { return b.ID }, ""},
		{"code", func(b booking.DeskBooking) any { return b.Code }, ""},
		{"registered", func(b booking.DeskBooking) any { return b.CreatedAt }, ""},
		{"state", func(b booking.DeskBooking) any { return StateName(b.DerivedState.State) }, ""},
		{"paid", paidAt, ""},
		{"paid_by", func(b booking.DeskBooking) any { return stored{"paid_by", b.PaidHow()} }, ""},
		{"payment_ids", func(b booking.DeskBooking) any { return PaymentIDs(b) }, ofMoney},
		{"received", total(func(p booking.Payment) int64 { return p.AmountPaise - p.TDSPaise }), ofMoney},
		{"tds", total(func(p booking.Payment) int64 { return p.TDSPaise }), ofMoney},
		{"refund", total(func(p booking.Payment) int64 { return p.RefundedPaise }), ofMoney},
		{"refunded", func(b booking.DeskBooking) any { return lastRefund(b.Payments) }, ofMoney},
		{"ticket", func(b booking.DeskBooking) any { return b.Ticket.ID }, ""},
		{"ticket_state", func(b booking.DeskBooking) any { return b.Ticket.Status }, ""},
		{"category", func(b booking.DeskBooking) any { return stored{"category", b.CategoryType} }, ""},
		{"seats", func(b booking.DeskBooking) any { return b.Seats }, ""},
		{"net", priced(func(p booking.Price) int64 { return p.NetPaise }), ofMoney},
		{"gst", priced(func(p booking.Price) int64 { return p.GSTPaise }), ofMoney},
		{"amount", priced(func(p booking.Price) int64 { return p.TotalPaise }), ofMoney},
		{"waived", func(b booking.DeskBooking) any { return paise(b.WaivedPaise) }, ofMoney},
	}
	// PersonColumns are a person's fields, and the spouse's name.
	PersonColumns = personColumns()
	// openFields are the fields that every role at the desk may see. The others are contact data.
	openFields = []string{"firstname", "lastname", "institute_name", "membership_no", "company_name", "designation",
		"city", "state", "country"}
	taxColumns = []string{"net", "tds"}
)

func personColumns() (columns []Column) {
	for i, field := range new(booking.Person).Fields() {
		c := Column{field.Name, func(b booking.DeskBooking) any { return stored{field.Name, *b.Fields()[i].Value} }, ""}
		switch field.Name {
		case "answers":
			continue
		case "dob":
			c.Value = func(b booking.DeskBooking) any { return day(b.DOB) }
		case "state":
			c.Key = "region" // "state" is the booking's
		}
		if !slices.Contains(openFields, field.Name) {
			c.of = ofContact
		}
		columns = append(columns, c)
	}
	return append(columns, Column{"spouse_name", func(b booking.DeskBooking) any { return b.SpouseName }, ""})
}

func priced(part func(booking.Price) int64) func(booking.DeskBooking) any {
	return func(b booking.DeskBooking) any {
		price, known := b.Price()
		if !known {
			return ""
		}
		return paise(part(price))
	}
}

// askedFor returns the name of the form's field that a column shows, or "" if it shows none.
func askedFor(key string) string {
	switch key {
	case "region":
		return "state"
	case "spouse_name":
		return "spouseName"
	}
	if slices.ContainsFunc(PersonColumns, func(c Column) bool { return c.Key == key }) {
		return key
	}
	return ""
}

// If staff recorded the payment, only its day is known.
func paidAt(b booking.DeskBooking) any {
	if b.PaidOn != "" {
		return day(b.PaidOn)
	}
	return b.PaidAt
}

// PaymentIDs returns the gateway's ids and, for manual payments, references.
func PaymentIDs(b booking.DeskBooking) string {
	return strings.Join(domain.Each(b.Payments, b.NameOf), ", ")
}

func total(part func(booking.Payment) int64) func(booking.DeskBooking) any {
	return func(b booking.DeskBooking) any {
		sum := int64(0)
		for _, pay := range b.Payments {
			if pay.Disposition != booking.Withdrawn {
				sum += part(pay)
			}
		}
		return paise(sum)
	}
}

func lastRefund(captured []booking.Payment) (last time.Time) {
	for _, pay := range captured {
		if pay.RefundedAt.After(last) {
			last = pay.RefundedAt
		}
	}
	return last
}

func (c Column) shows(sight Sight) bool {
	return c.of == "" || c.of == ofContact && sight.Contact || c.of == ofMoney && sight.Money
}

func columnsFor(content *domain.Content, sight Sight) []Column {
	return slices.DeleteFunc(ColumnsOf(content), func(c Column) bool { return !c.shows(sight) })
}

// A column that the role may not see is refused: if it were left out, the file would look complete.
func wantedColumns(content *domain.Content, keys []string, sight Sight) ([]Column, error) {
	allowed := columnsFor(content, sight)
	if len(keys) == 0 {
		return allowed, nil
	}
	wanted := slices.DeleteFunc(allowed, func(c Column) bool { return !slices.Contains(keys, c.Key) })
	for _, key := range keys {
		if !slices.ContainsFunc(wanted, func(c Column) bool { return c.Key == key }) {
			return nil, domain.InvalidField("columns", texts.DeskColumn(key))
		}
	}
	return wanted, nil
}

// stored is a key from the database, for example of a category, for which the desk shows a name.
type stored struct{ column, word string }

func (s stored) shown(c *domain.Content) string {
	switch s.column {
	case "category":
		return c.CategoryName(s.word)
	case "paid_by":
		return cmp.Or(texts.PaidBy[s.word], s.word)
	case "gender":
		for _, gender := range c.Registration.Genders {
			if gender.Value == s.word {
				return gender.Label
			}
		}
	}
	return s.word
}

// Table returns a list as spreadsheet rows, with headings, the desk's wording, and times in the event's time zone.
func Table(people []booking.DeskBooking, columns []Column, content *domain.Content) [][]any {
	rows := [][]any{headings(columns, content)}
	for _, b := range people {
		rows = append(rows, rowOf(b, columns, content))
	}
	return rows
}

func headings(columns []Column, content *domain.Content) []any {
	return domain.Each(columns, func(c Column) any { return c.title(content) })
}

func (c Column) title(content *domain.Content) string {
	for _, field := range content.Questions() {
		if ofAnswers+field.Name == c.Key {
			return field.Label
		}
	}
	for _, list := range content.Gate.Lists {
		for _, day := range content.Event.Days {
			if ofAttendance+string(list.ID)+"."+string(day.Date) == c.Key {
				return texts.ColumnAttended(list.Name, day.Display)
			}
		}
	}
	if c.Key == "firstname" && !content.Asks("lastname") {
		return texts.ColumnName
	}
	for _, field := range content.Registration.Fields {
		if field.Name == c.Key && c.Key == "designation" {
			return cmp.Or(field.Label, texts.Columns[c.Key]) // the form may say "Job title" instead of "Designation"
		}
	}
	return texts.Columns[c.Key]
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

// Order describes a requested export.
type Order struct {
	Query           Query
	Columns         []string
	Format, Purpose string
	RequestID       string
}

// errExporting is returned while another export is being made: several at once would slow down the sale.
var errExporting = &domain.Error{Code: domain.CodeNotPossible, Message: texts.DeskExporting, RetryAfterSeconds: 60}

const exportBatch = maxPerPage

// Export writes the file to disk, because 50,000 registrations would need more memory than the service may use.
func (r *Reads) Export(ctx context.Context, o Order, who domain.Actor, sight Sight) (*Exported, error) {
	format, known := formats[o.Format]
	wrong := map[string]string{}
	if !known {
		wrong["format"] = texts.DeskExportFormat
	}
	if o.Purpose = domain.Typed(o.Purpose); o.Purpose == "" {
		wrong["purpose"] = texts.DeskExportPurpose
	}
	if len(wrong) > 0 {
		return nil, domain.Invalid(wrong)
	}
	columns, err := wantedColumns(r.Content, o.Columns, sight)
	if err != nil {
		return nil, err
	}
	return r.export(func() (*Exported, func(io.Writer) error, error) {
		ids, shared, err := r.allIDs(ctx, o.Query, sight)
		if shared != nil {
			columns = append(columns, Column{"shared", func(b booking.DeskBooking) any { return shared[b.ID] }, ofContact})
		}
		out := &Exported{
			Name: "registrations-" + r.Clock.Now().In(r.Content.Zone).Format("2006-01-02-1504") + "." + o.Format,
			Type: format.kind, entry: r.logExport(o, columns, len(ids), who),
		}
		return out, func(to io.Writer) error { return format.write(to, r.Folder, r.exportRows(ctx, ids, columns)) }, err
	})
}

func (r *Reads) logExport(o Order, columns []Column, rows int, who domain.Actor) domain.Action {
	keys := domain.Each(columns, func(c Column) string { return c.Key })
	asked := map[string]string{"columns": strings.Join(keys, " "), "rows": fmt.Sprint(rows), "format": o.Format}
	// the log never contains the search text, because a name or a number could not be erased from the log
	if o.Query.Page, o.Query.Per = 0, 0; o.Query.Text != "" {
		asked["searched"] = "yes"
	}
	o.Query.Text = ""
	asked["query"] = o.Query.String()
	return domain.Action{At: r.Clock.Now(), Actor: who, Name: domain.ActionExport, Why: o.Purpose, RequestID: o.RequestID,
		After: asked}
}

func (r *Reads) exportRows(ctx context.Context, ids []string, columns []Column) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		if !yield(headings(columns, r.Content), nil) {
			return
		}
		for some := range slices.Chunk(ids, exportBatch) {
			people, err := r.withBuyers(ctx, some)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, b := range people {
				if !yield(rowOf(b, columns, r.Content), nil) {
					return
				}
			}
		}
	}
}

// withBuyers reads bookings, with the buyer on the invoice in place of what was typed about a firm.
func (r *Reads) withBuyers(ctx context.Context, ids []string) ([]booking.DeskBooking, error) {
	people, err := r.Store.DeskBookings(ctx, ids)
	if err != nil {
		return nil, err
	}
	buyers, err := r.Store.Buyers(ctx, ids)
	for i := range people {
		b := &people[i]
		switch buyer, invoiced := buyers[b.ID]; {
		case buyer.GSTIN != "":
			b.GSTNo, b.InvoiceName = buyer.GSTIN, buyer.Name
			b.InvoiceAddress = strings.TrimSpace(buyer.Address + " " + buyer.PIN)
		case invoiced && b.GSTNo != "":
			b.GSTNo, b.InvoiceName, b.InvoiceAddress = "", "", ""
		}
	}
	return people, err
}

// ColumnsOf leaves out the fields that are used by no form and on no badge, and the taxes if the event has no GST.
func ColumnsOf(content *domain.Content) (columns []Column) {
	for _, c := range slices.Concat(BookingColumns, PersonColumns) {
		field := askedFor(c.Key)
		onBadge := content.Badge != nil && slices.Contains(registration.BadgeFields, c.Key) &&
			slices.Contains(content.Badge.Fields, c.Key)
		switch {
		case c.Key == "gst" && content.Tickets.GSTPercent == 0, slices.Contains(taxColumns, c.Key) && !content.HasGST(),
			field != "" && !content.Asks(field) && !onBadge:
			continue
		}
		columns = append(columns, c)
	}
	for _, field := range content.Questions() {
		columns = append(columns, Column{ofAnswers + field.Name,
			func(b booking.DeskBooking) any { return answerCell(field, b.Answers.Of(field.Name)) }, ofContact})
	}
	for _, list := range content.Gate.Lists {
		for _, day := range content.Event.Days {
			if len(list.Days) == 0 || slices.Contains(list.Days, day.Date) {
				at := booking.Attended{List: string(list.ID), Day: string(day.Date)}
				columns = append(columns, Column{ofAttendance + at.List + "." + at.Day,
					func(b booking.DeskBooking) any { return b.Attendance[at] }, ""})
			}
		}
	}
	return columns
}

func answerCell(field schema.Field, answer string) any {
	if n, err := strconv.Atoi(answer); err == nil && field.Kind == "number" {
		return n
	}
	if field.Kind == "yes_no" {
		return texts.YesNo[answer]
	}
	if field.Kind == "multiple" {
		return domain.AnswerText(answer)
	}
	return answer
}
