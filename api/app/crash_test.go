package app

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/store/engine"
	"transom/api/upload"

	_ "modernc.org/sqlite"
)

// TestCrash kills the real program under load and restarts it, many times. Whatever was confirmed to a visitor must be
// stored (security reference, row 1). TRANSOM_SOAK runs it at full size.
func TestCrash(t *testing.T) {
	t.Parallel()
	kills, wanted, longest := 40, 40, 250*time.Millisecond
	if soak {
		kills, wanted, longest = 200, 20_000, 2*time.Second
	}
	c := newCrash(t)
	n := 0
	for ; n < kills || len(c.booked) < wanted && n < 5*kills; n++ {
		before := len(c.booked)
		c.start()
		ctx, cancel := context.WithCancel(t.Context())
		var load sync.WaitGroup
		for range 8 {
			load.Go(func() { c.visit(ctx) })
		}
		time.Sleep(20*time.Millisecond + rand.N(longest))
		c.kill()
		cancel()
		load.Wait()
		if len(c.booked) == before { // a busy machine needs more time to have something to lose
			longest = min(2*longest, 10*time.Second)
		}
		if n%10 == 9 {
			c.checkFiles()
		}
	}
	c.start()
	c.finishPending()
	c.checkEverything()
	c.reconcile()
	c.kill()
	t.Logf("%d kills, %d registrations acknowledged, %d of them paid, slowest start %v", n, len(c.booked), len(c.paid),
		c.slowest)
	if len(c.booked) < wanted {
		t.Errorf("only %d registrations were acknowledged, %d wanted: the test had too little to lose", len(c.booked),
			wanted)
	}
}

type crash struct {
	t            *testing.T
	binary, addr string
	env          []string
	folder       string
	program      *exec.Cmd
	output       *apitest.Log
	slowest      time.Duration

	mu      sync.Mutex
	people  int
	booked  map[string]bool
	paid    map[string]bool // confirmed as SUCCESS
	pending []submission    // requests that got no response
}

type submission struct {
	key  string
	form map[string]any
}

func newCrash(t *testing.T) *crash {
	t.Helper()
	return newCrashOf(t, plain)
}

func newCrashOf(t *testing.T, program func() (string, error)) *crash {
	t.Helper()
	dir := t.TempDir()
	binary, err := program()
	must(t, err)
	c := &crash{t: t, binary: binary, folder: filepath.Join(dir, "var"), booked: map[string]bool{},
		paid: map[string]bool{}}
	content := filepath.Join(dir, "content")
	must(t, os.Mkdir(content, 0o700))
	apitest.WriteContent(t, content, apitest.Edition())
	c.addr = apitest.FreeAddress(t)
	c.env = append(os.Environ(), "TRANSOM_ADDR="+c.addr, "TRANSOM_SITE_URL=http://"+c.addr, "TRANSOM_CONTENT="+content,
		"TRANSOM_VAR="+c.folder, "TRANSOM_REHEARSAL=1", "TRANSOM_RATE_LIMITS=off")
	return c
}

func (c *crash) start() {
	c.t.Helper()
	c.launch(c.binary, "serve")
}

func (c *crash) launch(command string, args ...string) {
	c.t.Helper()
	c.output = new(apitest.Log)
	c.program = exec.Command(command, args...)
	c.program.Env, c.program.Stdout, c.program.Stderr = c.env, c.output, c.output
	started := time.Now()
	must(c.t, c.program.Start())
	c.t.Cleanup(func() { c.program.Process.Kill() })
	for {
		response, err := http.Get("http://" + c.addr + "/readyz")
		if err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				break
			}
		}
		if time.Since(started) > time.Minute { // the limit is for a program that hangs; make bench measures the start
			c.t.Fatalf("not ready\n%s", c.output.String())
		}
		time.Sleep(2 * time.Millisecond)
	}
	c.slowest = max(c.slowest, time.Since(started))
}

func (c *crash) waitFor(text string) {
	c.t.Helper()
	for started := time.Now(); !strings.Contains(c.output.String(), text); time.Sleep(10 * time.Millisecond) {
		if time.Since(started) > time.Minute {
			c.t.Fatalf("not written: %q\n%s", text, c.output.String())
		}
	}
}

func (c *crash) kill() {
	c.t.Helper()
	must(c.t, c.program.Process.Kill())
	c.program.Wait()
}

func (c *crash) visit(ctx context.Context) {
	client := &http.Client{Timeout: time.Minute}
	for ctx.Err() == nil {
		s, ok := c.takePending()
		if !ok {
			if s, ok = c.newSubmission(client); !ok {
				return
			}
		}
		if !c.submit(client, s) {
			return
		}
	}
}

func (c *crash) takePending() (submission, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.pending) == 0 {
		return submission{}, false
	}
	last := c.pending[len(c.pending)-1]
	c.pending = c.pending[:len(c.pending)-1]
	return last, true
}

func (c *crash) newSubmission(client *http.Client) (submission, bool) {
	photo, ok := c.upload(client, "photo")
	if !ok {
		return submission{}, false
	}
	document, ok := c.upload(client, "aadhar")
	if !ok {
		return submission{}, false
	}
	c.mu.Lock()
	c.people++
	n := c.people
	c.mu.Unlock()
	return submission{key: fmt.Sprint("key-", n), form: map[string]any{
		"firstname": "Asha", "lastname": "Verma", "email": fmt.Sprintf("p%d@example.org", n), "mobile": "9876543210",
		"dob": time.Date(1900, time.January, 1+n%36000, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), "gender": "female",
		"membership_no": fmt.Sprint("A", n), "city": "Bhopal",
		"state": "Madhya Pradesh", "country": "India", "ticketCategory": "IIA_MEMBER_25_ABOVE", "amount": 3540,
		"consent": true, "profile_url": photo, "aadharUrl": document,
	}}, true
}

func (c *crash) upload(client *http.Client, kind string) (handle string, ok bool) {
	body, contentType := apitest.Multipart(kind, "a.jpg", apitest.SmallJPEG())
	status, answer := c.call(client, "/api/upload-assets", contentType, body)
	if status == 0 {
		return "", false
	}
	handle, _ = answer["url"].(string)
	if handle == "" {
		c.t.Errorf("upload: %d %v", status, answer)
	}
	return handle, handle != ""
}

func (c *crash) submit(client *http.Client, s submission) bool {
	raw, err := json.Marshal(s.form)
	if err != nil {
		c.t.Error(err)
		return false
	}
	status, answer := c.call(client, "/api/registration", "application/json", raw, "Idempotency-Key", s.key)
	if status == 0 {
		c.mu.Lock()
		c.pending = append(c.pending, s)
		c.mu.Unlock()
		return false
	}
	id, _ := answer["booking_id"].(string)
	if status != http.StatusOK {
		c.t.Errorf("registration: %d %v", status, answer)
		return false
	}
	c.mu.Lock()
	c.booked[id] = true
	pay := len(c.booked)%3 == 0
	c.mu.Unlock()
	if pay {
		return c.pay(client, id, answer["payment_url"].(string))
	}
	return true
}

func (c *crash) pay(client *http.Client, id, link string) bool {
	r, err := client.PostForm(link, url.Values{"choice": {"pay-and-stay"}})
	if err != nil {
		return false
	}
	r.Body.Close()
	raw, _ := json.Marshal(map[string]string{"bookingId": id})
	status, answer := c.call(client, "/api/verify-payment", "application/json", raw)
	if status == 0 {
		return false
	}
	if state, _ := answer["transaction_status"].(map[string]any); state["paymentStatus"] == "SUCCESS" {
		c.mu.Lock()
		c.paid[id] = true
		c.mu.Unlock()
	}
	return true
}

// call returns status 0 if it got no complete response, so nothing was confirmed.
func (c *crash) call(client *http.Client, path, contentType string, body []byte, headers ...string) (int,
	map[string]any) {
	r, err := http.NewRequest("POST", "http://"+c.addr+path, bytes.NewReader(body))
	if err != nil {
		c.t.Error(err)
		return 0, nil
	}
	r.Header.Set("Content-Type", contentType)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := client.Do(r)
	if err != nil {
		return 0, nil
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	var answer map[string]any
	if err != nil || json.Unmarshal(raw, &answer) != nil {
		return 0, nil
	}
	return response.StatusCode, answer
}

// finishPending repeats the unanswered requests. Each must now succeed without creating a second booking.
func (c *crash) finishPending() {
	client := &http.Client{Timeout: time.Minute}
	for s, ok := c.takePending(); ok; s, ok = c.takePending() {
		if !c.submit(client, s) {
			c.t.Fatal("no answer from a program that nobody kills")
		}
	}
}

func (c *crash) checkFiles() {
	c.t.Helper()
	db := c.open("transom.db")
	defer db.Close()
	var verdict string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&verdict); err != nil || verdict != "ok" {
		c.t.Fatalf("integrity: %q, %v", verdict, err)
	}
	for what, query := range map[string]string{
		"bookings without an attempt": `SELECT COUNT(*) FROM bookings WHERE id NOT IN (SELECT booking_id
				FROM payment_attempts)`,
		"bookings without consent": `SELECT COUNT(*) FROM bookings WHERE id NOT IN (SELECT booking_id FROM consents)`,
		"bookings without a key": `SELECT COUNT(*) FROM bookings WHERE id NOT IN (SELECT booking_id
				FROM idempotency_keys)`,
		"bookings without their photo": `SELECT COUNT(*) FROM bookings WHERE photo_asset NOT IN (SELECT id FROM assets
				WHERE kind = 'photo' AND claimed_at IS NOT NULL)`,
		"bookings without their document": `SELECT COUNT(*) FROM bookings WHERE id_asset NOT IN (SELECT id FROM assets
				WHERE kind = 'aadhar' AND claimed_at IS NOT NULL)`,
		"people with two bookings": `SELECT COUNT(*) FROM (SELECT 1 FROM bookings
				GROUP BY email_key HAVING COUNT(*) > 1)`,
		"paid bookings without a ticket": `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'
				AND id NOT IN (SELECT booking_id FROM tickets)`,
		"paid bookings without payment": `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'
				AND id NOT IN (SELECT booking_id FROM payments WHERE disposition = 'applied')`,
		"tickets that nobody paid for": `SELECT COUNT(*) FROM tickets WHERE booking_id NOT IN (SELECT id FROM bookings
				WHERE status = 'SUCCESS')`,
	} {
		check.Equal(c.t, count(c, db, query), 0, "%s", what)
	}
	rows, err := db.Query(`SELECT kind, id FROM assets WHERE deleted_at IS NULL`)
	must(c.t, err)
	defer rows.Close()
	for rows.Next() {
		var kind, id string
		must(c.t, rows.Scan(&kind, &id))
		if info, err := os.Stat(filepath.Join(c.folder, "uploads", upload.BlobName(kind, id))); err != nil ||
			info.Size() == 0 {
			c.t.Errorf("a row names a picture that is not there: %v", err)
		}
	}
}

func (c *crash) checkEverything() {
	c.t.Helper()
	c.checkFiles()
	db := c.open("transom.db")
	defer db.Close()
	for id := range c.booked {
		check.Equal(c.t, count(c, db, `SELECT COUNT(*) FROM bookings WHERE id = ?`, id), 1,
			"the acknowledged registration %s is lost", id)
	}
	for id := range c.paid {
		check.Equal(c.t, count(c, db, `SELECT COUNT(*) FROM bookings WHERE id = ? AND status = 'SUCCESS'`, id), 1,
			"the acknowledged payment of %s is lost", id)
	}
	check.Equal(c.t, count(c, db, `SELECT COUNT(*) FROM bookings`), len(c.booked), "bookings")
	issued := count(c, db, `SELECT COUNT(*) FROM invoices`)
	paid := count(c, db, `SELECT COUNT(*) FROM payments WHERE disposition = 'applied'`)
	if issued != paid || issued < len(c.paid) {
		c.t.Errorf("%d invoices for %d payments, of which %d were acknowledged", issued, paid, len(c.paid))
	}
	if n := count(c, db, `SELECT COUNT(*) FROM (SELECT 1 FROM invoices GROUP BY series, year
			HAVING MIN(n) <> 1 OR MAX(n) <> COUNT(*) OR COUNT(DISTINCT number) <> COUNT(*))`); n != 0 {
		c.t.Errorf("the invoice numbers of %d series have a gap or a duplicate", n)
	}
	box := c.open("sandbox.db")
	defer box.Close()
	check.Equal(c.t, count(c, box, `SELECT COUNT(*) FROM (SELECT 1 FROM links GROUP BY reference HAVING COUNT(*) > 1)`),
		0,
		"bookings with two payment links")
	if soak && c.slowest > 2*time.Second {
		c.t.Errorf("one start took %v", c.slowest)
	}
}

func (c *crash) reconcile() {
	c.t.Helper()
	if out, err := c.runWith(c.env, "reconcile", "--fix"); err != nil {
		c.t.Errorf("reconcile: %v\n%s", err, out)
	}
}

func (c *crash) open(name string) *sql.DB {
	c.t.Helper()
	db, err := sql.Open("sqlite", engine.Address(filepath.Join(c.folder, name), "_busy_timeout=5000"))
	must(c.t, err)
	return db
}

func count(c *crash, db *sql.DB, query string, args ...any) int {
	c.t.Helper()
	var n int
	if err := db.QueryRow(query, args...).Scan(&n); err != nil {
		c.t.Fatalf("%s: %v", query, err)
	}
	return n
}
