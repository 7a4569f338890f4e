package command_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/apitest/testdb"
	"transom/api/doctor"
	"transom/api/domain"
	"transom/api/gateway/fakerazorpay"
	"transom/api/metrics"
	"transom/api/payment"
	"transom/api/product"
)

func (o *office) figures() string {
	m, s := metrics.New(), o.server
	site := newSite(o.t, &peers{}, time.Now().Add(90*24*time.Hour))
	m.Answered("/api/registration", http.StatusOK, 0)
	env := &product.Env{Var: o.dir, Database: testdb.Address(o.t, o.dir),
		Facts: product.Facts{SiteURL: site.URL, Client: site.Client()},
		Open:  func(context.Context) (*product.Product, error) { return o.rooms(), nil }}
	doctor.Watch(env, m, o.rooms())
	m.WatchPayments(&s.Payments.Counters)
	m.WatchMails(s.MailWorker(nil))
	out := httptest.NewRecorder()
	m.ServeHTTP(out, httptest.NewRequest("GET", "/metrics", nil))
	return out.Body.String()
}

func (o *office) gauge(name string) (value float64) {
	o.t.Helper()
	for line := range strings.Lines(o.figures()) {
		if rest, found := strings.CutPrefix(line, name+" "); found {
			if _, err := fmt.Sscan(rest, &value); err != nil {
				o.t.Fatal(err)
			}
			return value
		}
	}
	o.t.Fatalf("there is no metric %s", name)
	return 0
}

// Each problem raises its metric above the alarm's threshold, and doctor reports it.
func TestAlarms(t *testing.T) {
	for _, test := range []struct {
		name, metric, check, result string
		above                       float64 // the threshold in deploy/alerts.yml
		harm                        func(o *office)
	}{
		{"no webhook while people pay", "transom_webhook_silent_seconds", "webhook seen", "bad", 1800, func(o *office) {
			o.server.Post("/registration", o.server.FullForm())
			o.server.Clock.Add(31 * time.Minute)
		}},
		{"links that do not come", "transom_payment_attempts_stuck", "webhook seen", "bad", 0, func(o *office) {
			o.server.Post("/registration", o.server.FullForm())
			o.server.Exec(`UPDATE payment_attempts SET state = 'CREATING', next_check_at = created_at`)
			o.server.Clock.Add(6 * time.Minute)
		}},
		{"many documents opened", "transom_identity_papers_opened_last_hour", "documents", "bad", 20, func(o *office) {
			_, _, b, _ := o.server.RegisterPaid(nil)
			for i := range 21 {
				o.must("identity", "open", b.ID, "--identity", filepath.Join(o.dir, "identity-papers.identity"), "--who",
					"Office 1", "--why", "check", "--out", filepath.Join(o.t.TempDir(), fmt.Sprint(i)))
			}
		}},
		{"mail given up", "transom_mails_dead", "outbox", "look", 0, func(o *office) {
			o.buy()
			o.server.Exec(`UPDATE outbox SET state = 'dead'`)
		}},
		{"mail that waits", "transom_mail_oldest_seconds", "outbox", "bad", 900, func(o *office) {
			o.buy()
			o.server.Clock.Add(16 * time.Minute)
		}},
		{"an overdue document", "transom_pictures_overdue", "purge", "bad", 0, func(o *office) {
			_, _, b, _ := o.server.RegisterPaid(nil)
			o.action("document-approve", b.ID)
			o.server.Clock.Add(26 * time.Hour)
		}},
		{"money without a row", "transom_unknown_money", "money", "bad", 0, func(o *office) {
			link, err := o.server.Sandbox.CreateCheckout(o.t.Context(), payment.CheckoutRequest{
				AttemptRef: "TN25-lostwithadisk-1", AmountPaise: 354000, Currency: "INR",
				ExpiresAt: o.server.Clock.Now().Add(time.Hour)})
			must(o.t, err)
			if _, err := o.server.Sandbox.Pay(o.t.Context(), link.ProviderID); err != nil {
				o.t.Fatal(err)
			}
			must(o.t, o.server.Payments.Walk(o.t.Context()))
		}},
		{"a task", "transom_tasks_open", "database", "look", 0, func(o *office) {
			o.server.Exec(`INSERT INTO tasks (dedupe_key, kind, booking_id, attempt_ref, text, created_at)
					VALUES ('k', 'k', '', '', 't', 1)`)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := newOffice(t)
			o.settle()
			p := newPeers(t, o)
			if value := o.gauge(test.metric); value > test.above {
				t.Fatalf("%s is %v when all is well", test.metric, value)
			}
			test.harm(o)
			if value := o.gauge(test.metric); value <= test.above {
				t.Errorf("%s is %v", test.metric, value)
			}
			results, out, _ := o.examine(p.facts(t, fakerazorpay.KeySecret))
			check.Equal(t, results[test.check].Result, test.result, "doctor: %s", out)
			if test.check == "documents" && !strings.Contains(o.must("list", "--tasks"), "many_identity_views") {
				t.Error("no task names it")
			}
		})
	}
}

func TestNoAlarmWithoutCustomers(t *testing.T) {
	o := newOfficeOnce(t)
	o.server.Post("/registration", o.server.FullForm())
	o.server.Clock.Add(31 * time.Minute)
	o.server.Exec(`
		INSERT INTO payment_events (provider, event_id, received_at, kind, provider_id, attempt_ref, body_sha256,
			body_redacted)
		VALUES ('sandbox', 'e', ?, 'k', '', '', '', '')`, o.server.Clock.Now().UnixMilli())
	check.Equal(t, o.gauge("transom_webhook_silent_seconds"), 0, "silent after a message")
	o.server.Exec(`DELETE FROM payment_events`)
	o.server.Exec(`UPDATE payment_attempts SET state = 'CLOSED'`) // the visitor left
	check.Equal(t, o.gauge("transom_webhook_silent_seconds"), 0, "silent while nobody pays")
}

func TestForgedMessagesAreATask(t *testing.T) {
	o := newOfficeOnce(t)
	forge := func(times int) {
		for range times {
			err := o.server.Payments.Receive(context.Background(), o.server.Payments.Provider.Name(), http.Header{},
				[]byte("{}"))
			if refused, is := err.(*domain.Error); !is || refused.Code != domain.CodeMalformed {
				t.Fatalf("a forged message: %v", err)
			}
		}
	}
	tasks := func() int {
		return o.server.Count(`SELECT COUNT(*) FROM tasks WHERE kind = 'webhook_signatures'`)
	}
	for range 5 {
		forge(10)
		o.server.Clock.Add(time.Minute)
	}
	if tasks() != 0 {
		t.Fatal("ten a minute are a task")
	}
	forge(11)
	o.server.Clock.Add(time.Minute)
	forge(100)
	check.Equal(t, tasks(), 1, "tasks")
}

func TestAlertRulesNameMetrics(t *testing.T) {
	testdb.Once(t)
	rules, err := os.ReadFile("../../deploy/alerts.yml")
	must(t, err)
	o := newOffice(t)
	o.settle()
	figures := o.figures()
	names := regexp.MustCompile(`transom_[a-z_]+`).FindAllString(string(rules), -1)
	if len(names) < 10 {
		t.Fatalf("only %d figures in the rules", len(names))
	}
	for _, name := range names {
		if !strings.Contains(figures, "\n"+name+" ") && !strings.Contains(figures, "\n"+name+"{") {
			t.Errorf("there is no metric %s", name)
		}
	}
}

// The proxy may still have connections that were opened with the old certificate.
func TestARenewedCertificateIsSeen(t *testing.T) {
	o := newOfficeOnce(t)
	site, renewed := newSite(t, &peers{}, time.Now().Add(time.Hour)), newSite(t, &peers{}, time.Now().Add(2*time.Hour))
	client := site.Client()
	client.Transport.(*http.Transport).TLSClientConfig.RootCAs.AddCert(renewed.Certificate())
	m := metrics.New()
	doctor.Watch(&product.Env{Var: o.dir, Facts: product.Facts{SiteURL: site.URL, Client: client},
		Open: func(context.Context) (*product.Product, error) { return o.rooms(), nil }}, m, o.rooms())
	for _, newest := range []*httptest.Server{site, renewed} {
		site.TLS.Certificates[0] = newest.TLS.Certificates[0]
		out := httptest.NewRecorder()
		m.ServeHTTP(out, httptest.NewRequest("GET", "/metrics", nil))
		want := fmt.Sprintf("\ntransom_certificate_expires_timestamp_seconds %g\n",
			float64(newest.Certificate().NotAfter.Unix()))
		if !strings.Contains(out.Body.String(), want) {
			t.Errorf("no line %q", want)
		}
	}
}

// Prometheus' own tool evaluates the rules with the server's real metrics: each problem fires its own alert and no
// other.
func TestAlertRulesFire(t *testing.T) {
	testdb.Once(t)
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Fatal("promtool is not here: `make tools` installs it, with Debian's prometheus")
	}
	const failed, minutes, hours30 = `transom_request_seconds_count{route="/api/registration",status="503"}`, 90, 30 * 3600
	const answered = `transom_request_seconds_count{route="/api/sales",status="200"}`
	const expires, week = "transom_certificate_expires_timestamp_seconds", 7 * 24 * 3600
	slow := func(route string) map[string]string { // five of six take more than a second
		bucket := `transom_request_seconds_bucket{route="` + route + `",status="200",le="`
		return map[string]string{bucket + `1"}`: "0+1x90", bucket + `5"}`: "0+6x90", bucket + `+Inf"}`: "0+6x90"}
	}
	o := newOffice(t)
	o.settle()
	well, cases := o.figures(), []map[string]string(nil)
	tests := []struct {
		name string
		harm func(o *office)
		// series replaces values of the server's metrics, in promtool's notation; "" removes a metric.
		series map[string]string
		fires  string
	}{
		{"well", nil, map[string]string{failed: "5+0x90"}, ""},
		{"the database is unavailable", func(o *office) { o.server.Store.Close() }, nil, "TransomDatabaseAway"},
		{"answers fail", nil, map[string]string{failed: "0+100x90"}, "TransomFailures"},
		{"few answers fail", nil, map[string]string{failed: "0+1x90", answered: "0+100x90"}, ""},
		{"few answers fail, of few", nil, map[string]string{failed: "0+1x90", answered: "0+10x90"}, "TransomFailures"},
		{"one answer fails at night", nil, map[string]string{failed: "0x85 1x5"}, ""},
		{"answers are slow", nil, slow("/api/registration"), "TransomSlow"},
		{"devices wait for news", nil, slow("/api/gate/wait"), ""},
		{"visitors upload slowly", nil, slow("/api/upload-assets"), ""},
		{"the certificate is not renewed", nil, map[string]string{expires: fmt.Sprintf("%dx90", minutes*60+week)},
			"TransomCertificate"},
		{"the certificate has expired", nil, map[string]string{expires: fmt.Sprintf("%dx20 _x70", 20*60)},
			"TransomCertificate"},
		{"an old backup", nil, map[string]string{"transom_last_backup_timestamp_seconds": fmt.Sprintf("%dx90",
			minutes*60-hours30)}, "TransomBackupOld"},
		{"no backup at all", nil, map[string]string{"transom_last_backup_timestamp_seconds": ""}, "TransomBackupOld"},
		{"nobody works in the background", nil, map[string]string{"transom_leads": "0x90"}, "TransomNobodyLeads"},
		{"the server is unavailable", nil, map[string]string{"up": "0x90"}, "TransomDown"},
		{"documents differ", nil, map[string]string{"transom_documents_difference_paise": "-100x90"},
			"TransomDocumentsDiffer"},
		{"little room", nil, map[string]string{"transom_disk_free_bytes": "1000x90"}, "TransomDiskLow"},
	}
	for _, test := range tests {
		figures := well
		if test.harm != nil {
			o := newOffice(t)
			o.settle()
			test.harm(o)
			figures = o.figures()
		}
		series := map[string]string{"up": "1x90"}
		for line := range strings.Lines(figures) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
			number, err := strconv.ParseFloat(value, 64)
			if err == nil && !strings.HasPrefix(line, "#") && strings.HasPrefix(name, "transom_") {
				series[name] = fmt.Sprintf("%fx90", number)
			}
		}
		maps.Copy(series, test.series)
		cases = append(cases, series)
	}
	for i, got := range firing(t, cases, minutes) {
		check.Equal(t, got, tests[i].fires, "%s: the alerts", tests[i].name)
	}
}

// promtool can only compare alerts, so the test expects a wrong alert in each case and reads the real alerts from
// promtool's errors.
func firing(t *testing.T, cases []map[string]string, minutes int) (alerts []string) {
	t.Helper()
	rules, err := filepath.Abs("../../deploy/alerts.yml")
	must(t, err)
	var text strings.Builder
	fmt.Fprintf(&text, "rule_files: [%s]\nevaluation_interval: 1m\ntests:\n", rules)
	for _, series := range cases {
		text.WriteString("- interval: 1m\n  input_series:\n")
		for _, name := range slices.Sorted(maps.Keys(series)) {
			metric, labels, _ := strings.Cut(strings.TrimSuffix(name, "}"), "{")
			if series[name] != "" {
				fmt.Fprintf(&text, "  - {series: '%s{job=\"transom\",%s}', values: '%s'}\n", metric, labels, series[name])
			}
		}
		fmt.Fprintf(&text,
			"  promql_expr_test:\n  - {expr: 'count by (alertname) (ALERTS{alertstate=\"firing\"})', eval_time: %dm, "+
				"exp_samples: [{labels: '{expected=\"none\"}', value: 1}]}\n", minutes)
	}
	file := filepath.Join(t.TempDir(), "test.yml")
	must(t, os.WriteFile(file, []byte(text.String()), 0o600))
	out, err := exec.CommandContext(t.Context(), "promtool", "test", "rules", file).CombinedOutput()
	got := strings.Split(string(out), "got:")[1:]
	if err == nil || len(got) != len(cases) {
		t.Fatalf("%d of %d cases, %v: %s", len(got), len(cases), err, out)
	}
	for _, one := range got {
		var names []string
		for _, part := range strings.Split(one, `alertname="`)[1:] {
			name, _, _ := strings.Cut(part, `"`)
			names = append(names, name)
		}
		alerts = append(alerts, strings.Join(names, ", "))
	}
	return alerts
}
