package claims

// A day is often told without its month: "the bus leaves on the 13th". It is one when "the" stands before it and no noun behind it, and
// when no other ordinal of the sentence counts something: the 13th edition, the 19th century.

// bareDayAt reads "the 13th" and "the 11th to the 13th"; the month is added later.
func bareDayAt(_ string, list []token, i int) quantity {
	if lowerAt(list, i-1) != "the" || countsByOrdinals(list) {
		return quantity{}
	}
	n, next := ordinalAt(list, i)
	if n == 0 {
		return quantity{}
	}
	q := quantity{unit: day, from: i, to: next, first: date{day: n}}
	if sign := lowerAt(list, next); spans(list, next) && sign != "and" {
		at := next + 1
		if lowerAt(list, at) == "the" {
			at++
		}
		if last, end := ordinalAt(list, at); last > n {
			q.last, q.span, q.to = date{day: last}, true, end
		}
	}
	return q
}

// ordinalAt reads "13th" where no noun follows.
func ordinalAt(list []token, i int) (n, next int) {
	if !isOrdinal(list, i) || counted(list, i) || list[i].number < 1 || list[i].number > 31 {
		return 0, i
	}
	return int(list[i].number), i + 2
}

func isOrdinal(list []token, i int) bool {
	ending := tokenAt(list, i+1)
	return tokenAt(list, i).figures && len(list[i].lower) <= 2 && ending.glued && ordinalEndings[ending.lower]
}

// counted tells an ordinal with a noun behind it.
func counted(list []token, i int) bool {
	behind := tokenAt(list, i+2)
	return behind.lower != "" && isLetter(behind.lower[0]) && !behindDays[behind.lower]
}

// behindDays may stand behind a day.
var behindDays = set("to and or until till through upto in at from for with by but when while not only as we you")

// countsByOrdinals tells a sentence in which an ordinal is no day.
func countsByOrdinals(list []token) bool {
	for i := range list {
		if isOrdinal(list, i) && counted(list, i) && monthAt(list, i+2) == 0 && (lowerAt(list, i+2) != "of" || monthAt(list, i+3) == 0) {
			return true
		}
	}
	return false
}

// withMonths gives the days without a month that of the event, when all that the settings know is in it. Otherwise nobody can say
// which one is meant, and they are left alone.
func (k *Claims) withMonths(list []quantity) []quantity {
	month := k.start.month
	known := month != 0 && k.end.month == month && !anyOf(k.closes, func(m moment) bool { return m.month != month })
	for i := range list {
		q := &list[i]
		if q.unit != day || q.first.month != 0 {
			continue
		}
		if q.first.month = month; q.span {
			q.last.month = month
		}
		if !known {
			q.unit = number
		}
	}
	return list
}

// behindWeekday passes over the day of the week before a day: "to Monday, 14 April".
func behindWeekday(list []token, next int) int {
	if _, named := weekdayNames[lowerAt(list, next+1)]; !named {
		return next
	}
	if next++; lowerAt(list, next+1) == "," {
		next++
	}
	return next
}
