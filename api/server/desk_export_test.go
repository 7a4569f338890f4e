package server_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/store"
)

// `until` is exclusive.
func addPeople(t *testing.T, s *apitest.Server, from, until int) {
	t.Helper()
	err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
		for i := from; i < until; i++ {
			id := fmt.Sprintf("crowd-%06d", i)
			b := booking.Booking{
				ID: id, CreatedAt: s.Clock.Now(), CategoryType: s.Content.Tickets.Categories[0].Type, Seats: 1,
				Status: booking.Success, PersonKey: id, Currency: "INR",
				Person: booking.Person{
					FirstName: "Asha" + id, LastName: "Rao", Email: id + "@example.org", Mobile: "9876543210", DOB: "1990-01-01",
					City: "Indore", State: "Madhya Pradesh", InstituteName: "Institution of Engineers, Madhya Pradesh chapter",
					CompanyName: "A company with a name of some length", Country: "India",
				},
			}
			if err := tx.InsertBooking(t.Context(), b); err != nil {
				return err
			}
		}
		return nil
	})
	must(t, err)
}

func exports(s *apitest.Server, action string) int {
	return s.Count(`SELECT COUNT(*) FROM audit_log WHERE action = ?`, action)
}

type gated struct {
	desk.ReadStore
	reached, open chan struct{}
}

func (g gated) DeskBookings(ctx context.Context, ids []string) ([]booking.DeskBooking, error) {
	g.reached <- struct{}{}
	<-g.open
	return g.ReadStore.DeskBookings(ctx, ids)
}

func TestOneExportAtATime(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser)
	addPeople(t, s, 0, 3)
	wait := gated{s.Reads.Store, make(chan struct{}), make(chan struct{})}
	s.Reads.Store = wait
	order := map[string]any{"format": "csv", "purpose": "the caterer", "query": ""}
	first := make(chan apitest.Answer, 1)
	go func() { first <- d.Call("export", order) }()
	<-wait.reached
	second := d.Call("export", order)
	second.Want(http.StatusConflict).Says("Another export is being prepared")
	equal(t, exports(s, domain.ActionExport), 0, "exports in the log before anybody has one")
	close(wait.open)
	if a := <-first; a.Status != http.StatusOK || strings.Count(string(a.Raw), "Asha") != 3 {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	s.Reads.Store = wait.ReadStore
	d.Call("export", order).Want(http.StatusOK, "after the first")
	equal(t, exports(s, domain.ActionExport), 2, "exports in the log")
}

func TestAnAbortedExportIsLoggedAsAborted(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser)
	addPeople(t, s, 0, 200)
	order := desk.Order{Format: "csv", Purpose: "the caterer"}
	made, err := s.Reads.Export(t.Context(), order, d.Who, desk.SightOf(domain.RoleOrganiser))
	must(t, err)
	defer made.Close()
	if err := made.Send(t.Context(), &leaves{after: 1000}); err == nil {
		t.Error("a reader who left got everything")
	}
	if exports(s, domain.ActionExport) != 0 || exports(s, domain.ActionExportAborted) != 1 {
		t.Errorf("%d exports, %d aborted", exports(s, domain.ActionExport), exports(s, domain.ActionExportAborted))
	}
	actions, err := s.Store.AuditLog(t.Context(), store.AuditFilter{Action: domain.ActionExportAborted})
	if err != nil || actions[0].After["rows"] != "200" || !strings.HasPrefix(actions[0].After["sent"], "1000 of ") {
		t.Errorf("%+v, %v", actions, err)
	}
}

type leaves struct{ after int }

func (l *leaves) Write(p []byte) (int, error) {
	if len(p) > l.after {
		n := l.after
		l.after = 0
		return n, io.ErrClosedPipe
	}
	l.after -= len(p)
	return len(p), nil
}

// excelize keeps 16 MiB of a sheet in memory before it writes to the disk; the smaller export reaches that. Further
// rows need memory only for their ids.
func TestExportsAreStreamed(t *testing.T) {
	testdb.Once(t)
	const allowed, noise, perRow = 48 << 20, 1 << 20, 100
	few, many := 8_000, scaled(12_000, 50_000)
	s := apitest.Start(t, apitest.Options{})
	d := s.DeskAs(domain.RoleOrganiser)
	peaks := map[string]uint64{}
	for i, n := range []int{few, many} {
		addPeople(t, s, i*few, n)
		for _, format := range []string{"csv", "xlsx"} {
			watched := &watching{ReadStore: s.Store}
			r := &desk.Reads{Store: watched, Content: s.Content, Clock: s.Clock, Folder: s.Dir}
			base := live()
			made, err := r.Export(t.Context(), desk.Order{Format: format, Purpose: "x"}, d.Who,
				desk.SightOf(domain.RoleOrganiser))
			must(t, err)
			lines := &counting{}
			if err := made.Send(t.Context(), lines); err != nil || lines.bytes != made.Bytes {
				t.Errorf("%d of %d bytes, %v", lines.bytes, made.Bytes, err)
			}
			made.Close()
			peak := watched.peak - min(base, watched.peak)
			if peak > allowed || i > 0 && peak > peaks[format]+noise+perRow*uint64(n-few) {
				t.Errorf("%s: %d kB for %d rows, and %d kB for %d", format, peaks[format]>>10, few, peak>>10, n)
			}
			peaks[format] = peak
		}
	}
	total := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(total)
	if all := total[0].Value.Uint64(); scaled(0, 1) == 1 && all > 256<<20 {
		t.Errorf("the process has %d MiB", all>>20)
	}
}

func live() uint64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

type watching struct {
	desk.ReadStore
	peak uint64
}

func (w *watching) DeskBookings(ctx context.Context, ids []string) ([]booking.DeskBooking, error) {
	w.peak = max(w.peak, live())
	return w.ReadStore.DeskBookings(ctx, ids)
}

type counting struct{ bytes int64 }

func (c *counting) Write(p []byte) (int, error) {
	c.bytes += int64(len(p))
	return len(p), nil
}
