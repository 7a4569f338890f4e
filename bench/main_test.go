package main

import (
	"os"
	"testing"
)

// One part can run alone: RESULTS.md and the picture then keep the results of the others.
func TestOnePartKeepsTheOthers(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("bench", 0o700); err != nil {
		t.Fatal(err)
	}
	first := []result{
		{parts[0], "`a`, then\n\n```\n1.5 of it\n```\n\n<!--\n@ a / its floor | 1.5 | at most 1.3\n-->"},
		{parts[1], "**not measured: it is not there.**"},
	}
	if err := write(first); err != nil {
		t.Fatal(err)
	}
	page, _ := os.ReadFile(resultsPath)
	picture, _ := os.ReadFile("bench/ratios.svg")
	kept := sections(string(page))
	if err := write([]result{{parts[0], kept[parts[0].title]}, {parts[1], kept[parts[1].title]}}); err != nil {
		t.Fatal(err)
	}
	again, _ := os.ReadFile(resultsPath)
	pictured, _ := os.ReadFile("bench/ratios.svg")
	if string(again) != string(page) || string(pictured) != string(picture) || len(markedRatios(string(page))) != 1 {
		t.Errorf("%s\nbecame\n%s\n%s", page, again, pictured)
	}
}
