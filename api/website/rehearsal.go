package website

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// ribbon stands at the top of every page of a rehearsal, as a landmark of its own.
const ribbon = `<aside class="rehearsal-ribbon" aria-label="Rehearsal">Rehearsal: no money moves. Mail is at <a ` +
	`href="/rehearsal">/rehearsal</a>.</aside>`

// rehearsedPage is a page with the marks of a rehearsal, as it is and compressed.
type rehearsedPage struct{ plain, gzipped []byte }

// rehearsedPages keeps the marked pages of one second. The mark holds the rehearsal's time in seconds, so every page of
// one second is alike; older ones are let go, whatever the size of the site.
type rehearsedPages struct {
	mu     sync.Mutex
	second int64
	pages  map[string]func() (rehearsedPage, error)
}

// at returns a page for this instant. Who asks for it together with others waits until one has marked it.
func (k *rehearsedPages) at(now time.Time, name string, mark func() (rehearsedPage, error)) (rehearsedPage, error) {
	k.mu.Lock()
	if k.pages == nil || k.second != now.Unix() {
		k.second, k.pages = now.Unix(), map[string]func() (rehearsedPage, error){}
	}
	page, kept := k.pages[name]
	if !kept {
		page = sync.OnceValues(mark)
		k.pages[name] = page
	}
	k.mu.Unlock()
	return page()
}

// serveRehearsed sends a page with the ribbon and the rehearsal's time, from which the page tells what is on sale.
func (s *Site) serveRehearsed(w http.ResponseWriter, r *http.Request, name string, status int) {
	now := s.clock.Now()
	page, err := s.rehearsed.at(now, name, func() (rehearsedPage, error) {
		plain, err := s.root.ReadFile(name)
		if err != nil {
			return rehearsedPage{}, err
		}
		plain = rehearse(plain, now)
		return rehearsedPage{plain: plain, gzipped: compress(plain)}, nil
	})
	if err != nil {
		http.Error(w, "Not found", http.StatusNotFound)
		return
	}
	h := w.Header()
	if h.Get("Cache-Control") != "no-store" { // a page of one visitor stays so
		h.Set("Cache-Control", "no-cache")
	}
	h.Add("Vary", "Accept-Encoding")
	body := page.plain
	if acceptsEncoding(r, "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = page.gzipped
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

func compress(page []byte) []byte {
	var packed bytes.Buffer
	out := gzip.NewWriter(&packed)
	out.Write(page) // a buffer takes everything
	out.Close()
	return packed.Bytes()
}

func rehearse(page []byte, now time.Time) []byte {
	page = bytes.Replace(page, []byte("<html"), fmt.Appendf(nil, `<html data-rehearsal="%s"`,
		now.UTC().Format(time.RFC3339)), 1)
	// Until its script looks at the clock a page says what was right when it was built; a rehearsal begins before the
	// deadline.
	for _, phase := range []string{"closed", "over"} {
		page = bytes.Replace(page, []byte(`data-phase="`+phase+`"`), []byte(`data-phase="open"`), 1)
	}
	start := bytes.Index(page, []byte("<body"))
	if start < 0 {
		return page
	}
	end := bytes.IndexByte(page[start:], '>')
	if end < 0 {
		return page
	}
	at := start + end + 1
	return append(append(append(make([]byte, 0, len(page)+len(ribbon)), page[:at]...), ribbon...), page[at:]...)
}

// mayBeFramed lets the rehearsal of the gate (doors.go) hold the gate and the desk; other sites may not.
func mayBeFramed(h http.Header, address string) {
	if address != "/gate" && address != "/desk" && !strings.HasPrefix(address, "/desk/") {
		return
	}
	h.Set("X-Frame-Options", "SAMEORIGIN")
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "frame-ancestors 'none'",
		"frame-ancestors 'self'", 1))
}
