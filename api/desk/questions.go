package desk

import (
	"slices"
	"strconv"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// Each custom question is a column of the export and, if it has choices, a filter. An
// answer may say anything about a person, so only roles that see contact data can see it.

// ofAnswers is the prefix of the keys of their columns and filters.
const ofAnswers = "answers."

// ofAttendance is the prefix of the keys of the columns that say how many people of a ticket checked in, by list and
// day.
const ofAttendance = "attended."

// ColumnsOf returns the columns of an edition. There are none for fields that no form has, and none for GST if prices
// have no GST.
func ColumnsOf(content *domain.Content) (columns []Column) {
	for _, c := range slices.Concat(BookingColumns, PersonColumns) {
		field := askedFor(c.Key)
		untaxed := c.Key == "gst" && content.Tickets.GSTPercent == 0
		if !untaxed && (field == "" || content.Asks(field) || content.Badge != nil && slices.Contains(badgeColumns, c.Key)) {
			columns = append(columns, c)
		}
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

// flagNames returns the flags by which a list can be filtered. The flag for identity documents is left out if none are
// collected.
func (r *Reads) flagNames() []wire.DeskChoice {
	return slices.DeleteFunc(slices.Clone(flags), func(c wire.DeskChoice) bool {
		aboutDocuments := c.Key == "document" || c.Key == "withdrawn" // of the consent to the document
		return aboutDocuments && !r.Content.Asks(domain.IDSlot.Field) || c.Key == "no-badge" && r.Content.Badge == nil
	})
}

func answerCell(field schema.Field, answer string) any {
	if n, err := strconv.Atoi(answer); err == nil && field.Kind == "number" {
		return n
	}
	if field.Kind == "yes_no" {
		return texts.YesNo[answer]
	}
	return domain.AnswerText(answer)
}

func (r *Reads) questions(sight Sight) (filters []wire.DeskQuestion) {
	for _, field := range r.Content.Questions() {
		options := field.Options
		if field.Kind == "yes_no" {
			options = []string{"yes", "no"}
		}
		if len(options) == 0 || !sight.Contact {
			continue
		}
		filter := wire.DeskQuestion{Key: ofAnswers + field.Name, Name: field.Label}
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

// readAnswers reads the filter of a custom question from a query; false if there is no such question.
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

// loggedBriefly reports whether the log of actions names a field without its values, because these are erased sooner
// than the person.
func loggedBriefly(content *domain.Content, name string) bool {
	return slices.ContainsFunc(content.Questions(), func(f schema.Field) bool {
		return f.Name == name && f.AfterEventDays > 0
	})
}
