package server_test

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/server"
)

const (
	bigFile = 16 << 20 // the kernel cannot buffer this much for a client that does not read
	// A third of the program's limit, to shorten the test.
	readersLimit = 10 * time.Second
)

type slowKind struct {
	name    string
	request string
	limit   time.Duration
	reads   bool // the client is slow to read the response, not to send the request
}

func slowKinds() []slowKind {
	kinds := []slowKind{
		{"headers", "POST /api/registration HTTP/1.1\r\nHost: x\r\nX-Slow: ", 10 * time.Second, false},
		{"bodies", "POST /api/registration HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: " +
			"60000\r\n\r\n{", 12 * time.Second, false},
		{"bodies that nobody reads", "POST /api/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{",
			12 * time.Second, false},
		{"readers", "GET /assets/big.mp4 HTTP/1.1\r\nHost: x\r\n\r\n", readersLimit + 5*time.Second, true},
	}
	if os.Getenv("TRANSOM_SOAK") != "" {
		kinds = append(kinds, slowKind{"uploads",
			"POST /api/upload-assets HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n" +
				"Content-Length: 2000000\r\n\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n" +
				string(apitest.SmallJPEG()[:400]), 12 * time.Second, false})
	}
	return kinds
}

// Source: security reference, row 19.
func TestSlowConnections(t *testing.T) {
	once(t) // it mostly waits
	var path string
	site := apitest.StartSite(t, func(s *server.Settings) {
		path = filepath.Join(s.Static, "assets", "big.mp4")
		must(t, os.WriteFile(path, make([]byte, bigFile), 0o600))
	})
	web := server.NewHTTPServer(site.Handler, slog.New(slog.DiscardHandler))
	web.WriteTimeout = readersLimit
	var closed sync.Map // the closing times, by the client's address
	web.ConnState = func(conn net.Conn, state http.ConnState) {
		if state == http.StateClosed {
			closed.Store(conn.RemoteAddr().String(), time.Now())
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	go web.Serve(listener)
	t.Cleanup(func() { web.Close() })
	address, kinds, done := listener.Addr().String(), slowKinds(), make(chan struct{})
	defer close(done)
	var held []heldConn
	for i := range 500 {
		held = append(held, hold(t, address, kinds[i%len(kinds)], done))
	}
	if openFiles(t, path) == 0 {
		t.Error("no reader holds the file: this proves nothing")
	}
	isOpen := func(h heldConn) bool {
		_, closed := closed.Load(h.client)
		return !closed
	}
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for began := time.Now(); slices.ContainsFunc(held, isOpen) && time.Since(began) < 70*time.Second; <-ticker.C {
		answer, err := http.Post("http://"+address+"/api/verify-payment", "application/json",
			strings.NewReader(`{"bookingId":"unknown"}`))
		must(t, err)
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
	for _, h := range held {
		at, over := closed.Load(h.client)
		if !over {
			t.Errorf("%s: never closed", h.name)
		} else if took := at.(time.Time).Sub(h.began); took > 2*h.limit { // a slow machine may be late
			t.Errorf("%s: closed after %v, limit %v", h.name, took, h.limit)
		}
	}
	if open := openFiles(t, path); open > 0 {
		t.Errorf("%d files are still open", open)
	}
}

type heldConn struct {
	slowKind
	client string
	began  time.Time
}

func hold(t *testing.T, address string, kind slowKind, done <-chan struct{}) heldConn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	must(t, err)
	must(t, conn.(*net.TCPConn).SetReadBuffer(4096))
	_, err = io.WriteString(conn, kind.request)
	must(t, err)
	go func() {
		defer conn.Close()
		ticker := time.NewTicker(5 * time.Second)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			if kind.reads {
				conn.Read(make([]byte, 1)) // whatever the result
			} else if _, err := conn.Write([]byte("x")); err != nil {
				return
			}
		}
	}()
	return heldConn{kind, conn.LocalAddr().String(), time.Now()}
}

func openFiles(t *testing.T, of string) (n int) {
	t.Helper()
	files, err := os.ReadDir("/proc/self/fd")
	must(t, err)
	for _, file := range files {
		if path, err := os.Readlink("/proc/self/fd/" + file.Name()); err == nil && path == of {
			n++
		}
	}
	return n
}
