package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"transom/generator/describe"
	"transom/generator/publish"
	"transom/generator/schema"
)

const repository = ".."

func TestRealContentIsInOrder(t *testing.T) {
	result := build1(t, publish.Options{Content: filepath.Join(repository, "content"), Out: t.TempDir(), Name: "content"})
	for _, p := range result.Problems {
		t.Error(p)
	}
}

func TestContentNamesItsSchemas(t *testing.T) {
	for _, f := range schema.Files {
		raw := read(t, filepath.Join(repository, "content", f.Name+".yaml"))
		first, _, _ := strings.Cut(raw, "\n")
		path, found := strings.CutPrefix(first, "# yaml-language-server: $schema=")
		if !found || path != "../data/schema/"+f.Name+".schema.json" || !exists(filepath.Join(repository, "content", path)) {
			t.Errorf("%s.yaml begins with %q", f.Name, first)
		}
	}
}

func TestGeneratedFilesAreFresh(t *testing.T) {
	files, err := describe.Generate(repository)
	must(t, err)
	stale, err := describe.Write(repository, files, true)
	must(t, err)
	if len(stale) > 0 {
		t.Errorf("stale, run `make schema`: %v", stale)
	}
}

func validContent(t *testing.T) publish.Options {
	t.Helper()
	content := filepath.Join(t.TempDir(), "content")
	assemble(t, filepath.Join("testdata", valid), content)
	return publish.Options{Content: content, Out: filepath.Join(t.TempDir(), "out"), Name: "content"}
}

func build1(t *testing.T, o publish.Options) publish.Result {
	t.Helper()
	result, err := publish.Build(o)
	must(t, err)
	return result
}

func change(t *testing.T, o publish.Options, file, from, to string) {
	t.Helper()
	path := filepath.Join(o.Content, file)
	text := read(t, path)
	if !strings.Contains(text, from) {
		t.Fatalf("%s does not hold %q", file, from)
	}
	write(t, path, strings.Replace(text, from, to, 1))
}

// all is the number of files of a build, with pages.json and mail.json.
var all = len(schema.Files) + 2

func TestOnlyWhatChangedIsWritten(t *testing.T) {
	o := validContent(t)
	if first := build1(t, o); first.Written != all {
		t.Fatalf("the first build wrote %d files, want %d", first.Written, all)
	}
	if again := build1(t, o); !again.Unchanged || again.Written != 0 {
		t.Errorf("nothing changed, but the build read everything again: %+v", again)
	}
	change(t, o, "faqs.yaml", "Formals", "Smart formals")
	equal(t, build1(t, o).Written, 1, "files written after one answer changed")
	change(t, o, "faqs.yaml", "faqs:", "# a note\nfaqs:")
	if fourth := build1(t, o); fourth.Unchanged || fourth.Written != 0 {
		t.Errorf("a comment changed nothing that is published, but: %+v", fourth)
	}
	write(t, filepath.Join(o.Out, "faqs.json"), "{}")
	equal(t, build1(t, o).Written, 1, "files written after one was changed by hand")
}

func TestMistakesKeepTheLastGoodSite(t *testing.T) {
	o := validContent(t)
	build1(t, o)
	before := read(t, filepath.Join(o.Out, "event.json"))
	change(t, o, "event.yaml", "tagline: A line", "tagline: Another line")
	change(t, o, "pages/about.md", "## History", "# History")
	if result := build1(t, o); len(result.Problems) != 1 || result.Written != 0 {
		t.Fatalf("want one mistake and nothing written, have %+v", result)
	}
	after := read(t, filepath.Join(o.Out, "event.json"))
	if before != after {
		t.Error("the last good site was changed")
	}
	left, err := filepath.Glob(filepath.Join(o.Out, ".new-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("unfinished files were left: %v %v", left, err)
	}
}

func TestHugeFileIsRefusedUnread(t *testing.T) {
	o := validContent(t)
	huge := "faqs: " + strings.Repeat("x", 50<<20)
	write(t, filepath.Join(o.Content, "faqs.yaml"), huge)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	result := build1(t, o)
	runtime.ReadMemStats(&after)
	if len(result.Problems) != 1 || !strings.Contains(result.Problems[0].Message, "50.0 MB") {
		t.Errorf("have %v", result.Problems)
	}
	if read := after.TotalAlloc - before.TotalAlloc; read > uint64(len(huge)) {
		t.Errorf("a huge file was read: %d bytes", read)
	}
}

func TestReleaseRefusesSamples(t *testing.T) {
	o := validContent(t)
	if result := build1(t, o); len(result.Samples) != 2 || len(result.Problems) != 0 {
		t.Fatalf("have %v %v", result.Samples, result.Problems)
	}
	o.Release = true
	result := build1(t, o)
	if len(result.Problems) != 2 || result.Problems[0].Line == 0 {
		t.Errorf("a release must refuse each sample at its place, have %v", result.Problems)
	}
}

func TestLogoThatCannotBeSeenIsReported(t *testing.T) {
	o := validContent(t)
	o.Out = ""
	change(t, o, "brand.yaml", "drawing_set: true", "mark: mark.svg")
	const begin = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\n"
	const end = `<path d="M0 0h9v9z"/></g></svg>`
	for drawing, want := range map[string]string{
		`<g style="fill:#7A1010">`: "content/images/mark.svg:2:1: warning: in the dark theme, the logo's colour #7a1010 " +
			`on the header ("page", #161714) has a contrast of 1.6:1 and needs 3:1; write currentColor instead of #7a1010, so ` +
			"that it follows the theme, or draw a background behind the logo\n",
		`<g stroke="#fff" fill="#7a1010">`:         "",
		`<g stroke="currentColor" fill="#7a1010">`: "",
		`<g fill="url(#eee)">`:                     "",
		`<g fill="none" stroke="rgb(1, 2, 3)">`: "content/images/mark.svg:2:1: warning: the contrast of the logo's colour " +
			"rgb(1, 2, 3) is not checked; write it as # and six characters, like \"#0f4c4a\"\n",
	} {
		write(t, filepath.Join(o.Content, "images/mark.svg"), begin+drawing+end)
		if result := build1(t, o); len(result.Problems) > 0 || lines(result.Warnings) != want {
			t.Errorf("%s: %v, %s", drawing, result.Problems, lines(result.Warnings))
		}
	}
}

func TestFormats(t *testing.T) {
	o := validContent(t)
	change(t, o, "event.yaml", "tagline: A line", "taglin: A line, {{literal:100%}}")
	result := build1(t, o)
	describe := func(format string) string {
		var b bytes.Buffer
		report(&b, settings{command: "check", format: format}, result)
		return b.String()
	}
	if text := describe("text"); !strings.HasPrefix(text,
		"content/event.yaml:4:1: \"taglin\" is not a field here; did you mean \"tagline\"?") {
		t.Errorf("text: %s", text)
	}
	if text := describe("github"); !strings.HasPrefix(text, "::error file=content/event.yaml,line=4,col=1::\"taglin\"") {
		t.Errorf("github: %s", text)
	}
	var decoded jsonResult
	if tellJSON(t, result, &decoded); len(decoded.Problems) != 1 || decoded.Problems[0].Line != 4 {
		t.Errorf("json: %+v", decoded)
	}
}

func tellJSON(t *testing.T, r publish.Result, into *jsonResult) {
	t.Helper()
	var told bytes.Buffer
	report(&told, settings{command: "check", format: "json"}, r)
	must(t, json.Unmarshal(told.Bytes(), into))
}

func TestWatchSurvivesBrokenStates(t *testing.T) {
	o := validContent(t)
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	lines := make(lineWriter, 64)
	done := make(chan struct{})
	go func() { watch(ctx, lines, settings{command: "watch", format: "text", out: "out"}, o); close(done) }()
	expect := func(wants ...string) {
		t.Helper()
		for {
			select {
			case line := <-lines:
				if slices.ContainsFunc(wants, func(want string) bool { return strings.Contains(line, want) }) {
					return
				}
			case <-ctx.Done():
				t.Fatalf("watch never printed %q", wants)
			}
		}
	}
	expect(strconv.Itoa(all) + " files written")
	change(t, o, "event.yaml", "tagline: A line", "tagline: A line: broken")
	expect("1 mistake in the content")
	change(t, o, "event.yaml", "tagline: A line: broken", "tagline: Another line")
	expect("1 file written")
	for i := range 100 { // as if an editor saved after every letter
		change(t, o, "event.yaml", "tagline: Another line", "tagline: Another line"+strings.Repeat(".", i))
		change(t, o, "event.yaml", "tagline: Another line"+strings.Repeat(".", i), "tagline: Another line")
	}
	for _, name := range []string{".event.yaml.swp", "event.yaml~", "#event.yaml#"} {
		write(t, filepath.Join(o.Content, name), "unfinished")
	}
	slipIn{File: "registration.yaml", Now: "rules.yaml"}.make(t, o)
	expect("2 mistakes in the content")
	slipIn{File: "rules.yaml", Now: "registration.yaml"}.make(t, o)
	expect("is up to date", "written") // nothing is written if the folder is as it was at the last build
	stop()
	<-done
}

// Some editors empty a file before they write it. The time in between is simulated, so that the machine's speed does
// not matter.
func TestWatchWaitsForAFileThatIsBeingWritten(t *testing.T) {
	o := validContent(t)
	path := filepath.Join(o.Content, "event.yaml")
	text := read(t, path)
	before := snapshot(o.Content)
	write(t, path, "")
	steps := 0
	pass := func(context.Context, time.Duration) bool {
		if steps++; steps == 5 {
			write(t, path, text+"\n")
		}
		return true
	}
	if now := settled(t.Context(), o.Content, before, pass); now != snapshot(o.Content) || steps < 5 {
		t.Errorf("after %d steps the file, which was just being written, was read unfinished", steps)
	}
	before, steps = snapshot(o.Content), 6
	write(t, path, "")
	settled(t.Context(), o.Content, before, pass)
	if steps > 60 {
		t.Errorf("a file that stays empty was waited for in %d steps", steps)
	}
}

type lineWriter chan string

func (w lineWriter) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

func TestAMissingFolderIsOneMistake(t *testing.T) {
	for _, folder := range []string{"", "images", "pages", "mail"} {
		o := validContent(t)
		rename(t, filepath.Join(o.Content, folder), filepath.Join(t.TempDir(), "away"))
		equal(t, len(build1(t, o).Problems), 1, "without %q", folder)
	}
}

func TestMessagesNameTheFolderWhoseFactsToList(t *testing.T) {
	for _, dir := range []string{"bad-fact-names", "bad-day-missing"} {
		content := filepath.Join(t.TempDir(), "content")
		assemble(t, filepath.Join("testdata", dir), content)
		result := build1(t, publish.Options{Content: content, Out: t.TempDir(), Name: "geoforum"})
		if text := lines(result.Problems); !strings.Contains(text, `"go run ./generator facts geoforum"`) ||
			strings.Contains(text, `facts"`) {
			t.Error(text)
		}
	}
}

func TestLinksToFoldersAreFollowed(t *testing.T) {
	o := validContent(t)
	elsewhere := filepath.Join(t.TempDir(), "pictures")
	rename(t, filepath.Join(o.Content, "images"), elsewhere)
	for link, target := range map[string]string{filepath.Join(o.Content, "images"): elsewhere,
		filepath.Join(elsewhere, "gallery", "round"): elsewhere} {
		must(t, os.Symlink(target, link))
	}
	equal(t, len(build1(t, o).Problems), 0, "the pictures are behind a link")
}

// The workflow for pull requests cannot run here, so the test checks that its command exists.
func TestWorkflowChecksTheContent(t *testing.T) {
	raw := read(t, filepath.Join(repository, ".github/workflows/content.yml"))
	var workflow struct {
		Permissions map[string]string
		Jobs        map[string]struct {
			Steps []struct{ Run, Uses string }
		}
	}
	must(t, yaml.Unmarshal([]byte(raw), &workflow))
	checked := false
	for _, step := range workflow.Jobs["check"].Steps {
		if arguments, ours := strings.CutPrefix(step.Run, "make generator ARGS="); ours {
			t.Chdir(repository)
			checked = true
			if code := run(strings.Fields(strings.Trim(arguments, "'"))); code != 0 {
				t.Errorf("%q ends with %d on the shipped content", step.Run, code)
			}
		}
		if _, version, found := strings.Cut(step.Uses, "@"); found && len(version) != 40 {
			t.Errorf("%s is not pinned to a commit", step.Uses)
		}
	}
	if !checked || len(workflow.Permissions) != 1 || workflow.Permissions["contents"] != "read" {
		t.Errorf("checked %v, with %v", checked, workflow.Permissions)
	}
}

// Windows programs write other line endings, and a byte-order mark.
func TestQuotesAndLineEndingsMakeNoDifference(t *testing.T) {
	with, without := validContent(t), validContent(t)
	build1(t, with)
	change(t, without, "event.yaml", `starts_at: "09:00"`, `starts_at: 09:00`)
	change(t, without, "event.yaml", `start_date: "2030-05-03"`, `start_date: 2030-05-03`)
	change(t, without, "states.yaml", `gst_code: "23"`, `gst_code: 23`)
	change(t, without, "tickets.yaml", "price: 3000", `price: "3000"`)
	change(t, without, "tickets.yaml", "on_sale: true", `on_sale: "true"`)
	for name, change := range map[string]func(string) string{
		"faqs.yaml":              func(text string) string { return "\xef\xbb\xbf" + text },
		"pages/about.md":         func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		"tickets.yaml":           func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		"mail/refund.md":         func(text string) string { return strings.ReplaceAll(text, "\n", "\r") },
		"pages/payment-terms.md": func(text string) string { return "\xef\xbb\xbf" + text },
	} {
		path := filepath.Join(without.Content, name)
		write(t, path, change(read(t, path)))
	}
	if result := build1(t, without); len(result.Problems) > 0 {
		t.Fatalf("refused: %v", result.Problems)
	}
	for _, name := range filesIn(t, with.Out) {
		if read(t, filepath.Join(with.Out, name)) != read(t, filepath.Join(without.Out, name)) {
			t.Errorf("%s was published with other values", name)
		}
	}
}

func equal[T comparable](t testing.TB, got, want T, what string, args ...any) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", fmt.Sprintf(what, args...), got, want)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
