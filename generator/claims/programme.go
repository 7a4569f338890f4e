package claims

import (
	"strconv"
	"strings"
	"time"

	"transom/generator/display"
	"transom/generator/schema"
)

// eventDay is a day of the event with the cities in which something happens on it.
type eventDay struct {
	date
	setting *schema.Day
	weekday time.Weekday
	cities  map[string]bool // in small letters
	bus     bool
	dress   string // the first word of what is worn, in small letters
}

// programmeOf puts together what event.yaml and itinerary.yaml say of each day.
func (k *Claims) programmeOf() []eventDay {
	var list []eventDay
	for i := range k.content.Event.Days {
		d := &k.content.Event.Days[i]
		day := eventDay{date: dateOf(d.Date), setting: d, cities: map[string]bool{k.cityOf(d.Venue): true}}
		day.weekday = time.Date(day.year, time.Month(day.month), day.day, 12, 0, 0, 0, time.UTC).Weekday()
		if k.content.Itinerary != nil {
			k.addProgramme(&day, k.content.Itinerary.Days, d.Date)
		}
		list = append(list, day)
	}
	return list
}

func (k *Claims) addProgramme(day *eventDay, programme []schema.ProgrammeDay, date schema.Date) {
	for i := range programme {
		if programme[i].Date != date {
			continue
		}
		day.dress, _, _ = strings.Cut(strings.ToLower(programme[i].Dress), " ")
		for _, session := range programme[i].Sessions {
			day.cities[k.cityOf(session.Venue)] = true
			day.bus = day.bus || strings.Contains(strings.ToLower(session.Title), "bus ")
		}
	}
}

// cityOf is the city of a venue in small letters, "" for one that is not known.
func (k *Claims) cityOf(venue schema.Slug) string {
	for _, v := range k.content.Event.Venues {
		if v.ID == venue {
			return strings.ToLower(v.City)
		}
	}
	return ""
}

// dayNamed reads "on the second day (12 April)": the number of a day that is told with its date.
func (k *Claims) dayNamed(s *sentence, q *quantity) *Contradiction {
	n, at := k.dayCalled(s, q)
	if n == 0 || n > len(k.programme) || q.span || q.list || k.elsewhere(s, q) || s.registers() || lowerAt(s.tokens, at-1) == "of" {
		return nil
	}
	if day := k.programme[n-1]; !day.same(q.first) {
		return &Contradiction{Holds: "day " + strconv.Itoa(n) + " of the event is " + display.Day(day.setting.Date), Fact: "day-" + strconv.Itoa(n) + short(q.first)}
	}
	return nil
}

// dayCalled is the number of the day that is named right before a date, 0 for none, and where it is named.
func (k *Claims) dayCalled(s *sentence, q *quantity) (n, at int) {
	i := q.from - 1
	for apposition[lowerAt(s.tokens, i)] || tokenAt(s.tokens, i).about&(cWeekday|cEvent) != 0 {
		i--
	}
	if lowerAt(s.tokens, i) == "day" {
		if word := lowerAt(s.tokens, i-1); word == "last" || word == "final" || word == "closing" {
			return len(k.programme), i - 1
		}
		return ordinals[lowerAt(s.tokens, i-1)], i - 1
	}
	if t := tokenAt(s.tokens, i); t.figures && lowerAt(s.tokens, i-1) == "day" {
		return int(t.number), i - 1
	}
	return 0, i
}

var apposition = set(", ( : - – is of the")

// dayIn compares the city in which the event is said to be on a day.
func (k *Claims) dayIn(s *sentence, q *quantity) *Contradiction {
	from, to := s.clause(q)
	if q.span || q.list || s.aboutIn(from, to)&cEvent == 0 || k.elsewhere(s, q) {
		return nil
	}
	city, found := k.onlyCity(s, from, to)
	for i := range k.programme {
		if day := &k.programme[i]; found && day.same(q.first) && !day.cities[city] {
			return k.daysCity(day)
		}
	}
	return nil
}

// onlyCity is the city of the event that stands behind "in" in a range of tokens, when there is just one.
func (k *Claims) onlyCity(s *sentence, from, to int) (city string, found bool) {
	for i := from + 1; i < to; i++ {
		if _, ours := k.cities[s.tokens[i].lower]; ours {
			if found || s.tokens[i-1].lower != "in" && s.tokens[i-1].lower != "at" {
				return "", false
			}
			city, found = s.tokens[i].lower, true
		}
	}
	return city, found
}

func (k *Claims) daysCity(day *eventDay) *Contradiction {
	return &Contradiction{Holds: "the event is in " + k.cityNamed(day.setting.Venue) + " on " + display.Weekday(day.setting.Date), Fact: "city." + string(day.setting.Venue), Setting: &day.setting.Venue}
}

func (k *Claims) cityNamed(venue schema.Slug) string {
	for _, v := range k.content.Event.Venues {
		if v.ID == venue {
			return v.City
		}
	}
	return ""
}

// beginsIn compares the city in which the event is said to begin or to end.
func (k *Claims) beginsIn(s *sentence) (int, *Contradiction) {
	if s.about&cEvent == 0 && !s.has(0, 1, pronouns) || s.about&(cElsewhere|cMonth|cWeekday|cRegister) != 0 || len(k.programme) == 0 || s.otherEdition() {
		return 0, nil
	}
	for i := 1; i+2 < len(s.tokens); i++ {
		_, ours := k.cities[s.tokens[i+2].lower]
		if !ours || s.tokens[i+1].lower != "in" {
			continue
		}
		day := &k.programme[0]
		switch word := s.tokens[i].lower; {
		case ends[word] || word == "closes" || word == "concludes":
			day = &k.programme[len(k.programme)-1]
		case word == "opens" || word == "begins" || word == "starts":
		default:
			continue
		}
		if !day.cities[s.tokens[i+2].lower] {
			return i + 2, k.daysCity(day)
		}
	}
	return 0, nil
}

// bus compares the day on which the bus between the cities leaves, or all move from one to the other.
func (k *Claims) bus(s *sentence, q *quantity) *Contradiction {
	goes := k.busDay(s, q, func(d *eventDay) bool { return d.same(q.first) })
	if goes == nil {
		return nil
	}
	return &Contradiction{Holds: "the programme goes from one city to the other on " + display.Day(goes.setting.Date), Fact: "day-" + strconv.Itoa(k.numberOf(goes)) + short(q.first), Setting: &goes.setting.Date}
}

// busWeekday compares the day of the week on which it leaves.
func (k *Claims) busWeekday(s *sentence, q *quantity) *Contradiction {
	goes := k.busDay(s, q, func(d *eventDay) bool { return int(d.weekday) == q.first.day })
	if goes == nil || s.about&cMonth != 0 || often[before(s, q, 1)] {
		return nil
	}
	return &Contradiction{Holds: "the programme goes from one city to the other on " + display.Weekday(goes.setting.Date), Fact: "day-" + strconv.Itoa(k.numberOf(goes)) + ".weekday", Setting: &goes.setting.Date}
}

// busDay is the day of the bus of which a sentence speaks; nil when it speaks of none, or of the right day.
func (k *Claims) busDay(s *sentence, q *quantity, right func(*eventDay) bool) *eventDay {
	from, to := s.clause(q)
	if q.span || q.list || s.aboutIn(from, to)&cBus == 0 || s.has(from, to, otherBus) || s.otherEdition() || !k.betweenCities(s) {
		return nil
	}
	var goes *eventDay
	for i := range k.programme {
		if day := &k.programme[i]; day.bus {
			if right(day) {
				return nil
			}
			goes = day
		}
	}
	return goes
}

// dress compares what is said to be worn on a day: "Formals on 11 and 13 April, traditional dress on 12 April".
func (k *Claims) dress(s *sentence, q *quantity) *Contradiction {
	worn := map[string]bool{}
	for i := range k.programme {
		worn[k.programme[i].dress] = true
	}
	from, _ := s.clause(q)
	word := s.nearest(q, from, q.from, worn)
	if delete(worn, ""); word == "" || q.span || len(worn) < 2 || s.otherEdition() {
		return nil
	}
	for i := range k.programme {
		day := &k.programme[i]
		if said := day.same(q.first) || q.list && day.same(q.last); said && day.dress != word {
			return &Contradiction{Holds: "the dress of " + display.Day(day.setting.Date) + " is " + day.dress, Fact: "day-" + strconv.Itoa(i+1) + short(q.first)}
		}
	}
	return nil
}

// otherBus are words of a bus that is not the one of the programme.
var otherBus = set("special extra another airport station")

func (k *Claims) numberOf(day *eventDay) int {
	for i := range k.programme {
		if &k.programme[i] == day {
			return i + 1
		}
	}
	return 0
}

// betweenCities tells a way from one city of the event to another one.
func (k *Claims) betweenCities(s *sentence) bool {
	heading := strings.ToLower(s.heading)
	for city := range k.cities {
		if !s.named(city) && !strings.Contains(heading, city) {
			return false
		}
	}
	return len(k.cities) > 1
}
