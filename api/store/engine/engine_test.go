package engine_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/domain"
	"transom/api/store"
	"transom/api/store/engine"
)

func open(t *testing.T) (*store.Store, string) {
	t.Helper()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), dir)
	must(t, err)
	t.Cleanup(func() { s.Close() })
	s.SetAuditKey([]byte("a key"))
	return s, dir
}

// It is a classic mistake to set something on only one connection of a pool, so every connection is checked.
func TestSettingsOfEveryConnection(t *testing.T) {
	s, _ := open(t)
	want := map[string]string{"synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000", "journal_mode": "wal"}
	check := func(name string, conn *sql.Conn, queryOnly string) {
		t.Helper()
		want["query_only"] = queryOnly
		for setting, value := range want {
			var got string
			if err := conn.QueryRowContext(t.Context(), "PRAGMA "+setting).Scan(&got); err != nil || got != value {
				t.Errorf("%s: %s is %q, want %q (%v)", name, setting, got, value, err)
			}
		}
	}
	var conns []*sql.Conn // held at the same time, so that the pool must open a new one each time
	for range s.ReadPool().Stats().MaxOpenConnections {
		conn, err := s.ReadPool().Conn(t.Context())
		must(t, err)
		conns = append(conns, conn)
		check("read", conn, "1")
	}
	for _, conn := range conns {
		conn.Close()
	}
	conn, err := s.WritePool().Conn(t.Context())
	must(t, err)
	defer conn.Close()
	check("write", conn, "0")
	if n := s.WritePool().Stats().MaxOpenConnections; n != 1 {
		t.Errorf("%d connections may write", n)
	}
}

func TestTheReadPoolCannotWrite(t *testing.T) {
	s, _ := open(t)
	if _, err := s.ReadPool().ExecContext(t.Context(), `DELETE FROM bookings`); err == nil {
		t.Error("it can")
	}
}

func TestWriteIsAllOrNothing(t *testing.T) {
	s, _ := open(t)
	stop := errors.New("stop")
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.InsertAsset(t.Context(), testAsset("a")); err != nil {
			return err
		}
		return stop
	})
	if !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
	if live, err := s.HasLiveAsset(t.Context(), "a"); live || err != nil {
		t.Errorf("half of it is there: %t, %v", live, err)
	}
}

// When Write returns, the data is on the disk, and another program can read it.
func TestWriteIsSeenAtOnce(t *testing.T) {
	s, dir := open(t)
	must(t, s.Write(t.Context(), func(tx *store.Tx) error {
		return tx.InsertAsset(t.Context(), testAsset("a"))
	}))
	other, err := store.Open(t.Context(), dir)
	must(t, err)
	defer other.Close()
	if live, err := other.HasLiveAsset(t.Context(), "a"); !live || err != nil {
		t.Errorf("%t, %v", live, err)
	}
}

func TestACancelledWriteFreesTheConnection(t *testing.T) {
	s, _ := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := s.Write(ctx, func(*store.Tx) error { cancel(); return ctx.Err() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("nobody can write any more: %v", err)
	}
}

// A full disk is reported in one sentence and loses nothing. Once there is space, everything works again without a
// restart.
func TestFullDisk(t *testing.T) {
	s, _ := open(t)
	fill := func() (stored int, err error) {
		for err == nil {
			err = s.Write(t.Context(), func(tx *store.Tx) error {
				asset := testAsset(domain.NewAssetID())
				asset.SHA256 = strings.Repeat("x", 4000)
				return tx.InsertAsset(t.Context(), asset)
			})
			if err == nil {
				stored++
			}
		}
		return stored, err
	}
	var pages int
	must(t, s.WritePool().QueryRow(`PRAGMA page_count`).Scan(&pages))
	if _, err := s.WritePool().Exec("PRAGMA max_page_count = " + strconv.Itoa(pages+40)); err != nil {
		t.Fatal(err)
	}
	stored, err := fill()
	if !domain.IsCode(err, domain.CodeUnavailable) || stored == 0 {
		t.Fatalf("%d stored, then %v", stored, err)
	}
	var rows int
	if err := s.ReadPool().QueryRow(`SELECT COUNT(*) FROM assets`).Scan(&rows); err != nil || rows != stored {
		t.Errorf("%d rows, %d acknowledged, %v", rows, stored, err)
	}
	if _, err := s.WritePool().Exec("PRAGMA max_page_count = " + strconv.Itoa(pages+80)); err != nil {
		t.Fatal(err)
	}
	if more, err := fill(); more == 0 {
		t.Errorf("with room again: %v", err)
	}
}

func TestMigrations(t *testing.T) {
	s, dir := open(t)
	var version int
	if err := s.ReadPool().QueryRow(`PRAGMA user_version`).Scan(&version); err != nil || version == 0 {
		t.Fatalf("version %d, %v", version, err)
	}
	var verdict string
	if err := s.ReadPool().QueryRow(`PRAGMA integrity_check`).Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("%q, %v", verdict, err)
	}
	must(t, s.Write(t.Context(), func(tx *store.Tx) error {
		return tx.InsertAsset(t.Context(), testAsset("a"))
	}))
	s.Close()
	again, err := store.Open(t.Context(), dir)
	must(t, err)
	if live, err := again.HasLiveAsset(t.Context(), "a"); !live || err != nil {
		t.Errorf("opening it again lost a row: %v", err)
	}
	again.Close()
	newer, err := sql.Open("sqlite", engine.Address(filepath.Join(dir, "transom.db"), ""))
	must(t, err)
	if _, err := newer.Exec(`PRAGMA user_version = 9999`); err != nil {
		t.Fatal(err)
	}
	newer.Close()
	if _, err := store.Open(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "newer program") {
		t.Errorf("a database of a newer program was opened: %v", err)
	}
}

func TestReadsArePreparedOnce(t *testing.T) {
	s, _ := open(t)
	for range 3 {
		if _, err := s.HasIdempotencyKey(t.Context(), "x"); err != nil {
			t.Fatal(err)
		}
	}
	statements := s.PreparedReads()
	if statements != 1 {
		t.Errorf("%d statements", statements)
	}
	if err := s.QueryRowContext(t.Context(), `SELECT no such thing`).Scan(new(int)); err == nil {
		t.Error("a wrong query was answered")
	}
}

// A statement is prepared after its first transaction, reused from then on, and works each time.
func TestWritesArePrepared(t *testing.T) {
	s, _ := open(t)
	const text = `INSERT INTO marks (name, value, written_at) VALUES (?, 'x', 1)`
	var first *sql.Stmt
	for round := range 4 {
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			return tx.Exec(ctx, "insert", text, fmt.Sprint("mark", round))
		})
		stmt := s.PreparedWrite(text)
		if round == 0 {
			first = stmt
		}
		if stmt == nil || stmt != first {
			t.Errorf("round %d: %v, first %v", round, stmt, first)
		}
	}
	var rows int
	if err := s.QueryOne(t.Context(), &rows, `SELECT COUNT(*) FROM marks WHERE value = 'x'`); err != nil || rows != 4 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

// The gate does not wait until a crowd of visitors has written. Waiting writers get the connection in random order, so
// the positions of ten scans among forty visitors each are added up: about 20 with turns, 200 without.
func TestTheGateDoesNotWaitBehindVisitors(t *testing.T) {
	s, _ := open(t)
	sum := 0
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
		crowd.Go(func() { s.WriteGate(t.Context(), func(*store.Tx) error { sum += int(written.Load()); return nil }) })
		for i := 0; i < 100_000 && s.WritePool().Stats().WaitCount == waiting; i++ {
			runtime.Gosched()
		}
		close(release)
		crowd.Wait()
	}
	if sum > 100 {
		t.Errorf("before ten scans %d visitors wrote", sum)
	}
}

func testAsset(id string) domain.Asset {
	return domain.Asset{ID: id, Kind: "photo", CreatedAt: time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC), UploaderHash: "u",
		SizeBytes: 1, Width: 1, Height: 1, SHA256: "s"}
}
