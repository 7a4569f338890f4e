package registration

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"transom/api/domain"
	"transom/api/texts"
)

// answer returns an answer as it is stored: choices are one per line, in the content's order, without duplicates.
func (field formField) answer(typed string) string {
	if field.Kind != "multiple" {
		return strings.TrimSpace(strings.ReplaceAll(typed, "\r\n", "\n"))
	}
	given := strings.Split(strings.Trim(typed, "\n"), "\n")
	kept := slices.DeleteFunc(slices.Clone(field.Options), func(o string) bool { return !slices.Contains(given, o) })
	for _, choice := range given { // a value that is not a choice is kept, so that checkAnswer refuses it
		if !slices.Contains(field.Options, choice) {
			kept = append(kept, choice)
		}
	}
	return strings.Join(kept, "\n")
}

// wholeNumber matches whole numbers of at most fifteen digits, which every spreadsheet stores exactly.
var wholeNumber = regexp.MustCompile(`^-?[0-9]{1,15}$`)

func (field formField) checkAnswer(value string) string {
	switch field.Kind {
	case "number":
		n, err := strconv.Atoi(value)
		if !wholeNumber.MatchString(value) || err != nil || n < field.Min || field.Max != 0 && n > field.Max {
			return texts.WholeNumber(field.Min, field.Max)
		}
		return ""
	case "yes_no":
		if value != "yes" && value != "no" {
			return texts.ChooseFromList
		}
		return ""
	}
	for choice := range strings.SplitSeq(value, "\n") {
		if !slices.Contains(field.Options, choice) {
			return texts.ChooseFromList
		}
	}
	return ""
}

func (f *Form) answersOf(values map[string]string) domain.Answers {
	answers := map[string]string{}
	for _, field := range f.fields {
		if field.Own {
			answers[field.Name] = values[field.Name]
		}
	}
	return domain.AnswersOf(answers)
}

func (f *Form) isOwn(name string) bool {
	return slices.ContainsFunc(f.fields, func(field formField) bool { return field.Own && field.Name == name })
}
