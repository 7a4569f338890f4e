package domain

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// Answers are a person's answers to the custom questions: a JSON object by question name, "" for none. They
// are one text, so they are stored, compared and erased like any other value of a person. Several choices are one
// answer with one choice per line.
type Answers string

// AnswersOf returns the answers that are not empty.
func AnswersOf(answers map[string]string) Answers {
	answers = maps.Clone(answers)
	maps.DeleteFunc(answers, func(_, answer string) bool { return answer == "" })
	if len(answers) == 0 {
		return ""
	}
	text, _ := json.Marshal(answers) // a map of strings can always be encoded, and its keys are sorted
	return Answers(text)
}

// Map returns the answers by the names of the questions.
func (a Answers) Map() map[string]string {
	answers := map[string]string{}
	_ = json.Unmarshal([]byte(a), &answers) // "" has none
	return answers
}

// Of returns the answer to one question.
func (a Answers) Of(question string) string { return a.Map()[question] }

// With returns the answers with a new answer to one question; "" removes the answer.
func (a Answers) With(question, answer string) Answers {
	answers := a.Map()
	answers[question] = answer
	return AnswersOf(answers)
}

// MarshalJSON writes the object.
func (a Answers) MarshalJSON() ([]byte, error) { return json.Marshal(a.Map()) }

// UnmarshalJSON reads an object of texts.
func (a *Answers) UnmarshalJSON(text []byte) error {
	var answers map[string]string
	err := json.Unmarshal(text, &answers)
	*a = AnswersOf(answers)
	return err
}

// Only returns the answers to some questions.
func (a Answers) Only(questions []string) Answers {
	answers := a.Map()
	maps.DeleteFunc(answers, func(question, _ string) bool { return !slices.Contains(questions, question) })
	return AnswersOf(answers)
}

// DueAnswers says which custom questions keep their answers, for people who registered before a given time. All other
// answers of these people are erased: their period is over, or the form no longer asks the question.
type DueAnswers struct {
	Kept   []string
	Before time.Time
}

// AnswerText writes an answer on one line.
func AnswerText(answer string) string { return strings.ReplaceAll(answer, "\n", ", ") }
