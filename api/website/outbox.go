package website

import (
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

type outboxPage struct {
	Event string
	// Sent is true if emails are sent through a server, so that there is nothing to show.
	Sent bool
	// Pictures is true if the form asks for any.
	Pictures bool
	Mails    []mail.Written
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
	// Pictures is true if the form asks for any.
	Pictures bool
	Log      *slog.Logger
}

// Routes adds the addresses of the page; it is called in a rehearsal only.
func (o *Outbox) Routes(r chi.Router) {
	r.Group(func(r chi.Router) {
		r.Use(ownHeaders("img-src 'self'; form-action 'none'", "no-referrer"))
		r.Get("/rehearsal", o.show)
		r.Get("/rehearsal/", o.show)
		r.Get("/rehearsal/style.css", func(w http.ResponseWriter, _ *http.Request) {
			writeStyle(w, o.Brand, outboxFiles, "rehearsal/style.css")
		})
	})
}

func (o *Outbox) show(w http.ResponseWriter, r *http.Request) {
	mails, err := mail.ReadFolder(o.Folder, mailsShown)
	writePage(w, r, o.Log, http.StatusOK, outboxTemplate,
		outboxPage{Event: o.Event, Pictures: o.Pictures, Sent: o.Folder == "", Mails: mails, Zone: o.Zone}, err)
}

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
