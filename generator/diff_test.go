package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"transom/generator/publish"
)

func committed(t *testing.T) publish.Options {
	t.Helper()
	o := validContent(t)
	o.Name = ""
	write(t, filepath.Join(o.Content, "..", "elsewhere.txt"), "x")
	inGit(t, o, "init", "-q")
	commitAll(t, o)
	return o
}

func inGit(t *testing.T, o publish.Options, args ...string) {
	t.Helper()
	command := exec.Command("git", append([]string{"-C", filepath.Dir(o.Content), "-c", "user.name=Editor",
		"-c", "user.email=editor@example.org"}, args...)...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func commitAll(t *testing.T, o publish.Options) {
	inGit(t, o, "add", "-A")
	inGit(t, o, "commit", "-qm", "content")
}

func differs(t *testing.T, o publish.Options, revision string) []string {
	t.Helper()
	var out bytes.Buffer
	if code := diff(&out, settings{command: "diff", content: o.Content, format: "text"}, revision); code != 0 {
		t.Fatalf("exit code %d: %s", code, &out)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestDiffListsWhatVisitorsReadDifferently(t *testing.T) {
	o := committed(t)
	same := []string{o.Content + ": visitors see the same as in HEAD"}
	if lines := differs(t, o, "HEAD"); !slices.Equal(lines, same) {
		t.Errorf("without a change: %q", lines)
	}
	change(t, o, "faqs.yaml", "faqs:", "# a note\nfaqs:")
	if lines := differs(t, o, "HEAD"); !slices.Equal(lines, same) {
		t.Errorf("after a comment: %q", lines)
	}
	change(t, o, "faqs.yaml", "See [the categories](/register-now#register-now).",
		"It costs {{fact:price.iia-member-25-above}} with Ar. A. Rao. See [the categories](/register-now).")
	change(t, o, "faqs.yaml", "- Formals", "- Smart formals")
	commitAll(t, o)

	change(t, o, "tickets.yaml", "price: 3000", "price: 30000")
	change(t, o, "tickets.yaml", "capacity: 100", "capacity: 10")
	change(t, o, "tickets.yaml", "- Lunch", "- Lunch and tea")
	change(t, o, "tickets.yaml", "2030-05-01T16:30", "2030-05-02T17:00")
	change(t, o, "faqs.yaml", "/register-now).", "/contact).")
	change(t, o, "faqs.yaml", "  - id: dress",
		"  - id: bus\n    question: Is there a bus?\n    answer: Yes.\n  - id: dress")
	change(t, o, "pages/terms-condition.md", "---\n\n", "updated: \"2030-01-01\"\n---\n\nBe kind. ")
	write(t, filepath.Join(o.Content, "pages/visa.md"), "---\ntitle: Visa\ndescription: How to get one.\n---\n\nAsk us.\n")
	change(t, o, "event.yaml", "  - { route: /verify",
		"  - { route: /visa, number: T-15, title: Visa, description: Visas }\n  - { route: /verify")
	picture := read(t, filepath.Join(o.Content, "images/schedule.png"))
	write(t, filepath.Join(o.Content, "images/schedule.png"), picture+"\n")

	student, professional := "tickets.yaml: categories: Student: ", "tickets.yaml: categories: Professional: "
	want := []string{
		student + "capacity: 100 → 10 (÷10)",
		student + "features: Lunch → Lunch and tea",
		student + "sales: closes_at: 4:30 PM, 1 May 2030 → 5 PM, 2 May 2030",
		professional + "price: ₹3,000 → ₹30,000 (×10)",
		professional + "with spouse: price: ₹6,000 → ₹60,000 (×10)",
		"event.yaml: banner: Registrations close at 4:30 PM on 1st May → Registrations close at 5 PM on 2nd May",
		"event.yaml: sheets: added: Visa",
		"event.yaml: sheets: Visa: description: added: Visas",
		"event.yaml: sheets: Visa: number: added: T-15",
		"event.yaml: sheets: Visa: route: added: /visa",
		"/faqs: added: Is there a bus?",
		"/faqs: What does it cost?: It costs ₹3,000 with Ar. A. Rao. → It costs ₹30,000 with Ar. A. Rao.",
		"/faqs: What does it cost?: See the categories (/register-now). → See the categories (/contact).",
		"/faqs: Is there a bus?: added: Yes.",
		"/faqs: Is there a bus?: id: added: bus",
		"/terms-condition: added: Be kind.",
		"/terms-condition: updated: added: 1 January 2030",
		"page /visa added",
		"images/schedule.png replaced by another image",
	}
	if lines := differs(t, o, "HEAD"); !slices.Equal(lines, want) {
		t.Errorf("have:\n%s\nwant:\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	commitAll(t, o)
	must(t, os.Remove(filepath.Join(o.Content, "pages/visa.md")))
	change(t, o, "event.yaml", "  - { route: /visa, number: T-15, title: Visa, description: Visas }\n", "")
	change(t, o, "pages/terms-condition.md", "Be kind.", "Be nice.")
	want = []string{"event.yaml: sheets: removed: Visa", "event.yaml: sheets: Visa: description: removed: Visas",
		"event.yaml: sheets: Visa: number: removed: T-15", "event.yaml: sheets: Visa: route: removed: /visa",
		"/terms-condition: Be kind. → Be nice.",
		"/terms-condition: updated is still 1 January 2030", "page /visa removed"}
	if lines := differs(t, o, "HEAD"); !slices.Equal(lines, want) {
		t.Errorf("have:\n%s\nwant:\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	if lines := differs(t, o, "HEAD~2"); !slices.Contains(lines,
		"/faqs: What do I wear?: Formals → Smart formals") {
		t.Errorf("since the first commit: %q", lines)
	}
}

func TestDiffNamesTheTicketsOfAField(t *testing.T) {
	o := committed(t)
	change(t, o, "registration.yaml", "  - name: lastname\n",
		"  - name: lastname\n    categories: [IIA_MEMBER_25_ABOVE]\n")
	want := "registration.yaml: fields: lastname: categories: added: IIA_MEMBER_25_ABOVE"
	if lines := differs(t, o, "HEAD"); !slices.Contains(lines, want) {
		t.Errorf("%q", lines)
	}
}

func TestDiffShowsARenamedEntryAndARowOfATable(t *testing.T) {
	o := committed(t)
	change(t, o, "event.yaml", "label: Speakers", "label: Voices")
	change(t, o, "registration.yaml", "seen_by: The desk", "seen_by: The caterer")
	want := []string{
		"event.yaml: navigation: Speakers → Voices",
		"event.yaml: navigation: Voices: link: added: /speakers",
		"event.yaml: navigation: Speakers: link: removed: /speakers",
		"/privacy-policy: Firstname · To print firstname · The desk · After a year → " +
			"Firstname · To print firstname · The caterer · After a year",
	}
	if lines := differs(t, o, "HEAD"); !slices.Equal(lines, want) {
		t.Errorf("have:\n%s\nwant:\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

func TestDiffSaysWhyItCannotCompare(t *testing.T) {
	o := committed(t)
	change(t, o, "tickets.yaml", "price: 3000", "price: three")
	commitAll(t, o)
	change(t, o, "tickets.yaml", "price: three", "price: 3000")
	if err := publishRevision(o.Content, "HEAD", t.TempDir()); err == nil ||
		!strings.Contains(err.Error(), "it has 1 mistake; the first is "+o.Content+"/tickets.yaml:") {
		t.Errorf("a revision with a mistake: %v", err)
	}
	if err := publishRevision(o.Content, "nothing", t.TempDir()); err == nil ||
		!strings.Contains(err.Error(), "git archive: fatal: not a valid object name: nothing") {
		t.Errorf("no such revision: %v", err)
	}
	change(t, o, "tickets.yaml", "price: 3000", "price: three")
	var out bytes.Buffer
	if code := diff(&out, settings{command: "diff", content: o.Content}, "HEAD"); code != 1 ||
		!strings.Contains(out.String(), "1 mistake in the content") {
		t.Errorf("a mistake in the content: %d, %s", code, &out)
	}
}

func TestWatchComparesWithTheLastCommit(t *testing.T) {
	var last lastCommit
	t.Cleanup(last.forget)
	changes := func(o publish.Options) []string {
		t.Helper()
		build1(t, o)
		return last.changes(o)
	}
	if lines := changes(validContent(t)); lines != nil {
		t.Errorf("without a repository: %q", lines)
	}
	o := committed(t)
	change(t, o, "tickets.yaml", "price: 3000", "price: 30000")
	if lines := changes(o); len(lines) != 2 || !strings.Contains(lines[0], "(×10)") {
		t.Errorf("a price: %q", lines)
	}
	commitAll(t, o)
	equal(t, len(changes(o)), 0, "after the commit")

	change(t, o, "tickets.yaml", "price: 30000", "price: 3000")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	output := writerFunc(func(p []byte) (int, error) {
		if !bytes.Contains(p,
			[]byte(`"changes":["tickets.yaml: categories: Professional: price: ₹30,000 → ₹3,000 (÷10)"`)) {
			t.Errorf("the first line of watch: %s", p)
		}
		stop()
		return len(p), nil
	})
	watch(ctx, output, settings{command: "watch", format: "json"}, o) // output stops watch
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
