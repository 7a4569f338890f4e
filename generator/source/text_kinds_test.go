package source

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMomentInTheEventsZone(t *testing.T) {
	riga := t.TempDir()
	if err := os.WriteFile(filepath.Join(riga, "event.yaml"), []byte("time_zone: \"Europe/Riga\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{riga: "2027-06-08T10:00:00+03:00", "": "2027-06-08T10:00:00+05:30"} {
		if got, _ := meantMoment("8 June 2027 10 AM", zoneIn(dir)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPatternsForBothEngines(t *testing.T) {
	for _, good := range []string{`^[A-Za-z ]+$`, `^\p{L}+$`, `^[0-9]{10}$`, `^(?:a|b)\/\-$`, `[\]\\"]`, `^\d{2,}\.?$`,
		`^[^\s@<>(),;:\\"\[\]]{1,64}@x$`} {
		if _, fault := checkPattern(good); fault != "" {
			t.Errorf("%s: %s", good, fault)
		}
	}
	for _, bad := range []string{`(`, `[`, `a{5,2}`, `*a`, `(?=a)`, `(?!a)b`, `(a)\1`, `(?i)a`, `\A`, `\z`, `\_`, `a}`,
		`a]`, `{`, `\pL`, `[[:alpha:]]`, `(?P<n>a)`, `\u0041`, `a\`} {
		if _, fault := checkPattern(bad); fault == "" {
			t.Errorf("%s was taken", bad)
		}
	}
}

func TestWords(t *testing.T) {
	checks := []struct {
		kind      string
		good, bad []string
	}{
		{"Date", []string{"2025-04-11", "2024-02-29"}, []string{"2025-02-29", "2025-04-31", "11-04-2025", "2025-4-1",
			"2025-13-01", ""}},
		{"Clock", []string{"00:00", "23:59"}, []string{"24:00", "9:30", "16.30", "4 PM", "12:60"}},
		{"URL", []string{"https://example.org", "https://a.example.org/x?y=1#z"},
			[]string{"http://a.org", "//a.org", "/x", "https://", "https://localhost", "https://a b.org", "https://user@a.org",
				"https:/a.org"}},
		{"Link", []string{"/faqs", "/faqs#x", "https://a.org", "tel:+917551234567", "mailto:a@b.org",
			"mailto:a@b.org?subject=x"}, []string{"faqs", "#x", "tel:0755", "tel:+91 755", "mailto:a", "javascript:x", "//a.org",
			"a@b.org", "www.a.org"}},
		{"Email", []string{"a.b+c@example.co.in"}, []string{"a@b", "a b@c.org", "@c.org", "a@c..org", "A <a@c.org>",
			"mailto:a@c.org", "a@c.org, b@c.org"}},
		{"Phone", []string{"+91 98765 43210", "+917551234567", "+44 20 7946 0000"},
			[]string{"98765 43210", "+91 98765", "+91-98765-43210", "+91  98765 43210", "tel:+919876543210",
				"+91 98765 432100"}},
		{"Color", []string{"#0f4c4a", "#FFFFFF"}, []string{"#fff", "red", "0f4c4a", "#0f4c4g"}},
		{"Slug", []string{"a", "a-1", "25-below"}, []string{"A", "a_b", "-a", "a-", "a--b", "a b", "é"}},
	}
	for _, c := range checks {
		for _, good := range c.good {
			if fault := kinds[c.kind].check(good); fault != "" {
				t.Errorf("%s %q: %s", c.kind, good, fault)
			}
		}
		for _, bad := range c.bad {
			if kinds[c.kind].check(bad) == "" {
				t.Errorf("%s %q was accepted", c.kind, bad)
			}
		}
	}
}
