package website

import (
	"context"
	"embed"
	"errors"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/go-chi/chi/v5"

	"transom/api/domain"
	"transom/api/gateway/sandbox"
	"transom/api/payment"
	"transom/api/texts"
	"transom/generator/schema"
)

//go:embed sandbox
var sandboxFiles embed.FS

var sandboxTemplates = template.Must(template.New("").Funcs(texts.Functions).
	ParseFS(sandboxFiles, "sandbox/*.html"))

type sandboxPage struct {
	Event, Description, Amount, Reference string
	ID, ReturnURL                         string
	Payable, Staying                      bool
	State                                 string
}

// Sandbox serves the payment pages of the sandbox provider.
type Sandbox struct {
	Box            *sandbox.Sandbox
	Clock          domain.Clock
	SiteURL, Event string
	Brand          schema.Brand
	Log            *slog.Logger
}

// Routes adds the payment pages. `limit` restricts the size of a request's body.
func (p *Sandbox) Routes(r chi.Router, limit func(http.Handler) http.Handler) {
	r.Route("/sandbox", func(r chi.Router) {
		// Submitting the form redirects to the site.
		r.Use(ownHeaders("img-src 'self'; form-action 'self' "+p.SiteURL, "same-origin"),
			http.NewCrossOriginProtection().Handler, limit)
		r.Get("/style.css", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Cache-Control", "max-age=300")
			writeStyle(w, p.Brand, sandboxFiles, "sandbox/style.css")
		})
		r.Get("/pay/{id}", p.showSandbox)
		r.Post("/pay/{id}", p.useSandbox)
	})
}

func (p *Sandbox) showSandbox(w http.ResponseWriter, r *http.Request) {
	link, err := p.Box.Find(r.Context(), chi.URLParam(r, "id"))
	p.writeSandbox(w, r, link, err, false)
}

// The payer may also choose not to return to the site.
func (p *Sandbox) useSandbox(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "id")
	choices := map[string]func(context.Context, string) (sandbox.Link, error){
		"pay": p.Box.Pay, "pay-and-stay": p.Box.Pay, "pay-late": p.Box.PayLate, "decline": p.Box.Decline, "close": p.Box.Find,
	}
	choice := r.PostFormValue("choice")
	choose, known := choices[choice]
	if !known {
		choose = p.Box.Find
	}
	link, err := choose(r.Context(), id)
	if err != nil || !known || choice == "pay-and-stay" {
		p.writeSandbox(w, r, link, err, choice == "pay-and-stay")
		return
	}
	back := link.ReturnURL
	if choice == "pay" {
		back += "?status=paid" // as real providers do; the site then does not offer to pay again
	}
	http.Redirect(w, r, back, http.StatusSeeOther)
}

func (p *Sandbox) writeSandbox(w http.ResponseWriter, r *http.Request, l sandbox.Link, err error, staying bool) {
	status := http.StatusOK
	switch {
	case errors.Is(err, payment.ErrProviderNotFound):
		status = http.StatusNotFound
	case errors.Is(err, sandbox.ErrNotPayable):
		status = http.StatusConflict
	case err != nil:
		p.Log.ErrorContext(r.Context(), "sandbox page", "error", err)
		status = http.StatusInternalServerError
	}
	page := sandboxPage{
		Event: p.Event, Description: l.Description, Amount: schema.FormatPaise(l.AmountPaise), Reference: l.Reference,
		ID: url.PathEscape(l.ID), ReturnURL: l.ReturnURL,
		Payable: l.Payable(p.Clock.Now()), Staying: staying && err == nil, State: l.StatusAt(p.Clock.Now()),
	}
	name := "pay.html"
	if status == http.StatusNotFound || status == http.StatusInternalServerError {
		name = "unknown.html"
	}
	writePage(w, r, p.Log, status, sandboxTemplates.Lookup(name), page, nil)
}
