package source

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"transom/generator/lazy"
	"transom/generator/schema"
)

// MaxDrawingBytes is the maximum size of an SVG, because an SVG is not encoded again like other pictures.
const MaxDrawingBytes = 256 << 10

// readDrawing reads an SVG to its end. The SVG must be complete, state its size and define no entities.
func readDrawing(r io.Reader, size int64) Picture {
	p := Picture{Format: "svg", Bytes: size}
	if size > MaxDrawingBytes {
		p.Instead = "is too large for a drawing; export it without embedded images and fonts, so that it has less than 256 kB"
		return p
	}
	decoder, depth, follows := xml.NewDecoder(r), 0, false
	for {
		if p.Active == "" {
			p.Line, p.Column = decoder.InputPos()
		}
		line, _ := decoder.InputPos()
		token, err := decoder.Token()
		follows = follows || p.paint(token, line)
		switch {
		case errors.Is(err, io.EOF) && p.Width > 0:
			if follows {
				p.Colors = nil
			}
			return p
		case err != nil:
			p.Instead = "is not a complete SVG drawing; export it again from the program in which it was drawn"
			return p
		}
		switch token := token.(type) {
		case xml.Directive:
			if strings.Contains(strings.ToUpper(string(token)), "ENTITY") {
				p.Instead = "defines entities (ENTITY), which drawings do not need; export it again as \"plain SVG\""
				return p
			}
		case xml.StartElement:
			if depth == 0 && !p.drawn(token) {
				return p
			}
			depth++
			p.Active = cmp.Or(p.Active, active(token))
		case xml.CharData:
			if loadsFile().Match(token) {
				p.Active = cmp.Or(p.Active, "a style")
			}
		}
	}
}

// fixedColor matches a colour in an attribute or a style sheet, but not the address of an element, as in url(#a).
var fixedColor = lazy.Regexp(`(?i)(?:^|[:\s])#([0-9a-f]{6}|[0-9a-f]{3})\b`)

// otherColor matches a painted colour that is neither fixed nor without a colour of its own.
var otherColor = lazy.Regexp(`(?i)(?:fill|stroke|stop-color)\s*:\s*([a-z-]+(?:\([^;}]*\))?)`)

// withoutColor matches the values that otherColor finds and that set no colour.
var withoutColor = lazy.Regexp(`(?i)^(none|currentcolor|transparent|inherit|url\(.*)$`)

// loadsFile matches a style that loads a file. The build removes it (site/prerender/drawings.ts).
var loadsFile = lazy.Regexp(`(?i)@import|url\(\s*['"]?[^#'"\s]`)

// paint adds the colours in a part of the drawing. It returns whether the part follows the theme (currentColor).
func (p *Picture) paint(token xml.Token, line int) (follows bool) {
	var styles []string
	switch token := token.(type) {
	case xml.CharData: // in <style>
		styles = []string{string(token)}
	case xml.StartElement:
		for _, a := range token.Attr {
			if slices.Contains([]string{"fill", "stroke", "stop-color", "style"}, a.Name.Local) {
				styles = append(styles, a.Name.Local+":"+a.Value)
			}
		}
	}
	for _, style := range styles {
		follows = follows || strings.Contains(strings.ToLower(style), "currentcolor")
		if found := otherColor().FindStringSubmatch(style); p.Other == "" && found != nil &&
			!withoutColor().MatchString(found[1]) {
			p.Other, p.OtherLine = found[1], line
		}
		for _, found := range fixedColor().FindAllStringSubmatch(style, -1) {
			color := strings.ToLower(found[1])
			if len(color) == 3 {
				color = string([]byte{color[0], color[0], color[1], color[1], color[2], color[2]})
			}
			p.Colors = append(p.Colors, Paint{schema.Color("#" + color), line})
		}
	}
	return follows
}

func (p *Picture) drawn(root xml.StartElement) bool {
	if root.Name.Local != "svg" {
		p.Instead = "is not an SVG drawing; export it again from the program in which it was drawn"
		return false
	}
	var width, height float64
	for _, a := range root.Attr {
		switch a.Name.Local {
		case "viewBox":
			if box := strings.FieldsFunc(a.Value, func(r rune) bool { return r == ' ' || r == ',' }); len(box) == 4 {
				width, height = length(box[2]), length(box[3])
			}
		case "width":
			if width == 0 {
				width = length(a.Value)
			}
		case "height":
			if height == 0 {
				height = length(a.Value)
			}
		}
	}
	if width <= 0 || height <= 0 || width > 1e5 || height > 1e5 {
		p.Instead = "does not contain its size; export it again with a viewBox (\"responsive\" or \"keep size\" in " +
			"most programs)"
		return false
	}
	// A drawing has no size in pixels; a large size keeps the proportions in spite of rounding.
	scale := max(1, 400/min(width, height))
	p.Width, p.Height = int(width*scale+.5), int(height*scale+.5)
	return true
}

func length(s string) float64 {
	n, err := strconv.ParseFloat(strings.TrimRight(strings.TrimSpace(s), "pxtmcin"), 64)
	if err != nil {
		return 0
	}
	return n
}

// active returns the name of an element that can run or load something, or of its first such attribute, or "".
func active(e xml.StartElement) string {
	switch strings.ToLower(e.Name.Local) {
	case "script", "foreignobject", "image", "iframe", "a", "use", "animate", "set", "feimage":
		return "<" + e.Name.Local + ">"
	}
	for _, a := range e.Attr {
		value := strings.ToLower(strings.TrimSpace(a.Value))
		if strings.HasPrefix(strings.ToLower(a.Name.Local), "on") || a.Name.Local == "href" &&
			!strings.HasPrefix(value, "#") || strings.Contains(value, "javascript:") || loadsFile().MatchString(value) {
			return fmt.Sprintf(`the attribute "%s" of <%s>`, a.Name.Local, e.Name.Local)
		}
	}
	return ""
}
