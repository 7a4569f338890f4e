package claims

import (
	"strings"

	"transom/generator/facts"
	"transom/generator/schema"
)

// maskedDigits and openDigits are those of a masked Aadhaar, as the authority that issues it defines them.
const (
	maskedDigits = 8
	openDigits   = 4
)

// digits compares how many digits of the identity document are said to be masked or visible.
func (k *Claims) digits(s *sentence, q *quantity) *Contradiction {
	mode := &k.content.Registration.IDDocument.Mode
	if *mode != "masked" || k.bad(mode) || lowerAt(s.tokens, q.to) != "digits" {
		return nil
	}
	switch which := before(s, q, 1); {
	case which == "last" && q.value != openDigits:
		return &Contradiction{Holds: "the last four digits stay visible (mode: masked)", Setting: mode}
	case which == "first" && q.value != maskedDigits:
		return &Contradiction{Holds: "the first eight digits are masked (mode: masked)", Setting: mode}
	}
	return nil
}

// gstIncluded reads "all prices include GST".
func (k *Claims) gstIncluded(s *sentence) (int, *Contradiction) {
	label := &k.content.Tickets.GSTLabel
	if !strings.HasPrefix(strings.ToLower(*label), "plus") || !s.onlyShares() || s.has(0, len(s.tokens), notIncluded) {
		return 0, nil
	}
	noun, tax := -1, -1
	for i, t := range s.tokens {
		switch {
		case priceNouns[t.lower] && tax < 0:
			noun = i
		case t.about&cTax != 0 && t.about&cTaxElse == 0:
			tax = i
		}
		inPrice := tax >= 0 && t.lower == "included" && lowerAt(s.tokens, i+1) == "in" && s.has(i+2, i+8, priceNouns)
		if inPrice || noun >= 0 && s.includes(i) && s.aboutIn(i, i+4)&cTax != 0 {
			return i, &Contradiction{Holds: "prices are shown without GST (gst_label: " + *label + ")", Fact: "gst", Setting: label}
		}
	}
	return 0, nil
}

// onlyShares tells a sentence that measures nothing but per cents.
func (s *sentence) onlyShares() bool {
	for i := range s.quantities {
		if s.quantities[i].unit != share {
			return false
		}
	}
	return true
}

// includes tells "include", and "are inclusive".
func (s *sentence) includes(i int) bool {
	switch s.tokens[i].lower {
	case "include", "includes":
		return true
	case "inclusive":
		return s.has(i-2, i, set("are is"))
	}
	return false
}

var (
	notIncluded = set("not no without plus exclude excludes exclusive total totals receipt invoice amount room rooms hotel hotels tariff tariffs")
	priceNouns  = set("price prices fee fees rates tickets")
)

// spouseShare reads "a spouse pays half the price" and "a spouse comes free".
func (k *Claims) spouseShare(s *sentence) (int, *Contradiction) {
	if s.about&cTwo == 0 || s.has(0, len(s.tokens), negations) || len(k.prices) == 0 {
		return 0, nil
	}
	for i, t := range s.tokens {
		if from, to := s.clause(&quantity{from: i, to: i + 1}); t.about&cIncluded == 0 || s.has(from, to, spouseElse) {
			continue
		}
		half := t.lower == "half" && (s.has(i, i+5, priceNouns) || s.about&cUnpaid != 0)
		free := t.lower == "free" && s.has(i-4, i, set("comes goes is enters attends travels stays")) && !s.tokens[i].glued
		if half || free {
			p := k.spouseOf(s, i)
			return i, &Contradiction{Holds: "a spouse beside a ticket of " + p.amounts.Alone.DisplayNet + " costs " +
				schema.FormatPaise(p.amounts.WithSpouse.NetPaise-p.amounts.Alone.NetPaise), Fact: "price." + facts.Key(p.category) + ".spouse", Setting: facts.SpousePrice(p.category)}
		}
	}
	return 0, nil
}

// spouseOf is the category of whose spouse a sentence, or what stands above it, speaks.
func (k *Claims) spouseOf(s *sentence, at int) price {
	if meant := k.meant(s, &quantity{from: at, to: at + 1}); len(meant) < len(k.prices) {
		return meant[0]
	}
	for _, p := range k.prices {
		if p.named(s.context) {
			return p
		}
	}
	return k.prices[0]
}

var spouseElse = set("lunch lunches snack snacks dinner bus shuttle room rooms hotel parking tour walk seat seats child children")

// citiesNamed reads "held in Bhopal and Ujjain": a city of the event beside one that is none.
func (k *Claims) citiesNamed(s *sentence) (int, *Contradiction) {
	if s.about&(cEvent|cCounted) == 0 && !s.named("coming") && !s.named("welcome") || s.about&(cElsewhere|cRegister) != 0 || s.otherEdition() || s.otherYear(k) {
		return 0, nil
	}
	for i := 1; i+1 < len(s.tokens); i++ {
		if s.tokens[i].lower != "and" {
			continue
		}
		if at := k.otherCity(s, i); at >= 0 {
			return at, &Contradiction{Holds: "the event is in " + k.citiesInWords(), Fact: "cities"}
		}
	}
	return 0, nil
}

// otherCity is the place of a name that is no city of the event, in "in Bhopal, Indore and Ujjain" around an "and"; -1 when there is none.
func (k *Claims) otherCity(s *sentence, and int) int {
	names := []int{and + 1, and - 1}
	first := and - 1
	for ; lowerAt(s.tokens, first-1) == ","; first -= 2 {
		names = append(names, first-2)
	}
	if !placeBefore(s, first-1) || tokenAt(s.tokens, and+2).capital {
		return -1
	}
	ours, other := 0, -1
	for _, i := range names {
		switch t := tokenAt(s.tokens, i); {
		case !t.capital || t.about&^cCity != 0:
			return -1
		case k.isCity(t.lower):
			ours++
		default:
			other = i
		}
	}
	if ours == 0 {
		return -1
	}
	return other
}

func (k *Claims) isCity(word string) bool {
	_, ours := k.cities[word]
	return ours
}

// placeBefore tells words that say where the event is: "held in", "three days in", "for coming to".
func placeBefore(s *sentence, i int) bool {
	t := tokenAt(s.tokens, i-1)
	switch lowerAt(s.tokens, i) {
	case "in":
		return t.about&(cEvent|cHeld|cMonth) != 0 || t.lower == "{}" || t.lower == "days" || t.figures && t.number > 1900
	case "to":
		return t.lower == "coming" || t.lower == "come" || t.lower == "welcome"
	}
	return false
}

func (k *Claims) citiesInWords() string {
	value, _ := k.facts.Value("cities")
	return value
}
