package check

import (
	"regexp"
	"strings"

	"transom/generator/lazy"
	"transom/generator/source"
)

var (
	textTag    = lazy.Regexp(`</?[a-zA-Z][^<>]*>`)
	textEntity = lazy.Regexp(`&(?:amp|lt|gt|quot|nbsp|ndash|mdash|#[0-9]+);`)
	textMarks  = lazy.Regexp(`\*\*[^*\s][^*]*\*\*|\[[^\]]+\]\([^)\s]+\)`)
)

// ownValue marks a text that is itself a value, such as a hotel's tariff, so that it is not compared with facts.
const ownValue = "value"

// plainText checks a text that is shown without Markdown.
func (c *Checker) plainText(value *string, in file, isSentence bool) {
	text := *value
	c.factNames(text, func(snippet string) source.Position { return in.Find(value, snippet) })
	c.gstNamed(text, func(_ int, snippet string) source.Position { return in.Find(value, snippet) })
	if !strings.Contains(text, " ") && !strings.ContainsAny(text, "<&*[") {
		return
	}
	at := func(string) source.Position { return in.At(value) } // looked up only if something is wrong
	if found := findIn(textTag, text, "<"); found != "" && !strings.ContainsAny(text, `\^`) {
		c.report(at(""), `HTML is not possible here; "%s" would be shown as plain text. Delete it`, short(found))
	}
	if found := entityIn(text); found != "" {
		c.report(at(""), `"%s" would be shown as plain text; write the character itself`, found)
	}
	if found := marksIn(text); found != "" && !strings.Contains(text, `\`) {
		c.report(at(""), `this text is shown without Markdown; write "%s" as plain words`, short(found))
	}
	if bullet := strings.TrimLeft(text, wordBullets); bullet != text {
		c.report(at(""), `the text begins with %c, a bullet from Word; write "%s"`, []rune(text)[0],
			strings.TrimSpace(bullet))
	}
	if isSentence {
		c.literals(text, func(_ int, snippet string) source.Position { return in.Find(value, snippet) })
	}
}

// entityIn and marksIn search only texts that contain the characters of a match.
func entityIn(text string) string {
	if at := strings.IndexByte(text, '&'); at < 0 || strings.IndexByte(text[at:], ';') < 0 {
		return ""
	}
	return textEntity().FindString(text)
}

func marksIn(text string) string {
	if !strings.Contains(text, "**") && !strings.Contains(text, "](") {
		return ""
	}
	return textMarks().FindString(text)
}

// findIn searches only texts that contain one of the first characters of a match.
func findIn(expression func() *regexp.Regexp, text, signs string) string {
	if !strings.ContainsAny(text, signs) {
		return ""
	}
	return expression().FindString(text)
}
