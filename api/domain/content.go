package domain

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"transom/api/texts"
	"transom/generator/schema"
)

// Content is the part of data/site/ that the API uses.
type Content struct {
	Event        schema.Event
	Brand        schema.Brand
	Tickets      schema.Tickets
	Registration schema.Registration
	Countries    schema.Countries
	States       schema.States
	Mails        schema.Mails
	Gate         schema.Gate
	Pages        schema.Pages
	Desk         schema.Desk
	Invoice      schema.Invoice
	// Badge is nil if the event has no badges.
	Badge *schema.Badge
	Zone  *time.Location
}

// LoadContent reads the generated JSON in dir (data/site). It reports every missing or broken file at once.
func LoadContent(dir string) (*Content, error) {
	c := new(Content)
	err := errors.Join(
		readJSON(dir, "event", &c.Event),
		readJSON(dir, "brand", &c.Brand),
		readJSON(dir, "tickets", &c.Tickets),
		readJSON(dir, "registration", &c.Registration),
		readJSON(dir, "countries", &c.Countries),
		readJSON(dir, "states", &c.States),
		readJSON(dir, "mail", &c.Mails),
		readJSON(dir, "gate", &c.Gate),
		readJSON(dir, "pages", &c.Pages),
		readJSON(dir, "desk", &c.Desk),
		readJSON(dir, "invoice", &c.Invoice),
		readJSON(dir, "badge", &c.Badge),
	)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(c.Event.Language, texts.Language) {
		return nil, fmt.Errorf("event.json: the language is %q, but this program was built with the texts in %q: "+
			"build both together with `make build`", c.Event.Language, texts.Language)
	}
	c.Zone, err = time.LoadLocation(c.Event.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("event.json: time zone %q: %w", c.Event.TimeZone, err)
	}
	return c, nil
}

// Moment formats a time for people, in the event's time zone: "17 March 2025 at 10:15 am IST".
func (c *Content) Moment(at time.Time) string { return texts.Moment(at.In(c.Zone)) }

// sampleMark matches the mark of an invented entry, never inside a string, where quotation marks are escaped.
var sampleMark = regexp.MustCompile(`"sample": ?true`)

// CountSamples counts the invented entries in all files of dir, including files that the API does not read.
func CountSamples(dir string) (n int, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return 0, fmt.Errorf("count samples: %w", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			return 0, fmt.Errorf("count samples: %w", err)
		}
		n += len(sampleMark.FindAll(raw, -1))
	}
	return n, nil
}

func readJSON(dir, name string, into any) error {
	path := filepath.Join(dir, name+".json")
	raw, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read content: %w (run `make gen` first)", err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("read content: %s: %w", path, err)
	}
	return nil
}

// CategoryName returns a category's display name, or the type itself if the content no longer has the category.
func (c *Content) CategoryName(kind string) string {
	if category, known := c.CategoryByType(kind); known {
		return category.Name
	}
	return kind
}

// CategoryByType finds a ticket category by its type, as written in content/tickets.yaml.
func (c *Content) CategoryByType(kind string) (schema.Category, bool) {
	return find(c.Tickets.Categories, func(category schema.Category) bool { return category.Type == kind })
}

// Day finds an event day by its date.
func (c *Content) Day(date string) (schema.Day, bool) {
	return find(c.Event.Days, func(d schema.Day) bool { return string(d.Date) == date })
}

// PlaceOf returns a venue's city, or its name if another venue is in the same city.
func (c *Content) PlaceOf(venue string) string {
	name, city := "", ""
	for _, v := range c.Event.Venues {
		if string(v.ID) == venue {
			name, city = v.Name, v.City
		}
	}
	for _, v := range c.Event.Venues {
		if v.City == city && string(v.ID) != venue {
			return cmp.Or(name, city)
		}
	}
	return city
}

// Days returns the dates of the event's days at one venue or, for "", at all venues.
func (c *Content) Days(venue string) (dates []string) {
	for _, d := range c.Event.Days {
		if venue == "" || string(d.Venue) == venue {
			dates = append(dates, string(d.Date))
		}
	}
	return dates
}

// GateList finds one of the gate's lists by its id.
func (c *Content) GateList(id string) (schema.GateList, bool) {
	return find(c.Gate.Lists, func(l schema.GateList) bool { return string(l.ID) == id })
}

// GateLists returns the ids of the gate's lists.
func (c *Content) GateLists() []string {
	return Each(c.Gate.Lists, func(l schema.GateList) string { return string(l.ID) })
}

func find[T any](all []T, wanted func(T) bool) (found T, known bool) {
	if at := slices.IndexFunc(all, wanted); at >= 0 {
		return all[at], true
	}
	return found, false
}

// Asks reports whether the form has this field, for at least one ticket.
func (c *Content) Asks(name string) bool {
	return slices.ContainsFunc(c.Registration.Fields, func(f schema.Field) bool { return f.Name == name })
}

// Requires reports whether the form requires this field for every ticket.
func (c *Content) Requires(name string) bool {
	return !slices.ContainsFunc(c.Tickets.Categories, func(t schema.Category) bool {
		return !slices.ContainsFunc(c.Registration.Fields, func(f schema.Field) bool {
			return f.Name == name && f.AskedFor(t) && f.RequiredFor(t)
		})
	})
}

// HasGST reports whether tickets have a GST rate, or documents have the organiser's GST number.
func (c *Content) HasGST() bool { return c.Tickets.GSTPercent > 0 || c.Invoice.GSTIN != "" }

// IsHome reports whether a country is the form's home country, whose states the form lists.
func (c *Content) IsHome(country string) bool {
	return slices.ContainsFunc(c.Countries.Countries, func(one schema.Country) bool {
		return one.Name == strings.TrimSpace(country) && one.Code == c.Registration.HomeCountry
	})
}

// CollectsDocuments reports whether identity documents are uploaded.
func (c *Content) CollectsDocuments() bool {
	return c.Asks("aadharUrl") && c.Registration.IDDocument.Mode != "off"
}

// Checks reports whether the desk has something to check: identity documents or membership numbers.
func (c *Content) Checks() bool { return c.CollectsDocuments() || c.Asks("membership_no") }

// Questions returns the custom questions.
func (c *Content) Questions() (own []schema.Field) {
	for _, field := range c.Registration.Fields {
		if field.Own {
			own = append(own, field)
		}
	}
	return own
}

// MailByName finds an email template by its file name, without the extension.
func (c *Content) MailByName(name string) (schema.Mail, bool) {
	return find(c.Mails.Mails, func(m schema.Mail) bool { return m.Name == name })
}

// MailData returns the placeholders that every email may use, merged with more.
func (c *Content) MailData(siteURL string, more map[string]string) map[string]string {
	data := map[string]string{
		"event_name": c.Event.Name, "organiser": c.Event.Organiser.Name,
		"support_email": string(c.Event.Organiser.SupportEmail), "site_url": siteURL,
	}
	maps.Copy(data, more)
	return data
}

// DisplayHours returns the event's hours as a ticket shows them: "09:30–18:00" if all days have the same hours,
// otherwise only the earliest opening time; "" if no day has hours.
func (c *Content) DisplayHours() string {
	var hours, opens []string
	for _, day := range c.Event.Days {
		if day.StartsAt != "" {
			hours = append(hours, strings.TrimSuffix(string(day.StartsAt)+"–"+string(day.EndsAt), "–"))
			opens = append(opens, string(day.StartsAt))
		}
	}
	if len(hours) == 0 {
		return ""
	}
	if hours = slices.Compact(hours); len(hours) == 1 {
		return hours[0]
	}
	return "from " + slices.Min(opens)
}

// SalesPause is a pause in sales that an organiser has ordered. Prices and dates still come from the content.
type SalesPause struct {
	Category string // the type of a ticket category, or "" for all
	Sentence string // the sentence that visitors read
	Actor    string // the organiser's name
	PausedAt time.Time
}

// A pause for all categories has priority.
func PauseOf(pauses []SalesPause, category string) (SalesPause, bool) {
	for _, wanted := range []string{"", category} {
		for _, p := range pauses {
			if p.Category == wanted {
				return p, true
			}
		}
	}
	return SalesPause{}, false
}

// AnyAnswer means any answer, in a filter by a question without choices.
const AnyAnswer = "*"

// Answers holds a person's answers as a JSON object by question name, or "" for none: a string, so that it is stored,
// compared and erased like other values. Several ticked choices are one per line.
type Answers string

// AnswersOf leaves out empty answers.
func AnswersOf(answers map[string]string) Answers {
	answers = maps.Clone(answers)
	maps.DeleteFunc(answers, func(_, answer string) bool { return answer == "" })
	if len(answers) == 0 {
		return ""
	}
	text, _ := json.Marshal(answers) // a map of strings can always be encoded; its keys are sorted
	return Answers(text)
}

// Map returns the answers by question name.
func (a Answers) Map() map[string]string {
	answers := map[string]string{}
	_ = json.Unmarshal([]byte(a), &answers) // for "", which is not JSON, the map stays empty
	return answers
}

// `Of` returns the answer to one question.
func (a Answers) Of(question string) string { return a.Map()[question] }

// `With` returns the answers with a new answer to one question; an empty answer removes the old one.
func (a Answers) With(question, answer string) Answers {
	answers := a.Map()
	answers[question] = answer
	return AnswersOf(answers)
}

// MarshalJSON returns the answers as a JSON object.
func (a Answers) MarshalJSON() ([]byte, error) { return json.Marshal(a.Map()) }

// UnmarshalJSON reads an object whose values are strings.
func (a *Answers) UnmarshalJSON(text []byte) error {
	var answers map[string]string
	err := json.Unmarshal(text, &answers)
	*a = AnswersOf(answers)
	return err
}

// `Only` returns the answers to some questions and drops all others.
func (a Answers) Only(questions []string) Answers {
	answers := a.Map()
	maps.DeleteFunc(answers, func(question, _ string) bool { return !slices.Contains(questions, question) })
	return AnswersOf(answers)
}

// DueAnswers lists the custom questions whose answers are kept, for people who registered before a given time. The
// other answers of these people are erased: the retention period is over, or the form no longer asks the question.
type DueAnswers struct {
	Kept   []string
	Before time.Time
}

// AnswerText formats an answer on one line.
func AnswerText(answer string) string {
	return strings.ReplaceAll(strings.ReplaceAll(answer, ",\n", "\n"), "\n", ", ")
}
