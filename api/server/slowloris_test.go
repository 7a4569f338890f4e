package server_test

import (
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/apitest"
)

// Connections that send a byte now and then are closed by their deadline, and others are served meanwhile.
// Source: security reference, row 19.
func TestSlowHeaders(t *testing.T) {
	const connections, patience = 400, 10 * time.Second
	s := apitest.Start(t, apitest.Options{})
	host := strings.TrimPrefix(s.URL, "http://")
	var wg sync.WaitGroup
	var open atomic.Int32
	began := time.Now()
	for range connections {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Write([]byte("POST /api/registration HTTP/1.1\r\nHost: x\r\nX-Slow: ")); err != nil {
			t.Fatal(err)
		}
		open.Add(1)
		wg.Go(func() {
			defer conn.Close()
			conn.SetDeadline(began.Add(2 * patience))
			dripDone := make(chan struct{})
			defer close(dripDone)
			go drip(conn, dripDone)
			conn.Read(make([]byte, 512)) // returns when the server answers or closes
			open.Add(-1)
		})
	}
	if open.Load() != connections {
		t.Fatalf("%d of %d were open at once: the rest proves nothing", open.Load(), connections)
	}
	for range 20 {
		asked := time.Now()
		answer, err := http.Get(s.URL + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if took := time.Since(asked); took > time.Second {
			t.Errorf("another visitor waited %v", took)
		}
	}
	wg.Wait()
	if took := time.Since(began); took > patience {
		t.Errorf("the last slow connection was closed after %v", took)
	}
}

// drip sends a byte every half second until it is told to stop or the connection is closed.
func drip(conn net.Conn, done <-chan struct{}) {
	ticker := time.NewTicker(500 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-done:
			return
		case <-ticker.C:
			if _, err := conn.Write([]byte("x")); err != nil {
				return
			}
		}
	}
}
