package claims

// unit is the kind of a quantity.
type unit int

const (
	none    unit = iota
	day          // a day or a span of days
	clock        // a time of day
	money        // an amount in paise
	share        // per cent
	size         // bytes of a file
	period       // a time that passes
	years        // a year alone
	weekday      // a day of the week, or a span of them
	number       // a number whose meaning the words around it give
)

// quantity is something measured that a sentence says.
type quantity struct {
	unit     unit
	from, to int // tokens
	value    float64
	first    date // of a day or span
	last     date
	span     bool // from first to last
	list     bool // first and last, and perhaps some between
	named    bool // a day that is told without its number
	hour     int
	minute   int
	word     string // the unit as written, of a period
}

// sentence is one sentence with what was found in it.
type sentence struct {
	text       string
	tokens     []token
	quantities []quantity
	// about are the subjects of its words, context those of the heading or question above it.
	about, context concepts
	heading        string
	// foreign tells that the sentences before it, or what stands above it, are about another institution.
	foreign bool
}

// quantitiesOf finds everything measured, in order. What is part of a day is no number any more.
func quantitiesOf(text string, list []token) []quantity {
	var found []quantity
	for i := 0; i < len(list); {
		q := quantity{}
		if list[i].measures() {
			q = quantityAt(text, list, i)
		}
		if q.unit == none {
			i++
			continue
		}
		if q.list && lowerAt(list, i-1) == "between" {
			q.list, q.span = false, true
		}
		found = append(found, q)
		i = q.to
	}
	return found
}

// measures tells whether a quantity may begin with a token; most words cannot.
func (t token) measures() bool {
	return t.figures || t.lower == "both" || t.about&(cNumber|cMonth|cWeekday|cMoney|cDate) != 0 || len(t.lower) < 4 && (t.lower == "a" || t.lower == "an" || currencies[t.lower])
}

func quantityAt(text string, list []token, i int) quantity {
	for _, read := range []func(string, []token, int) quantity{dayAt, bareDayAt, weekdayAt, clockAt, moneyAt, plainAt} {
		if q := read(text, list, i); q.unit != none {
			return q
		}
	}
	return quantity{}
}

// lowerAt is the word at a place, "" behind the end.
func lowerAt(list []token, i int) string {
	if i < 0 || i >= len(list) {
		return ""
	}
	return list[i].lower
}

var currencies = set("₹ rs re inr rupees")

// moneyAt reads "₹1,500", "Rs. 1500/-", "INR 75k", "1.5 lakh rupees", "fifteen hundred rupees".
func moneyAt(_ string, list []token, i int) quantity {
	at, marked := i, currencies[list[i].lower]
	if marked {
		if at++; lowerAt(list, at) == "." {
			at++
		}
	}
	value, n := numberAt(list, at)
	if n == 0 {
		return quantity{}
	}
	end := at + n
	if lowerAt(list, end) == "/" && isDash(tokenAt(list, end+1)) {
		marked, end = true, end+2
	}
	if word := lowerAt(list, end); word == "rupees" || word == "inr" || word == "rs" || word == "₹" || word == "rupee" {
		marked, end = true, end+1
	}
	if !marked {
		return quantity{}
	}
	return quantity{unit: money, from: i, to: end, value: value * 100}
}

func tokenAt(list []token, i int) token {
	if i < 0 || i >= len(list) {
		return token{}
	}
	return list[i]
}

var (
	sizes   = map[string]float64{"kb": 1.0 / 1024, "kilobyte": 1.0 / 1024, "kilobytes": 1.0 / 1024, "mb": 1, "mib": 1, "megabyte": 1, "megabytes": 1, "gb": 1024}
	periods = map[string]float64{"hour": 1, "hours": 1, "hr": 1, "hrs": 1, "day": 24, "days": 24, "week": 168, "weeks": 168, "fortnight": 336, "fortnights": 336, "month": 720, "months": 720, "year": 8760, "years": 8760, "minute": 1.0 / 60, "minutes": 1.0 / 60}
)

// wholePeriods stand between a number and its unit: "five full days".
var wholePeriods = set("full whole entire consecutive calendar short long")

// plainAt reads a number with its unit, or alone.
func plainAt(_ string, list []token, i int) quantity {
	value, n := numberAt(list, i)
	if n == 0 {
		if lowerAt(list, i) == "both" && lowerAt(list, i+1) == "days" {
			return quantity{unit: period, from: i, to: i + 2, value: 2 * periods["day"], word: "days"}
		}
		if word := lowerAt(list, i); (word == "a" || word == "an") && periods[lowerAt(list, i+1)] != 0 {
			return quantity{unit: period, from: i, to: i + 2, value: periods[lowerAt(list, i+1)], word: lowerAt(list, i+1)}
		}
		return quantity{}
	}
	q := quantity{unit: number, from: i, to: i + n, value: value}
	next := lowerAt(list, q.to)
	if wholePeriods[next] && periods[lowerAt(list, q.to+1)] != 0 {
		q.to++
		next = lowerAt(list, q.to)
	}
	hyphen := isDash(tokenAt(list, q.to)) && tokenAt(list, q.to).glued
	switch {
	case next == "%" || next == "percent" || next == "pc":
		q.unit, q.to = share, q.to+1
	case next == "per" && (lowerAt(list, q.to+1) == "cent" || lowerAt(list, q.to+1) == "centum"):
		q.unit, q.to = share, q.to+2
	case sizes[next] != 0:
		q.unit, q.to, q.value = size, q.to+1, value*sizes[next]
	case periods[next] != 0:
		q.unit, q.to, q.value, q.word = period, q.to+1, value*periods[next], next
	case hyphen && periods[lowerAt(list, q.to+1)] != 0:
		q.word = lowerAt(list, q.to+1)
		q.unit, q.to, q.value = period, q.to+2, value*periods[q.word]
	case list[i].figures && n == 1 && len(list[i].lower) == 4 && value >= 1000 && value < 2200:
		q.unit = years
	}
	return q
}
