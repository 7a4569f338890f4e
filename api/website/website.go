// Package website serves the built site, for single-machine servers and rehearsals, and the pages that this program
// renders itself: a rehearsal's emails and gate, and the sandbox's payment pages. It must not know about the event's
// rules or the API.
package website

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"transom/api/domain"
	"transom/api/texts"
)

// Site applies the hosting file's headers and redirects, so that it behaves like a CDN.
type Site struct {
	root      *os.Root
	hosting   hosting
	rehearsal bool
	clock     domain.Clock
}

// New opens the folder with the built site and reads a netlify.toml. A rehearsal adds a ribbon to the pages.
func New(folder, hostingFile, siteURL string, rehearsal bool, clock domain.Clock) (*Site, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("open the static site: %w", err)
	}
	rules, err := readHosting(hostingFile, strings.HasPrefix(siteURL, "http://"))
	return &Site{root: root, hosting: rules, clock: clock, rehearsal: rehearsal}, err
}

// contentTypes makes us independent of the machine's own table of extensions.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".xml": "application/xml; charset=utf-8", ".svg": "image/svg+xml; charset=utf-8",
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp", ".avif": "image/avif",
	".ico": "image/x-icon", ".woff2": "font/woff2", ".mp4": "video/mp4", ".webm": "video/webm", ".pdf": "application/pdf",
	".ics": "text/calendar; charset=utf-8", ".map": "application/json; charset=utf-8",
}

// ServeHTTP answers with a page, a file, a redirect, or the site's own page for missing addresses.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.hosting.setHeaders(w.Header(), r.URL.Path)
	if s.rehearsal {
		mayBeFramed(w.Header(), r.URL.Path)
	}
	if !isPlainPath(r.URL.Path) {
		s.notFound(w, r)
		return
	}
	if name, found := s.find(r.URL.Path); found {
		s.serve(w, r, name, http.StatusOK)
		return
	}
	if rule, target, found := s.hosting.redirect(r.URL.Path); found {
		if rule.Status >= 300 && rule.Status < 400 {
			http.Redirect(w, r, target, rule.Status)
			return
		}
		if name, found := s.find(target); found {
			s.serve(w, r, name, rule.Status)
			return
		}
	}
	s.notFound(w, r)
}

// Without isPlainPath, //other.example/..%2flogin would show the page /login, although its address says something else.
func isPlainPath(address string) bool {
	clean := path.Clean(address)
	return address == clean || address == clean+"/"
}

// notFound shows the site's page, but text for a missing script or picture, where HTML would mislead.
func (s *Site) notFound(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	ending := path.Ext(r.URL.Path)
	if _, exists := s.find("/404.html"); exists && (ending == "" || ending == ".html") {
		s.serve(w, r, "404.html", http.StatusNotFound)
		return
	}
	http.Error(w, texts.NothingHere, http.StatusNotFound)
}

// find returns the file for an address: /faqs and /faqs/ are faqs.html, / is index.html.
func (s *Site) find(address string) (name string, found bool) {
	name = strings.Trim(path.Clean("/"+address), "/")
	if name == "" {
		name = "index.html"
	}
	for _, part := range strings.Split(name, "/") {
		if strings.HasPrefix(part, ".") && part != ".well-known" {
			return "", false
		}
	}
	for _, candidate := range []string{name, name + ".html", name + "/index.html"} {
		if info, err := s.root.Stat(candidate); err == nil && info.Mode().IsRegular() {
			return candidate, true
		}
	}
	return "", false
}

func (s *Site) serve(w http.ResponseWriter, r *http.Request, name string, status int) {
	ending := path.Ext(name)
	if kind := contentTypes[ending]; kind != "" && w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", kind)
	}
	if s.rehearsal && ending == ".html" {
		s.serveRehearsed(w, r, name, status)
		return
	}
	file, info, encoding, err := s.open(name, r)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) { // the site was rebuilt in the meantime
			http.Error(w, texts.NothingHere, http.StatusNotFound)
			return
		}
		http.Error(w, texts.SomethingWrong, http.StatusInternalServerError)
		return
	}
	defer file.Close()
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	if status != http.StatusOK {
		if encoding == "" {
			h.Set("Content-Length", strconv.FormatInt(info.Size(), 10))
		}
		w.WriteHeader(status)
		if r.Method != http.MethodHead {
			file.WriteTo(w)
		}
		return
	}
	h.Set("ETag", fmt.Sprintf(`"%x-%x%s"`, info.ModTime().UnixNano(), info.Size(), encoding))
	http.ServeContent(w, r, name, info.ModTime(), file)
}

var encodings = []struct{ name, ending string }{{"br", ".br"}, {"gzip", ".gz"}}

// open prefers the compressed file if the browser accepts it.
func (s *Site) open(name string, r *http.Request) (file *os.File, info fs.FileInfo, encoding string, err error) {
	if r.Header.Get("Range") == "" {
		for _, e := range encodings {
			if !acceptsEncoding(r, e.name) {
				continue
			}
			if file, info, err := s.openFile(name + e.ending); err == nil {
				return file, info, e.name, nil
			}
		}
	}
	file, info, err = s.openFile(name)
	return file, info, "", err
}

func (s *Site) openFile(name string) (*os.File, fs.FileInfo, error) {
	file, err := s.root.Open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return file, info, nil
}

// acceptsEncoding reads an Accept-Encoding header; "br;q=0" refuses br.
func acceptsEncoding(r *http.Request, name string) bool {
	for _, entry := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		coding, params, _ := strings.Cut(strings.TrimSpace(entry), ";")
		if strings.EqualFold(strings.TrimSpace(coding), name) {
			q := strings.ReplaceAll(params, " ", "")
			return q == "" || strings.Trim(strings.TrimPrefix(q, "q="), "0.") != ""
		}
	}
	return false
}

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

// readHosting prepares the rules; with plainHTTP, without the headers that make browsers require HTTPS.
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

// setHeaders applies all matching rules; a later one wins. Responses share the values: do not change them.
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
