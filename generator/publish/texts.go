package publish

import (
	"html"
	"strings"

	"transom/generator/lazy"
	"transom/generator/schema"
)

// tablePlaceholder is what an editor writes, in a line of its own, where the table of fields belongs.
const tablePlaceholder = "<p>{{table:registration-fields}}</p>"

// fieldTable says of each field of the registration what it is for, who sees it and when it is deleted. The privacy
// policy prints it, so it cannot differ from what the form does.
func fieldTable(r *schema.Registration) string {
	columns := []string{"Purpose", "Who sees it", "Deleted"}
	var b strings.Builder
	b.WriteString("<table>\n<thead>\n<tr>\n<th scope=\"col\">Field</th>\n")
	for _, column := range columns {
		b.WriteString("<th scope=\"col\">" + column + "</th>\n")
	}
	b.WriteString("</tr>\n</thead>\n<tbody>\n")
	for _, f := range r.Fields {
		b.WriteString("<tr>\n<th scope=\"row\">" + html.EscapeString(f.Label) + "</th>\n")
		for i, cell := range []string{f.Purpose, f.SeenBy, f.Retention} {
			// Narrow screens show each row as a card, on which a cell carries its column's name.
			b.WriteString("<td data-label=\"" + columns[i] + "\">" + html.EscapeString(cell) + "</td>\n")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>")
	return b.String()
}

func insertTable(page schema.Markdown, table string) schema.Markdown {
	return schema.Markdown(strings.ReplaceAll(string(page), tablePlaceholder, table))
}

var (
	mailLink     = lazy.Regexp(`\[([^\]]+)\]\(([^)\s]+)\)[.,;]?[ \n]?`)
	mailEmphasis = lazy.Regexp(`(\*\*|__)([^*_]+)(\*\*|__)`)
	mailHeading  = lazy.Regexp(`(?m)^#{1,6} +`)
)

// plainMail is the text for readers without HTML: Markdown reads well as it is, but emphasis goes and an address stands
// on a line of its own, so that no full stop sticks to it.
func plainMail(body []byte) string {
	text := strings.TrimSpace(string(body))
	text = mailLink().ReplaceAllString(text, "$1:\n$2\n")
	text = mailEmphasis().ReplaceAllString(text, "$2")
	return strings.TrimSpace(mailHeading().ReplaceAllString(text, "")) + "\n"
}
