package claims

// A museum has a price, a school a deadline and a workshop days of its own. The words that name such a thing take away every
// number of their clause, and of the sentences behind them, until a sentence names the conference again.

// theme is what the sentences of a paragraph are about.
type theme struct{ foreign bool }

// next goes on to a sentence and tells whether it stands in a paragraph about something else.
func (t *theme) next(f found) bool {
	if f.first {
		t.foreign = false
	}
	before := t.foreign
	if f.about&cOurs != 0 {
		t.foreign = false
		return false
	}
	t.foreign = before || f.about&cForeign != 0
	return before
}

// foreignAt tells whether a quantity, or a whole sentence, belongs to another institution.
func (s *sentence) foreignAt(q *quantity) bool {
	if s.about&cOurs == 0 {
		return s.foreign || s.about&cForeign != 0 || s.context&(cForeign|cOurs) == cForeign
	}
	if q == nil || s.about&cForeign == 0 {
		return false
	}
	from, to := s.clause(q)
	return s.aboutIn(from, to)&cForeign != 0
}

// properName tells a sentence that names somebody or something that is not known here: a hotel, perhaps.
func (s *sentence) properName() bool {
	for i, t := range s.tokens {
		if i > 0 && t.capital && t.about == 0 && len(t.lower) > 3 {
			return true
		}
	}
	return false
}

// yearOf is the year that is meant with a day that names none: the nearest one in its clause, or else in the sentence.
func (k *Claims) yearOf(s *sentence, q *quantity) int {
	from, to := s.clause(q)
	if year := s.yearNear(q, from, to, k.start.year); year >= 0 {
		return year
	}
	if year := s.yearNear(q, 0, len(s.tokens), k.start.year); year >= 0 {
		return year
	}
	return k.start.year
}

// yearNear is the year named nearest to a quantity in a range of tokens, 0 for one that is not this one, -1 when there is none.
func (s *sentence) yearNear(q *quantity, from, to, ours int) int {
	year, nearest := -1, len(s.tokens)
	for i := max(from, 1); i < to; i++ {
		value := -1
		switch t := s.tokens[i]; {
		case t.figures && len(t.lower) == 4 && s.unitAt(i) == years:
			value = int(t.number)
		case t.lower == "year":
			value = yearBy(s.tokens[i-1].lower, ours)
		}
		if far := max(q.from-i, i-q.to); value >= 0 && far < nearest {
			year, nearest = value, far
		}
	}
	return year
}

// yearBy is the year that "this year" or "that year" means.
func yearBy(word string, ours int) int {
	switch word {
	case "this":
		return ours
	case "that", "last", "next", "previous":
		return 0
	}
	return -1
}
