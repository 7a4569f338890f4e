package gate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/domain"
	"transom/generator/schema"
)

var must = check.Must

// The page decides who may enter, and is tested with the same cases (site/src/gate/cases.test.ts). The server only
// needs to count the tickets that a list admits.
func TestDecisions(t *testing.T) {
	raw, err := os.ReadFile("testdata/decisions.json")
	must(t, err)
	var file struct {
		Days  []schema.Day      `json:"days"`
		Lists []schema.GateList `json:"lists"`
		Lanes []schema.GateLane `json:"lanes"`
		Cases []struct {
			What, List, Day, Category, Want string
			Out                             bool
		} `json:"cases"`
		Names map[string]string `json:"names"`
	}
	must(t, json.Unmarshal(raw, &file))
	g := &Service{Content: &domain.Content{Event: schema.Event{Days: file.Days},
		Gate: schema.Gate{Lists: file.Lists, Lanes: file.Lanes}}}
	for _, c := range file.Cases {
		list, known := g.Content.GateList(c.List)
		want := !slices.Contains([]string{ReasonWrongDay, ReasonWrongCity, ReasonNotForThis}, c.Want)
		if got := MayEnter(list, schema.Date(c.Day), c.Category); !known || !c.Out && got != want {
			t.Errorf("%s: %v, want %v", c.What, got, want)
		}
	}
	for name, lane := range file.Names {
		check.Equal(t, LaneOf(g.Content, name), lane, "%s: lane", name)
	}
	// The lists of withdrawn tickets cover these reasons.
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
	must(t, err)
	return file
}

// If a reason were missing, scans that were refused for this reason would not count.
func TestRefusalsAreComplete(t *testing.T) {
	source, err := os.ReadFile("decide.go")
	must(t, err)
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

func TestThePageOffersUndoForTheSameTime(t *testing.T) {
	page, err := os.ReadFile("../../site/src/gate/state.ts")
	if want := fmt.Sprintf("const undoableMs = %d;", undoTime.Milliseconds()); err != nil ||
		!strings.Contains(strings.ReplaceAll(string(page), "_", ""), want) {
		t.Errorf("state.ts does not have %q (%v)", want, err)
	}
}

func TestDerive(t *testing.T) {
	for text, want := range map[string]derived{
		"":          {},
		"in":        {Inside: 1, Used: 1},
		"in in":     {Inside: 1, Used: 1, TooMany: 1},
		"in out in": {Inside: 1, Used: 1},
		"out in":    {Inside: 1, Used: 1},
		"in over":   {Inside: 2, Used: 1},
		"in in in":  {Inside: 1, Used: 1, TooMany: 2},
		// An undo refers to the same device's previous scan.
		"in undo":          {},
		"in undo in":       {Inside: 1, Used: 1},
		"in in undo":       {Inside: 1, Used: 1},
		"in other undo":    {Inside: 1, Used: 1, TooMany: 1},
		"in out over undo": {Used: 1},
		"in out undo":      {Inside: 1, Used: 1},
	} {
		var scans []domain.GateScan
		for i, verdict := range splitWords(text) {
			scan := domain.GateScan{Seq: int64(i + 1), Verdict: map[string]string{"over": domain.ScanOverruled,
				"other": domain.ScanIn}[verdict]}
			if verdict == "other" {
				scan.Device = "another"
			}
			scan.Verdict = cmp.Or(scan.Verdict, verdict)
			scans = append(scans, scan)
		}
		got := derive(withoutUndone(scans), 1)
		got.last = domain.GateScan{}
		check.Equal(t, got, want, "%q", text)
	}
}

// At two gates without a network, a code for two people was typed three times, in any order.
func TestATypedCodeAdmitsNobodyTooMany(t *testing.T) {
	first := domain.GateScan{Device: "a", Seq: 1, Verdict: domain.ScanIn, Reason: ReasonUnreadable}
	second := domain.GateScan{Device: "a", Seq: 2, Verdict: domain.ScanOverruled, Reason: ReasonUnreadable}
	other := domain.GateScan{Device: "b", Seq: 1, Verdict: domain.ScanIn, Reason: ReasonUnreadable}
	for i, scans := range [][]domain.GateScan{{first, second, other}, {first, other, second}, {other, first, second}} {
		if got := derive(scans, 2); got.Inside != 2 || got.Used != 2 || got.TooMany != 1 {
			t.Errorf("order %d: %+v", i, got)
		}
	}
	if got := derive([]domain.GateScan{first, second}, 2); got.Inside != 2 || got.TooMany != 0 {
		t.Errorf("a couple: %+v", got)
	}
}

func splitWords(text string) (words []string) {
	for word := range strings.FieldsSeq(text) {
		words = append(words, word)
	}
	return words
}

func TestCorrect(t *testing.T) {
	ten := time.Date(2025, 4, 11, 10, 0, 0, 0, time.UTC)
	eleven := ten.Add(time.Hour)
	const awake, slept = time.Hour, 5 * time.Minute
	for what, c := range map[string]struct {
		wrong  time.Duration // how wrong the phone's clock is at the scan
		set    time.Duration // by how much the clock is set afterwards
		known  time.Duration // by how much the known offset is wrong
		ran    time.Duration // how far the monotonic clock advances before the report
		sent   time.Duration // how long the report takes to arrive
		reload bool
		want   time.Duration // the expected time of the scan, relative to ten o'clock
	}{
		"awake":                            {ran: awake},
		"asleep":                           {ran: slept},
		"a day ahead, asleep":              {wrong: 24 * time.Hour, ran: slept},
		"a day behind, asleep":             {wrong: -24 * time.Hour, ran: slept},
		"set forwards":                     {set: 2 * time.Hour, ran: awake},
		"set back":                         {set: -2 * time.Hour, ran: awake},
		"set back a little":                {set: -30 * time.Second, ran: awake},
		"set back a little, asleep":        {set: -30 * time.Second, ran: slept},
		"set before the scan":              {wrong: time.Hour, known: -time.Hour, ran: awake},
		"asleep, and a slow network":       {ran: slept, sent: 20 * time.Second},
		"asleep, then reloaded":            {ran: slept, reload: true},
		"reloaded after the clock was set": {set: time.Hour, reload: true},
		"clock set before, then reloaded": {wrong: 3 * time.Hour, known: -3 * time.Hour, reload: true,
			want: time.Hour},
	} {
		scan := domain.GateScan{
			Wall: ten.Add(c.wrong).UnixMilli(), Mono: 1000, Origin: 5, Offset: -(c.wrong + c.known).Milliseconds(),
		}
		r := Report{Wall: eleven.Add(c.wrong + c.set - c.sent).UnixMilli(), Mono: 1000 + c.ran.Milliseconds(), Origin: 5}
		if c.reload {
			r.Origin = 6
		}
		if got, want := correct(scan, domain.GateScan{At: ten.Add(-time.Hour)}, r, eleven),
			ten.Add(c.want); !got.Equal(want) {
			t.Errorf("%s: %v, want %v", what, got.Format(time.TimeOnly), want.Format(time.TimeOnly))
		}
	}
	scan := domain.GateScan{Wall: ten.UnixMilli(), Origin: 5}
	if got := correct(scan, domain.GateScan{At: eleven}, Report{Origin: 6}, eleven); !got.Equal(eleven) {
		t.Errorf("before the previous scan: %v", got)
	}
}

// The page is reloaded after two scans offline, so the report's monotonic clock says nothing about their age.
func TestCorrectAfterTheScanBefore(t *testing.T) {
	ten := time.Date(2025, 4, 11, 10, 0, 0, 0, time.UTC)
	eleven, quarter := ten.Add(time.Hour), ten.Add(15*time.Minute)
	const wrong = 3 * time.Hour // how wrong the phone's clock is; the phone knows this offset
	for what, c := range map[string]struct {
		between, after time.Duration // by how much the clock is set between the scans, and after them
		asleep         time.Duration // how long the phone sleeps between the scans
		otherPage      bool          // whether the page is reloaded between the scans
		want           time.Duration // the expected time of the second scan, relative to a quarter past ten
	}{
		"awake":                                {},
		"asleep":                               {asleep: 10 * time.Minute},
		"set forwards":                         {between: 2 * time.Hour},
		"set forwards a little":                {between: 20 * time.Second},
		"set back":                             {between: -2 * time.Hour},
		"set back a little":                    {between: -20 * time.Second},
		"set back, and forwards again":         {between: -10 * time.Minute, after: 10 * time.Minute},
		"set forwards after both":              {after: 10 * time.Minute},
		"set back after both, and then asleep": {after: -10 * time.Minute, asleep: 5 * time.Minute},
		"asleep, and set forwards after":       {after: 30 * time.Minute, asleep: 10 * time.Minute},
		// In these cases, the method cannot find out that the clock was changed.
		"set forwards, and asleep": {between: 20 * time.Second, asleep: 5 * time.Minute,
			want: 20 * time.Second},
		"set back, and loaded again between":      {between: -20 * time.Second, otherPage: true, want: -20 * time.Second},
		"set ahead, and reloaded in the meantime": {between: 20 * time.Second, otherPage: true, want: 20 * time.Second},
	} {
		before := domain.GateScan{Seq: 1, Wall: ten.Add(wrong).UnixMilli(), Mono: 1000, Origin: 5,
			Offset: -wrong.Milliseconds()}
		r := Report{Wall: eleven.Add(wrong + c.between + c.after).UnixMilli(), Mono: 7, Origin: 6}
		before.At = correct(before, domain.GateScan{At: ten.Add(-time.Hour)}, r, eleven)
		scan := before
		scan.Seq, scan.Wall = 2, quarter.Add(wrong+c.between).UnixMilli()
		scan.Mono += (15*time.Minute - c.asleep).Milliseconds()
		if c.otherPage {
			scan.Mono, scan.Origin = 3, 4
		}
		got := correct(scan, before, r, eleven)
		if want := quarter.Add(c.want); !before.At.Equal(ten) || !got.Equal(want) {
			t.Errorf("%s: %v, want %v", what, got.Format(time.TimeOnly), want.Format(time.TimeOnly))
		}
	}
}
