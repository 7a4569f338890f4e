package desk

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
	"transom/generator/spelling"
)

// Query is what a list of people asks for. Its canonical form stands in the address of the room, behind every figure of
// Today, and in the log of exports: the same text is the same list.
type Query struct {
	Text                       string
	States, Categories, PaidBy []string
	Flags                      []string
	From, To, PaidFrom, PaidTo string // days of the event's zone, both included
	Came                       string // a day on which they came
	Sort                       string
	Down                       bool
	Page, Per                  int
}

const (
	defaultPer = 50
	mostPer    = 500
	maxText    = 500
)

// queryNames are what a query can ask for.
var queryNames = []string{
	"q", "state", "category", "paid_by", "flag", "from", "to", "paid_from", "paid_to", "came", "sort", "dir", "page",
	"per",
}

// Words of the query's values.
var (
	paidByNames = []wire.DeskChoice{
		{Key: booking.PaidOnline, Name: "Online"}, {Key: booking.PaidByBank, Name: "Bank transfer"},
		{Key: booking.PaidByCheque, Name: "Cheque"},
		{Key: booking.PaidInCash, Name: "Cash"}, {Key: booking.PaidFree, Name: "Free"}}
	flagNames = []wire.DeskChoice{
		{Key: "task", Name: "A task is open"}, {Key: "no-mail", Name: "No ticket mail has left"},
		{Key: "mail-failed", Name: "A mail did not arrive"},
		{Key: "refund-due", Name: "A refund is on its way"}, {Key: "went-back", Name: "Money went back"},
		{Key: "document", Name: "Identity document to check"}, {Key: "withdrawn", Name: "Consent withdrawn"},
		{Key: "seat", Name: "Holds a seat"}, {Key: "came", Name: "Has come"}, {Key: "not-come", Name: "Has not come yet"},
	}
)

func stateNames() (choices []wire.DeskChoice) {
	for _, state := range booking.BookingStates {
		choices = append(choices, wire.DeskChoice{Key: string(state), Name: strings.ToUpper(string(state[:1])) +
			string(state[1:])})
	}
	return choices
}

func (r *Reads) categoryNames() (choices []wire.DeskChoice) {
	for _, c := range r.Content.Tickets.Categories {
		choices = append(choices, wire.DeskChoice{Key: c.Type, Name: c.Name})
	}
	return choices
}

// ParseQuery reads a query. A value that does not exist would look like an empty list, and a name like a whole one:
// they are refused.
func (r *Reads) ParseQuery(text string) (q Query, err error) {
	values, err := url.ParseQuery(strings.TrimPrefix(text, "?"))
	if err != nil {
		return q, domain.Invalid(map[string]string{"query": "This address cannot be read."})
	}
	wrong := map[string]string{}
	for name := range values {
		if !slices.Contains(queryNames, name) {
			wrong[name] = fmt.Sprintf("A list cannot be filtered by %q%s", name, instead(name))
		}
	}
	known := func(name string, choices []wire.DeskChoice) (kept []string) {
		for _, choice := range choices {
			if slices.Contains(values[name], choice.Key) {
				kept = append(kept, choice.Key)
			}
		}
		for _, value := range values[name] {
			if !slices.ContainsFunc(choices, func(c wire.DeskChoice) bool { return c.Key == value }) && value != "" {
				wrong[name] = fmt.Sprintf("There is no %q here. Choose another value.", value)
			}
		}
		return kept
	}
	day := func(name string) string {
		value := values.Get(name)
		if _, err := time.Parse(time.DateOnly, value); err != nil && value != "" {
			wrong[name] = "Write a day like 2025-03-31."
		}
		return value
	}
	number := func(name string, fallback, most int) int {
		n, err := strconv.Atoi(values.Get(name))
		if err != nil || n < 1 {
			return fallback
		}
		return min(n, most)
	}
	q = Query{
		Text: strings.Join(strings.Fields(values.Get("q")), " "), States: known("state", stateNames()),
		Categories: known("category", r.categoryNames()),
		PaidBy:     known("paid_by", paidByNames), Flags: known("flag", flagNames), From: day("from"), To: day("to"),
		PaidFrom: day("paid_from"),
		PaidTo:   day("paid_to"), Came: day("came"), Down: values.Get("dir") == "desc", Page: number("page", 1, 1<<20),
		Per: number("per", defaultPer, mostPer),
	}
	if q.Sort = values.Get("sort"); q.Sort != "" && !slices.Contains(booking.PeopleSorts, q.Sort) {
		wrong["sort"] = fmt.Sprintf("A list cannot be sorted by %q.", q.Sort)
	}
	if len(q.Text) > maxText {
		wrong["q"] = "This is too long to look for. Type fewer words."
	}
	if len(wrong) > 0 {
		return q, domain.Invalid(wrong)
	}
	return q, nil
}

// searched are the columns of a person whose words the search finds (Booking.SearchTexts).
var searched = []string{"firstname", "lastname", "spouse_name", "membership_no", "institute_name", "company_name",
	"city", "email", "mobile", "gst_no"}

// instead is what can be asked for when a filter is none.
func instead(name string) string {
	if near := spelling.Suggest(name, queryNames); near != "" {
		return near
	}
	if column := spelling.Nearest(name, searched); column != "" {
		return fmt.Sprintf(", but the search finds %q: type it there.", column)
	}
	return ". Choose a filter in People."
}

// String is the canonical form: what is asked for in one order, and nothing that is so by itself.
func (q Query) String() string {
	var parts []string
	add := func(name string, values ...string) {
		for _, value := range values {
			if value != "" {
				parts = append(parts, name+"="+url.QueryEscape(value))
			}
		}
	}
	add("q", q.Text)
	add("state", q.States...)
	add("category", q.Categories...)
	add("paid_by", q.PaidBy...)
	add("flag", q.Flags...)
	add("from", q.From)
	add("to", q.To)
	add("paid_from", q.PaidFrom)
	add("paid_to", q.PaidTo)
	add("came", q.Came)
	add("sort", q.Sort)
	if q.Sort != "" && q.Down {
		add("dir", "desc")
	}
	if q.Page > 1 {
		add("page", strconv.Itoa(q.Page))
	}
	if q.Per > 0 && q.Per != defaultPer {
		add("per", strconv.Itoa(q.Per))
	}
	return strings.Join(parts, "&")
}

// filter is the query in the words of the store, without the text that is looked for.
func (r *Reads) filter(q Query) (f booking.PeopleFilter, err error) {
	f = booking.PeopleFilter{
		States: q.States, Categories: q.Categories, PaidBy: q.PaidBy, Flags: q.Flags, Came: q.Came, Sort: q.Sort,
		Down:  q.Down,
		Limit: q.Per, Offset: max(0, q.Page-1) * q.Per,
	}
	for _, span := range []struct {
		into     *booking.Span
		from, to string
	}{{&f.Registered, q.From, q.To}, {&f.Paid, q.PaidFrom, q.PaidTo}, {&f.CameSpan, q.Came, q.Came}} {
		if span.from != "" {
			if span.into.From, err = r.day(span.from); err != nil {
				return f, err
			}
		}
		if span.to != "" {
			last, err := r.day(span.to)
			if err != nil {
				return f, err
			}
			span.into.Until = last.AddDate(0, 0, 1)
		}
	}
	return f, nil
}
