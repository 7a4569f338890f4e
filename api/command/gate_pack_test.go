package command

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/cli"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/store"
	"transom/api/ticket"
	"transom/generator/schema"
)

func TestGatePackRoundTrip(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	tickets := s.PaidTickets(4)
	run := packing(t, s)
	folder := t.TempDir()
	must(t, run("--city", "Bhopal", "--out", folder))
	page, err := os.ReadFile(filepath.Join(folder, "gate-pack-bhopal.html"))
	if err != nil || strings.Count(string(page), `class="box"`) < 5 ||
		!strings.Contains(string(page), tickets[0].HolderName) {
		t.Errorf("%v, %d boxes", err, strings.Count(string(page), `class="box"`))
	}
	file := filepath.Join(folder, "gate-pack-bhopal.csv")
	table, err := os.ReadFile(file)
	must(t, err)
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")
	for i := range lines {
		if strings.HasPrefix(lines[i], tickets[0].ID[:8]) || strings.HasPrefix(lines[i], tickets[1].ID[:8]) {
			lines[i] += "1"
		}
	}
	for _, day := range []string{"2025-04-11", "2025-04-12"} {
		if !strings.Contains(string(page), "--city bhopal --day "+day+" --take-back FILE") {
			t.Errorf("the page does not say how %s is taken in", day)
		}
	}
	must(t, os.WriteFile(file, []byte(strings.Join(append(lines, "nobody22,X,Y,1,x"), "\n")), 0o600))
	for range 2 {
		err := run("--city", "bhopal", "--take-back", file, "--day", "2025-04-11")
		if err == nil || !strings.Contains(err.Error(), "nobody22") {
			t.Errorf("an unknown code: %v", err)
		}
	}
	s.WantCount(2, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries`)
	s.WantCount(2, `SELECT COUNT(*) FROM gate_scans`)
	for _, args := range [][]string{{}, {"--city", "nowhere"}, {"--city", "bhopal", "--take-back", file}} {
		var wrong *cli.UsageError
		if err := run(args...); err == nil || !isUsage(err, &wrong) {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func packing(t *testing.T, s *apitest.Server) func(args ...string) error {
	env := &product.Env{
		Out: io.Discard, Open: func(context.Context) (*product.Product, error) {
			return &s.Product, nil
		},
		Gate: func() (*domain.Content, *ticket.Keys, error) { return s.Content, s.TicketKeys, nil },
	}
	return func(args ...string) error { return gatePackCommand.Run(t.Context(), env, args) }
}

func TestGatePackRefusesOtherTicks(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	tickets := s.PaidTickets(3) // the third ticket has two seats
	run := packing(t, s)
	file := filepath.Join(t.TempDir(), "ticked.csv")
	take := func(marks ...string) error {
		text := "code,ticked\n"
		for i, mark := range marks {
			text += tickets[i%3].ID[:8] + "," + mark + "\n"
		}
		must(t, os.WriteFile(file, []byte(text), 0o600))
		return run("--city", "bhopal", "--take-back", file, "--day", "2025-04-11")
	}
	err := take("no", "-1", "3", "X")
	for _, line := range []string{"line 2", `"no"`, "line 3", `"-1"`, "line 4", "2 times"} {
		if err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("%q is missing: %v", line, err)
		}
	}
	if err := take("2"); err == nil || !strings.Contains(err.Error(), "1 time") {
		t.Errorf("two ticks on one seat: %v", err)
	}
	if err := take("1", "", "1", "x"); err == nil || !strings.Contains(err.Error(), "line 5") {
		t.Errorf("one seat on two lines: %v", err)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM gate_scans`)
	must(t, take("✓", " X ", "2"))
	if n := s.Count(`SELECT COUNT(*) FROM gate_scans`); n != 4 || s.Count(`SELECT COUNT(*) FROM gate_conflicts`) != 0 {
		t.Errorf("%d ticks are taken in", n)
	}
}

// If a tick counted as an entry when it is recorded, people who have already left would count as inside.
func TestGatePackRecordsTicks(t *testing.T) {
	testdb.Once(t)
	s := apitest.Start(t, apitest.Options{Content: func(c *domain.Content) {
		c.Gate.Lists = append(c.Gate.Lists, schema.GateList{ID: "tea", Name: "Tea", Times: 2,
			Days: []schema.Date{"2025-04-11"}})
	}})
	tickets := s.PaidTickets(3)
	run := packing(t, s)
	file := filepath.Join(t.TempDir(), "ticked.csv")
	take := func(n int, mark string, args ...string) error {
		must(t, os.WriteFile(file, []byte("code,ticked\n"+tickets[n].ID[:8]+","+mark+"\n"), 0o600))
		return run(append([]string{"--city", "bhopal", "--take-back", file}, args...)...)
	}
	const day = "2025-04-11"
	at := func(clock string) time.Time {
		at, err := time.ParseInLocation("2006-01-02 15:04", day+" "+clock, s.Content.Zone)
		must(t, err)
		return at
	}
	s.Clock.Set(at("20:00"))
	for _, wrong := range [][]string{
		{"--day", day, "--list", "brunch"}, {"--day", "2025-04-12", "--list", "tea"}, {"--day", day, "--at", "late"},
		{"--day", day, "--at", "20:01"},
	} {
		var usage *cli.UsageError
		if err := take(0, "1", wrong...); !isUsage(err, &usage) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if err := take(0, "3", "--day", day, "--list", "tea"); err == nil || !strings.Contains(err.Error(), "2 times") {
		t.Errorf("three of two: %v", err)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM gate_scans`)
	for _, c := range []struct {
		ticket int
		mark   string
		args   []string
		want   time.Time
	}{
		{0, "1", nil, at("09:00")}, {1, "1", []string{"--at", "10:30"}, at("10:30")},
		{0, "1", []string{"--list", "lunch"}, at("12:30")}, {2, "2", []string{"--list", "tea"}, at("09:00")},
	} {
		before := s.Count(`SELECT COUNT(*) FROM gate_scans WHERE at = ?`, c.want.UnixMilli())
		if err := take(c.ticket, c.mark, append([]string{"--day", day}, c.args...)...); err != nil {
			t.Errorf("%q: %v", c.args, err)
		}
		if s.Count(`SELECT COUNT(*) FROM gate_scans WHERE at = ?`, c.want.UnixMilli()) == before {
			t.Errorf("%q: not at %v", c.args, c.want)
		}
	}
	s.WantCount(0, `SELECT COUNT(*) FROM gate_conflicts`)
}

func isUsage(err error, as **cli.UsageError) bool { return errors.As(err, as) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestGateChecksAddressAndSignatureTogether(t *testing.T) {
	keys := ticket.NewKeys(make([]byte, 32))
	g := &ticketChecker{ring: keys.Ring, marks: []uint32{7}}
	const id, other = "abcdefghijklmnopqrstuvwxya", "bbcdefghijklmnopqrstuvwxya"
	token, err := keys.Sign(ticket.Claims{TicketID: id, Event: 7, Holder: "Asha Verma", Days: 3, Seats: 1})
	must(t, err)
	for text, want := range map[string]string{
		ticket.QR("https://example.org", id, token): id, token: id, other: other,
	} {
		if claims, err := g.check(text); err != nil || claims.TicketID != want {
			t.Errorf("%q: %+v, %v", text, claims, err)
		}
	}
	for _, text := range []string{ticket.QR("https://example.org", other, token),
		ticket.QR("https://example.org", id, token[1:]), "A" + token} {
		if _, err := g.check(text); !errors.Is(err, ticket.ErrForged) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestFlagsBeforeOrAfterTheCode(t *testing.T) {
	fault := errors.New("as far as the settings")
	env := &product.Env{Out: io.Discard, Facts: product.Facts{Fault: fault}}
	for _, args := range [][]string{{"pack", "--city", "north", "--out", "x"}, {"verify", "code"}} {
		if err := ticketCommand.Run(t.Context(), env, args); !errors.Is(err, fault) {
			t.Errorf("%q: %v", args, err)
		}
	}
	env.Facts.Fault = nil
	for _, args := range [][]string{{"verify"}, {"verify", "one", "two"}, {"pack"}} {
		var wrong *cli.UsageError
		if err := ticketCommand.Run(t.Context(), env, args); !errors.As(err, &wrong) {
			t.Errorf("%q is understood: %v", args, err)
		}
	}
}

func TestVerifySaysThatATicketIsVoid(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, _, b, made := s.RegisterPaid(nil)
	here := &ticketChecker{content: s.Content, product: &product.Product{Store: s.Store}}
	if status, err := here.status(t.Context(), made.ID); err != nil || status != "valid" {
		t.Errorf("%q, %v", status, err)
	}
	must(t, s.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.VoidTicket(t.Context(), b.ID, s.Clock.Now())
	}))
	for id, says := range map[string]string{made.ID: "the ticket is void",
		"abcdefghijklmnopqrstuvwxya": "no ticket here has this id"} {
		if _, err := here.status(t.Context(), id); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", id, err)
		}
	}
	for what, g := range map[string]*ticketChecker{"keys only": {}, "no database": {content: s.Content}} {
		if status, err := g.status(t.Context(), made.ID); err != nil || status != signatureOnly {
			t.Errorf("%s: %q, %v", what, status, err)
		}
	}
}

func TestVerifySaysThatNothingWasPaid(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, b := s.Buy(nil)
	id := s.Ticket(b.ID).ID
	for _, rehearsal := range []bool{true, false} {
		here := &ticketChecker{content: s.Content, product: &product.Product{Store: s.Store}, rehearsal: rehearsal}
		status, err := here.status(t.Context(), id)
		if rehearsal && (err != nil || status != "valid") {
			t.Errorf("in a rehearsal: %q, %v", status, err)
		}
		if !rehearsal && (err == nil || !strings.Contains(err.Error(), "nothing was paid for this ticket")) {
			t.Errorf("in public: %q, %v", status, err)
		}
	}
}
