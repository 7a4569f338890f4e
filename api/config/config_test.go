package config

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/check"
)

var must = check.Must

func TestConfig(t *testing.T) {
	site := t.TempDir()
	must(t, os.WriteFile(filepath.Join(site, "index.html"), nil, 0o600))
	for _, c := range []struct {
		name  string
		pairs []string
		wrong []string
	}{
		{"a rehearsal", nil, nil},
		{"production", []string{
			"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "https://site.example/", "TRANSOM_PAYMENT_PROVIDER", "razorpay",
			"TRANSOM_RAZORPAY_KEY_ID", "rzp_live_a", "TRANSOM_RAZORPAY_KEY_SECRET", "twelve-chars",
			"TRANSOM_RAZORPAY_WEBHOOK_SECRET", "sixteen-letters!",
			"TRANSOM_MAIL", "smtps://user:p%40ss@mail.example:465", "TRANSOM_MAIL_FROM", "desk@site.example",
			"TRANSOM_TRUSTED_PROXIES", "10.0.0.1, 2001:db8::/32", "TRANSOM_ALLOWED_ORIGINS",
			"https://a.example,https://b.example:8443",
		}, nil},
		{"production with nothing set", []string{"TRANSOM_REHEARSAL", "0"},
			[]string{"TRANSOM_SITE_URL", "TRANSOM_PAYMENT_PROVIDER"}},
		{"the sandbox in production, on purpose", []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL",
			"http://localhost:8080", "TRANSOM_ALLOW_SANDBOX", "1"}, nil},
		{"the sandbox in production, with a test account allowed", []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL",
			"http://localhost:8080", "TRANSOM_ALLOW_TEST_ACCOUNT", "1"}, []string{"TRANSOM_PAYMENT_PROVIDER"}},
		{"no desk at a bare address", []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "http://192.0.2.7",
			"TRANSOM_ALLOW_SANDBOX", "1", "TRANSOM_DESK", "off"}, nil},
		{"the desk at a bare address", []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "https://192.0.2.7",
			"TRANSOM_ALLOW_SANDBOX", "1"}, []string{"TRANSOM_DESK"}},
		{"the desk without https", []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "http://site.example",
			"TRANSOM_ALLOW_SANDBOX", "1"}, []string{"TRANSOM_DESK"}},
		{"the desk nowhere", []string{"TRANSOM_DESK", "https://desk.example/desk"}, []string{"TRANSOM_DESK"}},
		{"the desk elsewhere", []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "http://site.example",
			"TRANSOM_ALLOW_SANDBOX", "1", "TRANSOM_DESK", "https://desk.example", "TRANSOM_STATIC", site, "TRANSOM_HOSTING",
			"../../netlify.toml"}, nil},
		{"the desk elsewhere without its pages", []string{"TRANSOM_DESK", "https://desk.example"}, []string{"TRANSOM_DESK"}},
		{"real money in a rehearsal", []string{"TRANSOM_PAYMENT_PROVIDER", "cashfree", "TRANSOM_CASHFREE_CLIENT_ID", "a",
			"TRANSOM_CASHFREE_CLIENT_SECRET", "sixteen-letters!"}, []string{"TRANSOM_PAYMENT_PROVIDER"}},
		{"no limits in production", []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "https://site.example",
			"TRANSOM_ALLOW_SANDBOX", "1", "TRANSOM_RATE_LIMITS", "off"}, []string{"TRANSOM_RATE_LIMITS"}},
		{"invented people in public", []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "https://site.example",
			"TRANSOM_ALLOW_SANDBOX", "1", "TRANSOM_INVENTED", "1"}, []string{"TRANSOM_INVENTED"}},
		{"everything wrong", []string{
			"TRANSOM_ADDR", "8080", "TRANSOM_SITE_URL", "example.org/path", "TRANSOM_CONTENT", "/nowhere", "TRANSOM_STATIC",
			"/nowhere", "TRANSOM_HOSTING", "/nowhere.toml", "TRANSOM_REHEARSAL", "yes", "TRANSOM_RATE_LIMITS", "maybe",
			"TRANSOM_ALLOWED_ORIGINS", "*", "TRANSOM_TRUSTED_PROXIES", "everybody", "TRANSOM_PAYMENT_PROVIDER", "cash",
			"TRANSOM_MAIL", "http://x", "TRANSOM_AGE_RECIPIENTS", "/nowhere", "TRANSOM_CASHFREE_BASE_URL", "://",
		}, []string{
			"TRANSOM_ADDR", "TRANSOM_SITE_URL", "TRANSOM_CONTENT", "TRANSOM_STATIC", "TRANSOM_HOSTING", "TRANSOM_REHEARSAL",
			"TRANSOM_RATE_LIMITS", "TRANSOM_ALLOWED_ORIGINS", "TRANSOM_TRUSTED_PROXIES", "TRANSOM_PAYMENT_PROVIDER",
			"TRANSOM_MAIL", "TRANSOM_MAIL_FROM", "TRANSOM_AGE_RECIPIENTS", "TRANSOM_CASHFREE_BASE_URL",
		}},
		{"keys are missing", []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "https://site.example",
			"TRANSOM_PAYMENT_PROVIDER", "razorpay"},
			[]string{"TRANSOM_RAZORPAY_KEY_ID", "TRANSOM_RAZORPAY_KEY_SECRET", "TRANSOM_RAZORPAY_WEBHOOK_SECRET"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(apitest.Environment(t, c.pairs...))
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

// A gateway's test account would mark registrations as paid although no money moved.
func TestNoMoneyMovesInATestAccount(t *testing.T) {
	public := []string{"TRANSOM_REHEARSAL", "0", "TRANSOM_SITE_URL", "https://site.example", "TRANSOM_MAIL",
		"smtp://user:pass@mail.example:587", "TRANSOM_MAIL_FROM", "desk@site.example"}
	razorpay := append(public, "TRANSOM_PAYMENT_PROVIDER", "razorpay", "TRANSOM_RAZORPAY_KEY_SECRET", "twelve-chars",
		"TRANSOM_RAZORPAY_WEBHOOK_SECRET", "sixteen-letters!", "TRANSOM_RAZORPAY_KEY_ID")
	cashfree := append(public, "TRANSOM_PAYMENT_PROVIDER", "cashfree", "TRANSOM_CASHFREE_CLIENT_ID", "a",
		"TRANSOM_CASHFREE_CLIENT_SECRET", "sixteen-letters!", "TRANSOM_CASHFREE_BASE_URL")
	for _, c := range []struct {
		pairs []string
		value string
		says  string
	}{
		{razorpay, "rzp_live_Abc123", ""},
		{razorpay, "rzp_test_Abc123", "TRANSOM_RAZORPAY_KEY_ID: names a test account, which moves no money"},
		{razorpay, "Abc123", "TRANSOM_RAZORPAY_KEY_ID: begins with rzp_live_"},
		{razorpay, "rzp_live_", "TRANSOM_RAZORPAY_KEY_ID: begins with rzp_live_"},
		{cashfree, "https://api.cashfree.com", ""},
		{cashfree, "https://sandbox.cashfree.com/pg",
			"TRANSOM_CASHFREE_BASE_URL: names a test account, which moves no money"},
	} {
		_, err := Read(apitest.Environment(t, append(c.pairs, c.value)...))
		if (err == nil) != (c.says == "") || err != nil && (!strings.HasPrefix(err.Error(), c.says) ||
			strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "Abc123")) {
			t.Errorf("%s: %v", c.value, err)
		}
		_, err = Read(apitest.Environment(t, append(c.pairs, c.value, "TRANSOM_ALLOW_TEST_ACCOUNT", "1")...))
		if (err == nil) == strings.Contains(c.says, "begins") {
			t.Errorf("%s, allowed on purpose: %v", c.value, err)
		}
		_, err = Read(apitest.Environment(t, append(c.pairs, c.value, "TRANSOM_ALLOW_SANDBOX", "1")...))
		check.Equal(t, err == nil, c.says == "", "%s, with the sandbox allowed: %v", c.value, err)
	}
}

// The error names the setting and says what to enter instead.
func TestMalformedSettings(t *testing.T) {
	dir := t.TempDir()
	recipients, secret := filepath.Join(dir, "recipients"), "AGE-SECRET-KEY-1QQQQ"
	must(t, os.WriteFile(recipients, []byte(secret), 0o600))
	for _, c := range []struct{ name, value, says string }{
		{"TRANSOM_ADDR", "127.0.0.1:99999", "the port must be a number"},
		{"TRANSOM_SITE_URL", "https://natcon.test:99999", "like https://example.org"},
		{"TRANSOM_MAIL", "smtp://mail.test:99999", "smtp://user:pass@host:port"},
		{"TRANSOM_MAIL", "smtp://mail.test", "only a server on this machine"},
		{"TRANSOM_MAIL", "smtp://mail.test:587", "only a server on this machine"},
		{"TRANSOM_MAIL", "smtp://user:pass@mail.test", "only a server on this machine"},
		{"TRANSOM_METRICS_ADDR", "9090", "like 127.0.0.1:8080"},
		{"TRANSOM_SITE_URL", "example.org", "like https://example.org"},
		{"TRANSOM_CONTENT", dir, "run `make gen`"},
		{"TRANSOM_VAR", recipients, "cannot be created"},
		{"TRANSOM_STATIC", dir, "run `make build`"},
		{"TRANSOM_ALLOWED_ORIGINS", "https://example.org/", "without a path"},
		{"TRANSOM_TRUSTED_PROXIES", "localhost", "neither an address nor a prefix like 10.0.0.0/8"},
		{"TRANSOM_TRUSTED_PROXIES", "::ffff:0.0.0.0/96", "every visitor could choose an address"},
		{"TRANSOM_TRUSTED_PROXIES", "::ffff:0.0.0.0/90", "every visitor could choose an address"},
		{"TRANSOM_TRUSTED_PROXIES", "::/64", "every visitor could choose an address"},
		{"TRANSOM_TRUSTED_PROXIES", "0.0.0.0/0", "every visitor could choose an address"},
		{"TRANSOM_TRUSTED_PROXIES", "127.0.0.1, ::/0", "every visitor could choose an address"},
		{"TRANSOM_TRUSTED_PROXIES", "128.0.0.0/1", "every visitor could choose an address"},
		{"TRANSOM_TRUSTED_PROXIES", "2000::/3", "every visitor could choose an address"},
		{"TRANSOM_PROXY_SECRET", "hunter2", "fewer than 32 characters"},
		{"TRANSOM_LOG", "JSON", "neither text nor json"},
		{"TRANSOM_LOG_LEVEL", "warn", "neither info nor debug"},
		{"TRANSOM_RATE_LIMITS", "1", "neither off nor on"},
		{"TRANSOM_REHEARSAL", "true", "neither 0 nor 1"},
		{"TRANSOM_ALLOW_SANDBOX", "yes", "neither 0 nor 1"},
		{"TRANSOM_ALLOW_TEST_ACCOUNT", "yes", "neither 0 nor 1"},
		{"TRANSOM_PAYMENT_PROVIDER", "Razorpai", `did you mean "razorpay"?`},
		{"TRANSOM_RAZORPAY_BASE_URL", "api.razorpay.com", "not a web address"},
		{"TRANSOM_CASHFREE_BASE_URL", "http://api.example", "write https"},
		{"TRANSOM_MAIL", "mail.example", "smtp://user:pass@host:port"},
		{"TRANSOM_MAIL", "smpt://user:" + secret + "@mail.example", "smtp://user:pass@host:port"},
		{"TRANSOM_MAIL_FROM", "the desk", "like desk@example.org"},
		{"TRANSOM_AGE_RECIPIENTS", recipients, "recipient"},
	} {
		_, err := Read(apitest.Environment(t, c.name, c.value))
		if err == nil || !strings.Contains(err.Error(), c.name+": ") || !strings.Contains(err.Error(), c.says) ||
			strings.Contains(err.Error(), secret) {
			t.Errorf("%s=%s: %v", c.name, c.value, err)
		}
	}
}

func TestAShortKeySecretIsIncomplete(t *testing.T) {
	_, err := Read(apitest.Environment(t, "TRANSOM_PAYMENT_PROVIDER", "razorpay", "TRANSOM_RAZORPAY_KEY_SECRET", "k"))
	if err == nil || !strings.Contains(err.Error(), "TRANSOM_RAZORPAY_KEY_SECRET: has fewer than 12 characters") {
		t.Error(err)
	}
}

// Somebody who guesses a short webhook secret can make the server call the gateway as often as they like.
func TestShortWebhookSecrets(t *testing.T) {
	for provider, setting := range map[string]string{"razorpay": "TRANSOM_RAZORPAY_WEBHOOK_SECRET",
		"cashfree": "TRANSOM_CASHFREE_CLIENT_SECRET"} {
		for secret, good := range map[string]bool{
			"§": false, "fifteen-letters": false, "sixteen-letters!": true, "sixteen-letters!, §": false,
			"sixteen-letters!,sixteen-letters?": true, strings.Repeat("a", 24): false,
		} {
			_, err := Read(apitest.Environment(t, "TRANSOM_PAYMENT_PROVIDER", provider, setting, secret))
			says := err != nil && strings.Contains(err.Error(), setting+": ") &&
				regexp.MustCompile("at least 16 characters|too easy to guess").MatchString(err.Error())
			if says == good || strings.Contains(err.Error(), secret) {
				t.Errorf("%s=%s: %v", setting, secret, err)
			}
		}
	}
}

// Whichever letter in a name is wrong, the right name is suggested.
func TestMisspeltSettings(t *testing.T) {
	known := settingsRead(t)
	for _, name := range known {
		if err := CheckNames([]string{name + "=x"}, known); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for i := range name {
			for _, wrong := range []string{name[:i] + name[i+1:], name[:i] + "X" + name[i:], strings.ToLower(name)} {
				err := CheckNames([]string{wrong + "=x"}, known)
				if err == nil || !strings.Contains(err.Error(), "did you mean \""+name+"\"?") {
					t.Errorf("%s for %s: %v", wrong, name, err)
				}
			}
		}
	}
	if err := CheckNames([]string{"TRANSOM_TYPO=x"}, append(known, "TRANSOM_SOAK")); err == nil ||
		strings.Contains(err.Error(), "did you mean") {
		t.Errorf("a name that is not near: %v", err)
	}
	if err := CheckNames([]string{"HOME=/root", "TRANSMISSION_HOME=/x", "LANG=C", "TRAMP=1", "T=1", "_=x"},
		known); err != nil {
		t.Error(err)
	}
}

func settingsRead(t *testing.T) (names []string) {
	getenv := apitest.Environment(t)
	_, _ = Read(func(name string) string { names = append(names, name); return getenv(name) })
	return names
}

// If `make run` or `make dev` passed a setting that does not exist, the program would not start.
func TestMakeNamesSettingsThatExist(t *testing.T) {
	known := settingsRead(t)
	for _, file := range []string{"../../Makefile", "../../site/dev.mjs"} {
		text, err := os.ReadFile(file)
		must(t, err)
		names := regexp.MustCompile(`TRANSOM_[A-Z_]+`).FindAllString(string(text), -1)
		if len(names) < 5 {
			t.Errorf("%s: only %d names", file, len(names))
		}
		for _, name := range names {
			forTests := name == "TRANSOM_TEST_DATABASE" || name == "TRANSOM_SOAK"
			if !slices.Contains(known, name) && !forTests {
				t.Errorf("%s: there is no setting %s", file, name)
			}
		}
	}
}

func TestFolderThatCannotBeWritten(t *testing.T) {
	if err := mayWrite(t.TempDir()); err != nil {
		t.Error(err)
	}
	if err := mayWrite("/proc/sys"); err == nil {
		t.Error("/proc/sys can be written")
	}
	if asOwner(0, 0) != nil || asOwner(999, 999) != nil || asOwner(0, 999) == nil {
		t.Error("root may leave files that the owner of the folder cannot write")
	}
}

// The message says how to write special characters, and does not repeat any part of the password.
func TestPasswordsWithSigns(t *testing.T) {
	for sign, written := range map[string]string{"#": "%23", "/": "%2F", "?": "%3F", "%": "%25", "[": "%5B", " ": "%20",
		`"`: "%22", "%zz": "%25"} {
		_, err := Read(apitest.Environment(t, "TRANSOM_MAIL", "smtps://user:hunter"+sign+"2two@mail.site.example:465",
			"TRANSOM_MAIL_FROM", "desk@site.example"))
		if err == nil || !strings.Contains(err.Error(), written+" for ") ||
			strings.Contains(err.Error(), "hunter") || strings.Contains(err.Error(), "2two") {
			t.Errorf("%s: %v", sign, err)
		}
	}
	for _, fine := range []string{"hunter%232", "p@ss:w-o_r.d!$&'()*+,;=~", "%25"} {
		if _, err := Read(apitest.Environment(t, "TRANSOM_MAIL", "smtps://user:"+fine+"@mail.site.example:465",
			"TRANSOM_MAIL_FROM", "desk@site.example")); err != nil {
			t.Errorf("%s: %v", fine, err)
		}
	}
}

func TestEnvExampleIsComplete(t *testing.T) {
	text, err := os.ReadFile("../../.env.example")
	must(t, err)
	var shown []string
	for _, m := range regexp.MustCompile(`(?m)^#?(TRANSOM_[A-Z_]+)=`).FindAllStringSubmatch(string(text), -1) {
		shown = append(shown, m[1])
	}
	read := settingsRead(t)
	slices.Sort(read)
	slices.Sort(shown)
	if !slices.Equal(slices.Compact(read), slices.Compact(shown)) {
		t.Errorf("read: %v\nshown: %v", read, shown)
	}
}
