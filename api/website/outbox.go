package website

import (
	"bytes"
	"embed"
	"html/template"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"transom/api/mail"
	"transom/generator/schema"
)

//go:embed rehearsal
var outboxFiles embed.FS

var outboxTemplate = template.Must(template.New("outbox.html").Funcs(template.FuncMap{"paragraphs": paragraphs}).
	ParseFS(outboxFiles, "rehearsal/outbox.html"))

const mailsShown = 50

// outboxPage is the data of /rehearsal.
type outboxPage struct {
	Event string
	// Sent is true if emails are sent through a server, so that there is nothing to show.
	Sent  bool
	Mails []mail.Written
	// Zone is the event's time zone, in which times are shown.
	Zone *time.Location
}

// Outbox is the rehearsal page with the outgoing emails.
type Outbox struct {
	// Folder contains the emails; "" if they are sent.
	Folder string
	// Event is its name; Zone is its time zone, in which times are shown.
	Event string
	Zone  *time.Location
	Brand schema.Brand
	Log   *slog.Logger
}

// Routes adds the addresses of the page; it is called in a rehearsal only.
func (o *Outbox) Routes(r chi.Router) {
	r.Group(func(r chi.Router) {
		r.Use(outboxHeaders)
		r.Get("/rehearsal", o.show)
		r.Get("/rehearsal/", o.show)
		r.Get("/rehearsal/style.css", o.serveStyle)
	})
}

func outboxHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy",
			"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Robots-Tag", "noindex")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

func (o *Outbox) show(w http.ResponseWriter, r *http.Request) {
	page := outboxPage{Event: o.Event, Sent: o.Folder == "", Zone: o.Zone}
	var out bytes.Buffer
	mails, err := mail.ReadFolder(o.Folder, mailsShown)
	if err == nil {
		page.Mails = mails
		err = outboxTemplate.Execute(&out, page)
	}
	if err != nil {
		o.Log.ErrorContext(r.Context(), "rehearsal page", "error", err)
		http.Error(w, "Something went wrong", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(out.Bytes())
}

func (o *Outbox) serveStyle(w http.ResponseWriter, _ *http.Request) {
	writeStyle(w, o.Brand, outboxFiles, "rehearsal/style.css")
}

// piece is a part of a line: text, or a link.
type piece struct {
	Text string
	Link template.URL
}

var webAddress = regexp.MustCompile(`https?://[^\s<>"()]+[^\s<>"().,;:!?]`)

// paragraphs splits an email's text at its empty lines, and lines at the links in them.
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
