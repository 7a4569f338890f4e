package main

import (
	"os"
	"testing"
)

func TestOnePartLeavesTheOthersUnchanged(t *testing.T) {
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
	kept := sections(string(page))
	if err := write([]result{{parts[0], kept[parts[0].title]}, {parts[1], kept[parts[1].title]}}); err != nil {
		t.Fatal(err)
	}
	again, _ := os.ReadFile(resultsPath)
	if string(again) != string(page) || len(markedRatios(string(page))) != 1 {
		t.Errorf("%s\nbecame\n%s", page, again)
	}
}

func TestTable(t *testing.T) {
	marks := "@ a / b | 1.5 | at most 1.3 | parsing\n@ c / d | 1.5 | at least 1.3\n"
	got := table(marks) + table(busyMachine+" 40 %.\n"+marks)
	want := "| a / b | 1.50 | at most 1.3 | **no** | parsing |\n| c / d | 1.50 | at least 1.3 | yes |  |\n" +
		"| a / b | 1.50 | at most 1.3 | not compared: busy machine |  |\n" +
		"| c / d | 1.50 | at least 1.3 | not compared: busy machine |  |\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
