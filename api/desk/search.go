package desk

import (
	"context"
	"regexp"
	"strings"

	"transom/api/booking"
	"transom/api/search"
)

const (
	mostWords = 8
	// mostFound is how many bookings a search may find to be narrowed further by their ids; more are looked for where they
	// stand.
	mostFound = 2000
	// localDigits are those of a telephone number without its country.
	localDigits = 10
	// leastNamed is how much of an id somebody must have typed; fewer letters begin many.
	leastNamed = 6
)

// address is what people paste: the text of a QR code, or the address of a page of a booking.
var address = regexp.MustCompile(`/(?:event-ticket|verify|registration)/([A-Za-z0-9]+)`)

// terms are what must be found, as one speaks on the telephone: parts of names in any order, digits in whatever groups,
// a code that was spelled out, the beginning of an id.
func (r *Reads) terms(ctx context.Context, text string, sight Sight) ([]booking.SearchTerm, error) {
	if pasted := address.FindStringSubmatch(text); pasted != nil {
		text = pasted[1]
	}
	if code, is := booking.ParseCode(text); is {
		if ids, err := r.Store.NamedPeople(ctx, noWord, code, false); err != nil || len(ids) > 0 {
			return []booking.SearchTerm{{IDs: ids}}, err
		}
	}
	started, certain, err := r.started(ctx, text)
	if err != nil || certain && len(started) > 0 {
		return []booking.SearchTerm{{IDs: started}}, err
	}
	var terms []booking.SearchTerm
	for _, word := range wordsOf(text) {
		term := booking.SearchTerm{Text: search.Fold(word), Contact: sight.Contact}
		if looksNamed(word) {
			ids, err := r.Store.NamedPeople(ctx, word, "", sight.Contact)
			if err != nil {
				return nil, err
			}
			term.IDs = ids
		}
		term.IDs = append(term.IDs, started...) // all words, or the code
		terms = append(terms, term)
	}
	if len(terms) == 0 && text != "" { // nothing to look for finds nobody, not everybody
		terms = []booking.SearchTerm{{}}
	}
	return terms, nil
}

// started are the bookings whose code somebody has begun to spell; certain is false when the same words may be a name.
func (r *Reads) started(ctx context.Context, text string) (ids []string, certain bool, err error) {
	start, certain := booking.ParseCodeStart(text)
	if start == "" {
		return nil, false, nil
	}
	ids, err = r.Store.CodedPeople(ctx, start, mostFound)
	return ids, certain, err
}

// noWord begins no id.
const noWord = "\x7f"

// wordsOf are the words of a text; digits that stand in groups are one number, without the country of a telephone.
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
	return words[:min(len(words), mostWords)]
}

// isNumber reports whether a word holds nothing that telephone numbers do not.
func isNumber(word string) bool { return strings.Trim(word, "0123456789+-().") == "" }

// looksNamed reports whether a word may begin an id.
func looksNamed(word string) bool {
	return len(word) >= leastNamed && !strings.Contains(word, "@") && !isNumber(word)
}
