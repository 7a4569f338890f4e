// Package metrics holds the program's figures for Prometheus: how long answers take, what was counted since the start, and
// what is asked for when somebody looks. Whoever has a figure registers it here, with a sentence that says what it means.
// It knows no rule of the product, and no address.
package metrics

import (
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// buckets are the upper bounds of the duration histogram in seconds.
var buckets = []float64{0.005, 0.025, 0.1, 0.25, 1, 5}

// Metrics are all figures. Its zero value is not ready; New is.
type Metrics struct {
	// Panics, Limited and PageErrors are counted by the endpoints.
	Panics, Limited, PageErrors prometheus.Counter

	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	handler  http.Handler
}

// New returns figures that stand at nothing.
func New() *Metrics {
	m := &Metrics{
		Panics:     newCounter("transom_panics_total", "Requests that ended in a fault of the program."),
		Limited:    newCounter("transom_rate_limited_total", "Requests that were refused because too many came from one network."),
		PageErrors: newCounter("transom_page_errors_total", "Pages that broke in a visitor's browser and said so."),
		registry:   prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "transom_request_seconds", Help: "How long answers took, by route and status.", Buckets: buckets,
		}, []string{"route", "status"}),
	}
	m.registry.MustRegister(m.Panics, m.Limited, m.PageErrors, m.requests)
	m.handler = promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{DisableCompression: true})
	m.Gauge("transom_goroutines", "Goroutines that exist.", func() float64 { return float64(runtime.NumGoroutine()) })
	return m
}

func newCounter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
}

// Gauge registers a value that is asked for when somebody looks.
func (m *Metrics) Gauge(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
}

// Counter registers what somebody else counts since the start; it is asked for when somebody looks.
func (m *Metrics) Counter(name, help string, value func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 { return float64(value()) }))
}

// Answered notes one answer. The route is a pattern, never the address.
func (m *Metrics) Answered(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
}

// ServeHTTP writes all figures in the Prometheus text format.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.handler.ServeHTTP(w, r) }
