package server_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/server"
)

// Without these limits, the program grew to 518 MB. It may need at most 200 MiB, and the whole flood allocates 36 MiB.
// A genuine scan is answered while the flood's requests are still being sent.
func TestGateFloodNeedsLittleMemory(t *testing.T) {
	testdb.Once(t)
	const requests, atOnce, mostBytes = 72, 24, 512 << 10 // mostBytes is the memory allowed per request
	s := apitest.Start(t, apitest.Options{})
	bought := s.PaidTickets(1)[0]
	honest, _ := enrolled(t, s, "North", false)
	stolen, _ := enrolled(t, s, "South", false)
	begin := []byte(`{"scans":[` + strings.Repeat(" ", 16<<10)) // more than the client keeps in its buffer
	rest := []byte(strings.Repeat("{},", 170_000) + `{}]}`)
	for name, key := range map[string]func() string{"unknown keys": unknownKey,
		"a known key": func() string { return stolen }} {
		send := func(pause io.Reader) {
			r, _ := http.NewRequest("POST", s.URL+"/api/gate/sync", io.MultiReader(bytes.NewReader(begin), pause,
				bytes.NewReader(rest)))
			r.ContentLength = int64(len(begin) + len(rest))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Authorization", key())
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				return // the server closed the connection before the whole body was sent
			}
			defer answer.Body.Close()
			equal(t, answer.StatusCode, map[string]int{"unknown keys": 401, "a known key": 413}[name], "%s", name)
			if name == "a known key" && !answer.Close {
				t.Error("the connection of a report with too many scans stays open")
			}
			io.Copy(io.Discard, answer.Body)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var flood sync.WaitGroup
		begun, scanned := make(chan struct{}, 2*atOnce), make(chan struct{})
		for range atOnce {
			flood.Go(func() {
				send(&paused{begun, scanned})
				begun <- struct{}{} // an unknown key is refused before its body has come
				for range requests/atOnce - 1 {
					send(strings.NewReader(""))
				}
			})
		}
		for range atOnce {
			<-begun
		}
		if a := gateSync(s, honest, gateScan(s, 1, bought.ID)); a.Status != 200 || a.Body["have"] != 1.0 {
			t.Errorf("%s: a genuine scan: %d %s", name, a.Status, a.Raw)
		}
		close(scanned)
		flood.Wait()
		runtime.ReadMemStats(&after)
		if each := (after.TotalAlloc - before.TotalAlloc) / requests; each > mostBytes {
			t.Errorf("%s: a request takes %d kB of memory", name, each>>10)
		}
	}
}

// paused holds a body back until the scan has been answered.
type paused struct {
	begun   chan<- struct{}
	scanned <-chan struct{}
}

func (p *paused) Read([]byte) (int, error) {
	p.begun <- struct{}{}
	<-p.scanned
	return 0, io.EOF
}

func TestGateReportHasAMaximum(t *testing.T) {
	s := startOnce(t)
	token, _ := enrolled(t, s, "North", false)
	scans := make([]map[string]any, 501)
	for i := range scans {
		scans[i] = gateScan(s, i+1, booking.NewTicketID())
	}
	gateSync(s, token, scans...).Want(http.StatusRequestEntityTooLarge, "501 scans").Says("500")
	if a := gateSync(s, token, scans[:500]...); a.Status != 200 || a.Body["have"] != 500.0 {
		t.Errorf("500 scans: %d %s", a.Status, a.Raw)
	}
	for _, none := range []string{`null`, `[]`} {
		s.Post("/gate/sync", `{"scans":`+none+`}`, "Authorization", token).Want(200, "%s", none)
	}
	mixed := `{"Scans":` + strings.Repeat("[", 9) + strings.Repeat("]", 9) +
		`,"wall":1,"none":{"scans":[{}]},"scans":[{}]}`
	s.Post("/gate/sync", mixed, "Authorization", token).Want(200, "%s", mixed)
	for _, whole := range []string{``, `null`, `[]`, `{`, `{"wall":1`, `{"wall":"x"}`, `{"scans":[{}`, `{} {}`,
		`{"wall"}`} {
		s.Post("/gate/sync", whole, "Authorization", token).Want(http.StatusBadRequest, "%s", whole)
	}
	for _, wrong := range []string{`{}`, `7`, `[7]`, `[{"seq":"x"}]`} {
		s.Post("/gate/sync", `{"scans":`+wrong+`}`, "Authorization", token).Want(http.StatusBadRequest, "%s", wrong)
	}
}

func TestGuessesAtTheGateAreCountedByNetwork(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rateLimited})
	working, _ := enrolled(t, s, "North", false)
	for name, guess := range map[string]func() apitest.Answer{
		"keys": func() apitest.Answer { return gateSync(s, unknownKey()) },
		"invitations": func() apitest.Answer {
			return s.Post("/gate/invitation", map[string]any{"secret": domain.NewID(110)})
		},
	} {
		if tries := triesUntil(http.StatusTooManyRequests, 700, guess); tries == 700 {
			t.Errorf("%s: 700 guesses were allowed", name)
		}
		gateSync(s, working).Want(http.StatusOK, "after guessing %s a device gets", name)
	}
	enrolled(t, s, "South", false)
}

// A client behind a proxy cannot hold countless connections, because a request counts until its body has been read.
func TestAnUnreadBodyIsCounted(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rateLimited})
	token, _ := enrolled(t, s, "North", false)
	post := func(path, token string, body io.Reader) int {
		r := httptest.NewRequest("POST", path, body)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", token)
		w := httptest.NewRecorder()
		s.Handler.ServeHTTP(w, r)
		return w.Code
	}
	for _, path := range []string{"/api/none", "/api/gate/sync"} {
		var held sync.WaitGroup
		begun, answered := make(chan struct{}), make(chan int, 500)
		body := &endless{begun: begun, end: make(chan struct{})}
		for range 500 {
			held.Go(func() { answered <- post(path, unknownKey(), body) })
		}
		for range 500 {
			select {
			case <-begun:
			case code := <-answered:
				t.Fatalf("%s: %d left the count before its body came", path, code)
			}
		}
		equal(t, post(path, unknownKey(), strings.NewReader("{}")), http.StatusTooManyRequests,
			"%s: among 500 others", path)
		equal(t, post("/api/gate/sync", token, strings.NewReader("{}")), http.StatusOK,
			"%s: an enrolled device among 500 others", path)
		close(body.end)
		held.Wait()
	}
}

type endless struct {
	begun chan<- struct{}
	end   chan struct{}
}

func (e *endless) Read([]byte) (int, error) {
	select {
	case e.begun <- struct{}{}:
	case <-e.end:
	}
	<-e.end
	return 0, io.ErrUnexpectedEOF
}

// Desk staff behind the same address are still served.
func TestShareOfRequestsBehindAProxy(t *testing.T) {
	once(t)
	const share = 500
	s := apitest.StartSite(t, func(s *server.Settings) {
		s.TrustedProxies, s.RateLimits = []string{"127.0.0.0/8"}, true
		must(t, os.WriteFile(filepath.Join(s.Static, "assets", "big.mp4"), make([]byte, bigFile), 0o600))
	})
	d := s.DeskAs(domain.RoleRegistrar)
	// a server without time limits: a slow machine needs long to open all connections
	web := httptest.NewServer(s.Handler)
	t.Cleanup(web.Close)
	ask := func(visitor, path string) int {
		conn, err := net.Dial("tcp", web.Listener.Addr().String())
		must(t, err)
		t.Cleanup(func() { conn.Close() })
		must(t, conn.(*net.TCPConn).SetReadBuffer(4096))
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\n\r\n", path, visitor)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		must(t, err)
		return answer.StatusCode
	}
	for i := range share + 20 {
		want := http.StatusOK
		if i >= share {
			want = http.StatusTooManyRequests
		}
		if got := ask("203.0.113.1", "/assets/big.mp4"); got != want {
			t.Fatalf("answer %d that one visitor does not take: %d", i, got)
		}
	}
	equal(t, ask("203.0.113.2", "/"), http.StatusOK, "another visitor")
	from := []string{"X-Forwarded-For", "203.0.113.1"}
	d.Call("me", nil, from...).Want(http.StatusOK, "the desk behind the same address")
	d.Token = strings.Repeat("A", len(d.Token))
	d.Call("me", nil, from...).Want(http.StatusTooManyRequests, "a forged session")
}
