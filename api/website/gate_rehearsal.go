package website

import (
	"context"
	"encoding/base64"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"

	"github.com/go-chi/chi/v5"
	"rsc.io/qr"

	"transom/generator/schema"
)

var gateTemplate = template.Must(
	template.New("gate.html").Funcs(template.FuncMap{"picture": codePicture}).ParseFS(outboxFiles,
		"rehearsal/gate.html"))

// GateRehearsal is the rehearsal page for the gate: two scanner windows, the desk, and tickets to scan. The windows are
// the real pages in frames; instead of a camera image they get the ticket that is chosen on this page.
type GateRehearsal struct {
	Event string
	Brand schema.Brand
	// Tickets are the tickets that can be chosen.
	Tickets func(ctx context.Context) ([]HeldTicket, error)
	Log     *slog.Logger
}

// HeldTicket is a code to scan.
type HeldTicket struct {
	Name string
	// What describes it: for two, cancelled, forged.
	What string
	// Text is the text of its code.
	Text string
}

// Routes adds the addresses of the page; it is called in a rehearsal only.
func (d *GateRehearsal) Routes(r chi.Router) {
	r.Group(func(r chi.Router) {
		// The page frames the gate and the desk.
		r.Use(ownHeaders("script-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' data:; form-action 'none'",
			"no-referrer"))
		r.Get("/rehearsal/gate", d.show)
		r.Get("/rehearsal/gate.css", func(w http.ResponseWriter, _ *http.Request) {
			writeStyle(w, d.Brand, outboxFiles, "rehearsal/gate.css")
		})
		r.Get("/rehearsal/gate.js", serveGateProgram)
	})
}

func (d *GateRehearsal) show(w http.ResponseWriter, r *http.Request) {
	tickets, err := d.Tickets(r.Context())
	writePage(w, r, d.Log, http.StatusOK, gateTemplate,
		map[string]any{"Event": d.Event, "Tickets": tickets, "Gates": []int{1, 2}}, err)
}

func serveGateProgram(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", contentTypes[".js"])
	http.ServeFileFS(w, r, outboxFiles, "rehearsal/gate.js")
}

func codePicture(text string) (template.URL, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", fmt.Errorf("draw a code: %w", err)
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(code.PNG())), nil
}
