package desk

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/search"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// Query describes a list of registrations. The list page's address, the links on the overview and the log entries for
// exports contain the query's canonical form (String), which is the same for equal queries.
type Query struct {
	Text                       string
	States, Categories, PaidBy []string
	Flags                      []string
	From, To, PaidFrom, PaidTo string // the first and last days, in the event's time zone
	CheckedIn                  string
	Answers                    map[string][]string // keyed by question
	Sort                       string
	Down                       bool
	Page, Per                  int
}

const (
	defaultPerPage = 50
	maxPerPage     = 1000
	maxText        = 500
)

var paidBy = choicesOf(texts.PaidBy,
	booking.PaidOnline, booking.PaidByBank, booking.PaidByCheque, booking.PaidInCash, booking.PaidFree)

var flags = choicesOf(texts.Flags, booking.RegistrationFlags...)

func choicesOf[K ~string](names map[string]string, keys ...K) []wire.DeskChoice {
	return domain.Each(keys, func(k K) wire.DeskChoice { return wire.DeskChoice{Key: string(k), Name: names[string(k)]} })
}

// StateName returns the desk's name for a booking's state.
func StateName(state booking.BookingState) string { return texts.BookingStates[string(state)] }

var stateNames = choicesOf(texts.BookingStates, booking.BookingStates...)

func (r *Reads) categoryNames() []wire.DeskChoice {
	return domain.Each(r.Content.Tickets.Categories, func(c schema.Category) wire.DeskChoice {
		return wire.DeskChoice{Key: c.Type, Name: c.Name}
	})
}

func (q *Query) lists() map[string]*[]string {
	return map[string]*[]string{"state": &q.States, "category": &q.Categories, "paid_by": &q.PaidBy, "flag": &q.Flags}
}

func (q *Query) days() map[string]*string {
	return map[string]*string{
		"from": &q.From, "to": &q.To, "paid_from": &q.PaidFrom, "paid_to": &q.PaidTo, "checked_in": &q.CheckedIn,
	}
}

// ParseQuery refuses an unknown value (the list would be empty) and an unknown name (the list would be complete).
func (r *Reads) ParseQuery(text string) (q Query, err error) {
	values, err := url.ParseQuery(strings.TrimPrefix(text, "?"))
	if err != nil {
		return q, domain.InvalidField("query", texts.DeskQueryUnreadable)
	}
	q = Query{
		Text: strings.Join(strings.Fields(values.Get("q")), " "), Sort: values.Get("sort"),
		Down: values.Get("dir") == "desc", Page: number(values.Get("page"), 1, 1<<20),
		Per: number(values.Get("per"), defaultPerPage, maxPerPage),
	}
	choices := map[string][]wire.DeskChoice{
		"state": stateNames, "category": r.categoryNames(), "paid_by": paidBy, "flag": flags,
	}
	wrong := map[string]string{}
	lists, days := q.lists(), q.days()
	for name, given := range values {
		list, isList := lists[name]
		day, isDay := days[name]
		switch {
		case isList:
			*list = r.chosen(given, choices[name], func(value string) { wrong[name] = texts.QueryValue(value) })
		case isDay:
			*day = given[0]
			if _, err := time.Parse(time.DateOnly, *day); err != nil && *day != "" {
				wrong[name] = texts.DayFormat
			}
		case r.readAnswers(&q, name, given, func(value string) { wrong[name] = texts.QueryValue(value) }):
		case !slices.Contains([]string{"q", "sort", "dir", "page", "per"}, name):
			wrong[name] = texts.QueryName(name)
		}
	}
	if q.Sort != "" && !slices.Contains(booking.RegistrationSorts, q.Sort) {
		wrong["sort"] = texts.QuerySort(q.Sort)
	}
	if len(q.Text) > maxText {
		wrong["q"] = texts.DeskQueryTooLong
	}
	if len(wrong) > 0 {
		return q, domain.Invalid(wrong)
	}
	return q, nil
}

func (r *Reads) chosen(values []string, choices []wire.DeskChoice, refuse func(value string)) (kept []string) {
	for _, choice := range choices {
		if slices.Contains(values, choice.Key) {
			kept = append(kept, choice.Key)
		}
	}
	for _, value := range values {
		if value != "" && !slices.Contains(kept, value) {
			refuse(value)
		}
	}
	return kept
}

func number(text string, fallback, maximum int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return fallback
	}
	return min(n, maximum)
}

// String returns the query's canonical form, which has the parts in a fixed order and leaves out defaults.
func (q Query) String() string {
	values := url.Values{}
	lists, days := q.lists(), q.days()
	for name, list := range lists {
		values[name] = *list
	}
	for name, day := range days {
		values.Set(name, *day)
	}
	values.Set("q", q.Text)
	values.Set("sort", q.Sort)
	if q.Sort != "" && q.Down {
		values.Set("dir", "desc")
	}
	if q.Page > 1 {
		values.Set("page", strconv.Itoa(q.Page))
	}
	if q.Per > 0 && q.Per != defaultPerPage {
		values.Set("per", strconv.Itoa(q.Per))
	}
	var parts, answers []string
	for name, wanted := range q.Answers {
		values[ofAnswers+name] = wanted
		answers = append(answers, ofAnswers+name)
	}
	slices.Sort(answers)
	for _, name := range slices.Concat([]string{"q", "state", "category", "paid_by", "flag"}, answers,
		[]string{"from", "to", "paid_from", "paid_to", "checked_in", "sort", "dir", "page", "per"}) {
		for _, value := range values[name] {
			if value != "" {
				parts = append(parts, name+"="+url.QueryEscape(value))
			}
		}
	}
	return strings.Join(parts, "&")
}

func (r *Reads) filter(q Query, sight Sight) (f booking.RegistrationFilter, err error) {
	if len(q.Answers) > 0 && !sight.Contact {
		return f, domain.InvalidField("answers", texts.DeskFilterByAnswer)
	}
	if slices.Contains(q.Flags, booking.FlagDuplicate) && !sight.Contact {
		return f, domain.InvalidField("flag", texts.DeskFilterByAnswer)
	}
	f = booking.RegistrationFilter{
		States: q.States, Categories: q.Categories, PaidBy: q.PaidBy, Flags: q.Flags, CheckedIn: q.CheckedIn, Sort: q.Sort,
		Down: q.Down, Answers: q.Answers, Limit: q.Per, Offset: max(0, q.Page-1) * q.Per,
	}
	for _, span := range []struct {
		into     *booking.Span
		from, to string
	}{{&f.Registered, q.From, q.To}, {&f.Paid, q.PaidFrom, q.PaidTo}, {&f.CheckedInSpan, q.CheckedIn, q.CheckedIn}} {
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

const (
	maxWords = 8
	// maxFound is the largest search result that is filtered by id; above it, one query searches and filters.
	maxFound = 2000
	// localDigits is the number of digits in a phone number without the country code.
	localDigits = 10
	// minNamed is the minimum length of a search word that may be the beginning of an id; shorter words match too many.
	minNamed = 6
)

// address matches the web addresses that people paste: those in QR codes and those of a booking's pages.
var address = regexp.MustCompile(`/(?:event-ticket|verify|registration)/([A-Za-z0-9]+)`)

// terms splits a search text into terms. The text may be what somebody says on the phone: parts of names in any order,
// digits in any groups, a spelled code, or the beginning of an id.
func (r *Reads) terms(ctx context.Context, text string, sight Sight) ([]booking.SearchTerm, error) {
	if pasted := address.FindStringSubmatch(text); pasted != nil {
		text = pasted[1]
	}
	if code, is := booking.ParseCode(text); is {
		if ids, err := r.Store.FindByReference(ctx, noWord, code, false); err != nil || len(ids) > 0 {
			return []booking.SearchTerm{{IDs: ids}}, err
		}
	}
	started, certain, err := r.started(ctx, text)
	if err != nil || certain && len(started) > 0 {
		return []booking.SearchTerm{{IDs: started}}, err
	}
	recorded, err := r.recorded(ctx, text, sight)
	if err != nil {
		return nil, err
	}
	var terms []booking.SearchTerm
	for _, word := range wordsOf(text) {
		term := booking.SearchTerm{Text: search.Fold(word), Contact: sight.Contact}
		if looksNamed(word) {
			ids, err := r.Store.FindByReference(ctx, word, "", sight.Contact)
			if err != nil {
				return nil, err
			}
			term.IDs = ids
		}
		if sight.Contact && endOfNumber.MatchString(word) {
			ids, err := r.Store.FindByNumberEnd(ctx, word)
			if err != nil {
				return nil, err
			}
			term.IDs = append(term.IDs, ids...)
		}
		// A booking matches by its words, or by the beginning of its code or of a reference.
		term.IDs = slices.Concat(term.IDs, started, recorded)
		terms = append(terms, term)
	}
	if len(terms) == 0 && text != "" { // a search without letters or digits finds nobody, not everybody
		terms = []booking.SearchTerm{{}}
	}
	return terms, nil
}

// started finds bookings whose code begins with the spelled letters. If the text may be a name, certain is false.
func (r *Reads) started(ctx context.Context, text string) (ids []string, certain bool, err error) {
	start, certain := booking.ParseCodeStart(text)
	if start == "" {
		return nil, false, nil
	}
	ids, err = r.Store.FindByCodeStart(ctx, start, maxFound)
	return ids, certain, err
}

// recorded finds the bookings with a payment or refund that staff made and whose reference begins with the text, in any
// spelling.
func (r *Reads) recorded(ctx context.Context, text string, sight Sight) (ids []string, err error) {
	key := payment.ReferenceKey(text)
	if !sight.Contact || len(key) < minNamed || !strings.ContainsAny(key, "0123456789") {
		return nil, nil
	}
	all, err := r.Store.ManualReferences(ctx)
	for _, one := range all {
		if strings.HasPrefix(payment.ReferenceKey(one.Text), key) {
			ids = append(ids, one.BookingID)
		}
	}
	return ids, err
}

const noWord = "\x7f"

// wordsOf joins adjacent groups of digits into one number, and removes a phone number's country code.
func wordsOf(text string) (words []string) {
	number := ""
	end := func() {
		if len(number) > localDigits {
			number = number[len(number)-localDigits:]
		}
		if number != "" {
			words = append(words, number)
		}
		number = ""
	}
	for _, word := range strings.Fields(text) {
		word = strings.Trim(word, `,;:"“”()[]`)
		switch {
		case word == "":
		case isNumber(word):
			number += search.Digits(word)
		default:
			end()
			words = append(words, word)
		}
	}
	end()
	return words[:min(len(words), maxWords)]
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789+-().") == "" }

// endOfNumber matches the end of an invoice's, credit note's or receipt's number: at least the last three digits.
var endOfNumber = regexp.MustCompile(`^(?:[0-9-]*/)?[0-9]{3,6}$`)

func looksNamed(word string) bool {
	return len(word) >= minNamed && !strings.Contains(word, "@") && !isNumber(word)
}

// ofAnswers is the prefix of the keys for the custom questions' columns and filters. Only roles that see contact data
// may see answers, because an answer may say anything about a person.
const ofAnswers = "answers."

// ofAttendance is the prefix of the keys for the columns that count check-ins, one column for each list and day.
const ofAttendance = "attended."

func (r *Reads) flagNames(sight Sight) []wire.DeskChoice {
	return slices.DeleteFunc(slices.Clone(flags), func(c wire.DeskChoice) bool {
		aboutDocuments := c.Key == "document-rejected" || c.Key == "withdrawn"
		return aboutDocuments && !r.Content.Asks(domain.IDSlot.Field) || c.Key == "document" && !r.Content.Checks() ||
			c.Key == "no-badge" && r.Content.Badge == nil || c.Key == booking.FlagDuplicate && !sight.Contact
	})
}

func (r *Reads) questions(sight Sight) (filters []wire.DeskQuestion) {
	for _, field := range r.Content.Questions() {
		options := field.Options
		if field.Kind == "yes_no" {
			options = []string{"yes", "no"}
		}
		if !sight.Contact {
			continue
		}
		filter := wire.DeskQuestion{Key: ofAnswers + field.Name, Name: field.Label}
		if len(options) == 0 {
			filter.Choices = []wire.DeskChoice{{Key: domain.AnyAnswer, Name: texts.Answered}}
		}
		for _, option := range options {
			name := option
			if field.Kind == "yes_no" {
				name = texts.YesNo[option]
			}
			filter.Choices = append(filter.Choices, wire.DeskChoice{Key: option, Name: name})
		}
		filters = append(filters, filter)
	}
	return filters
}

func (r *Reads) readAnswers(q *Query, name string, given []string, refuse func(value string)) bool {
	filters := r.questions(Everything)
	i := slices.IndexFunc(filters, func(f wire.DeskQuestion) bool { return f.Key == name })
	if i < 0 {
		return false
	}
	if q.Answers == nil {
		q.Answers = map[string][]string{}
	}
	q.Answers[strings.TrimPrefix(name, ofAnswers)] = r.chosen(given, filters[i].Choices, refuse)
	return true
}
