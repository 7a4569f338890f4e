package website

import (
	_ "embed"
	"io/fs"
	"net/http"
	"text/template"

	"transom/generator/schema"
)

//go:embed house.css
var houseSource string

// houseStyle is the sheet of the pages that this program draws itself, with the colours of brand.yaml.
var houseStyle = template.Must(template.New("house.css").Parse(houseSource))

// writeStyle sends the style sheet of such a page, after the site's colours.
func writeStyle(w http.ResponseWriter, brand schema.Brand, files fs.ReadFileFS, name string) {
	css, err := files.ReadFile(name)
	if err != nil {
		http.Error(w, "Not found", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	if err := houseStyle.Execute(w, brand); err != nil {
		return // the visitor has left
	}
	w.Write(css)
}
