package website

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"rsc.io/qr"

	"transom/api/mail"
	"transom/api/texts"
	"transom/generator/schema"
)

var ribbon = `<aside class="rehearsal-ribbon" aria-label="` + texts.Pages["outbox.rehearsal"] + `">` +
	texts.Pages["site.ribbon"] + ` <a href="/rehearsal">/rehearsal</a>.</aside>`

// serveRehearsed adds the ribbon and the rehearsal's time, from which the page knows what is on sale.
func (s *Site) serveRehearsed(w http.ResponseWriter, r *http.Request, name string, status int) {
	page, err := s.root.ReadFile(name)
	if err != nil {
		http.Error(w, texts.NothingHere, http.StatusNotFound)
		return
	}
	page = rehearse(page, s.clock.Now())
	h := w.Header()
	if h.Get("Cache-Control") != "no-store" { // no-store marks pages that are meant for one visitor
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
	out.Write(page)
	out.Close()
	return packed.Bytes()
}

func rehearse(page []byte, now time.Time) []byte {
	page = bytes.Replace(page, []byte("<html"), fmt.Appendf(nil, `<html data-rehearsal="%s"`,
		now.UTC().Format("2006-01-02T15:04:05.999Z07:00")), 1)
	// Until its script reads the clock, a page shows the state of sales when the site was built. A rehearsal starts while
	// tickets are on sale. An archived edition (data-edition) is still shown as over.
	for _, phase := range []string{"closed", "over"} {
		if bytes.Contains(page, []byte(` data-edition="`)) {
			break
		}
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

// mayBeFramed lets the gate's rehearsal page frame the gate and the desk; other sites may not.
func mayBeFramed(h http.Header, address string) {
	if address != "/gate" && address != "/desk" && !strings.HasPrefix(address, "/desk/") {
		return
	}
	h.Set("X-Frame-Options", "SAMEORIGIN")
	h.Set("Content-Security-Policy", strings.Replace(h.Get("Content-Security-Policy"), "frame-ancestors 'none'",
		"frame-ancestors 'self'", 1))
}

//go:embed rehearsal
var rehearsalFiles embed.FS

var rehearsalTemplates = template.Must(template.New("").
	Funcs(template.FuncMap{"paragraphs": paragraphs, "picture": codePicture}).Funcs(texts.Functions).
	ParseFS(rehearsalFiles, "rehearsal/*.html"))

const mailsShown = 50

// Rehearsal serves a rehearsal's own pages: the outgoing emails, and the gate.
type Rehearsal struct {
	Event    schema.Event
	Brand    schema.Brand
	Zone     *time.Location
	Folder   string // the folder with the outgoing emails, or "" if a mail server sends them
	Pictures bool
	// Tickets returns tickets to show to the gate; it is nil if there is no desk and thus no gate.
	Tickets func(ctx context.Context) ([]HeldTicket, error)
	Log     *slog.Logger
}

// HeldTicket is a ticket that can be held up to a camera.
type HeldTicket struct {
	Name string
	// What describes the ticket, for example "cancelled" or "forged".
	What string
	Text string
}

// Routes must be called only in a rehearsal.
func (p *Rehearsal) Routes(r chi.Router) {
	style := func(w http.ResponseWriter, r *http.Request) { writeStyle(w, p.Brand, rehearsalFiles, r.URL.Path[1:]) }
	r.Group(func(r chi.Router) {
		r.Use(ownHeaders("img-src 'self'; form-action 'none'", "no-referrer"))
		r.Get("/rehearsal", p.showMails)
		r.Get("/rehearsal/", p.showMails)
		r.Get("/rehearsal/style.css", style)
	})
	if p.Tickets == nil {
		return
	}
	r.Group(func(r chi.Router) {
		r.Use(ownHeaders("script-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; form-action 'none'",
			"no-referrer"))
		r.Get("/rehearsal/gate", p.showGate)
		r.Get("/rehearsal/gate.css", style)
		r.Get("/rehearsal/gate.js", serveGateProgram)
	})
}

func (p *Rehearsal) showMails(w http.ResponseWriter, r *http.Request) {
	mails, err := mail.ReadFolder(p.Folder, mailsShown)
	writePage(w, r, p.Log, http.StatusOK, rehearsalTemplates.Lookup("outbox.html"),
		map[string]any{"Of": p, "Mails": mails}, err)
}

// showGate shows two scanner windows, the desk, and tickets to scan. The windows frame the real pages; instead of a
// camera image, they get the ticket chosen on this page.
func (p *Rehearsal) showGate(w http.ResponseWriter, r *http.Request) {
	tickets, err := p.Tickets(r.Context())
	writePage(w, r, p.Log, http.StatusOK, rehearsalTemplates.Lookup("gate.html"),
		map[string]any{"Event": p.Event.Name, "Tickets": tickets, "Gates": []int{1, 2}}, err)
}

type piece struct {
	Text string
	Link template.URL
}

var webAddress = regexp.MustCompile(`https?://[^\s<>"()]+[^\s<>"().,;:!?]`)

// paragraphs splits an email's text at empty lines, and each line at its links.
func paragraphs(text string) [][][]piece {
	var out [][][]piece
	for _, block := range regexp.MustCompile(`\r?\n(?:[ \t]*\r?\n)+`).Split(strings.TrimSpace(text), -1) {
		var lines [][]piece
		for line := range strings.Lines(block) {
			lines = append(lines, pieces(strings.TrimRight(line, "\r\n")))
		}
		out = append(out, lines)
	}
	return out
}

func pieces(line string) []piece {
	var out []piece
	at := 0
	for _, found := range webAddress.FindAllStringIndex(line, -1) {
		address := line[found[0]:found[1]]
		out = append(out, piece{Text: line[at:found[0]]}, piece{Text: address, Link: template.URL(address)})
		at = found[1]
	}
	return append(out, piece{Text: line[at:]})
}

func serveGateProgram(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", contentTypes[".js"])
	http.ServeFileFS(w, r, rehearsalFiles, "rehearsal/gate.js")
}

func codePicture(text string) (template.URL, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", fmt.Errorf("draw a code: %w", err)
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(code.PNG())), nil
}
