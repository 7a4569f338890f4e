package server_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
)

func TestHeadersOutsideTheAPI(t *testing.T) {
	testdb.Once(t)
	t.Parallel()
	s := apitest.StartSite(t, nil)
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"POST", "/faqs", http.StatusMethodNotAllowed}, {"DELETE", "/healthz", http.StatusMethodNotAllowed},
		{"TRACE", "/", http.StatusMethodNotAllowed}, {"PUT", "/api/registration", http.StatusMethodNotAllowed},
		{"GET", "/healthz", http.StatusOK}, {"HEAD", "/healthz", http.StatusOK}, {"HEAD", "/readyz", http.StatusOK},
		{"HEAD", "/.well-known/transom-ticket-key", http.StatusOK},
	} {
		a := s.Send(c.method, c.path, nil).Want(c.status, "%s %s", c.method, c.path)
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Strict-Transport-Security": "max-age=63072000; includeSubDomains",
			"Content-Security-Policy":   "default-src 'none'; frame-ancestors 'none'; sandbox",
			"Content-Type":              "application/json; charset=utf-8",
		} {
			if got := a.Header.Get(name); got != want {
				t.Errorf("%s %s: %s is %q", c.method, c.path, name, got)
			}
		}
		if allow := a.Header.Get("Allow"); (c.status == http.StatusMethodNotAllowed) != (allow != "") {
			t.Errorf("%s %s: Allow is %q", c.method, c.path, allow)
		}
	}
	if allow := s.Send("PUT", "/faqs", nil).Header.Get("Allow"); allow != "GET, HEAD" {
		t.Errorf("pages allow %q", allow)
	}
}

// Content-Length together with chunks is used to smuggle requests past a proxy (RFC 9112, section 6.1).
func TestLineEndsAfterTwoLengths(t *testing.T) {
	testdb.Once(t)
	t.Parallel()
	s := apitest.StartSite(t, nil)
	ask := func(headers, body string) *http.Response {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		must(t, err)
		t.Cleanup(func() { conn.Close() })
		fmt.Fprintf(conn, "POST /api/verify-payment HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s\r\n%s",
			headers, body)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		must(t, err)
		io.Copy(io.Discard, answer.Body)
		return answer
	}
	if a := ask("Content-Length: 2\r\n", "{}"); a.Close {
		t.Error("control: the line ends after an ordinary request")
	}
	if a := ask("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"); !a.Close {
		t.Error("the line stays open after a request with two lengths")
	}
}

func TestTicketKeyIsPublished(t *testing.T) {
	testdb.Once(t)
	s := start(t)
	a := s.Send("GET", "/.well-known/transom-ticket-key", nil)
	keys, _ := a.Body["keys"].([]any)
	if a.Status != http.StatusOK || len(keys) != 1 || a.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
}
