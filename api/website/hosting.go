package website

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/BurntSushi/toml"
)

// hosting is the part of a netlify.toml that this server applies.
type hosting struct {
	Headers   []headerRule   `toml:"headers"`
	Redirects []redirectRule `toml:"redirects"`
}

type headerRule struct {
	For    string            `toml:"for"`
	Values map[string]string `toml:"values"`

	sent http.Header
}

type redirectRule struct {
	From   string `toml:"from"`
	To     string `toml:"to"`
	Status int    `toml:"status"`
}

// readHosting prepares the rules once for all responses. If plainHTTP is true, it leaves out the headers that make
// browsers require HTTPS.
func readHosting(path string, plainHTTP bool) (hosting, error) {
	var h hosting
	if _, err := toml.DecodeFile(path, &h); err != nil {
		return h, fmt.Errorf("read hosting rules: %w", err)
	}
	for i := range h.Headers {
		rule := &h.Headers[i]
		rule.sent = http.Header{}
		for name, value := range rule.Values {
			rule.sent.Set(name, strings.TrimSpace(value))
		}
		if plainHTTP {
			withoutHTTPS(rule.sent)
		}
	}
	for _, rule := range h.Redirects {
		if strings.Contains(rule.From, "/:") {
			return h, fmt.Errorf("read hosting rules: %s: only a * at the end matches any text", rule.From)
		}
	}
	return h, nil
}

// setHeaders applies every matching rule in the file's order; a later rule wins. All responses share the values: do not
// change them.
func (h hosting) setHeaders(out http.Header, address string) {
	for _, rule := range h.Headers {
		if _, is := match(rule.For, address); is {
			maps.Copy(out, rule.sent)
		}
	}
}

// withoutHTTPS is for http://localhost, which then works in every browser.
func withoutHTTPS(h http.Header) {
	h.Del("Strict-Transport-Security")
	if policy := h.Get("Content-Security-Policy"); policy != "" {
		policy = strings.ReplaceAll(policy, "upgrade-insecure-requests", "")
		h.Set("Content-Security-Policy", strings.TrimRight(strings.TrimSpace(policy), "; "))
	}
}

// redirect returns the first matching rule and its target. It skips rules for the API, which only a CDN needs.
func (h hosting) redirect(address string) (rule redirectRule, target string, found bool) {
	for _, rule := range h.Redirects {
		if rest, is := match(rule.From, address); is && !strings.Contains(rule.To, "://") {
			rule.Status = cmp.Or(rule.Status, http.StatusMovedPermanently)
			return rule, strings.ReplaceAll(rule.To, ":splat", rest), true
		}
	}
	return redirectRule{}, "", false
}

// match returns, in `rest`, what a * at the end of the rule matches.
func match(rule, address string) (rest string, is bool) {
	address = strings.TrimSuffix(address, "/")
	prefix, below := strings.CutSuffix(rule, "*")
	if !below {
		return "", address == strings.TrimSuffix(rule, "/")
	}
	rest, is = strings.CutPrefix(address+"/", prefix)
	return strings.TrimSuffix(rest, "/"), is
}
