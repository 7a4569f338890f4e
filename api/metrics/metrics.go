package server

import (
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// buckets are the upper bounds of the duration histogram in seconds.
var buckets = []float64{0.005, 0.025, 0.1, 0.25, 1, 5}

// Metrics counts requests and whatever other parts register. It writes the Prometheus text format.
type Metrics struct {
	panics, limited, pageErrors atomic.Int64

	mu     sync.Mutex
	routes map[routeKey]*routeCount
	gauges map[string]func() float64
}

type routeKey struct {
	route  string
	status int
}

type routeCount struct {
	total   int64
	seconds float64
	buckets [6]int64
}

// NewMetrics returns empty counters.
func NewMetrics() *Metrics {
	m := &Metrics{routes: map[routeKey]*routeCount{}, gauges: map[string]func() float64{}}
	m.Gauge("transom_goroutines", func() float64 { return float64(runtime.NumGoroutine()) })
	return m
}

// Gauge registers a value that is asked for when somebody looks. The name may carry labels: `x{kind="a"}`.
func (m *Metrics) Gauge(name string, value func() float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gauges[name] = value
}

func (m *Metrics) observe(route string, status int, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := routeKey{route, status}
	c := m.routes[key]
	if c == nil {
		c = new(routeCount)
		m.routes[key] = c
	}
	c.total++
	c.seconds += took.Seconds()
	for i, bound := range buckets {
		if took.Seconds() <= bound {
			c.buckets[i]++
		}
	}
}

// String writes all values in the Prometheus text format.
func (m *Metrics) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "transom_panics_total %d\ntransom_rate_limited_total %d\ntransom_page_errors_total %d\n", m.panics.Load(), m.limited.Load(), m.pageErrors.Load())
	m.mu.Lock()
	defer m.mu.Unlock()
	lines := make([]string, 0, len(m.routes)+len(m.gauges))
	for key, c := range m.routes {
		labels := fmt.Sprintf("route=%q,status=\"%d\"", key.route, key.status)
		var line strings.Builder
		for i, bound := range buckets {
			fmt.Fprintf(&line, "transom_request_seconds_bucket{%s,le=\"%g\"} %d\n", labels, bound, c.buckets[i])
		}
		fmt.Fprintf(&line, "transom_request_seconds_bucket{%s,le=\"+Inf\"} %d\n", labels, c.total)
		fmt.Fprintf(&line, "transom_request_seconds_sum{%s} %g\n", labels, c.seconds)
		fmt.Fprintf(&line, "transom_request_seconds_count{%s} %d\n", labels, c.total)
		lines = append(lines, line.String())
	}
	for name, value := range m.gauges {
		lines = append(lines, fmt.Sprintf("%s %g\n", name, value()))
	}
	slices.Sort(lines)
	for _, line := range lines {
		out.WriteString(line)
	}
	return out.String()
}

// ServeHTTP answers the separate listener for metrics.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	fmt.Fprint(w, m.String())
}

// handleMetrics answers on the public listener only to this machine, and not at all behind a proxy: a proxy on the
// same machine makes every visitor look local.
func (s *server) handleMetrics(w http.ResponseWriter, r *http.Request) error {
	proxied := len(s.Settings.TrustedProxies) > 0 || r.Header.Get("X-Forwarded-For") != "" || r.Header.Get("Forwarded") != ""
	if proxied || !isLoopback(r) {
		return notFound(w, r)
	}
	s.Metrics.ServeHTTP(w, r)
	return nil
}
