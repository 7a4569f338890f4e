package server_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/server"
	"transom/api/version"
)

// Source: security reference, row 20.
func TestServerSettings(t *testing.T) {
	once(t)
	s := server.NewHTTPServer(nil, slog.New(slog.NewTextHandler(io.Discard, nil)))
	for name, c := range map[string][2]time.Duration{
		"ReadHeaderTimeout": {s.ReadHeaderTimeout, 5 * time.Second}, "ReadTimeout": {s.ReadTimeout, 15 * time.Second},
		"WriteTimeout": {s.WriteTimeout, 30 * time.Second}, "IdleTimeout": {s.IdleTimeout, 60 * time.Second},
	} {
		equal(t, c[0], c[1], "%s", name)
	}
	equal(t, s.MaxHeaderBytes, 16<<10, "MaxHeaderBytes")
}

// Source: security reference, row 28.
func TestCORS(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: func(s *server.Settings) {
		s.SiteURL, s.AllowedOrigins = "https://site.example", []string{"https://other.example:8443"}
	}})
	good := map[string]bool{"https://site.example": true, "https://other.example:8443": true}
	for _, origin := range []string{
		"https://site.example", "https://other.example:8443",
		"null", "http://site.example", "https://site.example:443", "https://site.example.evil.com",
		"https://evilsite.example",
		"https://site.example@evil.com", "https://Site.example", "https://site.example/", "https://www.site.example", "*",
		"https://",
		"https://other.example", "https://other.example:8444", "https://site.example, https://evil.com", "file://",
		"https://site.examp1e",
	} {
		for _, method := range []string{"OPTIONS", "POST"} {
			a := s.Send(method, "/api/registration", []byte("{}"), "Origin", origin, "Content-Type", "application/json",
				"Access-Control-Request-Method", "POST")
			got, want := a.Header.Get("Access-Control-Allow-Origin"), ""
			if good[origin] {
				want = origin
			}
			if got != want || a.Header.Get("Access-Control-Allow-Credentials") != "" ||
				!strings.Contains(strings.Join(a.Header.Values("Vary"), ","), "Origin") {
				t.Errorf("%s %s: allowed %q, want %q, vary %q", method, origin, got, want, a.Header.Values("Vary"))
			}
			if method == "POST" && !good[origin] && a.Status != http.StatusForbidden {
				t.Errorf("a page of %s may send: %d", origin, a.Status)
			}
		}
	}
}

// Source: security reference, row 29.
func TestForeignForms(t *testing.T) {
	s := startOnce(t)
	for _, contentType := range []string{"text/plain", "application/x-www-form-urlencoded",
		"multipart/form-data; boundary=x", "", "application/json5", "text/json", "application/json; charset=utf-16"} {
		s.Send("POST", "/api/registration", []byte("{}"), "Content-Type",
			contentType).Want(http.StatusUnsupportedMediaType, "%q", contentType)
	}
	body, contentType := apitest.Multipart("photo", "a.jpg", apitest.SmallJPEG())
	for _, site := range []string{"cross-site", "same-site"} {
		s.Send("POST", "/api/upload-assets", body, "Content-Type", contentType, "Sec-Fetch-Site",
			site).Want(http.StatusForbidden, "an upload from %s", site)
	}
	s.Send("POST", "/api/upload-assets", body, "Content-Type", contentType, "Sec-Fetch-Site",
		"same-origin").Want(http.StatusOK, "an upload from the site itself")
}

func TestHeadersOfAnswers(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: func(s *server.Settings) { s.SiteURL = "https://site.example" }})
	for _, path := range []string{"/api/registration", "/api/nothing"} {
		h := s.Send("POST", path, []byte("{}"), "Content-Type", "application/json").Header
		for name, want := range map[string]string{
			"Content-Type": "application/json; charset=utf-8", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store",
			"Strict-Transport-Security": "max-age=63072000; includeSubDomains", "Server": "",
		} {
			equal(t, h.Get(name), want, "%s: %s", path, name)
		}
	}
}

func limitedFrom(h http.Handler, most int, request func(i int, r *http.Request)) int {
	for i := range most {
		r := httptest.NewRequest("POST", "/api/registration", strings.NewReader("{}"))
		r.Header.Set("Content-Type", "application/json")
		request(i, r)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code == http.StatusTooManyRequests {
			return i
		}
	}
	return most
}

// Source: security reference, row 45.
func TestRateLimitCountsTheRealCaller(t *testing.T) {
	once(t)
	const allowed, most = 180, 220 // allowed is registrationsOfAddress
	const proxySecret = "0123456789abcdef0123456789abcdef"
	for _, c := range []struct {
		name    string
		proxies []string
		request func(i int, r *http.Request)
		want    int
	}{
		{"one address", nil, func(_ int, r *http.Request) { r.RemoteAddr = "203.0.113.1:999" }, allowed},
		{"many addresses", nil, func(i int, r *http.Request) { r.RemoteAddr = fmt.Sprintf("203.0.113.%d:1", i) }, most},
		{"invented X-Forwarded-For", nil, func(i int, r *http.Request) {
			r.RemoteAddr = "203.0.113.1:999"
			r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i))
		}, allowed},
		{"invented X-Real-IP and the like", nil, func(i int, r *http.Request) {
			r.RemoteAddr = "203.0.113.1:999"
			for _, name := range []string{"X-Real-IP", "True-Client-IP", "CF-Connecting-IP", "X-Client-IP", "Forwarded"} {
				r.Header.Set(name, fmt.Sprintf("198.51.100.%d", i))
			}
		}, allowed},
		{"hopping inside a /64", nil, func(i int, r *http.Request) {
			r.RemoteAddr = fmt.Sprintf("[2001:db8:1:2::%x]:1", i+1)
		}, allowed},
		{"different /64s", nil, func(i int, r *http.Request) { r.RemoteAddr = fmt.Sprintf("[2001:db8:1:%x::1]:1", i+1) },
			most},
		{"IPv4 written as IPv6", nil, func(i int, r *http.Request) {
			r.RemoteAddr = []string{"203.0.113.1:1", "[::ffff:203.0.113.1]:1"}[i%2]
		}, allowed},
		{"visitors behind the proxy", []string{"10.0.0.0/8"}, func(i int, r *http.Request) {
			r.RemoteAddr = "10.0.0.1:1"
			r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i))
		}, most},
		{"a visitor behind the proxy who invents", []string{"10.0.0.0/8"}, func(i int, r *http.Request) {
			r.RemoteAddr = "10.0.0.1:1"
			r.Header.Set("X-Forwarded-For", fmt.Sprintf("192.0.2.%d, 198.51.100.7", i))
		}, allowed},
		{"a chain of ten thousand", []string{"10.0.0.0/8"}, func(i int, r *http.Request) {
			r.RemoteAddr = "10.0.0.1:1"
			r.Header.Set("X-Forwarded-For", strings.Repeat(fmt.Sprintf("192.0.2.%d, ", i), 10_000)+"198.51.100.7")
		}, allowed},
		{"visitors behind a CDN with the secret", []string{"10.0.0.0/8"}, func(i int, r *http.Request) {
			r.RemoteAddr = "10.0.0.1:1"
			r.Header.Set("X-Forwarded-For", "198.51.100.7") // the CDN's address, as the proxy reports it
			r.Header.Set("X-Transom-Proxy-Secret", proxySecret)
			r.Header.Set("X-Nf-Client-Connection-Ip", fmt.Sprintf("198.51.100.%d", i))
		}, most},
		{"a visitor who invents the secret", []string{"10.0.0.0/8"}, func(i int, r *http.Request) {
			r.RemoteAddr = "10.0.0.1:1"
			r.Header.Set("X-Forwarded-For", "198.51.100.7")
			r.Header.Set("X-Transom-Proxy-Secret", proxySecret[1:])
			r.Header.Set("X-Nf-Client-Connection-Ip", fmt.Sprintf("198.51.100.%d", i))
		}, allowed},
		{"a visitor without the secret", nil, func(i int, r *http.Request) {
			r.RemoteAddr = "203.0.113.1:999"
			r.Header.Set("X-Nf-Client-Connection-Ip", fmt.Sprintf("198.51.100.%d", i))
		}, allowed},
		{"a proxy that nobody named", []string{"10.0.0.0/8"}, func(i int, r *http.Request) {
			r.RemoteAddr = "203.0.113.1:1"
			r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i))
		}, allowed},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{Settings: func(s *server.Settings) {
				s.RateLimits, s.TrustedProxies, s.ProxySecret = true, c.proxies, proxySecret
			}})
			equal(t, limitedFrom(s.Handler, most, c.request), c.want, "requests allowed")
			apitest.Omits(t, s.Log.String(), proxySecret)
		})
	}
}

func TestHealth(t *testing.T) {
	s := start(t)
	for _, path := range []string{"/healthz", "/readyz"} {
		if a := s.Send("GET", path, nil); a.Status != http.StatusOK || a.Text("status") != "success" {
			t.Errorf("%s: %d %s", path, a.Status, a.Raw)
		}
	}
	equal(t, s.Send("GET", "/healthz", nil).Text("version"), version.Release, "healthz does not report the release")
	s.Store.Close()
	if a := s.Send("GET", "/readyz", nil); a.Status != http.StatusServiceUnavailable ||
		a.Text("message") != "Not ready: database." {
		t.Errorf("without a database: %d %s", a.Status, a.Raw)
	}
	s.Send("GET", "/healthz", nil).Want(http.StatusOK, "the process is still up")
}

func TestUnknownFailuresRevealNothing(t *testing.T) {
	s := startOnce(t)
	form := s.FullForm()
	s.Store.Close()
	a := s.Post("/registration", form)
	if a.Status != http.StatusInternalServerError || len(a.Text("request_id")) != 8 ||
		strings.Contains(string(a.Raw), "sql") {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	apitest.Says(t, s.Log.String(), a.Text("request_id"))
}

func TestMetricsAreForThisMachine(t *testing.T) {
	s := startOnce(t)
	s.Send("GET", "/healthz", nil)
	s.Send("GET", "/metrics", nil).Want(http.StatusOK).
		Says(`transom_request_seconds_count{route="/healthz",status="200"} 1`).
		Says(`transom_build_info{version="` + version.Release + `"} 1`)
	s.Send("GET", "/metrics", nil, "X-Forwarded-For", "203.0.113.1").Want(http.StatusNotFound, "through a proxy")
}

func TestHeadersOutsideTheAPI(t *testing.T) {
	once(t)
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
			equal(t, a.Header.Get(name), want, "%s %s: %s", c.method, c.path, name)
		}
		equal(t, c.status == http.StatusMethodNotAllowed, a.Header.Get("Allow") != "", "the header Allow is needed")
	}
	equal(t, s.Send("PUT", "/faqs", nil).Header.Get("Allow"), "GET, HEAD", "pages allow")
}

// Content-Length together with chunked encoding can smuggle requests past a proxy (RFC 9112, section 6.1).
func TestLineEndsAfterTwoLengths(t *testing.T) {
	once(t)
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
	s := startOnce(t)
	a := s.Send("GET", "/.well-known/transom-ticket-key", nil)
	keys, _ := a.Body["keys"].([]any)
	if a.Status != http.StatusOK || len(keys) != 1 || a.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
}
