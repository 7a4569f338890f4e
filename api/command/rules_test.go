package command_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Prometheus' own tool evaluates deploy/alerts.yml with the server's real metrics: no alert fires when all is well,
// and each problem fires its own alert and no other.
func TestAlertRulesFire(t *testing.T) {
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Fatal("promtool is not here: `make tools` installs it, with Debian's prometheus")
	}
	const failed, minutes, hours30 = `transom_request_seconds_count{route="/api/registration",status="503"}`, 90, 30 * 3600
	for _, test := range []struct {
		name string
		harm func(o *office)
		// series replace the server's metrics, in promtool's notation; "" removes a metric.
		series map[string]string
		fires  string
	}{
		{"well", nil, map[string]string{failed: "5+0x90"}, ""},
		{"the database is away", func(o *office) { o.server.Store.Close() }, nil, "TransomDatabaseAway"},
		{"answers fail", nil, map[string]string{failed: "0+100x90"}, "TransomFailures"},
		{"an old backup", nil, map[string]string{"transom_last_backup_timestamp_seconds": fmt.Sprintf("%dx90",
			minutes*60-hours30)}, "TransomBackupOld"},
		{"no backup at all", nil, map[string]string{"transom_last_backup_timestamp_seconds": ""}, "TransomBackupOld"},
		{"nobody works in the background", nil, map[string]string{"transom_leads": "0x90"}, "TransomNobodyLeads"},
		{"the server is away", nil, map[string]string{"up": "0x90"}, "TransomDown"},
		{"little room", nil, map[string]string{"transom_disk_free_bytes": "1000x90"}, "TransomDiskLow"},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := newOffice(t)
			o.settle()
			if test.harm != nil {
				test.harm(o)
			}
			series := map[string]string{"up": "1x90"}
			for line := range strings.Lines(o.figures()) {
				name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
				number, err := strconv.ParseFloat(value, 64)
				if err == nil && !strings.HasPrefix(line, "#") && strings.HasPrefix(name, "transom_") {
					series[name] = fmt.Sprintf("%fx90", number)
				}
			}
			maps.Copy(series, test.series)
			if got := firing(t, series, minutes); got != test.fires {
				t.Errorf("%q fires, want %q", got, test.fires)
			}
		})
	}
}

// firing returns the alert that fires after some minutes of these series, one value per minute, according to the
// rules. The tool can only compare, so the whole list is read from its message about a wrong expectation.
func firing(t *testing.T, series map[string]string, minutes int) string {
	t.Helper()
	rules, err := filepath.Abs("../../deploy/alerts.yml")
	must(t, err)
	var text strings.Builder
	fmt.Fprintf(&text, "rule_files: [%s]\nevaluation_interval: 1m\ntests:\n- interval: 1m\n  input_series:\n", rules)
	for _, name := range slices.Sorted(maps.Keys(series)) {
		metric, labels, _ := strings.Cut(strings.TrimSuffix(name, "}"), "{")
		if series[name] != "" {
			fmt.Fprintf(&text, "  - {series: '%s{job=\"transom\",%s}', values: '%s'}\n", metric, labels, series[name])
		}
	}
	fmt.Fprintf(&text,
		"  promql_expr_test:\n  - {expr: 'count by (alertname) (ALERTS{alertstate=\"firing\"})', eval_time: %dm, "+
			"exp_samples: [{labels: '{expected=\"none\"}', value: 1}]}\n", minutes)
	file := filepath.Join(t.TempDir(), "test.yml")
	must(t, os.WriteFile(file, []byte(text.String()), 0o600))
	out, err := exec.CommandContext(t.Context(), "promtool", "test", "rules", file).CombinedOutput()
	_, got, found := strings.Cut(string(out), "got:")
	if err == nil || !found {
		t.Fatalf("%v: %s", err, out)
	}
	var names []string
	for _, part := range strings.Split(got, `alertname="`)[1:] {
		name, _, _ := strings.Cut(part, `"`)
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
