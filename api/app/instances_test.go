package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/apitest/pgtest"
	"transom/api/config"
	"transom/api/domain"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/fakerazorpay"
	"transom/api/store"
	"transom/generator/schema"
)

// The instances of a fleet have their own folders, and share a PostgreSQL, a gateway and the keys.
type fleet struct {
	t       *testing.T
	binary  string
	env     []string
	pg      *pgtest.Server
	gateway *fakerazorpay.Fake
	db      *store.Store
	copies  []*copyOf
	visited []*copyOf     // the instances that visitors are sent to
	patient time.Duration // how long a visitor waits for a response

	mu     sync.Mutex
	people int
	paid   map[string]bool // bookings that were reported as paid
	odd    []string        // responses that must never occur
	lost   []string        // requests that the program did not answer
	tries  atomic.Int64    // requests that got no response or were told to try again
}

type copyOf struct {
	folder, addr, metrics string
	program               *exec.Cmd
	output                bytes.Buffer
	ended                 chan error
}

func fleetSize() int {
	if soak {
		return 20_000
	}
	return 150
}

func newFleet(t *testing.T, copies int) *fleet {
	t.Helper()
	dir := t.TempDir()
	binary, err := plain()
	must(t, err)
	f := &fleet{t: t, binary: binary, pg: pgtest.Start(t),
		gateway: fakerazorpay.New(domain.SystemClock{}, 1, fakegateway.Kind()), paid: map[string]bool{},
		patient: 15 * time.Second}
	content := apitest.Edition()
	content.Registration.IDDocument.Mode = "off"
	for i := range content.Tickets.Categories {
		sales := &content.Tickets.Categories[i].Sales
		sales.OnSale, sales.OpensAt.Time, sales.ClosesAt = true, time.Now().Add(-time.Hour),
			schema.Instant{Time: time.Now().AddDate(0, 0, 30)}
	}
	content.Tickets.Categories[1].Capacity = fleetSize()
	folder := filepath.Join(dir, "content")
	must(t, os.Mkdir(folder, 0o700))
	apitest.WriteContent(t, folder, content)
	gateway := httptest.NewUnstartedServer(f.gateway)
	gateway.Config.ErrorLog = slog.NewLogLogger(slog.NewTextHandler(io.Discard, nil), slog.LevelError)
	gateway.Start()
	t.Cleanup(gateway.Close)
	must(t, f.pg.Run(`CREATE DATABASE fleet`))
	f.env = append(os.Environ(), "TRANSOM_SITE_URL=https://natcon.test", "TRANSOM_MAIL_FROM=desk@natcon.test",
		"TRANSOM_CONTENT="+folder, "TRANSOM_REHEARSAL=0", "TRANSOM_ALLOW_TEST_ACCOUNT=1",
		"TRANSOM_DATABASE="+f.pg.Address("fleet"), "TRANSOM_PAYMENT_PROVIDER=razorpay", "TRANSOM_RAZORPAY_BASE_URL="+
			gateway.URL, "TRANSOM_RAZORPAY_KEY_ID="+fakerazorpay.KeyID, "TRANSOM_RAZORPAY_KEY_SECRET="+fakerazorpay.KeySecret,
		"TRANSOM_RAZORPAY_WEBHOOK_SECRET="+fakerazorpay.WebhookSecret, "TRANSOM_MAIL=smtp://127.0.0.1:9",
		"TRANSOM_TRUSTED_PROXIES=127.0.0.1")
	for i := range copies {
		c := &copyOf{folder: filepath.Join(dir, fmt.Sprint("var", i)), addr: apitest.FreeAddress(t),
			metrics: apitest.FreeAddress(t)}
		f.copies = append(f.copies, c)
	}
	f.visited = f.copies
	f.must(f.copies[0], "make-keys")
	for _, c := range f.copies[1:] {
		f.giveKeys(c)
	}
	return f
}

func (f *fleet) giveKeys(to *copyOf) {
	f.t.Helper()
	must(f.t, os.RemoveAll(filepath.Join(to.folder, "keys")))
	must(f.t, os.CopyFS(filepath.Join(to.folder, "keys"), os.DirFS(filepath.Join(f.copies[0].folder, "keys"))))
}

func (f *fleet) command(c *copyOf, args ...string) *exec.Cmd {
	command := exec.Command(f.binary, args...)
	command.Env = append(f.env, "TRANSOM_VAR="+c.folder, "TRANSOM_ADDR="+c.addr, "TRANSOM_METRICS_ADDR="+c.metrics)
	return command
}

func (f *fleet) must(c *copyOf, args ...string) {
	f.t.Helper()
	if out, err := f.command(c, args...).CombinedOutput(); err != nil {
		f.t.Fatalf("%v: %v\n%s", args, err, out)
	}
}

func (f *fleet) start(copies ...*copyOf) {
	f.t.Helper()
	for _, c := range copies {
		c.output.Reset()
		c.program, c.ended = f.command(c, "serve"), make(chan error, 1)
		c.program.Stdout, c.program.Stderr = &c.output, &c.output
		must(f.t, c.program.Start())
		f.t.Cleanup(func() { c.program.Process.Kill() })
		go func() { c.ended <- c.program.Wait() }()
	}
	for _, c := range copies {
		f.until(c.addr+" is ready", func() bool {
			select {
			case err := <-c.ended:
				f.t.Fatalf("an instance has stopped by itself: %v\n%s", err, c.output.String())
			default:
			}
			answer, err := http.Get("http://" + c.addr + "/readyz")
			if err == nil {
				answer.Body.Close()
			}
			return err == nil && answer.StatusCode == http.StatusOK
		})
	}
}

func (c *copyOf) kill() {
	c.program.Process.Kill()
	<-c.ended
}

// The time limit is only for a program that hangs.
func (f *fleet) until(what string, done func() bool) time.Duration {
	f.t.Helper()
	began, limit := time.Now(), 10*time.Minute
	if soak {
		limit = time.Hour // twenty thousand people need up to an hour
	}
	for !done() {
		if time.Since(began) > limit {
			for _, c := range f.copies {
				f.t.Log(c.output.String())
			}
			f.t.Fatalf("never: %s", what)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return time.Since(began)
}

func (f *fleet) leader(among ...*copyOf) *copyOf {
	client := http.Client{Timeout: time.Second} // a frozen instance does not answer
	for _, c := range among {
		answer, err := client.Get("http://" + c.metrics + "/metrics")
		if err != nil {
			continue
		}
		raw, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if strings.Contains(string(raw), "\ntransom_leads 1\n") {
			return c
		}
	}
	return nil
}

// buy registers a new person and pays. Each request goes to a random instance and is repeated if it fails, as on the
// page. buy returns once the payment is reported as received or the category as sold out.
func (f *fleet) buy() {
	f.mu.Lock()
	f.people++
	n := f.people
	f.mu.Unlock()
	v := visitor{f, fromAnywhere(f.patient)}
	body, contentType := apitest.Multipart("photo", "a.jpg", apitest.SmallJPEG())
	upload := v.insist("/api/upload-assets", contentType, body, "")
	photo, _ := upload["url"].(string)
	form, _ := json.Marshal(map[string]any{
		"firstname": "Asha", "lastname": apitest.Letters(int64(n)), "email": fmt.Sprintf("p%d@example.org", n),
		"mobile": "9876543210", "dob": "1980-05-17", "gender": "female", "membership_no": fmt.Sprint("A", n),
		"city": "Bhopal", "state": "Madhya Pradesh", "country": "India", "ticketCategory": "IIA_MEMBER_25_ABOVE",
		"amount": 3540, "consent": true, "profile_url": photo,
	})
	booked := v.insist("/api/registration", "application/json", form, fmt.Sprint("key-", n))
	id, _ := booked["booking_id"].(string)
	if id == "" {
		return // sold out
	}
	page, _ := booked["payment_url"].(string)
	if link, found := f.gateway.Find(path.Base(page), ""); found {
		f.gateway.Pay(link.Reference)
	}
	question, _ := json.Marshal(map[string]string{"bookingId": id})
	for range 600 {
		answer := v.insist("/api/verify-payment", "application/json", question, "")
		if state, _ := answer["transaction_status"].(map[string]any); state["paymentStatus"] == "SUCCESS" {
			f.mu.Lock()
			f.paid[id] = true
			f.mu.Unlock()
			return
		}
		time.Sleep(100 * time.Millisecond) // the real page waits longer between its requests
	}
	f.note("a payment was never reported: " + id)
}

type visitor struct {
	*fleet
	client *http.Client
}

func fromAnywhere(patient time.Duration) *http.Client {
	return &http.Client{Timeout: patient, Transport: &http.Transport{DisableKeepAlives: true,
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			from := net.IPv4(127, byte(1+rand.IntN(250)), byte(rand.IntN(250)), byte(1+rand.IntN(250)))
			return (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).DialContext(ctx, network, addr)
		}}}
}

// insist repeats a request until the response is final. Until then, every response must be 503 and say when to retry.
func (v *visitor) insist(path, contentType string, body []byte, key string) map[string]any {
	for range 1200 {
		c := v.visited[rand.IntN(len(v.visited))]
		r, _ := http.NewRequest("POST", "http://"+c.addr+path, bytes.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		// Random networks, because this test is not about rate limits.
		r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", rand.IntN(256), rand.IntN(256), rand.IntN(256)))
		if key != "" {
			r.Header.Set("Idempotency-Key", key)
		}
		response, err := v.client.Do(r)
		if err != nil {
			v.lose(path, err)
			continue
		}
		raw, err := io.ReadAll(response.Body)
		response.Body.Close()
		var answer map[string]any
		switch {
		case err != nil:
			v.lose(path, err)
		case json.Unmarshal(raw, &answer) != nil && (response.StatusCode == http.StatusOK ||
			response.Header.Get("Retry-After") != ""):
			// Complete responses from the program are JSON.
			v.lose(path, fmt.Sprintf("%d %q", response.StatusCode, raw))
		case response.StatusCode == http.StatusOK:
			return answer
		case response.StatusCode == http.StatusConflict && strings.Contains(string(raw), "sold_out"):
			return nil
		case response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") != "":
			v.tries.Add(1)
			time.Sleep(50 * time.Millisecond)
		default:
			v.note(fmt.Sprintf("%s: %d %s", path, response.StatusCode, raw))
			return nil
		}
	}
	v.note("no answer to " + path)
	return nil
}

func (f *fleet) lose(path string, why any) {
	f.tries.Add(1)
	f.mu.Lock()
	f.lost = append(f.lost, fmt.Sprintf("%s %s %v", time.Now().UTC().Format(time.StampMilli), path, why))
	f.mu.Unlock()
	time.Sleep(50 * time.Millisecond)
}

func (f *fleet) note(odd string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.odd = append(f.odd, odd)
}

func (f *fleet) count(query string) (n int) {
	f.t.Helper()
	if f.db == nil {
		db, err := store.OpenExisting(f.t.Context(), f.pg.Address("fleet"))
		must(f.t, err)
		f.t.Cleanup(func() { db.Close() })
		f.db = db
	}
	f.until("the database answers", func() bool { return f.db.QueryOne(f.t.Context(), &n, query) == nil })
	return n
}

func (f *fleet) check() {
	f.t.Helper()
	for _, odd := range f.odd {
		f.t.Error(odd)
	}
	for what, query := range map[string]string{
		"payments that were not applied": `SELECT COUNT(*) FROM payments WHERE disposition <> 'applied'`,
		"bookings with two payments": `SELECT COUNT(*) FROM (SELECT 1 FROM payments
				GROUP BY booking_id HAVING COUNT(*) > 1) AS twice`,
		"bookings with two links": `SELECT COUNT(*) FROM (SELECT 1 FROM payment_attempts
				GROUP BY booking_id HAVING COUNT(*) > 1) AS twice`,
		"bookings with two tickets": `SELECT COUNT(*) FROM (SELECT 1 FROM tickets
				GROUP BY booking_id HAVING COUNT(*) > 1) AS twice`,
		"people with two bookings": `SELECT COUNT(*) FROM (SELECT 1 FROM bookings
				GROUP BY person_key HAVING COUNT(*) > 1) AS twice`,
		"paid bookings without a ticket": `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'
				AND id NOT IN (SELECT booking_id FROM tickets)`,
		"confirmations beyond the bookings": `SELECT COUNT(*) - COUNT(DISTINCT dedupe_key) FROM outbox
				WHERE template = 'confirmation'`,
		"bookings without their confirmation": `SELECT (SELECT COUNT(*) FROM bookings
				WHERE status = 'SUCCESS') - (SELECT COUNT(*) FROM outbox WHERE template = 'confirmation')`,
	} {
		check.Equal(f.t, f.count(query), 0, "%s", what)
	}
	want := fleetSize() // there are more people than seats
	if held := f.count(`SELECT COALESCE(SUM(seats), 0) FROM bookings WHERE holds_seat = 1`); held != want ||
		len(f.paid) != want {
		f.t.Errorf("%d seats are held and %d people were shown that they have paid, want %d", held, len(f.paid), want)
	}
	captured := 0
	for _, money := range f.gateway.Ledger() {
		captured++
		if n := f.count(fmt.Sprintf(`SELECT COUNT(*) FROM payments WHERE attempt_ref = '%s' AND amount_paise = %d`,
			money.Reference, money.Captured)); n != 1 || money.Refunded != 0 {
			f.t.Errorf("%d rows for %+v", n, money)
		}
	}
	check.Equal(f.t, captured, want, "times that the gateway took money")
	links := map[string]int{}
	for _, link := range f.gateway.Links() {
		links[link.Reference]++
	}
	for reference, n := range links {
		check.Equal(f.t, n, 1, "links of %s", reference)
	}
}

// Three instances are killed or frozen in turn, and PostgreSQL crashes: nothing that was confirmed is lost, nobody pays
// twice, and no seat or ticket is given out twice.
func TestInstancesUnderLoad(t *testing.T) {
	t.Parallel()
	f := newFleet(t, 3)
	f.start(f.copies...)
	crashes, crowd := 2, 8
	if soak {
		crashes, crowd = 10, 16
	}
	var quiet atomic.Bool // true after the last crash
	var buyers atomic.Int64
	var all sync.WaitGroup
	for range crowd {
		all.Go(func() {
			for !f.failed() && (!quiet.Load() || buyers.Load() < int64(fleetSize()+10)) {
				buyers.Add(1)
				f.buy()
				time.Sleep(rand.N(400 * time.Millisecond))
			}
		})
	}
	for i := range crashes {
		f.until("some people have paid", func() bool { return f.paidSoFar() >= (i+1)*fleetSize()/(crashes+2) })
		victim := f.copies[i%len(f.copies)]
		victim.kill()
		must(t, f.pg.Crash())
		must(t, f.pg.Wait())
		f.start(victim)
		frozen := f.copies[(i+1)%len(f.copies)]
		frozen.program.Process.Signal(syscall.SIGSTOP)
		time.Sleep(time.Second)
		frozen.program.Process.Signal(syscall.SIGCONT)
		t.Logf("fall %d of %d after %d people had paid; %d tries were refused or lost", i+1, crashes, f.paidSoFar(),
			f.tries.Load())
	}
	quiet.Store(true)
	all.Wait()
	t.Logf("%d people came, %d tries were refused or lost", buyers.Load(), f.tries.Load())
	f.check()
}

func (f *fleet) failed() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.odd) > 0
}

func (f *fleet) paidSoFar() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.paid)
}

// Another instance takes over at once after a kill, and after a freeze once the database has closed the frozen leader's
// connection.
func TestAnotherInstanceLeads(t *testing.T) {
	t.Parallel()
	f := newFleet(t, 3)
	f.start(f.copies...)
	others := func(than *copyOf) (rest []*copyOf) {
		for _, c := range f.copies {
			if c != than {
				rest = append(rest, c)
			}
		}
		return rest
	}
	var first, second *copyOf
	f.until("somebody leads", func() bool { first = f.leader(f.copies...); return first != nil })
	first.kill()
	took := f.until("another leads", func() bool { second = f.leader(others(first)...); return second != nil })
	t.Logf("after a kill another led within %v", took)
	f.start(first)
	second.program.Process.Signal(syscall.SIGSTOP)
	defer second.program.Process.Signal(syscall.SIGCONT)
	var third *copyOf
	// The database ends an idle leader's session after ten seconds.
	took = f.until("another leads", func() bool { third = f.leader(others(second)...); return third != nil })
	t.Logf("after a freeze another led within %v", took)
}

// An instance with a different key does not start. A deliberately rotated key must be copied to the other instances.
func TestInstancesHaveTheSameKeys(t *testing.T) {
	t.Parallel()
	f := newFleet(t, 2)
	a, b := f.copies[0], f.copies[1]
	f.start(a)
	must(t, os.WriteFile(filepath.Join(b.folder, "keys", config.PepperFile), bytes.Repeat([]byte("x"), 32), 0o600))
	refused := func(copy *copyOf, want string) {
		t.Helper()
		out, err := f.command(copy, "serve").CombinedOutput()
		if exit := new(exec.ExitError); !errors.As(err, &exit) || !strings.Contains(string(out), want) {
			t.Errorf("%v, want %q\n%s", err, want, out)
		}
	}
	refused(b, "the key signin.pepper is not the one that the other instances have")
	f.giveKeys(b)
	f.start(b)
	b.kill()
	f.must(a, "ticket", "rotate")
	refused(b, "the key ticket.key is not the one that the other instances have")
	f.giveKeys(b)
	f.start(b)
	a.kill()
	f.start(a)
	must(t, os.Remove(filepath.Join(b.folder, "keys", config.AddressKeyFile)))
	b.kill()
	refused(b, "make-keys")
}
