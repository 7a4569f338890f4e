package app

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/store"
	"transom/api/upload"
)

// However often a purge or an erasure is killed, no row refers to a deleted file, and in the end exactly what was due
// has been deleted (security reference, D2).
func TestKilledWhilePurging(t *testing.T) {
	t.Parallel()
	people, rounds := 1200, 25
	if soak {
		people, rounds = 12_000, 400
	}
	r := newRetention(t, people, plain)
	all, worked := r.pictures(), 0
	// A purge may end before it is killed.
	most := 10 * rounds
	for round := 0; round < rounds || worked < rounds/3 && round < most; round++ {
		before := r.destroyed()
		if round%3 == 0 {
			r.killed("purge") // the command may be killed before it deletes the first file
		} else {
			r.killedAtWork("purge")
		}
		after := r.destroyed()
		if after > before && after < all {
			worked++
		}
		if after == all {
			r.add(people)
			all = r.pictures()
		}
		if faults := r.faults(); len(faults) > 0 {
			t.Fatal(strings.Join(faults, "\n"))
		}
	}
	t.Logf("%d kills interrupted the purge", worked)
	if worked < rounds/3 {
		t.Errorf("only %d kills interrupted the purge", worked)
	}
	r.completes("purge")
	if faults := r.faults(); len(faults) > 0 {
		t.Error(strings.Join(faults, "\n"))
	}
	for what, query := range map[string]string{
		"documents are named":           `SELECT COUNT(*) FROM bookings WHERE id_asset <> ''`,
		"pictures wait for deletion":    `SELECT COUNT(*) FROM assets WHERE released_at IS NOT NULL AND deleted_at IS NULL`,
		"photos of others were deleted": `SELECT COUNT(*) FROM bookings WHERE photo_asset = '' AND withdrawn_at IS NULL`,
	} {
		check.Equal(t, r.count(query), 0, "%s", what)
	}
}

func TestKilledWhileErasing(t *testing.T) {
	t.Parallel()
	rounds := 40
	if soak {
		rounds = 1000
	}
	r := newRetention(t, rounds, plain)
	for i := range rounds {
		r.killed("person", "erase", email(i), "--yes")
		if faults := append(r.faults(), r.halfErased(i)...); len(faults) > 0 {
			t.Fatal(strings.Join(faults, "\n"))
		}
	}
	erased := r.count(`SELECT COUNT(*) FROM bookings WHERE first_name = 'Erased'`)
	t.Logf("%d kills, %d after the erasure was made", rounds, erased)
	if erased == 0 || erased == rounds {
		t.Errorf("%d of %d were erased: no kill came in between", erased, rounds)
	}
	for i := range rounds {
		if r.count(`SELECT COUNT(*) FROM bookings WHERE email_key = ?`, email(i)) > 0 && i%10 == 0 {
			r.completes("person", "erase", email(i), "--yes")
			if faults := append(r.faults(), r.halfErased(i)...); len(faults) > 0 {
				t.Fatal(strings.Join(faults, "\n"))
			}
		}
	}
}

// The test notices if the program deletes files before it updates their rows.
func TestControlFilesBeforeNamesIsCaught(t *testing.T) {
	t.Parallel()
	r := newRetention(t, 1200, unprotected)
	for range 20 {
		r.killedAtWork("purge")
		if len(r.faults()) > 0 {
			return
		}
	}
	t.Error("twenty kills showed nothing: the tests above prove nothing")
}

type retention struct {
	*crash
	people int
	span   time.Duration // the longest time until the next kill
}

func email(i int) string { return fmt.Sprintf("p%d@example.org", i) }

func newRetention(t *testing.T, people int, program func() (string, error)) *retention {
	t.Helper()
	r := &retention{crash: newCrashOf(t, program)}
	must(t, os.MkdirAll(r.folder, 0o700))
	for _, kind := range []string{"photo", "aadhar"} {
		must(t, os.MkdirAll(filepath.Join(r.folder, "uploads", kind), 0o700))
	}
	r.add(people)
	return r
}

func (r *retention) add(people int) {
	r.t.Helper()
	db, err := store.Open(r.t.Context(), r.folder)
	must(r.t, err)
	defer db.Close()
	err = db.Write(r.t.Context(), func(tx *store.Tx) error {
		for range people {
			if err := r.insertPerson(r.t.Context(), tx, r.people); err != nil {
				return err
			}
			r.people++
		}
		return nil
	})
	must(r.t, err)
}

// insertPerson adds somebody who registered three weeks ago and is unpaid, paid and checked, or has withdrawn consent.
func (r *retention) insertPerson(ctx context.Context, tx *store.Tx, i int) error {
	now := apitest.Edition().Event.RehearsalAt.Time
	long := now.Add(-21 * 24 * time.Hour).UnixMilli()
	status, verified, withdrawn := "INITIATED", any(nil), any(nil)
	switch i % 3 {
	case 1:
		status, verified = "SUCCESS", long
	case 2:
		status, withdrawn = "SUCCESS", long
	}
	id, photo, document := fmt.Sprint("b", i), fmt.Sprint("photo", i), fmt.Sprint("document", i)
	for kind, asset := range map[string]string{"photo": photo, "aadhar": document} {
		if err := os.WriteFile(filepath.Join(r.folder, "uploads", upload.BlobName(kind, asset)), []byte("a picture"),
			0o600); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `
			INSERT INTO assets (id, kind, created_at, uploader_hash, size_bytes, width, height, sha256, session_hash, claimed_at)
			VALUES (?, ?, ?3, '', 9, 1, 1, '', '', ?3)`, asset, kind, long)
		if err != nil {
			return err
		}
	}
	for _, statement := range []string{
		`INSERT INTO bookings (id, created_at, email, email_key, first_name, last_name, mobile, dob, gender, company_name,
				designation,
			institute_name, membership_no, gst_no, country, state, city, spouse, spouse_name, category_type, seats, net_paise,
				gst_paise,
			amount_paise, currency, photo_asset, id_asset, status, holds_seat, person_key, id_verified_at, withdrawn_at)
		 VALUES (?1, ?2, ?3, ?3, 'Asha', 'Verma', '9876543210', '1990-05-17', 'female', '', '', '', ?1, '', 'India', 'MP',
		 	'Bhopal', 0, '',
			'IIA_MEMBER_25_ABOVE', 1, 100, 18, 118, 'INR', ?4, ?5, ?6, 1, ?1, ?7, ?8)`,
		`INSERT INTO accounts (id, email, email_key, created_at, photo_asset) VALUES (?1, ?3, ?3, ?2, ?4)`,
		`INSERT INTO outbox (dedupe_key, template, to_address, to_name, data, message_id, created_at, next_try_at, state)
		 VALUES (?1, 'confirmation', ?3, 'Asha Verma', '{}', ?1, ?2, ?2, 'sent')`,
	} {
		if _, err := tx.ExecContext(ctx, statement, id, long, email(i), photo, document, status, verified,
			withdrawn); err != nil {
			return err
		}
	}
	return nil
}

func (r *retention) command(args ...string) *exec.Cmd {
	r.output = new(apitest.Log)
	c := exec.Command(r.binary, args...)
	c.Env, c.Stdout, c.Stderr = r.env, r.output, r.output
	return c
}

func (r *retention) completes(args ...string) {
	r.t.Helper()
	if err := r.command(args...).Run(); err != nil {
		r.t.Fatalf("%v: %v\n%s", args, err, r.output.String())
	}
}

// killed runs a command and kills it after a random time. The range adapts, so that about half of the runs are killed
// before they end, however busy the machine is.
func (r *retention) killed(args ...string) {
	r.t.Helper()
	if r.span == 0 {
		began := time.Now()
		r.completes("list", "--tasks")
		r.span = 2 * time.Since(began)
	}
	c := r.command(args...)
	must(r.t, c.Start())
	time.Sleep(rand.N(r.span))
	c.Process.Kill()
	if c.Wait() == nil {
		r.span -= r.span / 8
	} else {
		r.span += r.span / 8
	}
}

// killedAtWork kills a command after it has deleted several files. The kernel reports each deletion, so the kill is in
// time even on a busy machine.
func (r *retention) killedAtWork(args ...string) {
	r.t.Helper()
	watch, err := syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC)
	must(r.t, err)
	deletions := os.NewFile(uintptr(watch), "deletions")
	defer deletions.Close()
	if _, err := syscall.InotifyAddWatch(watch, filepath.Join(r.folder, "uploads", "aadhar"),
		syscall.IN_DELETE); err != nil {
		r.t.Fatal(err)
	}
	wanted := 2 + rand.IntN(10)
	c := r.command(args...)
	must(r.t, c.Start())
	ended := make(chan struct{})
	go func() { // stops the read once the command has ended
		c.Wait()
		close(ended)
		deletions.SetReadDeadline(time.Now())
	}()
	events := make([]byte, 4096)
	for seen := 0; seen < wanted; {
		n, err := deletions.Read(events)
		if err != nil {
			break
		}
		for at := 0; at < n; seen++ {
			// Each event ends with a file's name.
			at += syscall.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(events[at+12:]))
		}
	}
	c.Process.Kill()
	<-ended
}

func (r *retention) count(query string, args ...any) int {
	db := r.open("transom.db")
	defer db.Close()
	return count(r.crash, db, query, args...)
}

func (r *retention) pictures() int {
	return r.count(`SELECT COUNT(*) FROM assets WHERE kind = 'aadhar' OR id IN (SELECT photo_asset FROM bookings
			WHERE withdrawn_at IS NOT NULL)`)
}

func (r *retention) destroyed() int {
	return r.count(`SELECT COUNT(*) FROM assets WHERE deleted_at IS NOT NULL`)
}

// faults returns violations of rules that must hold at any moment.
func (r *retention) faults() (faults []string) {
	r.t.Helper()
	db := r.open("transom.db")
	defer db.Close()
	var verdict string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&verdict); err != nil || verdict != "ok" {
		return []string{fmt.Sprintf("integrity: %q, %v", verdict, err)}
	}
	files := map[string]bool{}
	for _, kind := range []string{"photo", "aadhar"} {
		entries, err := os.ReadDir(filepath.Join(r.folder, "uploads", kind))
		must(r.t, err)
		for _, entry := range entries {
			files[kind+"/"+entry.Name()] = true
		}
	}
	rows, err := db.Query(`
		SELECT kind, id, released_at IS NOT NULL, deleted_at IS NOT NULL,
		       id IN (SELECT id_asset FROM bookings UNION ALL SELECT photo_asset FROM bookings UNION ALL SELECT photo_asset
		       	FROM accounts)
		FROM assets`)
	must(r.t, err)
	defer rows.Close()
	for rows.Next() {
		var kind, id string
		var released, deleted, named bool
		must(r.t, rows.Scan(&kind, &id, &released, &deleted, &named))
		there := files[upload.BlobName(kind, id)]
		delete(files, upload.BlobName(kind, id))
		switch {
		case named && !there:
			faults = append(faults, id+" is referenced, but its file is gone")
		case named && (released || deleted):
			faults = append(faults, id+" is referenced, but was released")
		case deleted && there:
			faults = append(faults, id+" is recorded as deleted, but its file is there")
		case !named && !released:
			faults = append(faults, id+" is neither referenced nor released")
		}
	}
	must(r.t, rows.Err())
	for name := range files {
		faults = append(faults, name+" is a file without a row")
	}
	return faults
}

func (r *retention) halfErased(i int) (faults []string) {
	r.t.Helper()
	all := 0
	for _, query := range []string{
		`SELECT COUNT(*) FROM bookings WHERE email_key = ?1 AND email = ?1 AND first_name = 'Asha'`,
		`SELECT COUNT(*) FROM accounts WHERE email_key = ?`,
		`SELECT COUNT(*) FROM outbox WHERE to_address = ? AND to_name <> ''`,
	} {
		all += r.count(query, email(i))
	}
	if all != 0 && all != 3 {
		faults = append(faults, fmt.Sprintf("%s is in %d of 3 tables", email(i), all))
	}
	return faults
}
