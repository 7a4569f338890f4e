package server_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"transom/api/apitest"
	"transom/api/store"
)

// On a full disk nothing is answered with 200 that is not stored, the answer says that storing is what fails, and when
// there is room again everything works without a restart. Source: security reference, row 5.
func TestDiskFull(t *testing.T) {
	// Not t.TempDir: the first call of that settles where all later ones of this test are.
	disk, err := os.MkdirTemp("", "disk")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(disk) })
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=16m"); err != nil {
		t.Logf("no small disk could be made (%v): TestDatabaseFull tries a full database, by its limit of pages; a full disk for pictures is not tried", err)
		return
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	t.Setenv("TMPDIR", disk)
	s := apitest.Start(t, apitest.Options{})
	people := applicants(s)
	emptyLog(t, s) // its room is used again and again: what is in it must not hide that the disk is full
	fill := filepath.Join(disk, "filler")
	fillDisk(t, fill)
	refusePeople(t, s, people)
	if a := s.Upload("photo", apitest.JPEG(apitest.Gradient(300, 400))); a.Status != 503 && a.Status != 507 {
		t.Errorf("upload: %d %s", a.Status, a.Raw)
	}
	if err := os.Remove(fill); err != nil {
		t.Fatal(err)
	}
	if a := s.Post("/registration", people[len(people)-1]); a.Status != 200 {
		t.Errorf("with room again: %d %s", a.Status, a.Raw)
	}
	s.Picture("photo")
	if err := s.Store.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

// applicants are people whose pictures are there already.
func applicants(s *apitest.Server) (people []map[string]any) {
	for range 60 {
		people = append(people, s.FullForm())
	}
	return people
}

// refusePeople registers until nothing can be stored: who was answered with 200 has a row, nobody else has.
func refusePeople(t *testing.T, s *apitest.Server, people []map[string]any) {
	t.Helper()
	before, accepted, refused := s.Count(`SELECT COUNT(*) FROM bookings`), 0, 0
	for _, person := range people {
		switch a := s.Post("/registration", person); a.Status {
		case 200:
			accepted++
		case 503, 507:
			refused++
		default:
			t.Fatalf("registration: %d %s", a.Status, a.Raw)
		}
		// The outbox is in the same database.
		if a := s.Post("/send-otp", map[string]any{"email": person["email"]}); a.Status != 200 && a.Status != 503 && a.Status != 507 {
			t.Fatalf("code: %d %s", a.Status, a.Raw)
		}
	}
	if refused == 0 {
		t.Fatal("there was room for everybody: the test proves nothing")
	}
	// A registration may be stored although its link could not be: then its answer was no 200, and the next try takes it up.
	if rows := s.Count(`SELECT COUNT(*) FROM bookings`) - before; rows < accepted {
		t.Errorf("%d accepted, %d rows", accepted, rows)
	}
	t.Logf("%d accepted, %d refused", accepted, refused)
}

// emptyLog brings the write-ahead log down to nothing.
func emptyLog(t *testing.T, s *apitest.Server) {
	t.Helper()
	db, err := sql.Open("sqlite", store.Address(filepath.Join(s.Dir, "transom.db"), ""))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var busy, pages, moved int
	if err := db.QueryRow(`PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &moved); err != nil || busy != 0 {
		t.Fatalf("busy %d, %v", busy, err)
	}
}

// fillDisk writes until there is no room.
func fillDisk(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 64 << 10; size > 0; size /= 2 {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, size))
		}
	}
}

// fullDatabase is the part that needs no disk of its own.
func fullDatabase(t *testing.T) {
	t.Helper()
	s := apitest.Start(t, apitest.Options{})
	people := applicants(s)
	pages := func(limit int) {
		err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
			var now int
			return tx.QueryRowContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", limit)).Scan(&now)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	pages(1) // never less than what there is: the next page is refused
	refusePeople(t, s, people)
	pages(1 << 30)
	if a := s.Post("/registration", people[len(people)-1]); a.Status != 200 {
		t.Errorf("with room again: %d %s", a.Status, a.Raw)
	}
}

func TestDatabaseFull(t *testing.T) { fullDatabase(t) }
