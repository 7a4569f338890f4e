package server_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/domain"
	"transom/api/server"
)

// crowded is a small server whose connections are shared. What is asked of /wait is answered when the test says so.
type crowded struct {
	address string
	begun   chan struct{}
	answer  chan struct{}
	idle    chan struct{} // something for each answer after which the server knows that the connection is idle
}

func startCrowded(t *testing.T, limit int, proxies ...string) *crowded {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	c := &crowded{listener.Addr().String(), make(chan struct{}, limit), make(chan struct{}), make(chan struct{}, 4*limit)}
	web := server.NewHTTPServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			c.begun <- struct{}{}
			<-c.answer
		}
		fmt.Fprint(w, "served")
	}), slog.New(slog.DiscardHandler))
	guarded := server.NewConnections(limit, proxies).Guard(web, listener)
	noted := web.ConnState
	web.ConnState = func(conn net.Conn, state http.ConnState) {
		noted(conn, state)
		if state == http.StateIdle {
			c.idle <- struct{}{}
		}
	}
	go web.Serve(guarded)
	t.Cleanup(func() { web.Close() })
	return c
}

// visitor is a connection from an address of this machine.
type visitor struct {
	net.Conn
	in *bufio.Reader
}

func (c *crowded) connect(t *testing.T, from string) *visitor {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := dialer.Dial("tcp", c.address)
	must(t, err)
	t.Cleanup(func() { conn.Close() })
	return &visitor{conn, bufio.NewReader(conn)}
}

// rest has a visitor served, and waits until the server knows that the connection is idle: the answer may be read
// before.
func (c *crowded) rest(t *testing.T, v *visitor) {
	t.Helper()
	if v.ask("/"); !v.served(t) {
		t.Fatal("not served")
	}
	<-c.idle
}

func (v *visitor) ask(path string) { fmt.Fprintf(v, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path) }

// served reports whether an answer comes; a connection that was closed has none.
func (v *visitor) served(t *testing.T) bool {
	t.Helper()
	v.SetReadDeadline(time.Now().Add(30 * time.Second))
	answer, err := http.ReadResponse(v.in, nil)
	if err != nil {
		return false
	}
	body, err := io.ReadAll(answer.Body)
	return err == nil && string(body) == "served"
}

// isClosed waits until the server has closed it.
func (v *visitor) isClosed(t *testing.T) bool {
	t.Helper()
	v.SetReadDeadline(time.Now().Add(30 * time.Second))
	_, err := v.in.ReadByte()
	netErr, isNet := err.(net.Error)
	return err != nil && (!isNet || !netErr.Timeout())
}

// Once, 600 idle connections of one client were the whole server, and the next visitor waited for a minute.
func TestIdleConnectionsKeepNobodyOut(t *testing.T) {
	testdb.Once(t)
	s := start(t)
	c := &crowded{address: s.URL[len("http://"):]}
	for range 600 {
		c.connect(t, "127.0.0.1")
	}
	for _, from := range []string{"127.0.0.2", "127.0.0.1"} {
		v := c.connect(t, from)
		v.ask("/healthz")
		v.SetReadDeadline(time.Now().Add(30 * time.Second)) // idle ones have 60
		if answer, err := http.ReadResponse(v.in, nil); err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %v", from, err)
		}
	}
}

// The client's own oldest idle connection makes room for its next one; what others have is left alone.
func TestShareOfOneClient(t *testing.T) {
	testdb.Once(t)
	t.Parallel()
	const limit, share = 32, 4
	c := startCrowded(t, limit)
	other := c.connect(t, "127.0.0.2")
	c.rest(t, other)
	var idle []*visitor
	for range share + 2 {
		v := c.connect(t, "127.0.0.1")
		c.rest(t, v)
		idle = append(idle, v)
	}
	for i, v := range idle {
		if i < 2 {
			if !v.isClosed(t) {
				t.Errorf("connection %d, the oldest, is open", i)
			}
			continue
		}
		if v.ask("/"); !v.served(t) {
			t.Errorf("connection %d was closed", i)
		}
	}
	if other.ask("/"); !other.served(t) {
		t.Error("another client's connection was closed")
	}
}

// What is being answered is never cut off: beyond a share of busy connections a client is refused, and others are
// served.
func TestBusyConnectionsAreNotCutOff(t *testing.T) {
	testdb.Once(t)
	t.Parallel()
	const limit, share = 32, 4
	c := startCrowded(t, limit)
	var busy []*visitor
	for range share {
		v := c.connect(t, "127.0.0.1")
		v.ask("/wait")
		<-c.begun
		busy = append(busy, v)
	}
	if v := c.connect(t, "127.0.0.1"); !v.isClosed(t) {
		t.Error("a client has more than its share")
	}
	other := c.connect(t, "127.0.0.2")
	if other.ask("/"); !other.served(t) {
		t.Error("another client is not served")
	}
	close(c.answer)
	for _, v := range busy {
		if !v.served(t) {
			t.Error("an answer was cut off")
		}
	}
}

// When all places are taken by many clients, the longest idle one makes room.
func TestFullServerClosesTheOldestIdle(t *testing.T) {
	testdb.Once(t)
	t.Parallel()
	const limit = 16
	c := startCrowded(t, limit)
	var idle []*visitor
	for i := range limit {
		v := c.connect(t, fmt.Sprintf("127.0.1.%d", i+1))
		c.rest(t, v)
		idle = append(idle, v)
	}
	next := c.connect(t, "127.0.2.1")
	if next.ask("/"); !next.served(t) {
		t.Error("the next visitor is not served")
	}
	if !idle[0].isClosed(t) {
		t.Error("the oldest is open")
	}
	if idle[limit-1].ask("/"); !idle[limit-1].served(t) {
		t.Error("the newest was closed")
	}
}

// All connections of a proxy come from one address, and it is not throttled.
func TestProxyHasNoShare(t *testing.T) {
	testdb.Once(t)
	t.Parallel()
	const limit = 32
	c := startCrowded(t, limit, "127.0.0.0/30")
	var all []*visitor
	for range limit - 1 {
		v := c.connect(t, "127.0.0.1")
		v.ask("/wait")
		<-c.begun
		all = append(all, v)
	}
	close(c.answer)
	for _, v := range all {
		if !v.served(t) {
			t.Fatal("the proxy was refused")
		}
	}
}

// Behind a proxy the requests that one visitor has under way are counted instead, by the address that the proxy tells.
// Who is signed in to the desk goes on when the hall behind the same address has used them up.
func TestShareOfRequestsBehindAProxy(t *testing.T) {
	testdb.Once(t)
	t.Parallel()
	const share = 500
	s := apitest.StartSite(t, func(s *server.Settings) {
		s.TrustedProxies, s.RateLimits = []string{"127.0.0.0/8"}, true
		must(t, os.WriteFile(filepath.Join(s.Static, "assets", "big.mp4"), make([]byte, bigFile), 0o600))
	})
	d := s.DeskAs(domain.RoleRegistrar)
	c := &crowded{address: s.URL[len("http://"):]}
	ask := func(visitor, path string) int {
		v := c.connect(t, "127.0.0.1")
		must(t, v.Conn.(*net.TCPConn).SetReadBuffer(4096))
		fmt.Fprintf(v, "GET %s HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\n\r\n", path, visitor)
		v.SetReadDeadline(time.Now().Add(20 * time.Second)) // an answer that nobody takes has 30
		answer, err := http.ReadResponse(v.in, nil)
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
	if got := ask("203.0.113.2", "/"); got != http.StatusOK {
		t.Errorf("another visitor: %d", got)
	}
	from := []string{"X-Forwarded-For", "203.0.113.1"}
	d.Call("me", nil, from...).Want(http.StatusOK, "the desk behind the same address")
	d.Token = strings.Repeat("A", len(d.Token))
	d.Call("me", nil, from...).Want(http.StatusTooManyRequests, "a forged session")
}

// The unit allows the files for all connections that the program takes.
func TestConnectionsFitIntoTheUnit(t *testing.T) {
	testdb.Once(t)
	t.Parallel()
	raw, err := os.ReadFile("../../deploy/transom.service")
	must(t, err)
	files, err := strconv.ParseUint(regexp.MustCompile(`(?m)^LimitNOFILE=(\d+)$`).FindStringSubmatch(string(raw))[1], 10,
		64)
	must(t, err)
	if limit := server.ConnectionLimit(files); limit < 3500 || 2*limit > int(files) {
		t.Errorf("%d connections with %d files", limit, files)
	}
	for _, few := range []uint64{0, 64, 256, 1024} {
		if limit := server.ConnectionLimit(few); limit < 1 || few > 400 && 2*limit > int(few) {
			t.Errorf("%d connections with %d files", limit, few)
		}
	}
}
