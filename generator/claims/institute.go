package claims

import (
	"strconv"
	"strings"

	"transom/generator/facts"
	"transom/generator/schema"
)

// heads are the nouns with which a body is called in short: "the institute".
var heads = set("institute institution association society council academy federation union chamber")

// organiserWords reads the names of the organiser.
func (k *Claims) organiserWords() {
	o := &k.content.Event.Organiser
	if short := strings.ToLower(o.ShortName); short != "" && !strings.Contains(short, " ") {
		k.words[short] |= cOrganiser
	}
	k.organiser = strings.Fields(strings.TrimPrefix(strings.ToLower(o.Name), "the "))
	for _, word := range k.organiser {
		if heads[word] {
			k.words[word] |= cOrganiser
			k.head = word
		}
	}
}

// organiserIn tells whether a range of tokens names the organiser: its short name, its full name, or "the institute".
func (k *Claims) organiserIn(s *sentence, from, to int) bool {
	for i := max(from, 0); i < min(to, len(s.tokens)); i++ {
		t := s.tokens[i]
		switch {
		case t.about&cOrganiser == 0 && (len(k.organiser) == 0 || t.lower != k.organiser[0]):
		case k.sequence(s, i, k.organiser):
			return true
		case t.lower == k.head:
			if next := lowerAt(s.tokens, i+1); !t.capital && next != "of" && next != "for" && lowerAt(s.tokens, i-1) == "the" {
				return true
			}
		case t.about&cOrganiser != 0:
			return true
		}
	}
	return false
}

func (k *Claims) sequence(s *sentence, at int, words []string) bool {
	for i, word := range words {
		if lowerAt(s.tokens, at+i) != word {
			return false
		}
	}
	return len(words) > 0
}

// ofOrganiser tells a sentence about the organiser, by its own words or by the heading above it.
func (k *Claims) ofOrganiser(s *sentence) bool {
	if s.has(0, len(s.tokens), parts) {
		return false
	}
	return k.organiserIn(s, 0, len(s.tokens)) || s.context&cOrganiser != 0 && s.about&cOrganiser == 0 && (s.has(0, 1, pronouns) || s.has(1, len(s.tokens), itself)) || s.named("body") && s.named("national")
}

var (
	parts    = set("chapter chapters centre centres branch branches fund library journal")
	pronouns = set("it founded established the")
	itself   = set("it")
)

// founded compares the year in which the organiser was founded.
func (k *Claims) founded(s *sentence, q *quantity) *Contradiction {
	year := &k.content.Event.Organiser.FoundedYear
	if *year == 0 || int(q.value) == *year || k.bad(year) || !k.ofOrganiser(s) {
		return nil
	}
	if !s.yearOfFoundation(q) {
		return nil
	}
	return &Contradiction{Holds: "the organiser was founded in " + strconv.Itoa(*year), Fact: "founded", Setting: year}
}

// yearOfFoundation tells "founded in 1917".
func (s *sentence) yearOfFoundation(q *quantity) bool {
	for i := q.from - 1; i >= max(0, q.from-6); i-- {
		switch t := s.tokens[i]; {
		case t.lower == "and" || t.lower == "," || t.figures:
			return false
		case t.about&cFounded != 0:
			return true
		}
	}
	return false
}

// figureOf reads a figure of the home page: "29,000+ members of the institute".
type figureOf struct {
	value   int
	noun    string
	setting *schema.Figure
}

func figuresOf(home *schema.Home) []figureOf {
	var list []figureOf
	if home == nil {
		return nil
	}
	for i := range home.Figures {
		f := &home.Figures[i]
		if n, _, ok := facts.NumberOf(f); ok {
			list = append(list, figureOf{n, facts.FigureKey(f), f})
		}
	}
	return list
}

// figure compares a large number with the one that the home page says of the same thing.
func (k *Claims) figure(s *sentence, q *quantity) *Contradiction {
	const large = 1000
	for _, f := range k.figures {
		if f.value < large || int(q.value) == f.value || q.value*2 < float64(f.value) || q.value > float64(f.value)*2 || k.bad(&f.setting.Value) {
			continue
		}
		if !s.counts(q, f.noun) || s.otherYear(k) || s.about&cPast != 0 && s.about&cNext == 0 && s.has(0, len(s.tokens), onceSo) || !k.ofOrganiser(s) {
			continue
		}
		return &Contradiction{Holds: "the home page says " + f.setting.Value + " " + f.setting.Label, Fact: "figure." + f.noun, Setting: &f.setting.Value}
	}
	return nil
}

// counts tells whether a number stands right before a noun, or with one or two words between: "28,000 active members".
func (s *sentence) counts(q *quantity, noun string) bool {
	for i := q.to; i < min(q.to+3, len(s.tokens)); i++ {
		if s.tokens[i].lower == noun {
			return true
		}
		if stops[s.tokens[i].lower] {
			return false
		}
	}
	return false
}

// officer compares the name beside an office of the organiser, in the sentence or above it, with the office bearers.
func (k *Claims) officer(s *sentence) (int, *Contradiction) {
	if s.has(0, len(s.tokens), parts) || s.about&cPast != 0 {
		return 0, nil
	}
	ours := k.organiserIn(s, 0, len(s.tokens))
	for i, t := range s.tokens {
		if t.about&cOffice == 0 || !t.capital || rank[lowerAt(s.tokens, i-1)] || !ours && !k.officeOfParagraph(s, i) {
			continue
		}
		if lowerAt(s.tokens, i+1) == "of" && !k.organiserIn(s, i+2, i+5) {
			continue
		}
		holder := k.holderOf(t.lower)
		if at, named := k.personNear(s, i); holder != nil && len(named) > 0 && !isPerson(named, holder.Name) {
			return at, &Contradiction{Holds: "the " + holder.Role + " is " + holder.Name, Fact: "office." + facts.OfficeKey(holder.Role), Setting: &holder.Name}
		}
	}
	return 0, nil
}

// officeOfParagraph tells "its President" and "the President is" in a paragraph that spoke of the organiser and of no other body.
func (k *Claims) officeOfParagraph(s *sentence, office int) bool {
	one, next := lowerAt(s.tokens, office-1), lowerAt(s.tokens, office+1)
	if one != "its" && (one != "the" || next != "is") || next == "of" {
		return false
	}
	text := s.heading + "\n" + s.before()
	above := &sentence{text: text, tokens: k.tokens(nil, text, 0, len(text))}
	if above.has(0, len(above.tokens), parts) || !k.organiserIn(above, 0, len(above.tokens)) {
		return false
	}
	for i := range above.tokens {
		if heads[above.tokens[i].lower] && above.tokens[i].capital && above.tokens[i].about&cOrganiser == 0 {
			return false
		}
	}
	return true
}

// rank are words with which an office is another one.
var rank = set("vice joint past former deputy honorary")

// holderOf is the only bearer with an office of the organiser.
func (k *Claims) holderOf(role string) *schema.Bearer {
	var found *schema.Bearer
	for i := range k.content.OfficeBearers.Bearers {
		b := &k.content.OfficeBearers.Bearers[i]
		if !strings.EqualFold(b.Role, role) || b.Body != k.content.Event.Organiser.Name {
			continue
		}
		if found != nil {
			return nil
		}
		found = b
	}
	return found
}

// personNear are the words of the name beside an office ("Ar. …"), or of the one above a field that holds nothing but the office.
func (k *Claims) personNear(s *sentence, office int) (at int, name []token) {
	for i := max(0, office-7); i < min(office+6, len(s.tokens)-2); i++ {
		if s.tokens[i].lower == "ar" {
			return i + 2, capitals(s.tokens[i+2:])
		}
	}
	if above := k.tokens(nil, s.heading, 0, len(s.heading)); office == 0 && lowerAt(above, 0) == "ar" && len(above) > 2 {
		return office, capitals(above[2:])
	}
	return 0, nil
}

// capitals are the words with capital letters at the beginning.
func capitals(list []token) []token {
	for i, t := range list {
		if !t.capital {
			return list[:i]
		}
	}
	return list
}

// isPerson tells whether all words of a name are of that person.
func isPerson(said []token, name string) bool {
	known := set(strings.ToLower(name))
	for _, t := range said {
		if !known[t.lower] {
			return false
		}
	}
	return true
}
