package engine_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"transom/api/apitest/pgtest"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/store/migrations"
)

// ignored lets a pooler throw away what it does not know, as many are told to.
const ignored = "ignore_startup_parameters = " +
	"extra_float_digits,default_transaction_isolation,statement_timeout,lock_timeout," +
	"idle_in_transaction_session_timeout,idle_session_timeout,default_transaction_read_only,tcp_keepalives_idle," +
	"tcp_keepalives_interval," +
	"tcp_keepalives_count,tcp_user_timeout"

// Where only one address is known a pooler is refused, however it treats settings: the one that throws them away, the
// one that knows none, and the one at which the role has them.
func TestAPoolerAloneIsRefused(t *testing.T) {
	_, address := postgres(t)
	for about, pooler := range map[string]string{"strict": pgtest.Pooler(t, address),
		"lenient": pgtest.Pooler(t, address, ignored)} {
		for opening, open := range map[string]func(context.Context, string) (*store.Store, error){"serve": store.Open,
			"command": store.OpenExisting} {
			if _, err := open(t.Context(), pooler); err == nil || !strings.Contains(err.Error(), "TRANSOM_DATABASE_DIRECT") {
				t.Errorf("%s, %s: %v", about, opening, err)
			}
		}
	}
	onRole(t, address)
	if _, err := store.Open(t.Context(), pgtest.Pooler(t, address, ignored)); err == nil ||
		!strings.Contains(err.Error(), "TRANSOM_DATABASE_DIRECT") {
		t.Errorf("with the settings on the role: %v", err)
	}
}

// onRole does what a start behind a pooler asks for.
func onRole(t *testing.T, address string) {
	t.Helper()
	err := migrations.All.TryPooler(t.Context(), pgtest.Pooler(t, address), address)
	if err == nil || !strings.Contains(err.Error(), "\nALTER ROLE") {
		t.Fatal(err)
	}
	_, statements, _ := strings.Cut(err.Error(), "\n")
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), statements); err != nil {
		t.Fatal(err)
	}
}

// The two addresses must be those of one database, and the direct one direct.
func TestTwoAddressesOfOneDatabase(t *testing.T) {
	_, address := postgres(t)
	_, other := postgres(t)
	onRole(t, address)
	pooler := pgtest.Pooler(t, address)
	for direct, want := range map[string]string{
		address:                              "",
		other:                                "two databases",
		pooler:                               "TRANSOM_DATABASE_DIRECT",
		pgtest.Pooler(t, address, ignored):   "also goes through a pooler",
		"postgres://u:s3cr3t@127.0.0.1:9/db": "check that it is running",
	} {
		err := migrations.All.TryPooler(t.Context(), pooler, direct)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) ||
			strings.Contains(err.Error(), "s3cr3t")) {
			t.Errorf("%s: %v, want %q", direct, err, want)
		}
	}
}

// Two copies behind a pooler that has only three connections for both: one leads, writes exclude each other, a
// connection that breaks is told, and dumps go past it.
func TestCopiesBehindAPooler(t *testing.T) {
	_, address := postgres(t)
	onRole(t, address)
	pooler := pgtest.Pooler(t, address, "default_pool_size = 3")
	var both []*store.Store
	for range 2 {
		s, err := store.OpenBehind(t.Context(), pooler, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		both = append(both, s)
	}
	leading, stop := context.WithCancel(t.Context())
	began, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- both[0].Lead(leading, func(ctx context.Context) error { close(began); <-ctx.Done(); return nil })
	}()
	<-began
	if err := both[1].LeadOnce(t.Context(), func(context.Context) error { t.Error("two lead"); return nil }); err != nil {
		t.Error(err)
	}
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			err := both[i%2].Write(t.Context(), func(tx *store.Tx) error { return countUp(t.Context(), tx) })
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	var n int
	if err := both[0].QueryOne(t.Context(), &n,
		`SELECT COUNT(DISTINCT name) FROM marks WHERE name LIKE 'n%'`); err != nil || n != 40 {
		t.Errorf("%d of 40 counted, %v", n, err)
	}
	if err := both[1].Snapshot(t.Context(), t.TempDir()+"/dump"); err != nil {
		t.Error(err)
	}
	state, err := both[1].Server(t.Context())
	if err != nil || state.Leader == "" {
		t.Errorf("%+v, %v", state, err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// countUp writes the next number, which two that overlap would both think is free.
func countUp(ctx context.Context, tx *store.Tx) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO marks (name, value, written_at) SELECT 'n' || COUNT(*), 'x', 0 FROM marks
			WHERE name LIKE 'n%'`)
	return err
}

// A pooler whose database is away, or that has no room, is a database that is away.
func TestABrokenPooler(t *testing.T) {
	_, address := postgres(t)
	onRole(t, address)
	s, err := store.OpenBehind(t.Context(), pgtest.Pooler(t, address), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	err = s.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), `SELECT pg_terminate_backend(pg_backend_pid())`)
		return err
	})
	if !domain.IsCode(err, domain.CodeUnavailable) {
		t.Errorf("a connection that breaks behind the pooler: %v", err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}
