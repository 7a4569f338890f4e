package website

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// ribbon is at the top of every page of a rehearsal, as a landmark.
const ribbon = `<aside class="rehearsal-ribbon" aria-label="Rehearsal">Rehearsal: no real payments. Emails are at <a ` +
	`href="/rehearsal">/rehearsal</a>.</aside>`

// serveRehearsed sends a page with the ribbon and the rehearsal's time, from which the page knows what is on sale.
func (s *Site) serveRehearsed(w http.ResponseWriter, r *http.Request, name string, status int) {
	page, err := s.root.ReadFile(name)
	if err != nil {
		http.Error(w, "Not found", http.StatusNotFound)
		return
	}
	page = rehearse(page, s.clock.Now())
	h := w.Header()
	if h.Get("Cache-Control") != "no-store" { // a page for one visitor stays private
		h.Set("Cache-Control", "no-cache")
	}
	h.Add("Vary", "Accept-Encoding")
	if acceptsEncoding(r, "gzip") {
		h.Set("Content-Encoding", "gzip")
		page = compress(page)
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(page)
	}
}

func compress(page []byte) []byte {
	var packed bytes.Buffer
	out := gzip.NewWriter(&packed)
	out.Write(page) // writing to a buffer never fails
	out.Close()
	return packed.Bytes()
}

func rehearse(page []byte, now time.Time) []byte {
	page = bytes.Replace(page, []byte("<html"), fmt.Appendf(nil, `<html data-rehearsal="%s"`,
		now.UTC().Format(time.RFC3339)), 1)
	// Until its script reads the clock, a page shows what was right when it was built; a rehearsal starts before the
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

// mayBeFramed allows the rehearsal page of the gate (gate_rehearsal.go) to frame the gate and the desk; other sites may
// not.
func mayBeFramed(h http.Header, address string) {
	if address != "/gate" && address != "/desk" && !strings.HasPrefix(address, "/desk/") {
		return
	}
	h.Set("X-Frame-Options", "SAMEORIGIN")
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "frame-ancestors 'none'",
		"frame-ancestors 'self'", 1))
}
