package engine_test

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/pgtest"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/store/engine"
)

func TestSettingsOfEveryPostgresConnection(t *testing.T) {
	s, _ := postgres(t)
	for _, p := range []struct {
		db       *sql.DB
		readOnly string
	}{{s.WritePool(), "off"}, {s.ReadPool(), "on"}, {s.DeskPool(), "on"}} {
		want := maps.Clone(engine.SessionSettings)
		want["default_transaction_read_only"], want["synchronous_commit"] = p.readOnly, "on"
		var conns []*sql.Conn // none is returned, so the pool opens a new connection each time
		for range p.db.Stats().MaxOpenConnections {
			conn, err := p.db.Conn(t.Context())
			must(t, err)
			conns = append(conns, conn)
			for name, value := range want {
				var got string
				err := conn.QueryRowContext(t.Context(), `SELECT current_setting($1)`, name).Scan(&got)
				onlyTCP := strings.HasPrefix(name, "tcp_") // a Unix socket has no TCP settings
				if err != nil || got != value && !onlyTCP {
					t.Errorf("%s is %q, want %q (%v)", name, got, value, err)
				}
			}
		}
		for _, conn := range conns {
			conn.Close()
		}
	}
	if _, err := s.ReadPool().ExecContext(t.Context(), `DELETE FROM bookings`); err == nil {
		t.Error("the pool for reading can write")
	}
}

func TestSeveralStartAtOnce(t *testing.T) {
	address := pgtest.Empty(t)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if err := fillPostgres(address); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s, err := store.Open(t.Context(), address)
	must(t, err)
	defer s.Close()
	if err := s.Write(t.Context(), func(tx *store.Tx) error {
		return tx.InsertAsset(t.Context(), testAsset("a"))
	}); err != nil {
		t.Error(err)
	}
	if _, err := s.WritePool().Exec(`UPDATE schema_version SET n = 9999`); err != nil {
		t.Fatal(err)
	}
	apitest.Fails(t, fillPostgres(address), "newer program")
}

// A lost connection to the database is reported in one sentence, and everything works again without a restart.
func TestAConnectionThatBreaks(t *testing.T) {
	s, _ := postgres(t)
	broken := 0
	for range 20 {
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			if err := tx.InsertAsset(t.Context(), testAsset(domain.NewAssetID())); err != nil {
				return err
			}
			var me int
			if err := tx.QueryRowContext(t.Context(), `SELECT pg_backend_pid()`).Scan(&me); err != nil {
				return err
			}
			if _, err := s.ReadPool().ExecContext(t.Context(), fmt.Sprintf(`SELECT pg_terminate_backend(%d, 1000)`,
				me)); err != nil {
				return err
			}
			return tx.InsertAsset(t.Context(), testAsset(domain.NewAssetID()))
		})
		if !domain.IsCode(err, domain.CodeUnavailable) {
			t.Fatalf("got %v", err)
		}
		broken++
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	if stale, err := s.StaleAssets(t.Context(), testAsset("").CreatedAt.AddDate(1, 0, 0), 10); err != nil ||
		len(stale) != 0 {
		t.Errorf("%d half-written of %d, %v", len(stale), broken, err)
	}
}

func TestTriedAgain(t *testing.T) {
	s, _ := postgres(t)
	tries := 0
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		if tries++; tries < 3 {
			_, err := tx.ExecContext(t.Context(), `DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`)
			return err
		}
		return tx.InsertAsset(t.Context(), testAsset("a"))
	})
	if live, liveErr := s.HasLiveAsset(t.Context(), "a"); err != nil || tries != 3 || !live {
		t.Errorf("%d tries, live %v: %v, %v", tries, live, err, liveErr)
	}
}

func TestAddresses(t *testing.T) {
	const secret = "s3cr3t"
	for address, want := range map[string]string{
		"postgres://u:" + secret + "@127.0.0.1:5432/db":                     "",
		"postgresql://u:" + secret + "@localhost/db":                        "",
		"postgres://u@/db?host=/run/postgresql":                             "",
		"postgres://u:" + secret + "@db.example.org/db?sslmode=verify-full": "",
		"postgres://u:" + secret + "@db.example.org/db":                     "sslmode=verify-full",
		"postgres://u:" + secret + "@db.example.org/db?sslmode=require":     "sslmode=verify-full",
		"postgres://u:" + secret + "@127.0.0.1,db.example.org/db":           "sslmode=verify-full",
		"postgres://u:" + secret + "@db.example.org/?sslmode=verify-full":   "has no database name",
		"postgres://u:" + secret + "#x@127.0.0.1/db":                        "cannot be read",
		"postgres://u:" + secret + "@127.0.0.1:port/db":                     "cannot be read",
		"postgres://u:" + secret + "@127.0.0.1/db?sslmode=yes":              "cannot be read",
		"mysql://u:" + secret + "@127.0.0.1/db":                             "postgres://user",
		"data/transom.db":                                                   "postgres://user",
	} {
		err := engine.CheckAddress(address)
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", address, err, want)
		case err != nil && strings.Contains(err.Error(), secret):
			t.Errorf("the password is revealed: %v", err)
		}
	}
}

func TestStartingWithoutADatabase(t *testing.T) {
	address := pgtest.Empty(t)
	for changed, want := range map[string]string{
		strings.Replace(address, "/test_", "/no_such_", 1):          "create it",
		strings.Replace(address, "transom-pg-", "transom-none-", 1): "check that it is running",
		strings.Replace(address, "transom@", "stranger:s3cr3t@", 1): "refuses the user",
		"postgres://u:s3cr3t@127.0.0.1:9/db":                        "check that it is running",
	} {
		err := fillPostgres(changed)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("%s: %v, want %q", changed, err, want)
		}
	}
}

// A frozen server accepts queries but does not respond: callers are asked to try again later.
func TestASilentServer(t *testing.T) {
	_, direct := postgres(t)
	network, address := between(t, direct)
	s, err := store.Open(t.Context(), address)
	must(t, err)
	t.Cleanup(func() { s.Close() })
	asks := map[string]func() error{
		"read":  func() error { _, err := s.HasLiveAsset(t.Context(), "a"); return err },
		"list":  func() error { _, err := s.StaleAssets(t.Context(), time.Now(), 10); return err },
		"write": func() error { return s.Ping(t.Context()) },
		"lease": func() error { return s.ReleaseAttempt(t.Context(), "a", "b") },
	}
	for about, ask := range asks {
		if err := ask(); err != nil {
			t.Errorf("%s: %v", about, err)
		}
	}
	s.SetPatience(50 * time.Millisecond)
	network.delay.Store(int64(time.Hour))
	for about, ask := range asks {
		if err := ask(); !domain.IsCode(err, domain.CodeUnavailable) {
			t.Errorf("%s of a silent server: %v", about, err)
		}
	}
	network.delay.Store(0)
	s.SetPatience(engine.LongestWait)
	for about, ask := range asks {
		if err := ask(); err != nil {
			t.Errorf("%s afterwards: %v", about, err)
		}
	}
}

// The usual time limits do not apply to this wait.
func TestAnInstanceWaitsForALongMigration(t *testing.T) {
	s, address := postgres(t)
	usual := engine.SessionSettings["lock_timeout"]
	t.Cleanup(func() { engine.SessionSettings["lock_timeout"] = usual })
	engine.SessionSettings["lock_timeout"] = "200ms"
	other, err := s.WritePool().BeginTx(t.Context(), nil)
	must(t, err)
	defer other.Rollback()
	if _, err := other.ExecContext(t.Context(), `SELECT pg_advisory_xact_lock(`+engine.LockSpace+`, 2)`); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		second, err := store.Open(context.Background(), address)
		if err == nil {
			err = second.Close()
		}
		opened <- err
	}()
	select {
	case err := <-opened:
		t.Fatalf("it did not wait: %v", err)
	case <-time.After(time.Second): // while the other instance is migrating
	}
	other.Rollback()
	if err := <-opened; err != nil {
		t.Error(err)
	}
}

// `ignored` makes PgBouncer ignore settings that it does not know; many poolers are configured like this.
const ignored = "ignore_startup_parameters = " +
	"extra_float_digits,default_transaction_isolation,statement_timeout,lock_timeout," +
	"idle_in_transaction_session_timeout,idle_session_timeout,default_transaction_read_only,tcp_keepalives_idle," +
	"tcp_keepalives_interval,tcp_keepalives_count,tcp_user_timeout"

func TestAPoolerIsRefused(t *testing.T) {
	_, address := postgres(t)
	for about, address := range map[string]string{"strict": pooler(t, address),
		"lenient": pooler(t, address, ignored)} {
		for opening, open := range map[string]func(context.Context, string) (*store.Store, error){"serve": store.Open,
			"command": store.OpenExisting} {
			if _, err := open(t.Context(), address); err == nil || !strings.Contains(err.Error(), "this is the address of a "+
				"pooler") {
				t.Errorf("%s, %s: %v", about, opening, err)
			}
		}
	}
}
