package mail

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"html/template"
	"maps"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"transom/generator/schema"
)

// placeholder matches {{name}}; inside a URL, Markdown writes the braces as %7B and %7D.
var placeholder = regexp.MustCompile(`(?:\{\{|%7B%7B)\s*([a-z][a-z0-9_]*)\s*(?:\}\}|%7D%7D)`)

// A placeholder without a value is an error: a task for staff is better than an incomplete email.
func fill(text string, data map[string]string, write func(string) string) (string, error) {
	var missing []string
	out := placeholder.ReplaceAllStringFunc(text, func(found string) string {
		name := placeholder.FindStringSubmatch(found)[1]
		value, known := data[name]
		if !known {
			missing = append(missing, name)
		}
		return write(value)
	})
	if len(missing) > 0 {
		return "", fmt.Errorf("the template needs %s, which this email does not have", strings.Join(missing, ", "))
	}
	return out, nil
}

// withSentences replaces the name of a case, for example "no_refund", with the template's sentence for that case.
func withSentences(template schema.Mail, data map[string]string) (map[string]string, error) {
	name := schema.MailCases[template.Name].Placeholder
	for _, s := range template.Sentences {
		if s.When == data[name] {
			sentence, err := fill(s.Text, data, func(value string) string { return value })
			data = maps.Clone(data)
			data[name] = sentence
			return data, err
		}
	}
	return data, nil
}

func plain(value string) string { return clean(value) }

func escaped(value string) string { return html.EscapeString(clean(value)) }

// clean removes what could start another header or line or change the text direction: control characters, line
// separators, direction overrides and invalid UTF-8. A line break becomes a space.
func clean(text string) string {
	text = strings.Map(func(c rune) rune {
		switch {
		case c == '\r' || c == '\n' || c == '\t' || unicode.Is(unicode.Zl, c) || unicode.Is(unicode.Zp, c):
			return ' '
		case unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || c == utf8.RuneError || c == '\uFEFF':
			return -1
		}
		return c
	}, text)
	return strings.TrimSpace(text)
}

//go:embed layout.html
var layoutSource string

var layoutTemplate = template.Must(template.New("layout").Parse(layoutSource))

// layout puts a body into the HTML page that all emails share. The body's values must be escaped.
func (c *Composer) layout(m *Message, body string) error {
	m.Logo = c.Logo
	var out bytes.Buffer
	page := map[string]any{
		"Lang": c.event.Language, "Subject": m.Subject, "Event": c.event.Name, "Body": template.HTML(body),
		"Light": c.brand.Light, "Dark": c.brand.Dark,
	}
	if m.Logo != nil {
		page["Logo"] = template.URL("cid:" + m.logoID())
	}
	if err := layoutTemplate.Execute(&out, page); err != nil {
		return fmt.Errorf("render mail: %w", err)
	}
	m.HTML = out.String()
	return nil
}
