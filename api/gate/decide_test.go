package gate

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transom/api/domain"
	"transom/generator/schema"
)

// The page and the server both decide who may enter; the page is tested with the same cases
// (site/src/gate/cases.test.ts).
func TestDecisions(t *testing.T) {
	raw, err := os.ReadFile("testdata/decisions.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Days  []schema.Day      `json:"days"`
		Lists []schema.GateList `json:"lists"`
		Lanes []schema.GateLane `json:"lanes"`
		Cases []struct {
			What, List, Day, Category string
			Seats, Inside             int
			Out                       bool
			Clock, Want               string
		} `json:"cases"`
		Names map[string]string `json:"names"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	g := &Service{Content: &domain.Content{Event: schema.Event{Days: file.Days},
		Gate: schema.Gate{Lists: file.Lists, Lanes: file.Lanes}}}
	for _, c := range file.Cases {
		list, known := g.list(c.List)
		got := g.decide(question{List: list, Day: c.Day, Category: c.Category, Seats: c.Seats, Inside: c.Inside, Out: c.Out,
			Clock: c.Clock})
		if !known || got != c.Want {
			t.Errorf("%s: %q, want %q", c.What, got, c.Want)
		}
	}
	for name, lane := range file.Names {
		if got := g.Lane(name); got != lane {
			t.Errorf("%s: lane %q, want %q", name, got, lane)
		}
	}
	// covered by the lists of withdrawn tickets
	covered := map[string]bool{ReasonVoid: true, ReasonReplaced: true, ReasonUnpaid: true}
	for _, c := range file.Cases {
		covered[c.Want] = true
	}
	for _, c := range codesOf(t).Cases {
		covered[c.Kind] = true
	}
	for _, refusal := range Refusals {
		if !covered[refusal] {
			t.Errorf("add a case of %s to testdata/decisions.json, and the rule to site/src/gate/decide.ts", refusal)
		}
	}
}

func codesOf(t *testing.T) (file struct{ Cases []struct{ Kind string } }) {
	t.Helper()
	raw, err := os.ReadFile("testdata/codes.json")
	if err == nil {
		err = json.Unmarshal(raw, &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// A scan with a refusal that is not in the list would be treated as strange.
func TestRefusalsAreComplete(t *testing.T) {
	source, err := os.ReadFile("decide.go")
	if err != nil {
		t.Fatal(err)
	}
	words := regexp.MustCompile(`(?m)^\tReason\w+ += "(\w+)"`).FindAllStringSubmatch(string(source), -1)
	if len(words) < 10 {
		t.Fatalf("only %d refusals were found", len(words))
	}
	for _, word := range words {
		if !slices.Contains(Refusals, word[1]) {
			t.Errorf("%s is not in Refusals", word[1])
		}
	}
}

// What the scans of one ticket result in.
func TestDerive(t *testing.T) {
	for text, want := range map[string]derived{
		"":          {},
		"in":        {Inside: 1, Used: 1},
		"in in":     {Inside: 1, Used: 1, TooMany: 1},
		"in out in": {Inside: 1, Used: 1},
		"out in":    {Inside: 1, Used: 1},
		"in over":   {Inside: 2, Used: 1},
		"in in in":  {Inside: 1, Used: 1, TooMany: 2},
	} {
		var scans []domain.GateScan
		for _, verdict := range splitWords(text) {
			scans = append(scans, domain.GateScan{Verdict: map[string]string{"in": domain.ScanIn, "out": domain.ScanOut,
				"over": domain.ScanOverruled}[verdict]})
		}
		got := derive(scans, 1)
		got.last = domain.GateScan{}
		if got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func splitWords(text string) (words []string) {
	for word := range strings.FieldsSeq(text) {
		words = append(words, word)
	}
	return words
}
