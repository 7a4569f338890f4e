package website

import (
	"fmt"
	"maps"
	"net/http"
	"strings"

	"github.com/BurntSushi/toml"
)

// hosting holds the headers and redirects of a netlify.toml.
type hosting struct {
	Headers   []headerRule   `toml:"headers"`
	Redirects []redirectRule `toml:"redirects"`
}

type headerRule struct {
	For    string            `toml:"for"`
	Values map[string]string `toml:"values"`

	pattern pattern
	sent    http.Header // the values as they are sent
}

type redirectRule struct {
	From   string `toml:"from"`
	To     string `toml:"to"`
	Status int    `toml:"status"`

	pattern pattern
}

// readHosting prepares the rules, because every answer uses all of them. Without HTTPS it leaves out the headers
// that make browsers require HTTPS.
func readHosting(path string, plainHTTP bool) (hosting, error) {
	var h hosting
	if _, err := toml.DecodeFile(path, &h); err != nil {
		return h, fmt.Errorf("read hosting rules: %w", err)
	}
	for i := range h.Headers {
		rule := &h.Headers[i]
		rule.pattern, rule.sent = newPattern(rule.For), http.Header{}
		for name, value := range rule.Values {
			rule.sent.Set(name, strings.TrimSpace(value))
		}
		if plainHTTP {
			withoutHTTPS(rule.sent)
		}
	}
	for i := range h.Redirects {
		rule := &h.Redirects[i]
		rule.pattern = newPattern(rule.From)
		if rule.Status == 0 {
			rule.Status = http.StatusMovedPermanently
		}
	}
	return h, nil
}

// setHeaders applies every matching rule in the order of the file; a later rule wins. All answers share the values,
// so do not change them.
func (h hosting) setHeaders(out http.Header, address string) {
	parts := partsOf(address)
	for i := range h.Headers {
		if h.Headers[i].pattern.match(parts, nil) {
			maps.Copy(out, h.Headers[i].sent)
		}
	}
}

// withoutHTTPS removes what makes browsers require HTTPS, so that http://localhost works in all of them.
func withoutHTTPS(h http.Header) {
	h.Del("Strict-Transport-Security")
	if policy := h.Get("Content-Security-Policy"); policy != "" {
		policy = strings.ReplaceAll(policy, "upgrade-insecure-requests", "")
		h.Set("Content-Security-Policy", strings.TrimRight(strings.TrimSpace(policy), "; "))
	}
}

// redirect returns the first rule for an address and its target. Rules for the API are for the CDN only.
func (h hosting) redirect(address string) (rule redirectRule, target string, found bool) {
	parts := partsOf(address)
	for _, rule := range h.Redirects {
		captured := map[string]string{}
		if !rule.pattern.match(parts, captured) || strings.Contains(rule.To, "://") {
			continue
		}
		target := rule.To
		for name, value := range captured {
			target = strings.ReplaceAll(target, ":"+name, value)
		}
		return rule, target, true
	}
	return redirectRule{}, "", false
}

// pattern is an address of the file in its parts: "*" at the end matches the rest (":splat"), ":name" one part.
type pattern []string

func newPattern(address string) pattern { return partsOf(address) }

func partsOf(address string) []string { return strings.Split(strings.Trim(address, "/"), "/") }

// match compares the parts of an address with a pattern, and stores the named parts in captured if it is not nil.
func (p pattern) match(have []string, captured map[string]string) bool {
	for i, part := range p {
		if part == "*" {
			if captured != nil {
				captured["splat"] = strings.Join(have[min(i, len(have)):], "/")
			}
			return true
		}
		if i >= len(have) {
			return false
		}
		if name, isName := strings.CutPrefix(part, ":"); isName && have[i] != "" {
			if captured != nil {
				captured[name] = have[i]
			}
			continue
		}
		if prefix, isGlob := strings.CutSuffix(part, "*"); isGlob && i == len(p)-1 && strings.HasPrefix(have[i], prefix) {
			return true
		}
		if part != have[i] {
			return false
		}
	}
	return len(p) == len(have)
}
