package server

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"

	"github.com/go-chi/chi/v5"

	"transom/api/domain"
	"transom/api/gateway/sandbox"
	"transom/generator/schema"
)

//go:embed sandbox
var sandboxFiles embed.FS

var sandboxTemplates = template.Must(template.ParseFS(sandboxFiles, "sandbox/*.html"))

// sandboxPage is what the hosted page shows.
type sandboxPage struct {
	Event, Description, Amount, Reference string
	ID, ReturnURL                         string
	Payable, Staying                      bool
	State                                 string
}

// mountSandbox adds the hosted pages of the sandbox provider; it adds nothing with a real provider.
func (p *Payments) mountSandbox(r chi.Router) {
	if p.sandbox == nil {
		return
	}
	r.Route("/sandbox", func(r chi.Router) {
		r.Use(p.sandboxHeaders, http.NewCrossOriginProtection().Handler, body(4<<10))
		r.Get("/style.css", p.serveSandboxStyle)
		r.Get("/pay/{id}", p.showSandbox)
		r.Post("/pay/{id}", p.useSandbox)
	})
}

// sandboxHeaders allow the page its own stylesheet and its own form, which ends on the site.
func (p *Payments) sandboxHeaders(next http.Handler) http.Handler {
	policy := "default-src 'none'; style-src 'self'; form-action 'self' " + p.siteURL + "; base-uri 'none'; frame-ancestors 'none'"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Robots-Tag", "noindex")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

func (p *Payments) serveSandboxStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "max-age=300")
	writeStyle(w, sandboxFiles, "sandbox/style.css")
}

func (p *Payments) showSandbox(w http.ResponseWriter, r *http.Request) {
	link, err := p.sandbox.Find(r.Context(), chi.URLParam(r, "id"))
	p.writeSandbox(w, r, link, err, false)
}

// useSandbox does what the payer chose and sends the browser back to the site, except when the payer never comes back.
func (p *Payments) useSandbox(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "id")
	choices := map[string]func(context.Context, string) (sandbox.Link, error){
		"pay": p.sandbox.Pay, "pay-and-stay": p.sandbox.Pay, "pay-late": p.sandbox.PayLate,
		"decline": p.sandbox.Decline, "close": p.sandbox.Find,
	}
	choice := r.PostFormValue("choice")
	choose, known := choices[choice]
	if !known {
		choose = p.sandbox.Find
	}
	link, err := choose(r.Context(), id)
	if err != nil || !known || choice == "pay-and-stay" {
		p.writeSandbox(w, r, link, err, choice == "pay-and-stay")
		return
	}
	http.Redirect(w, r, link.ReturnURL, http.StatusSeeOther)
}

func (p *Payments) writeSandbox(w http.ResponseWriter, r *http.Request, l sandbox.Link, err error, staying bool) {
	status := http.StatusOK
	switch {
	case errors.Is(err, domain.ErrProviderNotFound):
		status = http.StatusNotFound
	case sandbox.IsNotPayable(err):
		status = http.StatusConflict
	case err != nil:
		p.log.ErrorContext(r.Context(), "sandbox page", "error", err)
		status = http.StatusInternalServerError
	}
	page := sandboxPage{
		Event: p.eventName, Description: l.Description, Amount: schema.FormatPaise(l.AmountPaise), Reference: l.Reference,
		ID: url.PathEscape(l.ID), ReturnURL: l.ReturnURL,
		Payable: l.Payable(p.clock.Now()), Staying: staying && err == nil, State: l.StatusAt(p.clock.Now()),
	}
	name := "pay.html"
	if status == http.StatusNotFound || status == http.StatusInternalServerError {
		name = "unknown.html"
	}
	var out bytes.Buffer
	if err := sandboxTemplates.ExecuteTemplate(&out, name, page); err != nil {
		p.log.ErrorContext(r.Context(), "sandbox page", "error", err)
		http.Error(w, "Something went wrong", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(out.Bytes())
}
