package app

import (
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"transom/api/apitest/pgtest"
)

// Two instances use a pooler: an incomplete configuration is refused, the first start says what the role needs, and
// then people register and pay, one instance leads, and doctor names the pooler.
func TestFleetBehindAPooler(t *testing.T) {
	t.Parallel()
	f := newFleet(t, 2)
	direct := f.pg.Address("fleet")
	pooler := pgtest.Pooler(t, direct, "default_pool_size = 4")
	says := func(want string, args ...string) string {
		t.Helper()
		out, _ := f.command(f.copies[0], args...).CombinedOutput() // the output says how it ended
		if !strings.Contains(string(out), want) {
			t.Fatalf("%v: want %q\n%s", args, want, out)
		}
		return string(out)
	}
	f.env = append(f.env, "TRANSOM_DATABASE="+pooler)
	says("TRANSOM_DATABASE_DIRECT", "serve")
	f.env = append(f.env, "TRANSOM_DATABASE_DIRECT="+direct)
	_, statements, _ := strings.Cut(says("\nALTER ROLE", "serve"), "\n")
	conn, err := pgx.Connect(t.Context(), direct)
	must(t, err)
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
	if err := f.pg.Crash(); err != nil { // the pooler reconnects
		t.Fatal(err)
	}
	must(t, f.pg.Wait())
	f.start(f.copies...)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { f.buy(); f.buy() })
	}
	all.Wait()
	for _, odd := range f.odd {
		t.Error(odd)
	}
	if n := f.count(`SELECT COUNT(*) FROM tickets`); n != 16 || len(f.paid) != 16 {
		t.Errorf("%d tickets, %d people paid", n, len(f.paid))
	}
	f.until("one leads", func() bool { return f.leader(f.copies...) != nil })
	says("through a pooler to PostgreSQL", "doctor")
	says("does not contain the key that opens identity documents", "backup", t.TempDir())
}
