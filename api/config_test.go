package main

import (
	"bufio"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transom/api/apitest"
)

// environment is a good one for a rehearsal, changed by pairs.
func environment(t *testing.T, pairs ...string) func(string) string {
	t.Helper()
	content := t.TempDir()
	apitest.WriteContent(t, content, apitest.Edition())
	env := map[string]string{"TRANSOM_CONTENT": content, "TRANSOM_VAR": t.TempDir(), "TRANSOM_REHEARSAL": "1"}
	for i := 0; i < len(pairs); i += 2 {
		env[pairs[i]] = pairs[i+1]
	}
	return func(name string) string { return env[name] }
}

func TestConfig(t *testing.T) {
	for _, c := range []struct {
		name  string
		pairs []string
		// wrong are the settings that the error must name, all of them and no other.
		wrong []string
	}{
		{"a rehearsal", nil, nil},
		{"production", []string{
			"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "https://site.example/", "TRANSOM_PAYMENT_PROVIDER", "razorpay",
			"TRANSOM_RAZORPAY_KEY_ID", "a", "TRANSOM_RAZORPAY_KEY_SECRET", "b", "TRANSOM_RAZORPAY_WEBHOOK_SECRET", "c",
			"TRANSOM_MAIL", "smtps://user:p%40ss@mail.example:465", "TRANSOM_MAIL_FROM", "desk@site.example",
			"TRANSOM_TRUSTED_PROXIES", "10.0.0.1, 2001:db8::/32", "TRANSOM_ALLOWED_ORIGINS", "https://a.example,https://b.example:8443",
		}, nil},
		{"production with nothing set", []string{"TRANSOM_REHEARSAL", "0"}, []string{"TRANSOM_SITE_URL", "TRANSOM_PAYMENT_PROVIDER"}},
		{"the sandbox in production, on purpose", []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "http://localhost:8080", "TRANSOM_ALLOW_SANDBOX", "1"}, nil},
		{"real money in a rehearsal", []string{"TRANSOM_PAYMENT_PROVIDER", "cashfree", "TRANSOM_CASHFREE_CLIENT_ID", "a", "TRANSOM_CASHFREE_CLIENT_SECRET", "b"}, []string{"TRANSOM_PAYMENT_PROVIDER"}},
		{"no limits in production", []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "https://site.example", "TRANSOM_ALLOW_SANDBOX", "1", "TRANSOM_RATE_LIMITS", "off"}, []string{"TRANSOM_RATE_LIMITS"}},
		{"everything wrong", []string{
			"TRANSOM_ADDR", "8080", "TRANSOM_SITE_URL", "example.org/path", "TRANSOM_CONTENT", "/nowhere", "TRANSOM_STATIC", "/nowhere",
			"TRANSOM_HOSTING", "/nowhere.toml", "TRANSOM_REHEARSAL", "yes", "TRANSOM_RATE_LIMITS", "maybe", "TRANSOM_ALLOWED_ORIGINS", "*",
			"TRANSOM_TRUSTED_PROXIES", "everybody", "TRANSOM_PAYMENT_PROVIDER", "cash", "TRANSOM_MAIL", "http://x", "TRANSOM_AGE_RECIPIENTS", "/nowhere",
			"TRANSOM_CASHFREE_BASE_URL", "://",
		}, []string{
			"TRANSOM_ADDR", "TRANSOM_SITE_URL", "TRANSOM_CONTENT", "TRANSOM_STATIC", "TRANSOM_HOSTING", "TRANSOM_REHEARSAL", "TRANSOM_RATE_LIMITS",
			"TRANSOM_ALLOWED_ORIGINS", "TRANSOM_TRUSTED_PROXIES", "TRANSOM_PAYMENT_PROVIDER", "TRANSOM_MAIL", "TRANSOM_MAIL_FROM",
			"TRANSOM_AGE_RECIPIENTS", "TRANSOM_CASHFREE_BASE_URL",
		}},
		{"keys are missing", []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "https://site.example", "TRANSOM_PAYMENT_PROVIDER", "razorpay"},
			[]string{"TRANSOM_RAZORPAY_KEY_ID", "TRANSOM_RAZORPAY_KEY_SECRET", "TRANSOM_RAZORPAY_WEBHOOK_SECRET"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readConfig(environment(t, c.pairs...))
			named := map[string]bool{}
			if err != nil {
				for _, line := range strings.Split(err.Error(), "\n") {
					name, _, _ := strings.Cut(line, ":")
					named[name] = true
				}
			}
			got := slices.Sorted(maps.Keys(named))
			slices.Sort(c.wrong)
			if !slices.Equal(got, c.wrong) {
				t.Errorf("named %v, want %v\n%v", got, c.wrong, err)
			}
		})
	}
}

func TestConfigKeepsSecretsToItself(t *testing.T) {
	_, err := readConfig(environment(t, "TRANSOM_MAIL", "smpt://user:hunter2@mail.example"))
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("got %v", err)
	}
}

// Every setting that is read stands in .env.example, and nothing else does.
func TestEnvExampleIsComplete(t *testing.T) {
	read := map[string]bool{}
	getenv := environment(t)
	_, _ = readConfig(func(name string) string { read[name] = true; return getenv(name) })
	file, err := os.Open("../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	setting := regexp.MustCompile(`^#?(TRANSOM_[A-Z_]+)=`)
	shown := map[string]bool{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if m := setting.FindStringSubmatch(lines.Text()); m != nil {
			shown[m[1]] = true
		}
	}
	if !maps.Equal(read, shown) {
		t.Errorf("read: %v\nshown: %v", slices.Sorted(maps.Keys(read)), slices.Sorted(maps.Keys(shown)))
	}
}
