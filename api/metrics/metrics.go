// Package metrics holds the program's figures for Prometheus: how long answers take, what was counted since the start,
// and what is asked for when somebody looks. Whoever has a figure registers it here, with a sentence that says what it
// means. It knows no rule of the product, and no address.
package metrics

import (
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"transom/api/version"
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
		Panics: newCounter("transom_panics_total", "Requests that ended in a fault of the program."),
		Limited: newCounter("transom_rate_limited_total",
			"Requests that were refused because too many came from one network."),
		PageErrors: newCounter("transom_page_errors_total", "Pages that broke in a visitor's browser and said so."),
		registry:   prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "transom_request_seconds", Help: "How long answers took, by route and status.", Buckets: buckets,
		}, []string{"route", "status"}),
	}
	m.registry.MustRegister(m.Panics, m.Limited, m.PageErrors, m.requests)
	m.handler = promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{DisableCompression: true})
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "transom_build_info",
		Help: "Always 1; its label is the release that runs."}, []string{"version"})
	build.WithLabelValues(version.Release).Set(1)
	m.registry.MustRegister(build, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.Gauge("transom_goroutines", "Goroutines that exist.",
		func() (float64, bool) { return float64(runtime.NumGoroutine()), true })
	return m
}

func newCounter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
}

// Gauge registers a value that is asked for when somebody looks. There is no sample while it is not known.
func (m *Metrics) Gauge(name, help string, value func() (float64, bool)) {
	m.Gauges(map[string]string{name: help}, func() map[string]float64 {
		if v, known := value(); known {
			return map[string]float64{name: v}
		}
		return nil
	})
}

// Gauges registers values that are read together, with the help of each. There is no sample of one that is missing.
func (m *Metrics) Gauges(help map[string]string, values func() map[string]float64) {
	g := gauges{map[string]*prometheus.Desc{}, values}
	for name, text := range help {
		g.descriptions[name] = prometheus.NewDesc(name, text, nil, nil)
	}
	m.registry.MustRegister(g)
}

type gauges struct {
	descriptions map[string]*prometheus.Desc
	values       func() map[string]float64
}

// Describe implements prometheus.Collector.
func (g gauges) Describe(out chan<- *prometheus.Desc) {
	for _, d := range g.descriptions {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (g gauges) Collect(out chan<- prometheus.Metric) {
	for name, value := range g.values() {
		out <- prometheus.MustNewConstMetric(g.descriptions[name], prometheus.GaugeValue, value)
	}
}

// Counter registers what somebody else counts since the start; it is asked for when somebody looks.
func (m *Metrics) Counter(name, help string, value func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help},
		func() float64 { return float64(value()) }))
}

// Answered notes one answer. The route is a pattern, never the address.
func (m *Metrics) Answered(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
}

// ServeHTTP writes all figures in the Prometheus text format.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.handler.ServeHTTP(w, r) }
