package server

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"transom/api/mail"
)

//go:embed rehearsal
var rehearsalFiles embed.FS

var rehearsalTemplate = template.Must(template.New("outbox.html").Funcs(template.FuncMap{"paragraphs": paragraphs}).
	ParseFS(rehearsalFiles, "rehearsal/outbox.html"))

const mailsShown = 50

// rehearsalPage is what /rehearsal shows.
type rehearsalPage struct {
	Event string
	// Sent is true when mail goes to a server, so that there is nothing to show.
	Sent  bool
	Mails []mail.Written
	// Zone is the event's, in which times are shown.
	Zone *time.Location
}

// mountRehearsal adds the page that shows the outgoing mail; called in a rehearsal only.
func (a *Accounts) mountRehearsal(r chi.Router) {
	r.Group(func(r chi.Router) {
		r.Use(rehearsalHeaders)
		r.Get("/rehearsal", a.showRehearsal)
		r.Get("/rehearsal/", a.showRehearsal)
		r.Get("/rehearsal/style.css", serveRehearsalStyle)
	})
}

func rehearsalHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Robots-Tag", "noindex")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

func (a *Accounts) showRehearsal(w http.ResponseWriter, r *http.Request) {
	page := rehearsalPage{Event: a.Content.Event.Name, Sent: a.Outbox == "", Zone: a.Content.Zone}
	var out bytes.Buffer
	mails, err := mail.ReadFolder(a.Outbox, mailsShown)
	if err == nil {
		page.Mails = mails
		err = rehearsalTemplate.Execute(&out, page)
	}
	if err != nil {
		a.Log.ErrorContext(r.Context(), "rehearsal page", "error", err)
		http.Error(w, "Something went wrong", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(out.Bytes())
}

func serveRehearsalStyle(w http.ResponseWriter, _ *http.Request) {
	writeStyle(w, rehearsalFiles, "rehearsal/style.css")
}

// piece is a part of a line: text, or an address to click.
type piece struct {
	Text string
	Link template.URL
}

var webAddress = regexp.MustCompile(`https?://[^\s<>"()]+[^\s<>"().,;:!?]`)

// paragraphs cuts a mail's text at its empty lines, and lines at the addresses in them.
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
