package website

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"

	"github.com/go-chi/chi/v5"
	"rsc.io/qr"
)

var doorsTemplate = template.Must(
	template.New("doors.html").Funcs(template.FuncMap{"picture": codePicture}).ParseFS(outboxFiles,
		"rehearsal/doors.html"))

// Doors is the page of a rehearsal that plays the gate: two gate windows beside the desk, and tickets to hold up. The
// windows are the real pages in frames; what the camera of each sees is a ticket that was chosen here.
type Doors struct {
	Event string
	// Tickets are those that can be held up.
	Tickets func(ctx context.Context) ([]HeldTicket, error)
	Log     *slog.Logger
}

// HeldTicket is a code to hold before a camera.
type HeldTicket struct {
	Name string
	// What it is: for two, cancelled, forged.
	What string
	// Text is what its code says.
	Text string
}

// Routes adds the addresses of the page; called in a rehearsal only.
func (d *Doors) Routes(r chi.Router) {
	r.Group(func(r chi.Router) {
		r.Use(doorsHeaders)
		r.Get("/rehearsal/gate", d.show)
		r.Get("/rehearsal/doors.css", func(w http.ResponseWriter,
			_ *http.Request) {
			writeStyle(w, outboxFiles, "rehearsal/doors.css")
		})
		r.Get("/rehearsal/doors.js", serveDoorsProgram)
	})
}

// doorsHeaders let the page hold the gate and the desk, and nothing else.
func doorsHeaders(next http.Handler) http.Handler {
	return outboxHeaders(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy",
			"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src 'self' "+
				"data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		next.ServeHTTP(w, r)
	}))
}

func (d *Doors) show(w http.ResponseWriter, r *http.Request) {
	var out bytes.Buffer
	tickets, err := d.Tickets(r.Context())
	if err == nil {
		err = doorsTemplate.Execute(&out, map[string]any{"Event": d.Event, "Tickets": tickets, "Gates": []int{1, 2}})
	}
	if err != nil {
		d.Log.ErrorContext(r.Context(), "rehearsal of the gate", "error", err)
		http.Error(w, "Something went wrong", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(out.Bytes())
}

func serveDoorsProgram(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", contentTypes[".js"])
	http.ServeFileFS(w, r, outboxFiles, "rehearsal/doors.js")
}

// codePicture is a QR code as tickets have it, as an address of its own.
func codePicture(text string) (template.URL, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", fmt.Errorf("draw a code: %w", err)
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(code.PNG())), nil
}
