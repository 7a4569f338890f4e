package website

import (
	_ "embed"
	"io/fs"
	"net/http"
)

// houseStyle holds the colours of the house, for the pages that this program draws itself.
//
//go:embed house.css
var houseStyle []byte

// writeStyle sends the style sheet of such a page, after the site's colours.
func writeStyle(w http.ResponseWriter, files fs.ReadFileFS, name string) {
	css, err := files.ReadFile(name)
	if err != nil {
		http.Error(w, "Not found", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Write(houseStyle)
	w.Write(css)
}
