package website

import (
	"bytes"
	_ "embed"
	htmltemplate "html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"text/template"

	"transom/api/texts"
	"transom/generator/schema"
)

//go:embed brand.css
var brandSource string

// brandStyle has the colours from brand.yaml, for the pages that this program renders itself.
var brandStyle = template.Must(template.New("brand.css").Parse(brandSource))

func writeStyle(w http.ResponseWriter, brand schema.Brand, files fs.ReadFileFS, name string) {
	css, err := files.ReadFile(name)
	if err != nil {
		http.Error(w, texts.NothingHere, http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	if err := brandStyle.Execute(w, brand); err != nil {
		return
	}
	w.Write(css)
}

func ownHeaders(policy, referrer string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; "+policy+
				"; base-uri 'none'; frame-ancestors 'none'")
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("X-Robots-Tag", "noindex")
			h.Set("Referrer-Policy", referrer)
			h.Set("Cache-Control", "no-store")
			next.ServeHTTP(w, r)
		})
	}
}

// writePage sends a page unless err, the error from reading its data, is set.
func writePage(w http.ResponseWriter, r *http.Request, log *slog.Logger, status int, page *htmltemplate.Template,
	data any, err error) {
	var out bytes.Buffer
	if err == nil {
		err = page.Execute(&out, data)
	}
	if err != nil {
		log.ErrorContext(r.Context(), "own page", "page", page.Name(), "error", err)
		http.Error(w, texts.SomethingWrong, http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(out.Bytes())
}
