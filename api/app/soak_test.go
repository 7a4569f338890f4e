package app

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
)

// All kinds of requests together; the event needs five registrations a second in its busiest ten minutes.
const requestsPerSecond = 50

// TestSoak loads the real program for ten minutes with TRANSOM_SOAK, otherwise for a few seconds. No request fails, and
// memory does not grow. Speed is checked only in the long run (security reference, row 11).
func TestSoak(t *testing.T) {
	t.Parallel()
	duration, slack := 5*time.Second, 24<<20 // caches still fill up in the first seconds
	if soak {
		duration, slack = 10*time.Minute, 0
	}
	c := newCrash(t)
	c.start()
	v := newVisitors(c)
	v.load(duration / 10) // warm-up, after which all one-time allocations have been made
	v.client.CloseIdleConnections()
	goroutines := v.settledGoroutines(0)
	v.reset()

	memory, began := v.watchMemory(duration), time.Now()
	v.load(duration)
	took := time.Since(began)
	v.client.CloseIdleConnections()

	slices.Sort(v.times)
	slices.Sort(v.canary)
	p99, canary := v.times[len(v.times)*99/100], v.canary[len(v.canary)*99/100]
	early, late := peaks(memory())
	t.Logf("%d requests, p99 %v (a bare server next to it %v), slowest %v, memory %d then %d MiB, %d goroutines before",
		len(v.times), p99, canary, v.times[len(v.times)-1], early>>20, late>>20, goroutines)
	if soak && (p99 > 250*time.Millisecond+canary || took > duration*11/10) {
		t.Errorf("p99 is %v; the load took %v instead of %v", p99, took, duration)
	}
	if late > early*11/10+slack {
		t.Errorf("memory grew from %d to %d bytes", early, late)
	}
	for kind, failures := range v.failures {
		t.Errorf("%s: %s", kind, failures)
	}
	if after := v.settledGoroutines(goroutines); after > goroutines+5 {
		t.Errorf("%d goroutines are left, %d before the load", after, goroutines)
	}
}

type visitors struct {
	*crash
	client *http.Client
	bare   *httptest.Server // a server that does nothing, to measure only the machine
	ids    []string
	token  string
	n      atomic.Int64

	mu            sync.Mutex
	times, canary []time.Duration
	failures      map[string]string
}

func newVisitors(c *crash) *visitors {
	c.t.Helper()
	v := &visitors{crash: c, client: &http.Client{Timeout: 30 * time.Second,
		Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	v.bare = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.Copy(w, r.Body) }))
	c.t.Cleanup(v.bare.Close)
	v.reset()
	for range 20 {
		s, ok := c.newSubmission(v.client)
		if !ok || !c.submit(v.client, s) {
			c.t.Fatal("nobody can register")
		}
	}
	for id := range c.booked {
		v.ids = append(v.ids, id)
	}
	v.token = v.signIn("p1@example.org")
	return v
}

func (v *visitors) reset() { v.times, v.canary, v.failures = nil, nil, map[string]string{} }

func (v *visitors) signIn(email string) string {
	v.t.Helper()
	_, sent := v.post(v.t, "/api/send-otp", map[string]any{"email": email})
	code := v.mailed(v.t, email, `\b\d{6}\b`)
	status, answer := v.post(v.t, "/api/verify-otp", map[string]any{"email": email, "otp": code,
		"challenge_id": sent["challenge_id"]})
	if status != http.StatusOK {
		v.t.Fatalf("verify-otp: %d %v", status, answer)
	}
	return answer["accesstoken"].(string)
}

// load sends requests at a fixed rate for at least the given time. A slow request does not delay the next one.
func (v *visitors) load(d time.Duration) {
	ticker := time.NewTicker(time.Second / requestsPerSecond)
	defer ticker.Stop()
	var all sync.WaitGroup
	for range int(d.Seconds() * requestsPerSecond) {
		<-ticker.C
		all.Go(v.one)
	}
	all.Wait()
}

func (v *visitors) one() {
	n := int(v.n.Add(1))
	id := v.ids[n%len(v.ids)]
	switch n % 25 {
	case 0:
		v.register()
	case 1, 2:
		v.ask("tickets", "POST", "/api/tickets", `{}`, http.StatusOK)
	case 3, 4:
		v.ask("profile", "POST", "/api/profile", `{}`, http.StatusOK)
	case 5:
		v.ask("a code for somebody unknown", "POST", "/api/send-otp", fmt.Sprintf(`{"email":"nobody%d@example.org"}`, n),
			http.StatusOK)
	case 6:
		v.ask("ready", "GET", "/readyz", "", http.StatusOK)
	case 7:
		v.ask("key", "GET", "/.well-known/transom-ticket-key", "", http.StatusOK)
	case 8:
		v.ask("half a request", "POST", "/api/registration", `{"firstname":`, http.StatusBadRequest)
	case 9:
		v.ask("an empty form", "POST", "/api/registration", `{"ticketCategory":"IIA_MEMBER_25_ABOVE"}`,
			http.StatusUnprocessableEntity)
	case 10:
		v.ask("a wrong address", "POST", "/api/nothing", `{}`, http.StatusNotFound)
	case 11:
		began := time.Now()
		if r, err := v.client.Post(v.bare.URL, "text/plain", strings.NewReader("x")); err == nil {
			io.Copy(io.Discard, r.Body)
			r.Body.Close()
		}
		v.mu.Lock()
		v.canary = append(v.canary, time.Since(began))
		v.mu.Unlock()
	default:
		v.ask("verify-payment", "POST", "/api/verify-payment", `{"bookingId":"`+id+`"}`, http.StatusOK)
	}
}

func (v *visitors) register() {
	began := time.Now()
	s, ok := v.newSubmission(v.client)
	if !ok {
		v.fail("upload", "no handle")
		return
	}
	raw, err := json.Marshal(s.form)
	if err != nil {
		v.fail("registration", err.Error())
		return
	}
	uploaded := time.Now()
	status, answer := v.call(v.client, "/api/registration", "application/json", raw, "Idempotency-Key", s.key)
	v.took(uploaded.Sub(began)/2, uploaded.Sub(began)/2, time.Since(uploaded))
	link, _ := answer["payment_url"].(string)
	if status != http.StatusOK || link == "" {
		v.fail("registration", fmt.Sprint(status, answer))
		return
	}
	paid := time.Now()
	r, err := v.client.PostForm(link, url.Values{"choice": {"pay-and-stay"}})
	if err != nil {
		v.fail("pay", err.Error())
		return
	}
	io.Copy(io.Discard, r.Body)
	r.Body.Close()
	if v.took(time.Since(paid)); r.StatusCode != http.StatusOK {
		v.fail("pay", r.Status)
	}
}

func (v *visitors) ask(kind, method, path, body string, want int) {
	began := time.Now()
	r, err := http.NewRequest(method, "http://"+v.addr+path, strings.NewReader(body))
	if err != nil {
		v.fail(kind, err.Error())
		return
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", v.token)
	answer, err := v.client.Do(r)
	if err != nil {
		v.fail(kind, err.Error())
		return
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if v.took(time.Since(began)); err != nil || answer.StatusCode != want {
		v.fail(kind, fmt.Sprintf("%d %s, %v", answer.StatusCode, raw, err))
	}
}

func (v *visitors) took(times ...time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.times = append(v.times, times...)
}

func (v *visitors) fail(kind, what string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.failures[kind] == "" {
		v.failures[kind] = what
	}
}

func (v *visitors) watchMemory(d time.Duration) (samples func() []int) {
	var all []int
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(d / 200)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				all = append(all, v.memory("VmRSS:"))
			}
		}
	}()
	return func() []int {
		close(done)
		<-stopped
		return all
	}
}

func peaks(samples []int) (early, late int) {
	n := len(samples)
	return slices.Max(samples[n/5 : 2*n/5]), slices.Max(samples[4*n/5:])
}

// settledGoroutines waits until there are about `base` goroutines; if base is 0, until their number is constant.
func (v *visitors) settledGoroutines(base int) (n int) {
	v.t.Helper()
	same := 0
	for range 100 {
		r, err := http.Get("http://" + v.addr + "/metrics")
		must(v.t, err)
		raw, err := io.ReadAll(r.Body)
		r.Body.Close()
		http.DefaultClient.CloseIdleConnections()
		found := regexp.MustCompile(`(?m)^transom_goroutines (\d+)`).FindSubmatch(raw)
		if err != nil || found == nil {
			v.t.Fatalf("no number of goroutines, %v", err)
		}
		before := n
		if n, err = strconv.Atoi(string(found[1])); err != nil {
			v.t.Fatal(err)
		}
		if same++; n != before {
			same = 0
		}
		if base > 0 && n <= base+5 || base == 0 && same == 5 { // on a busy machine a value may repeat by chance
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	return n
}

// A hundred picture bombs arrive at once, with the largest accepted pictures (security reference, row 30).
func TestMemoryUnderPictureBombs(t *testing.T) {
	t.Parallel()
	const limit = 300 << 20
	c := newCrash(t)
	c.start()
	bomb := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x36\xb0\x00\x00\x36\xb0\x10\x06\x00\x00\x00"),
		make([]byte, 1<<20)...)
	heavy := apitest.PNG(deepPicture(4000, 4000))
	client := &http.Client{Timeout: time.Minute}
	var all sync.WaitGroup
	send := func(data []byte, want int) {
		body, contentType := apitest.Multipart("photo", "a.png", data)
		status, answer := 0, map[string]any(nil)
		// On a busy machine the program may stop waiting for a body, so a request without a response is repeated.
		for tries := 0; status == 0 && tries < 10; tries++ {
			status, answer = c.call(client, "/api/upload-assets", contentType, body)
		}
		check.Equal(t, status, want, "%v", answer)
	}
	for range 100 {
		all.Go(func() { send(bomb, http.StatusUnprocessableEntity) })
	}
	for range 4 {
		all.Go(func() { send(heavy, http.StatusOK) })
	}
	all.Wait()
	peak := c.peakMemory()
	t.Logf("peak %d MiB", peak>>20)
	if peak > limit {
		t.Errorf("the program took %d MiB", peak>>20)
	}
}

// 16 bits per channel need the most memory for a picture's file size.
func deepPicture(width, height int) image.Image {
	img := image.NewNRGBA64(image.Rect(0, 0, width, height))
	for i := range width {
		img.Set(i, i%height, color.White)
	}
	return img
}

func (c *crash) peakMemory() int { return c.memory("VmHWM:") }

// memory returns a value from /proc/PID/status, in bytes.
func (c *crash) memory(name string) int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.program.Process.Pid))
	if err != nil {
		c.t.Error(err)
		return 0
	}
	for _, line := range strings.Split(string(status), "\n") {
		if value, found := strings.CutPrefix(line, name); found {
			kilobytes, err := strconv.Atoi(strings.Fields(value)[0])
			if err != nil {
				c.t.Error(err)
			}
			return kilobytes << 10
		}
	}
	c.t.Errorf("no %s", name)
	return 0
}
