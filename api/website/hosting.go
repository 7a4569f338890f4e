package website

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/BurntSushi/toml"
)

// hosting is what a netlify.toml says about headers and addresses.
type hosting struct {
	Headers   []headerRule   `toml:"headers"`
	Redirects []redirectRule `toml:"redirects"`
}

type headerRule struct {
	For    string            `toml:"for"`
	Values map[string]string `toml:"values"`
}

type redirectRule struct {
	From   string `toml:"from"`
	To     string `toml:"to"`
	Status int    `toml:"status"`
}

func readHosting(path string) (hosting, error) {
	var h hosting
	if _, err := toml.DecodeFile(path, &h); err != nil {
		return h, fmt.Errorf("read hosting rules: %w", err)
	}
	for i := range h.Redirects {
		if h.Redirects[i].Status == 0 {
			h.Redirects[i].Status = http.StatusMovedPermanently
		}
	}
	return h, nil
}

// setHeaders applies every rule that matches, in the order of the file; a later rule wins.
func (h hosting) setHeaders(out http.Header, address string, plainHTTP bool) {
	for _, rule := range h.Headers {
		if _, matches := matchAddress(rule.For, address); !matches {
			continue
		}
		for name, value := range rule.Values {
			out.Set(name, strings.TrimSpace(value))
		}
	}
	if plainHTTP {
		withoutHTTPS(out)
	}
}

// withoutHTTPS drops what makes browsers insist on https, so that http://localhost works in each of them.
func withoutHTTPS(h http.Header) {
	h.Del("Strict-Transport-Security")
	if policy := h.Get("Content-Security-Policy"); policy != "" {
		policy = strings.ReplaceAll(policy, "upgrade-insecure-requests", "")
		h.Set("Content-Security-Policy", strings.TrimRight(strings.TrimSpace(policy), "; "))
	}
}

// redirect returns the first rule for an address and where it leads. Rules for the API are the CDN's affair.
func (h hosting) redirect(address string) (rule redirectRule, target string, found bool) {
	for _, rule := range h.Redirects {
		captured, matches := matchAddress(rule.From, address)
		if !matches || strings.Contains(rule.To, "://") {
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

// matchAddress compares an address with a pattern: "*" at the end matches the rest (":splat"), ":name" one part.
func matchAddress(pattern, address string) (captured map[string]string, matches bool) {
	captured = map[string]string{}
	want := strings.Split(strings.Trim(pattern, "/"), "/")
	have := strings.Split(strings.Trim(address, "/"), "/")
	for i, part := range want {
		if part == "*" {
			captured["splat"] = strings.Join(have[min(i, len(have)):], "/")
			return captured, true
		}
		if i >= len(have) {
			return nil, false
		}
		if name, isName := strings.CutPrefix(part, ":"); isName && have[i] != "" {
			captured[name] = have[i]
			continue
		}
		if prefix, isGlob := strings.CutSuffix(part, "*"); isGlob && i == len(want)-1 && strings.HasPrefix(have[i], prefix) {
			return captured, true
		}
		if part != have[i] {
			return nil, false
		}
	}
	return captured, len(want) == len(have)
}
