// Package config reads the settings, and checks that a data folder is used with the right keys, edition and purpose.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/gateway"
	"transom/api/gateway/sandbox"
	"transom/api/mail"
	"transom/api/store/engine"
	"transom/generator/spelling"
)

// Config holds all settings. Their names, defaults and meanings are in .env.example.
type Config struct {
	Addr, MetricsAddr string
	SiteURL           string
	Desk              string // the origin of the desk's pages, or "" for no desk
	Content, Var      string
	Database          string // PostgreSQL's address, or "" for SQLite
	Static, Hosting   string
	Rehearsal         bool
	RateLimits        bool
	Invented          bool // whether a rehearsal starts with invented registrations
	AllowedOrigins    []string
	TrustedProxies    []string
	ProxySecret       string
	Provider          string
	Gateways          map[string]gateway.Settings // every provider's settings, by name
	AllowSandbox      bool
	AllowTestAccount  bool // whether the public site may use a provider's test account
	Mail, MailFrom    string
	AlarmMail         string
	AgeRecipients     string
	BootID            string
	JSONLog, DebugLog bool
}

const (
	DefaultVar     = "data/var"
	minProxySecret = 32
)

// minProxyBits is the shortest prefix for proxies, as of 10.0.0.0/8; larger networks contain strangers.
const minProxyBits = 8

type faults []error

func (f *faults) add(name, format string, args ...any) {
	*f = append(*f, fmt.Errorf("%s: %s", name, fmt.Sprintf(format, args...)))
}

func (f faults) has(name string) bool {
	return slices.ContainsFunc(f, func(err error) bool { return strings.HasPrefix(err.Error(), name+": ") })
}

// FromEnvironment reads this process's settings. An unknown setting is an error, because it is probably misspelt.
func FromEnvironment() (Config, error) {
	known := []string{"TRANSOM_SOAK", "TRANSOM_TEST_DATABASE"} // only the tests read these
	c, err := Read(func(name string) string { known = append(known, name); return os.Getenv(name) })
	return c, errors.Join(err, CheckNames(os.Environ(), known))
}

// CheckNames reports environment variables that begin like our settings but that the program does not read.
func CheckNames(environ, known []string) error {
	var wrong faults
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		prefix, _, _ := strings.Cut(name, "_")
		isOurs := prefix == "TRANSOM" || spelling.Nearest(prefix, []string{"TRANSOM"}) != "" &&
			spelling.Nearest(name, known) != ""
		if isOurs && !slices.Contains(known, name) {
			wrong.add(name, "there is no such setting%s", suggest(name, known))
		}
	}
	slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(wrong...)
}

// suggest compares only what follows TRANSOM, because the shared prefix makes all names similar.
func suggest(name string, known []string) string {
	const common = "TRANSOM"
	rest, is := strings.CutPrefix(strings.ToUpper(name), common)
	if !is {
		return spelling.Suggest(name, known)
	}
	near := spelling.Nearest(rest, domain.Each(known, func(k string) string { return strings.TrimPrefix(k, common) }))
	if near == "" {
		return ""
	}
	return `; did you mean "` + common + near + `"?`
}

// Read returns an error that names every setting that is missing or wrong.
func Read(getenv func(string) string) (Config, error) {
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
	c := Config{
		Addr: get("TRANSOM_ADDR", "127.0.0.1:8080"), MetricsAddr: get("TRANSOM_METRICS_ADDR", ""),
		Content: get("TRANSOM_CONTENT", "data/site"), Var: get("TRANSOM_VAR", DefaultVar),
		Database: get("TRANSOM_DATABASE", ""), Static: get("TRANSOM_STATIC", ""),
		Hosting: get("TRANSOM_HOSTING", "netlify.toml"), Rehearsal: flag("TRANSOM_REHEARSAL", "1", "0", "0"),
		RateLimits: flag("TRANSOM_RATE_LIMITS", "on", "off", "on"), Invented: flag("TRANSOM_INVENTED", "1", "0", "0"),
		JSONLog: flag("TRANSOM_LOG", "json", "text", "text"), DebugLog: flag("TRANSOM_LOG_LEVEL", "debug", "info", "info"),
		AllowSandbox:     flag("TRANSOM_ALLOW_SANDBOX", "1", "0", "0"),
		AllowTestAccount: flag("TRANSOM_ALLOW_TEST_ACCOUNT", "1", "0", "0"),
		SiteURL:          strings.TrimSuffix(get("TRANSOM_SITE_URL", ""), "/"), Desk: get("TRANSOM_DESK", "on"),
		AllowedOrigins: gateway.List(get("TRANSOM_ALLOWED_ORIGINS", "")), ProxySecret: get("TRANSOM_PROXY_SECRET", ""),
		TrustedProxies: gateway.List(get("TRANSOM_TRUSTED_PROXIES", "")), Provider: get("TRANSOM_PAYMENT_PROVIDER",
			sandbox.Name),
		Gateways: map[string]gateway.Settings{}, Mail: get("TRANSOM_MAIL", "outbox"),
		MailFrom: get("TRANSOM_MAIL_FROM", ""), AlarmMail: get("TRANSOM_ALARM_MAIL", ""),
		AgeRecipients: get("TRANSOM_AGE_RECIPIENTS", ""), BootID: get("TRANSOM_BOOT_ID", ""),
	}
	for _, p := range providers {
		c.Gateways[p.name] = p.settings(get)
	}
	if c.SiteURL == "" {
		c.SiteURL = "http://" + c.Addr
		if !c.Rehearsal {
			wrong.add("TRANSOM_SITE_URL", "is missing; QR codes and emails contain it")
		}
	}
	c.checkAddresses(&wrong)
	c.checkDesk(&wrong)
	c.checkFolders(&wrong)
	c.CheckDatabase(&wrong)
	c.checkPayment(&wrong)
	c.checkMail(&wrong)
	c.checkRehearsal(&wrong)
	slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return c, errors.Join(wrong...)
}

func (c *Config) checkRehearsal(wrong *faults) {
	if !c.RateLimits && !c.Rehearsal {
		wrong.add("TRANSOM_RATE_LIMITS", "off is allowed only in rehearsals (TRANSOM_REHEARSAL=1)")
	}
	if c.Invented && (!c.Rehearsal || c.Provider != sandbox.Name) {
		wrong.add("TRANSOM_INVENTED", "people can be invented only for a rehearsal with the sandbox "+
			"(TRANSOM_REHEARSAL=1)")
	}
}

func (c *Config) checkAddresses(wrong *faults) {
	for name, addr := range map[string]string{"TRANSOM_ADDR": c.Addr, "TRANSOM_METRICS_ADDR": c.MetricsAddr} {
		if _, port, err := net.SplitHostPort(addr); err != nil && addr != "" {
			wrong.add(name, "%q is not an address like 127.0.0.1:8080", addr)
		} else if _, err := net.LookupPort("tcp", port); err != nil && addr != "" {
			wrong.add(name, "%q: the port must be a number from 0 to 65535", addr)
		}
	}
	if !isOrigin(c.SiteURL) {
		wrong.add("TRANSOM_SITE_URL", "%q is not an address like https://example.org (without a path)", c.SiteURL)
	} else if u, err := url.Parse(c.SiteURL); err == nil && !c.Rehearsal && isPlaceholder(u.Hostname()) {
		wrong.add("TRANSOM_SITE_URL", "%q is the example from the guide: write the name of your site", c.SiteURL)
	}
	for _, origin := range c.AllowedOrigins {
		if !isOrigin(origin) {
			wrong.add("TRANSOM_ALLOWED_ORIGINS", "%q is not an origin like https://example.org (without a path or *)", origin)
		}
	}
	if len(c.ProxySecret) > 0 && len(c.ProxySecret) < minProxySecret {
		wrong.add("TRANSOM_PROXY_SECRET", "has fewer than %d characters; create one with `openssl rand -hex 32`",
			minProxySecret)
	}
	for i, proxy := range c.TrustedProxies {
		prefix, err := netip.ParsePrefix(proxy)
		if addr, addrErr := netip.ParseAddr(proxy); addrErr == nil {
			prefix, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if v4 := netip.MustParsePrefix("::ffff:0:0/96"); err == nil && prefix.Overlaps(v4) { // IPv4 in IPv6
			prefix = netip.PrefixFrom(prefix.Addr().Unmap(), max(0, prefix.Bits()-v4.Bits()))
		}
		c.TrustedProxies[i] = prefix.String()
		if err != nil {
			wrong.add("TRANSOM_TRUSTED_PROXIES", "%q is neither an address nor a prefix like 10.0.0.0/8", proxy)
		} else if prefix.Bits() < minProxyBits {
			wrong.add("TRANSOM_TRUSTED_PROXIES",
				"%q is too wide: every visitor could choose an address and avoid all limits; write the addresses of "+
					"your proxies", proxy)
		}
	}
}

// checkDesk converts the setting to an origin, or to "" if the desk is off. Passkeys need a host name and HTTPS.
func (c *Config) checkDesk(wrong *faults) {
	switch c.Desk {
	case "on":
		c.Desk = c.SiteURL
	case "off":
		c.Desk = ""
		return
	default:
		if c.Static == "" {
			wrong.add("TRANSOM_DESK", "a desk at another address needs TRANSOM_STATIC, because this program serves "+
				"its pages")
		}
		if !isOrigin(c.Desk) {
			wrong.add("TRANSOM_DESK", "%q is neither on nor off nor an address like https://desk.example.org "+
				"(without a path)", c.Desk)
			return
		}
	}
	u, err := url.Parse(c.Desk)
	if err != nil || c.Rehearsal || c.Desk == c.SiteURL && wrong.has("TRANSOM_SITE_URL") {
		return
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil {
		wrong.add("TRANSOM_DESK",
			"passkeys need a domain name, and %s has none: write a name in TRANSOM_SITE_URL, or the name of the "+
				"desk here, or off", c.Desk)
	} else if u.Scheme != "https" && u.Hostname() != "localhost" {
		wrong.add("TRANSOM_DESK", "browsers allow passkeys only with https, which %s does not use: write https, or off",
			c.Desk)
	}
}

// OpenToAll reports whether this is a rehearsal that strangers can reach: anybody could sign in to the desk.
func (c Config) OpenToAll() bool {
	u, err := url.Parse(c.SiteURL)
	return c.Rehearsal && err == nil && !domain.IsThisMachine(u.Hostname())
}

func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && text == u.Scheme+"://"+u.Host &&
		!strings.ContainsAny(u.Host, "*@") && hasPort(u)
}

func hasPort(u *url.URL) bool {
	_, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil || u.Port() == ""
}

func (c *Config) checkFolders(wrong *faults) {
	if _, err := os.Stat(filepath.Join(c.Content, "event.json")); err != nil {
		wrong.add("TRANSOM_CONTENT", "%s contains no generated content; run `make gen`", c.Content)
	}
	if err := os.MkdirAll(c.KeyFolder(), 0o700); err != nil {
		wrong.add("TRANSOM_VAR", "the folder cannot be created or written to: %v", err)
	} else if err := mayWrite(c.Var); err != nil {
		wrong.add("TRANSOM_VAR", "%s: %v", c.Var, err)
	}
	if c.Static != "" {
		if _, err := os.Stat(filepath.Join(c.Static, "index.html")); err != nil {
			wrong.add("TRANSOM_STATIC", "%s does not contain a built site; run `make build`", c.Static)
		}
		if _, err := os.Stat(c.Hosting); err != nil {
			wrong.add("TRANSOM_HOSTING", "%s cannot be read; it contains the static site's headers", c.Hosting)
		}
	}
	if c.AgeRecipients != "" {
		if _, err := blob.ReadSealer(c.AgeRecipients); err != nil {
			wrong.add("TRANSOM_AGE_RECIPIENTS", "%v", err)
		}
	}
}

// mayWrite also refuses root in another user's folder, because that user could not change the files that root creates.
func mayWrite(folder string) error {
	const write, enter = 2, 1
	if err := syscall.Access(folder, write|enter); err != nil {
		return fmt.Errorf("this user cannot write there (%w): check who owns the folder, and that the disk is "+
			"mounted for writing", err)
	}
	var info syscall.Stat_t
	if err := syscall.Stat(folder, &info); err != nil {
		return err
	}
	return asOwner(os.Geteuid(), int(info.Uid))
}

func asOwner(user, owner int) error {
	if user == 0 && owner != 0 {
		return fmt.Errorf("the folder belongs to user %d, and you are root: run the program as that user, with "+
			"the script deploy/t", owner)
	}
	return nil
}

// Place returns PostgreSQL's address or SQLite's folder, for store.Open.
func (c *Config) Place() string { return cmp.Or(c.Database, c.Var) }

// HasInstances reports whether other machines may run this program on the same database.
func (c *Config) HasInstances() bool { return c.Database != "" }

// CheckDatabase reports settings that do not work with several instances, without the address, which has a password.
func (c *Config) CheckDatabase(wrong *faults) {
	if !c.HasInstances() {
		return
	}
	if err := engine.CheckAddress(c.Database); err != nil {
		wrong.add("TRANSOM_DATABASE", "%v", err)
	}
	if c.Rehearsal {
		wrong.add("TRANSOM_DATABASE",
			"a rehearsal is one program on one machine: remove this setting, or set TRANSOM_REHEARSAL=0")
	}
	if c.Provider == sandbox.Name {
		wrong.add("TRANSOM_DATABASE",
			"the sandbox stores its payments in a file on one machine: remove this setting, or choose a real "+
				"TRANSOM_PAYMENT_PROVIDER")
	}
	if c.Mail == mail.OutboxSetting {
		wrong.add("TRANSOM_DATABASE",
			"TRANSOM_MAIL=outbox writes emails to a folder on one machine, where nobody would read them: set "+
				"smtp://…, or remove this setting")
	}
}
