package texts

import (
	"fmt"
	"html/template"
)

// Functions are for the server's own pages; `text` returns one of the Pages, with values.
var Functions = template.FuncMap{
	"text": func(name string, values ...any) (string, error) {
		text, found := Pages[name]
		if !found {
			return "", fmt.Errorf("there is no text %q", name)
		}
		return fmt.Sprintf(text, values...), nil
	},
	"language": func() string { return Language },
	"texts":    func() map[string]string { return Pages },
}
