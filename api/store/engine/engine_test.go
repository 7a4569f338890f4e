package engine_test

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/store/engine"
)

var must = check.Must

func open(t *testing.T) (*store.Store, string) {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir)
	must(t, err)
	t.Cleanup(func() { s.Close() })
	s.SetAuditKey([]byte("a key"))
	return s, dir
}

// It is a common mistake to set something on only one connection of a pool, so every connection is checked.
func TestSettingsOfEveryConnection(t *testing.T) {
	s, _ := open(t)
	want := map[string]string{"synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000", "journal_mode": "wal"}
	inspect := func(name string, conn *sql.Conn, queryOnly string) {
		t.Helper()
		want["query_only"] = queryOnly
		for setting, value := range want {
			var got string
			if err := conn.QueryRowContext(t.Context(), "PRAGMA "+setting).Scan(&got); err != nil || got != value {
				t.Errorf("%s: %s is %q, want %q (%v)", name, setting, got, value, err)
			}
		}
	}
	var conns []*sql.Conn // none is returned, so the pool opens a new connection each time
	for range s.ReadPool().Stats().MaxOpenConnections {
		conn, err := s.ReadPool().Conn(t.Context())
		must(t, err)
		conns = append(conns, conn)
		inspect("read", conn, "1")
	}
	for _, conn := range conns {
		conn.Close()
	}
	conn, err := s.WritePool().Conn(t.Context())
	must(t, err)
	defer conn.Close()
	inspect("write", conn, "0")
	check.Equal(t, s.WritePool().Stats().MaxOpenConnections, 1, "connections that may write")
}

func testAsset(id string) domain.Asset {
	return domain.Asset{ID: id, Kind: "photo", CreatedAt: time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC), UploaderHash: "u",
		SizeBytes: 1, Width: 1, Height: 1, SHA256: "s"}
}

func TestWriteIsAllOrNothing(t *testing.T) {
	s, _ := open(t)
	stop := errors.New("stop")
	if err := s.Write(t.Context(), func(tx *store.Tx) error {
		return cmp.Or(tx.InsertAsset(t.Context(), testAsset("a")), stop)
	}); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
	if live, err := s.HasLiveAsset(t.Context(), "a"); live || err != nil {
		t.Errorf("half of it is there: %t, %v", live, err)
	}
}

func TestADatabaseOfANewerProgramIsRefused(t *testing.T) {
	s, dir := open(t)
	_, err := s.WritePool().Exec(`PRAGMA user_version = 9999`)
	must(t, errors.Join(err, s.Close()))
	_, err = store.Open(t.Context(), dir)
	apitest.Fails(t, err, "newer program")
}

// Waiting writers get the connection in random order, so the test adds up the positions of ten scans, each among forty
// visitors. The sum is about 20 if scans need no turn, and about 200 if they wait like visitors.
func TestTheGateDoesNotWaitBehindVisitors(t *testing.T) {
	s, _ := open(t)
	if sum := positions(t, s, s.WriteGate); sum > 100 {
		t.Errorf("before ten scans %d visitors wrote", sum)
	}
	for range 20 {
		if positions(t, s, s.Write) > 100 {
			return
		}
	}
	t.Error("control: a scan that waits its turn is as fast")
}

// positions sends ten scans, each while forty visitors wait, and returns how many visitors wrote before the scans.
func positions(t *testing.T, s *store.Store, scan func(context.Context, func(*store.Tx) error) error) (sum int) {
	for range 10 {
		var crowd, started sync.WaitGroup
		var written atomic.Int64
		held, release := make(chan bool), make(chan bool)
		crowd.Go(func() { s.Write(t.Context(), func(*store.Tx) error { close(held); <-release; return nil }) })
		<-held
		for range 40 {
			started.Add(1)
			crowd.Go(func() {
				started.Done()
				s.Write(t.Context(), func(*store.Tx) error { written.Add(1); return nil })
			})
		}
		started.Wait()
		waiting := s.WritePool().Stats().WaitCount
		crowd.Go(func() { scan(t.Context(), func(*store.Tx) error { sum += int(written.Load()); return nil }) })
		for i := 0; i < 100_000 && s.WritePool().Stats().WaitCount == waiting; i++ {
			runtime.Gosched()
		}
		close(release)
		crowd.Wait()
	}
	return sum
}

func TestFoldersOfAnyName(t *testing.T) {
	for _, name := range []string{"plain", "with space", "a#b", "a?b", "a?_synchronous=OFF", "100%", "%23", "a&b", "ünï",
		"file:x", "a;b"} {
		dir := filepath.Join(t.TempDir(), name)
		must(t, os.Mkdir(dir, 0o700))
		s, err := store.Open(t.Context(), dir)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, "transom.db")); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
		var synchronous, mode string
		if err := s.WritePool().QueryRow(`PRAGMA synchronous`).Scan(&synchronous); err != nil || synchronous != "2" {
			t.Errorf("%s: synchronous is %q, %v", name, synchronous, err)
		}
		if err := s.ReadPool().QueryRow(`PRAGMA query_only`).Scan(&mode); err != nil || mode != "1" {
			t.Errorf("%s: query_only is %q, %v", name, mode, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestVisitorsCannotStarveTheDesk(t *testing.T) {
	sqlite, _ := open(t)
	pg, _ := postgres(t)
	for _, s := range []*store.Store{sqlite, pg} {
		var held []*sql.Conn
		for range s.ReadPool().Stats().MaxOpenConnections {
			conn, err := s.ReadPool().Conn(t.Context())
			must(t, err)
			held = append(held, conn)
		}
		if _, err := s.Desk().Members(t.Context(), time.Now()); err != nil {
			t.Errorf("staff: %v", err)
		}
		if _, err := s.Desk().AuditLog(t.Context(), store.AuditFilter{}); err != nil {
			t.Errorf("acts: %v", err)
		}
		soon, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if _, err := s.Members(soon, time.Now()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the control was answered: %v", err)
		}
		cancel()
		for _, conn := range held {
			conn.Close()
		}
	}
}

func TestOneServerPerFolder(t *testing.T) {
	folder := t.TempDir()
	serving := func(want bool) {
		t.Helper()
		since, running, err := engine.Serving(folder)
		if running != want || err != nil || running && time.Since(since) > time.Minute {
			t.Errorf("serving: %v since %v, %v", running, since, err)
		}
	}
	serving(false)
	unlock, err := engine.Lock(folder)
	must(t, err)
	serving(true)
	_, err = engine.Lock(folder)
	apitest.Fails(t, err, folder)
	must(t, unlock())
	serving(false)
	if unlock, err = engine.Lock(folder); err != nil {
		t.Fatalf("nobody holds it: %v", err)
	}
	unlock()
}
