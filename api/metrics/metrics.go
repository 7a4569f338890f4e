// Package metrics provides the program's Prometheus metrics. Each package registers its own metrics, with a help text.
// Metrics never contain email or network addresses.
package metrics

import (
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"transom/api/mail"
	"transom/api/payment"
	"transom/api/version"
)

var buckets = []float64{0.005, 0.025, 0.1, 0.25, 1, 5}

// Metrics holds all metrics.
type Metrics struct {
	// The HTTP handlers increment these.
	Panics, Limited, PageErrors prometheus.Counter

	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	handler  http.Handler
}

// New returns metrics with all counters at zero.
func New() *Metrics {
	m := &Metrics{
		Panics:     newCounter("transom_panics_total", "Requests that ended in an internal error."),
		Limited:    newCounter("transom_rate_limited_total", "Requests refused because too many came from one network."),
		PageErrors: newCounter("transom_page_errors_total", "Page errors reported by visitors' browsers."),
		registry:   prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "transom_request_seconds", Help: "Response times by route and status.", Buckets: buckets,
		}, []string{"route", "status"}),
	}
	m.registry.MustRegister(m.Panics, m.Limited, m.PageErrors, m.requests)
	m.handler = promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{DisableCompression: true})
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "transom_build_info",
		Help: "Always 1; the label is the running release."}, []string{"version"})
	build.WithLabelValues(version.Release).Set(1)
	m.registry.MustRegister(build, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.Gauge("transom_goroutines", "Number of goroutines.",
		func() (float64, bool) { return float64(runtime.NumGoroutine()), true })
	return m
}

func newCounter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
}

// Gauge registers a value that is read at each scrape. There is no sample while the value is unknown.
func (m *Metrics) Gauge(name, help string, value func() (float64, bool)) {
	m.Gauges(map[string]string{name: help}, func() map[string]float64 {
		if v, known := value(); known {
			return map[string]float64{name: v}
		}
		return nil
	})
}

// Gauges registers values that are read together. There is no sample for a missing value.
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

// Counter registers a counter that another package increments; it is read at each scrape.
func (m *Metrics) Counter(name, help string, value func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help},
		func() float64 { return float64(value()) }))
}

// Answered records one response. The route is a pattern, never the real path.
func (m *Metrics) Answered(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
}

// ServeHTTP writes all metrics in the Prometheus text format.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) { m.handler.ServeHTTP(w, r) }

// WatchPayments registers the payment counters.
func (m *Metrics) WatchPayments(c *payment.Counters) {
	m.Counter("transom_payment_fetches_total", "Requests to the payment gateway.", c.Fetches.Load)
	m.Counter("transom_payment_fetch_errors_total", "Requests to the payment gateway that failed.", c.FetchErrors.Load)
	m.Counter("transom_payment_mismatches_total", "Payments whose amount or currency differs from what was requested.",
		c.Mismatches.Load)
	m.Counter("transom_payment_owed_back_total", "Payments to refund because they were duplicates or too late.",
		c.Duplicates.Load)
	m.Counter("transom_webhook_events_total", "Webhook messages from the gateway that were stored.", c.Events.Load)
	m.Counter("transom_webhook_bad_signatures_total", "Webhook messages with an invalid signature.", c.BadSignatures.Load)
	m.Counter("transom_webhook_unknown_total", "Webhook messages that match none of our payments.", c.UnknownEvents.Load)
}

// WatchMails registers the outbox worker's counters.
func (m *Metrics) WatchMails(w *mail.Worker) {
	m.Counter("transom_mails_sent_total", "Emails that the mail server has accepted.", w.Sent.Load)
	m.Counter("transom_mail_failures_total", "Attempts to send an email that failed.", w.Failed.Load)
	m.Counter("transom_mails_given_up_total", "Emails that could not be delivered.", w.Buried.Load)
}
