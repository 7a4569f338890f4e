package publish

import (
	"bytes"
	"html"
	"strings"

	"transom/generator/lazy"
	"transom/generator/schema"
	"transom/generator/texts"
)

// tablePlaceholder is on a separate line, and is replaced with the table of fields.
const tablePlaceholder = "<p>{{table:registration-fields}}</p>"

// fieldTable returns each field's purpose, readers and retention, so that the privacy policy always agrees with the
// form.
func fieldTable(r *schema.Registration) string {
	var b strings.Builder
	b.WriteString("<table>\n<thead>\n<tr>\n")
	for _, column := range []string{texts.FieldColumn, texts.PurposeColumn, texts.SeenByColumn, texts.DeletedColumn} {
		b.WriteString("<th scope=\"col\">" + column + "</th>\n")
	}
	b.WriteString("</tr>\n</thead>\n<tbody>\n")
	for _, f := range r.Fields {
		b.WriteString("<tr>\n<th scope=\"row\">" + html.EscapeString(f.Label) + "</th>\n")
		// On narrow screens, each row is a card and each cell shows its column's name.
		for _, cell := range [][2]string{
			{texts.PurposeColumn, f.Purpose}, {texts.SeenByColumn, f.SeenBy}, {texts.DeletedColumn, retention(f)},
		} {
			b.WriteString("<td data-label=\"" + cell[0] + "\">" + html.EscapeString(cell[1]) + "</td>\n")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>")
	return b.String()
}

func retention(f schema.Field) string {
	if f.AfterEventDays > 0 {
		return texts.AfterEvent(f.AfterEventDays)
	}
	return f.Retention
}

func insertTable(page schema.Markdown, table string) schema.Markdown {
	return schema.Markdown(strings.ReplaceAll(string(page), tablePlaceholder, table))
}

var (
	mailLink     = lazy.Regexp(`\[([^\]]+)\]\(([^)\s]+)\)[.,;]?[ \n]?`)
	mailEmphasis = lazy.Regexp(`(\*\*|__)([^*_]+)(\*\*|__)`)
	mailHeading  = lazy.Regexp(`(?m)^#{1,6} +`)
)

var (
	bracketWithGST  = lazy.Regexp(` ?\([^()\n]*\{\{gst\}\}[^()\n]*\)|, including GST\b`)
	sentenceWithGST = lazy.Regexp(`[^.\n]*\{\{gst\}\}[^.\n]*\. ?`)
)

// WithoutGST removes the sentences and brackets about GST from an email, unless they contain a link.
func WithoutGST(body []byte) []byte {
	return sentenceWithGST().ReplaceAllFunc(bracketWithGST().ReplaceAll(body, nil), func(sentence []byte) []byte {
		if bytes.Contains(sentence, []byte("_url}}")) {
			return sentence
		}
		return nil
	})
}

// plainMail puts each address on a separate line, so that no full stop becomes part of it.
func plainMail(body []byte) string {
	text := strings.TrimSpace(string(body))
	text = mailLink().ReplaceAllString(text, "$1:\n$2\n")
	text = mailEmphasis().ReplaceAllString(text, "$2")
	return strings.TrimSpace(mailHeading().ReplaceAllString(text, "")) + "\n"
}
