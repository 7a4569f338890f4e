package check

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"transom/generator/lazy"
	"transom/generator/source"
	"transom/generator/spelling"
)

var (
	textTag    = lazy.Regexp(`</?[a-zA-Z][^<>]*>`)
	textEntity = lazy.Regexp(`&(?:amp|lt|gt|quot|nbsp|ndash|mdash|#[0-9]+);`)
	textMarks  = lazy.Regexp(`\*\*[^*\s][^*]*\*\*|\[[^\]]+\]\([^)\s]+\)`)
)

// ownValue marks a text that is itself a value, such as a hotel's tariff, and is not compared with facts.
const ownValue = "value"

func (c *Checker) plainText(value *string, in file, isSentence bool) {
	text := *value
	where := func(_ int, snippet string) source.Position { return in.Find(value, snippet) }
	if strings.Contains(text, "{") {
		c.factNames(text, func(snippet string) source.Position { return where(0, snippet) })
	}
	c.gstNamed(text, where)
	if !strings.Contains(text, " ") && !strings.ContainsAny(text, "<&*[") {
		return
	}
	if found := findIn(textTag, text, "<"); found != "" && !strings.ContainsAny(text, `\^`) {
		c.report(in.At(value), `HTML cannot be used here; "%s" would be shown as plain text. Delete it`, short(found))
	}
	if strings.Contains(text, ";") {
		if found := findIn(textEntity, text, "&"); found != "" {
			c.report(in.At(value), `"%s" would be shown as plain text; write the character itself`, found)
		}
	}
	if !strings.Contains(text, `\`) {
		if found := findIn(textMarks, text, "**", "]("); found != "" {
			c.report(in.At(value), `this text is shown without Markdown; write "%s" as plain words`, short(found))
		}
	}
	if bullet := strings.TrimLeft(text, wordBullets); text[0] > '~' && bullet != text {
		c.report(in.At(value), `the text begins with %c, a bullet from Word; write "%s"`, []rune(text)[0],
			strings.TrimSpace(bullet))
	}
	if isSentence {
		c.literals(text, where)
	}
}

// findIn returns the first match, or "". For speed, it searches only text that contains one of the beginnings.
func findIn(expression func() *regexp.Regexp, text string, beginnings ...string) string {
	if !slices.ContainsFunc(beginnings, func(sign string) bool { return strings.Contains(text, sign) }) {
		return ""
	}
	return expression().FindString(text)
}

var providers = map[string][]string{
	"gmail": {"com"}, "googlemail": {"com"}, "yahoo": {"com", "in", "co.in", "co.uk"},
	"hotmail": {"com", "co.in", "co.uk", "in"},
	"outlook": {"com", "in"}, "rediffmail": {"com"}, "icloud": {"com"}, "protonmail": {"com"},
}

// otherMailboxes are real providers whose names look misspelt.
var otherMailboxes = []string{"mail", "email", "ymail", "rocketmail"}

var misspeltEndings = []string{"con", "cmo", "ocm", "comm", "coom", "cim", "vom", "xom", "cpm"}

func (c *Checker) mailbox(address string, at func() source.Position) {
	before, domain, _ := strings.Cut(strings.ToLower(address), "@")
	meant, known := c.domains.Load(domain)
	if !known {
		meant, _ = c.domains.LoadOrStore(domain, meantDomain(domain))
	}
	if meant != "" {
		c.problems.Warn(at(), `"%s" looks like a typing mistake; did you mean "%s@%s"?`, address, before, meant)
	}
}

func meantDomain(domain string) string {
	name, ending, _ := strings.Cut(domain, ".")
	if endings, known := providers[name]; known {
		if slices.Contains(endings, ending) {
			return ""
		}
		return name + "." + cmp.Or(spelling.Nearest(ending, endings), endings[0])
	}
	near := spelling.Nearest(name, slices.Sorted(maps.Keys(providers)))
	if diff := len(near) - len(name); near != "" && diff >= -1 && diff <= 1 && !slices.Contains(otherMailboxes, name) &&
		(slices.Contains(providers[near], ending) || slices.Contains(misspeltEndings, ending)) {
		return near + "." + providers[near][0]
	}
	if slices.Contains(misspeltEndings, ending) {
		return name + ".com"
	}
	return ""
}
