package server_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/domain"
	"transom/api/server"
)

// One address has 500 requests in progress; staff of the desk behind the same address are still served.
func TestShareOfRequestsBehindAProxy(t *testing.T) {
	testdb.Once(t)
	t.Parallel()
	const share = 500
	s := apitest.StartSite(t, func(s *server.Settings) {
		s.TrustedProxies, s.RateLimits = []string{"127.0.0.0/8"}, true
		must(t, os.WriteFile(filepath.Join(s.Static, "assets", "big.mp4"), make([]byte, bigFile), 0o600))
	})
	d := s.DeskAs(domain.RoleRegistrar)
	ask := func(visitor, path string) int {
		conn, err := net.Dial("tcp", s.URL[len("http://"):])
		must(t, err)
		t.Cleanup(func() { conn.Close() })
		must(t, conn.(*net.TCPConn).SetReadBuffer(4096))
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\n\r\n", path, visitor)
		conn.SetReadDeadline(time.Now().Add(20 * time.Second)) // an answer that nobody reads has 30
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
	if got := ask("203.0.113.2", "/"); got != http.StatusOK {
		t.Errorf("another visitor: %d", got)
	}
	from := []string{"X-Forwarded-For", "203.0.113.1"}
	d.Call("me", nil, from...).Want(http.StatusOK, "the desk behind the same address")
	d.Token = strings.Repeat("A", len(d.Token))
	d.Call("me", nil, from...).Want(http.StatusTooManyRequests, "a forged session")
}
