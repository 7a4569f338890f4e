package server_test

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/gate"
	"transom/api/server"
)

// startHall is a server with four places for each network, all of which visitors of the hall hold, busy.
func startHall(t *testing.T, s *apitest.Server, reserve *gate.Service) *crowded {
	t.Helper()
	const limit, share = 32, 4
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	c := &crowded{address: listener.Addr().String(), begun: make(chan struct{}, limit), answer: make(chan struct{})}
	web := server.NewHTTPServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			c.begun <- struct{}{}
			<-c.answer
			return
		}
		s.Handler.ServeHTTP(w, r)
	}), slog.New(slog.DiscardHandler))
	connections := server.NewConnections(limit, nil)
	if reserve != nil {
		connections.Reserve(reserve)
	}
	go web.Serve(connections.Guard(web, listener))
	t.Cleanup(func() { close(c.answer); web.Close() })
	for range share {
		c.connect(t, "127.0.0.1").ask("/wait")
		<-c.begun
	}
	return c
}

// sync asks as a telephone does; 0 when the connection was closed.
func (v *visitor) sync(token string) (status int) {
	const body = `{"wall":1,"mono":1,"origin":1,"scans":[],"battery":-1,"list_age":-1}`
	fmt.Fprintf(v,
		"POST /api/gate/sync HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: "+
			"%s\r\nContent-Length: %d\r\n\r\n%s", token, len(body), body)
	v.SetReadDeadline(time.Now().Add(30 * time.Second))
	answer, err := http.ReadResponse(v.in, nil)
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return 0
	}
	return answer.StatusCode
}

// Behind one address the visitors of a hall have taken its whole share. An enrolled telephone gets in all the same and
// keeps its connection; nobody else does, and nobody can fill the places on trial.
func TestGateGetsInBesideAFullHall(t *testing.T) {
	testdb.Once(t)
	s := start(t)
	token, _ := enrolled(t, s, "North", false)
	c := startHall(t, s, s.Gate)

	phone := c.connect(t, "127.0.0.1")
	if got := phone.sync(token); got != http.StatusOK {
		t.Fatalf("the telephone: %d", got)
	}
	for _, path := range []string{"/", "/api/sales", "/api/gate", "/api/gatecrash/sync"} {
		v := c.connect(t, "127.0.0.1")
		fmt.Fprintf(v, "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\n\r\n", path, token)
		if answer, err := http.ReadResponse(v.in, nil); err != nil || answer.StatusCode != http.StatusServiceUnavailable ||
			!answer.Close {
			t.Errorf("%s beyond the share: %v %v", path, answer, err)
		}
	}
	forger := c.connect(t, "127.0.0.1")
	if got := forger.sync("tg1_" + strings.Repeat("A", 43)); got != http.StatusUnauthorized || !forger.isClosed(t) {
		t.Errorf("an unknown key: %d, or its connection stays", got)
	}
	for range 200 { // silent ones make room for each other, not for themselves alone
		c.connect(t, "127.0.0.1")
	}
	if got := phone.sync(token); got != http.StatusOK {
		t.Errorf("the telephone's connection was closed: %d", got)
	}
	if got := c.connect(t, "127.0.0.1").sync(token); got != http.StatusOK {
		t.Errorf("another telephone beside silent ones: %d", got)
	}
}

// The control: without the reserve the same telephone is shut out.
func TestWithoutReserveAFullHallShutsTheGate(t *testing.T) {
	testdb.Once(t)
	s := start(t)
	token, _ := enrolled(t, s, "North", false)
	if got := startHall(t, s, nil).connect(t, "127.0.0.1").sync(token); got != 0 {
		t.Errorf("%d: the test proves nothing", got)
	}
}

// A telephone that came while its network had places keeps its connection when the hall fills up: its own visitors
// close the oldest idle one, and never a telephone's.
func TestAHallDoesNotCloseATelephonesConnection(t *testing.T) {
	testdb.Once(t)
	s := start(t)
	token, _ := enrolled(t, s, "North", false)
	c := &crowded{address: s.URL[len("http://"):]}
	phone := c.connect(t, "127.0.0.1")
	if got := phone.sync(token); got != http.StatusOK {
		t.Fatalf("the telephone: %d", got)
	}
	oldest := c.connect(t, "127.0.0.1")
	for range 600 {
		c.connect(t, "127.0.0.1")
	}
	if !oldest.isClosed(t) {
		t.Fatal("the hall has not filled its share")
	}
	if got := phone.sync(token); got != http.StatusOK {
		t.Errorf("the telephone's connection was closed: %d", got)
	}
}
