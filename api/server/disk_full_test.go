package server_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/mail"
	"transom/api/store"
	"transom/api/store/engine"
)

// Row 5 of the security reference: the response is 200 only if the data was stored, no extra file is left, and
// everything works again once there is space.
func TestDiskFull(t *testing.T) {
	if os.Geteuid() != 0 {
		againAsRoot(t)
		return
	}
	for _, full := range []string{"database", "uploads", "outbox"} {
		if full == "database" && testdb.OnPostgres(t) {
			continue // the test cannot fill PostgreSQL's disk
		}
		t.Run(full, func(t *testing.T) {
			disks := smallDisks(t)
			s := apitest.Start(t, apitest.Options{Dir: disks["database"]})
			people := applicants(s, scaled(60, 500))
			ready(t, s, "")
			emptyLog(t, s) // otherwise SQLite could still use the space of its log
			filler := filepath.Join(disks[full], "filler")
			fillDisk(t, filler)
			switch full {
			case "database":
				ready(t, s, "database")
				refusePeople(t, s, people)
				refusePictures(t, s, len(people))
			case "uploads":
				ready(t, s, "uploads")
				refusePictures(t, s, len(people))
				acceptPeople(t, s, people[1:])
			case "outbox":
				ready(t, s, "") // emails wait, but no visitor is refused
				acceptPeople(t, s, people[1:])
				keepMails(t, s)
			}
			noExtraFiles(t, s)
			must(t, os.Remove(filler))
			ready(t, s, "")
			s.Post("/registration", people[0]).Want(200, "with room again")
			s.Picture("photo")
			if full == "outbox" {
				deliverMails(t, s)
			}
			noExtraFiles(t, s)
			if err := s.Store.Verify(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDatabaseFull still tests a full database, by limiting its pages.
func noSmallDisk(t *testing.T, reason any) {
	t.Helper()
	t.Skipf("full disks are not tried: this machine lets us make no small disk (%v)", reason)
}

// In its own namespace, every user may mount a disk.
func againAsRoot(t *testing.T) {
	t.Helper()
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestDiskFull$", "-test.v")
	again.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	out, err := again.CombinedOutput()
	switch failed := (*exec.ExitError)(nil); {
	case errors.As(err, &failed):
		t.Errorf("%v\n%s", err, out)
	case err != nil:
		noSmallDisk(t, err)
	case bytes.Contains(out, []byte("--- SKIP")):
		noSmallDisk(t, "not in a name space either")
	case !bytes.Contains(out, []byte("--- PASS: TestDiskFull/outbox")):
		t.Errorf("it ran nothing:\n%s", out)
	}
}

func smallDisks(t *testing.T) (folders map[string]string) {
	t.Helper()
	base, err := os.MkdirTemp("", "disk")
	must(t, err)
	t.Cleanup(func() { os.Remove(base) })
	folders = map[string]string{"database": base, "uploads": filepath.Join(base, "uploads"),
		"outbox": filepath.Join(base, "outbox")}
	for _, name := range []string{"database", "uploads", "outbox"} {
		must(t, os.MkdirAll(folders[name], 0o700))
		if err := syscall.Mount("tmpfs", folders[name], "tmpfs", 0, "size=32m"); err != nil {
			noSmallDisk(t, err)
		}
		t.Cleanup(func() {
			if err := syscall.Unmount(folders[name], 0); err != nil {
				t.Error(err)
			}
		})
	}
	return folders
}

func ready(t *testing.T, s *apitest.Server, lacks string) {
	t.Helper()
	s.Send("GET", "/healthz", nil).Want(200, "healthz")
	switch a := s.Send("GET", "/readyz", nil); {
	case lacks == "" && a.Status != 200:
		t.Errorf("readyz: %d %s", a.Status, a.Raw)
	case lacks != "" && (a.Status != 503 || a.Text("message") != "Not ready: "+lacks+"." ||
		a.Header.Get("Retry-After") == ""):
		t.Errorf("readyz: %d %s, want %s to be missing", a.Status, a.Raw, lacks)
	}
}

func refusePictures(t *testing.T, s *apitest.Server, n int) {
	t.Helper()
	before := s.Count(`SELECT COUNT(*) FROM assets`)
	picture := apitest.JPEG(apitest.Gradient(300, 400))
	accepted, refused := 0, 0
	for i := range n {
		switch a := s.Upload([]string{"photo", "aadhar"}[i%2], picture); a.Status {
		case 200:
			accepted++
		case 503, 507:
			refused++
		default:
			t.Fatalf("upload: %d %s", a.Status, a.Raw)
		}
	}
	if rows := s.Count(`SELECT COUNT(*) FROM assets`) - before; rows != accepted || refused == 0 {
		t.Errorf("pictures: %d accepted, %d refused, %d rows", accepted, refused, rows)
	}
	t.Logf("pictures: %d accepted, %d refused", accepted, refused)
}

func acceptPeople(t *testing.T, s *apitest.Server, people []map[string]any) {
	t.Helper()
	for _, person := range people {
		s.Post("/registration", person).Must(200, "registration")
		s.Post("/send-otp", map[string]any{"email": person["email"]}).Must(200, "code")
	}
}

func keepMails(t *testing.T, s *apitest.Server) {
	t.Helper()
	folder, err := mail.OpenFolder(s.Outbox)
	must(t, err)
	waiting := s.Count(`SELECT COUNT(*) FROM outbox WHERE state = 'pending'`)
	for range 3 {
		if down, err := s.MailWorker(folder).Round(t.Context()); err != nil || !down {
			t.Errorf("the worker does not see that its folder is full: %v, %v", down, err)
		}
		s.Clock.Add(time.Minute)
	}
	if n := s.Count(`SELECT COUNT(*) FROM outbox WHERE state = 'pending'`); n != waiting || n == 0 {
		t.Errorf("%d emails wait, %d before", n, waiting)
	}
}

func deliverMails(t *testing.T, s *apitest.Server) {
	t.Helper()
	s.Clock.Add(5 * time.Minute) // failed emails are due again, but no code has expired
	waiting := s.Count(`SELECT COUNT(*) FROM outbox WHERE state = 'pending'`)
	if written := s.SendMails(); len(written) != min(waiting, 1000) || s.Count(`SELECT COUNT(*) FROM outbox
			WHERE state <> 'sent'`) != 0 {
		t.Errorf("%d of %d emails", len(written), waiting)
	}
}

func noExtraFiles(t *testing.T, s *apitest.Server) {
	t.Helper()
	for _, kind := range []string{"photo", "aadhar"} {
		files, err := os.ReadDir(filepath.Join(s.Dir, "uploads", kind))
		must(t, err)
		s.WantCount(len(files), `SELECT COUNT(*) FROM assets WHERE kind = ? AND deleted_at IS NULL`, kind)
	}
}

func applicants(s *apitest.Server, n int) (people []map[string]any) {
	for range n {
		people = append(people, s.FullForm())
	}
	return people
}

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
		if a := s.Post("/send-otp", map[string]any{"email": person["email"]}); a.Status != 200 && a.Status != 503 &&
			a.Status != 507 {
			t.Fatalf("code: %d %s", a.Status, a.Raw)
		}
	}
	if refused == 0 {
		t.Fatal("there was space for everybody: the test proves nothing")
	}
	// A registration may be stored without its payment link; the response is then not 200.
	if rows := s.Count(`SELECT COUNT(*) FROM bookings`) - before; rows < accepted {
		t.Errorf("%d accepted, %d rows", accepted, rows)
	}
	t.Logf("%d accepted, %d refused", accepted, refused)
}

func emptyLog(t *testing.T, s *apitest.Server) {
	t.Helper()
	if testdb.OnPostgres(t) {
		return
	}
	db, err := sql.Open("sqlite", engine.Address(filepath.Join(s.Dir, "transom.db"), ""))
	must(t, err)
	defer db.Close()
	var busy, pages, moved int
	if err := db.QueryRow(`PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &moved); err != nil || busy != 0 {
		t.Fatalf("busy %d, %v", busy, err)
	}
}

func fillDisk(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	must(t, err)
	defer f.Close()
	for size := 64 << 10; size > 0; size /= 2 {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, size))
		}
	}
}

func TestDatabaseFull(t *testing.T) {
	testdb.OnlySQLite(t, "pages of its file are what runs out; PostgreSQL says so itself (SQLSTATE 53100)")
	s := start(t)
	people := applicants(s, 60)
	pages := func(limit int) {
		err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
			var now int
			return tx.QueryRowContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", limit)).Scan(&now)
		})
		must(t, err)
	}
	pages(1) // the limit cannot be below the current size, so only new pages are refused
	refusePeople(t, s, people)
	pages(1 << 30)
	s.Post("/registration", people[len(people)-1]).Want(200, "with room again")
}
