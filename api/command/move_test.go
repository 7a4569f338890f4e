package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/pgtest"
	"transom/api/apitest/testdb"
	"transom/api/blob"
	"transom/api/product"
	"transom/api/store"
	"transom/api/store/engine"
	"transom/api/upload"
)

type mover struct {
	t      *testing.T
	folder string // the folder with the SQLite database
	sides  func(ctx context.Context, toDatabase bool) (from, to *product.Side, err error)
}

func (m *mover) run(args ...string) (string, error) {
	m.t.Helper()
	var out bytes.Buffer
	env := &product.Env{Var: m.folder, Database: "postgres://", Out: &out, Progress: io.Discard, Sides: m.sides}
	err := commandNamed("move-database").Run(m.t.Context(), env, args)
	return out.String(), err
}

func (m *mover) refuses(part, to string) {
	m.t.Helper()
	_, err := m.run(to)
	apitest.Fails(m.t, err, part)
}

func side(name string, s *store.Store, blobs blob.Store) *product.Side {
	return &product.Side{Name: name, Store: s, Blobs: blobs, Close: func() error { return nil }}
}

func TestMoveDatabase(t *testing.T) {
	testdb.OnlySQLite(t, "the move begins with its file; the other end is PostgreSQL in both runs")
	o := newOffice(t)
	_, b := o.buy()
	o.buy()
	o.action("refund", b.ID, "--refund", "540")
	o.server.Payments.Reconcile(t.Context())
	pg, err := store.Open(t.Context(), pgtest.Empty(t))
	must(t, err)
	t.Cleanup(func() { pg.Close() })
	lastFolder := t.TempDir()
	last, err := store.Open(t.Context(), lastFolder)
	must(t, err)
	t.Cleanup(func() { last.Close() })
	files, err := blob.OpenFiles(filepath.Join(lastFolder, "uploads"), upload.Kinds()...)
	must(t, err)
	t.Cleanup(func() { files.Close() })
	m := &mover{t, o.dir, func(_ context.Context, toDatabase bool) (*product.Side, *product.Side, error) {
		if toDatabase {
			return side("the folder", o.server.Store, o.server.Blobs), side("PostgreSQL", pg, pg.Blobs()), nil
		}
		return side("PostgreSQL", pg, pg.Blobs()), side("another folder", last, files), nil
	}}
	for _, wrong := range [][]string{{}, {"to-mars"}, {"to-postgres", "x"}} {
		if _, err := m.run(wrong...); err == nil {
			t.Errorf("%v", wrong)
		}
	}
	unlock, err := engine.Lock(o.dir)
	must(t, err)
	m.refuses("another server", "to-postgres")
	unlock()
	out, err := m.run("to-postgres")
	if err != nil || !strings.Contains(out, "4 pictures") || !strings.Contains(out, "₹7,080") {
		t.Fatalf("%v\n%s", err, out)
	}
	m.refuses("not empty", "to-postgres")
	ctx, stop := context.WithCancel(t.Context())
	led, ended := make(chan bool), make(chan error)
	go func() {
		ended <- pg.Lead(ctx, func(ctx context.Context) error { led <- true; <-ctx.Done(); return nil })
	}()
	<-led
	m.refuses("stop all instances", "to-sqlite")
	stop()
	must(t, <-ended)
	for range 60_000 { // wait until the database has noticed that the connection was closed
		if state, err := pg.Server(t.Context()); err == nil && state.Leader == "" {
			break
		}
		time.Sleep(time.Millisecond)
	}
	out, err = m.run("to-sqlite", "--json")
	var reported struct {
		Pictures int
		Tables   []engine.TableSum
	}
	if jsonErr := json.Unmarshal([]byte(out), &reported); err != nil || jsonErr != nil || reported.Pictures != 4 ||
		len(reported.Tables) < 15 {
		t.Fatalf("%v, %v\n%s", err, jsonErr, out)
	}
	for _, sum := range reported.Tables {
		if want := map[string]int64{"payments": 708000, "refunds": 54000}[sum.Name]; want != 0 && sum.Paise != want {
			t.Errorf("%s: %d paise", sum.Name, sum.Paise)
		}
	}
	again, err := last.FindBooking(t.Context(), b.ID)
	if was, wasErr := o.server.Store.FindBooking(t.Context(), b.ID); errors.Join(err, wasErr) != nil || was != again {
		t.Errorf("%+v became %+v: %v, %v", was, again, err, wasErr)
	}
	for _, kind := range upload.Kinds() {
		names, err := o.server.Blobs.List(t.Context(), kind, time.Now().Add(time.Hour))
		if err != nil || len(names) != 2 {
			t.Fatalf("%v, %v", names, err)
		}
		for _, name := range names {
			was, err := o.server.Blobs.Get(t.Context(), name)
			is, lastErr := files.Get(t.Context(), name)
			if errors.Join(err, lastErr) != nil || !bytes.Equal(was, is) {
				t.Errorf("%s: %v, %v", name, err, lastErr)
			}
		}
	}
}
