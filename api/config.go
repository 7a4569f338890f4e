package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"transom/api/blob"
	"transom/generator/spelling"
)

// config is every setting. The names, defaults and meanings are in .env.example.
type config struct {
	Addr, MetricsAddr string
	SiteURL           string
	Content, Var      string
	Database, Blobs   string // PostgreSQL's address, "" for SQLite; where pictures are kept
	Static, Hosting   string
	Rehearsal         bool
	RateLimits        bool
	AllowedOrigins    []string
	TrustedProxies    []string
	Provider          string
	AllowSandbox      bool
	Razorpay          razorpayConfig
	Cashfree          cashfreeConfig
	Mail, MailFrom    string
	AlarmMail         string
	AgeRecipients     string
	BootID            string
}

// The addresses of the real gateways.
const (
	defaultRazorpayURL = "https://api.razorpay.com"
	defaultCashfreeURL = "https://api.cashfree.com"
)

type razorpayConfig struct{ KeyID, KeySecret, WebhookSecret, BaseURL string }

type cashfreeConfig struct{ ClientID, ClientSecret, BaseURL string }

const defaultVar = "data/var"

// faults collects what is wrong, so that all of it is said at once.
type faults []error

func (f *faults) add(name, format string, args ...any) {
	*f = append(*f, fmt.Errorf("%s: %s", name, fmt.Sprintf(format, args...)))
}

// readEnvironment reads the settings of this process. A setting that does not exist is a fault too: it was misspelt, and
// what it should have said is not known.
func readEnvironment() (config, error) {
	known := []string{"TRANSOM_SOAK", "TRANSOM_TEST_DATABASE"} // the tests' own
	c, err := readConfig(func(name string) string { known = append(known, name); return os.Getenv(name) })
	return c, errors.Join(err, checkNames(os.Environ(), known))
}

// checkNames finds names that are meant for this program and that it does not read.
func checkNames(environ, known []string) error {
	var wrong faults
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		prefix, _, _ := strings.Cut(name, "_")
		isOurs := prefix == "TRANSOM" || spelling.Nearest(prefix, []string{"TRANSOM"}) != "" && spelling.Nearest(name, known) != ""
		if isOurs && !slices.Contains(known, name) {
			wrong.add(name, "there is no such setting%s", spelling.Suggest(name, known))
		}
	}
	slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(wrong...)
}

// readConfig reads the environment. Its error names every setting that is missing or wrong.
func readConfig(getenv func(string) string) (config, error) {
	var wrong faults
	get := func(name, fallback string) string {
		if value := strings.TrimSpace(getenv(name)); value != "" {
			return value
		}
		return fallback
	}
	flag := func(name, yes, no, fallback string) bool {
		switch value := get(name, fallback); value {
		case yes:
			return true
		case no:
			return false
		default:
			wrong.add(name, "%q is neither %s nor %s", value, no, yes)
			return fallback == yes
		}
	}
	c := config{
		Addr:        get("TRANSOM_ADDR", "127.0.0.1:8080"),
		MetricsAddr: get("TRANSOM_METRICS_ADDR", ""),
		Content:     get("TRANSOM_CONTENT", "data/site"),
		Var:         get("TRANSOM_VAR", defaultVar),
		Database:    get("TRANSOM_DATABASE", ""),
		Blobs:       get("TRANSOM_BLOBS", ""),
		Static:      get("TRANSOM_STATIC", ""),
		Hosting:     get("TRANSOM_HOSTING", "netlify.toml"),

		Rehearsal:    flag("TRANSOM_REHEARSAL", "1", "0", "0"),
		RateLimits:   flag("TRANSOM_RATE_LIMITS", "on", "off", "on"),
		AllowSandbox: flag("TRANSOM_ALLOW_SANDBOX", "1", "0", "0"),

		SiteURL:        strings.TrimSuffix(get("TRANSOM_SITE_URL", ""), "/"),
		AllowedOrigins: list(get("TRANSOM_ALLOWED_ORIGINS", "")),
		TrustedProxies: list(get("TRANSOM_TRUSTED_PROXIES", "")),

		Provider: get("TRANSOM_PAYMENT_PROVIDER", "sandbox"),
		Razorpay: razorpayConfig{
			KeyID:         get("TRANSOM_RAZORPAY_KEY_ID", ""),
			KeySecret:     get("TRANSOM_RAZORPAY_KEY_SECRET", ""),
			WebhookSecret: get("TRANSOM_RAZORPAY_WEBHOOK_SECRET", ""),
			BaseURL:       get("TRANSOM_RAZORPAY_BASE_URL", defaultRazorpayURL),
		},
		Cashfree: cashfreeConfig{
			ClientID:     get("TRANSOM_CASHFREE_CLIENT_ID", ""),
			ClientSecret: get("TRANSOM_CASHFREE_CLIENT_SECRET", ""),
			BaseURL:      get("TRANSOM_CASHFREE_BASE_URL", defaultCashfreeURL),
		},
		Mail:          get("TRANSOM_MAIL", "outbox"),
		MailFrom:      get("TRANSOM_MAIL_FROM", ""),
		AlarmMail:     get("TRANSOM_ALARM_MAIL", ""),
		AgeRecipients: get("TRANSOM_AGE_RECIPIENTS", ""),
		BootID:        get("TRANSOM_BOOT_ID", ""),
	}
	if c.SiteURL == "" {
		c.SiteURL = "http://" + c.Addr
		if !c.Rehearsal {
			wrong.add("TRANSOM_SITE_URL", "is missing; it stands in QR codes and mails")
		}
	}
	c.checkAddresses(&wrong)
	c.checkFolders(&wrong)
	c.checkDatabase(&wrong)
	c.checkPayment(&wrong)
	c.checkMail(&wrong)
	if !c.RateLimits && !c.Rehearsal {
		wrong.add("TRANSOM_RATE_LIMITS", "off is for rehearsals only (TRANSOM_REHEARSAL=1)")
	}
	slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return c, errors.Join(wrong...)
}

func list(text string) []string {
	var entries []string
	for _, entry := range strings.Split(text, ",") {
		if entry = strings.TrimSpace(entry); entry != "" {
			entries = append(entries, entry)
		}
	}
	return entries
}

func (c *config) checkAddresses(wrong *faults) {
	for name, addr := range map[string]string{"TRANSOM_ADDR": c.Addr, "TRANSOM_METRICS_ADDR": c.MetricsAddr} {
		if _, port, err := net.SplitHostPort(addr); err != nil && addr != "" {
			wrong.add(name, "%q is no address like 127.0.0.1:8080", addr)
		} else if _, err := net.LookupPort("tcp", port); err != nil && addr != "" {
			wrong.add(name, "%q: a port is a number from 0 to 65535", addr)
		}
	}
	if !isOrigin(c.SiteURL) {
		wrong.add("TRANSOM_SITE_URL", "%q is no address like https://example.org (no path)", c.SiteURL)
	} else if u, err := url.Parse(c.SiteURL); err == nil && !c.Rehearsal && isPlaceholder(u.Hostname()) {
		wrong.add("TRANSOM_SITE_URL", "%q is the guide's example: write the name of your site", c.SiteURL)
	}
	for _, origin := range c.AllowedOrigins {
		if !isOrigin(origin) {
			wrong.add("TRANSOM_ALLOWED_ORIGINS", "%q is no origin like https://example.org (no path, no *)", origin)
		}
	}
	for i, proxy := range c.TrustedProxies {
		if addr, err := netip.ParseAddr(proxy); err == nil {
			c.TrustedProxies[i] = netip.PrefixFrom(addr, addr.BitLen()).String()
		} else if _, err := netip.ParsePrefix(proxy); err != nil {
			wrong.add("TRANSOM_TRUSTED_PROXIES", "%q is no address and no prefix like 10.0.0.0/8", proxy)
		}
	}
}

func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && text == u.Scheme+"://"+u.Host &&
		!strings.ContainsAny(u.Host, "*@")
}

func (c *config) checkFolders(wrong *faults) {
	if _, err := os.Stat(filepath.Join(c.Content, "event.json")); err != nil {
		wrong.add("TRANSOM_CONTENT", "%s holds no generated content; run `make gen`", c.Content)
	}
	if err := os.MkdirAll(filepath.Join(c.Var, keyFolder), 0o700); err != nil {
		wrong.add("TRANSOM_VAR", "the folder cannot be made or written: %v", err)
	} else if err := mayWrite(c.Var); err != nil {
		wrong.add("TRANSOM_VAR", "%s: %v", c.Var, err)
	}
	if c.Static != "" {
		if _, err := os.Stat(filepath.Join(c.Static, "index.html")); err != nil {
			wrong.add("TRANSOM_STATIC", "%s holds no built site; run `make build`", c.Static)
		}
		if _, err := os.Stat(c.Hosting); err != nil {
			wrong.add("TRANSOM_HOSTING", "%s cannot be read; it holds the headers of the static site", c.Hosting)
		}
	}
	if c.AgeRecipients != "" {
		if _, err := blob.ReadSealer(c.AgeRecipients); err != nil {
			wrong.add("TRANSOM_AGE_RECIPIENTS", "%v", err)
		}
	}
}

// mayWrite asks the system, which also knows of disks that are mounted for reading only. Root may write everywhere, and
// would leave files that the program's own user cannot write.
func mayWrite(folder string) error {
	const write, enter = 2, 1
	if err := syscall.Access(folder, write|enter); err != nil {
		return fmt.Errorf("this user cannot write there (%w): whose folder is it, and is the disk mounted for writing?", err)
	}
	var info syscall.Stat_t
	if err := syscall.Stat(folder, &info); err != nil {
		return err
	}
	return asOwner(os.Geteuid(), int(info.Uid))
}

func asOwner(user, owner int) error {
	if user == 0 && owner != 0 {
		return fmt.Errorf("the folder belongs to user %d, and this is root: run the program as that user, by the script deploy/t", owner)
	}
	return nil
}

func (c *config) checkPayment(wrong *faults) {
	providers := []string{"sandbox", "razorpay", "cashfree"}
	if !slices.Contains(providers, c.Provider) {
		wrong.add("TRANSOM_PAYMENT_PROVIDER", "%q is none of %s%s", c.Provider, strings.Join(providers, ", "), spelling.Suggest(c.Provider, providers))
	}
	required := map[string]map[string]string{
		"razorpay": {
			"TRANSOM_RAZORPAY_KEY_ID": c.Razorpay.KeyID, "TRANSOM_RAZORPAY_KEY_SECRET": c.Razorpay.KeySecret,
			"TRANSOM_RAZORPAY_WEBHOOK_SECRET": c.Razorpay.WebhookSecret,
		},
		"cashfree": {
			"TRANSOM_CASHFREE_CLIENT_ID": c.Cashfree.ClientID, "TRANSOM_CASHFREE_CLIENT_SECRET": c.Cashfree.ClientSecret,
		},
	}
	for name, value := range required[c.Provider] {
		if value == "" {
			wrong.add(name, "is missing; %s needs it", c.Provider)
		}
	}
	for name, base := range map[string]string{"TRANSOM_RAZORPAY_BASE_URL": c.Razorpay.BaseURL, "TRANSOM_CASHFREE_BASE_URL": c.Cashfree.BaseURL} {
		if u, err := url.Parse(base); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			wrong.add(name, "%q is no web address", base)
		} else if u.Scheme == "http" && !isThisMachine(u.Hostname()) {
			wrong.add(name, "%q would send the keys without encryption; write https", base)
		}
	}
	switch {
	case c.Provider == "sandbox" && !c.Rehearsal && !c.AllowSandbox:
		wrong.add("TRANSOM_PAYMENT_PROVIDER", "sandbox moves no money, so it works in a rehearsal only; TRANSOM_ALLOW_SANDBOX=1 allows it all the same")
	case c.Provider != "sandbox" && c.Rehearsal:
		wrong.add("TRANSOM_PAYMENT_PROVIDER", "a rehearsal moves no money: use sandbox, or TRANSOM_REHEARSAL=0")
	}
}

func isThisMachine(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}
