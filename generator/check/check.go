// Package check contains the rules that compare entries and files: ids that must exist, pictures, links, days and times
// that must fit together. Each mistake is reported at the value that an editor must change. Consequences of other
// mistakes are not reported: package source reports empty values, and if a file could not be read, all its ids count as
// known.
package check

import (
	"cmp"
	"reflect"
	"sync"
	"time"

	"transom/generator/facts"
	"transom/generator/schema"
	"transom/generator/source"
)

// Checker checks one content folder. Page and Mail are safe for concurrent use; the other methods are not.
type Checker struct {
	*source.Content
	problems *source.Problems

	mu      sync.Mutex
	samples []source.Position
	used    map[string]bool
	lost    []lostImage
	// pictured contains the pictures in the list being checked; it is nil outside lists.
	pictured    map[string]*string
	withoutFile int
	zoneNamed   *time.Location
	zoneRead    bool
	links       []link
	anchors     map[string][]string // each route's anchors
	// routes contains the anchors of each page that editors can link to. sheetOnly lists the other pages with a sheet.
	routes    map[string][]string
	sheetOnly []string
	alts      map[string]func() source.Position
	// unsure contains the routes of which some anchors are unknown, because of a reported mistake.
	unsure map[string]bool
	venues references
	// rehearsalReported prevents a wrong time from being reported for each category.
	rehearsalReported bool
	groups            references
	noFacts           []noFact
	untaxed           []noFact   // places that mention GST although no GST is charged
	types             references // uses of ticket types in other files
	known             *facts.Facts
	domains           sync.Map // domain -> its likely correction
	texts             []func() // delayed checks of single strings; no other check depends on them
	literalCount      int
}

// New returns a checker for loaded content.
func New(c *source.Content, problems *source.Problems) *Checker {
	checker := &Checker{Content: c, problems: problems, used: map[string]bool{}, routes: map[string][]string{},
		anchors: map[string][]string{}, unsure: map[string]bool{}, alts: map[string]func() source.Position{}}
	checker.addresses()
	return checker
}

func (c *Checker) report(at source.Position, format string, args ...any) {
	c.problems.Add(at, format, args...)
}

func (c *Checker) wrong(value any, format string, args ...any) {
	c.report(c.At(value), format, args...)
}

func (c *Checker) wrongIf(condition bool, value any, format string, args ...any) {
	if condition {
		c.wrong(value, format, args...)
	}
}

// Files checks all YAML files.
func (c *Checker) Files() {
	c.known = facts.Of(c.Content, c.zone())
	c.event()
	c.brand()
	c.tickets()
	c.registration()
	c.desk()
	c.badge()
	c.invoice()
	c.lists()
	c.programme()
	c.outdated()
	c.home()
	c.accommodation()
	c.gate()
	for i, f := range schema.Files {
		use := imageUses[f.Name]
		if c.pictured = nil; use != "" {
			c.pictured = map[string]*string{}
		}
		c.walk(reflect.ValueOf(c.File(i)), c, cmp.Or(use, "wide"))
	}
	c.pictured = nil
	source.InParallel(len(c.texts), func(i int) { c.texts[i]() })
	c.texts = nil
	c.knownAnchors()
	c.idReferences()
}

// later delays the check of text in a YAML file, and checks text in a Markdown file at once.
func (c *Checker) later(in file, check func()) {
	if _, list := in.(*Checker); list {
		c.texts = append(c.texts, check)
		return
	}
	check()
}

// Finish runs the checks that need all files: links, unused pictures, samples.
func (c *Checker) Finish(release bool) {
	c.unknownFacts()
	c.reportUntaxed()
	c.typeReferences()
	c.resolveLinks()
	c.lostImages()
	c.unusedImages()
	if release {
		for _, at := range c.samples {
			c.report(at, `this entry is marked "sample: true", and a release needs real values; write them and delete `+
				`"sample: true"`)
		}
	}
}

// Facts returns the values that the content can use.
func (c *Checker) Facts() *facts.Facts { return c.known }

// Literals counts the values that are deliberately written out, as {{literal:…}}.
func (c *Checker) Literals() int { return c.literalCount }

// Samples returns the positions of the entries marked as samples.
func (c *Checker) Samples() []source.Position { return c.samples }

var (
	imageType    = reflect.TypeOf(schema.Image{})
	linkType     = reflect.TypeOf(schema.Link(""))
	emailType    = reflect.TypeOf(schema.Email(""))
	markdownType = reflect.TypeOf(schema.Markdown(""))
	sampleType   = reflect.TypeOf(schema.Sample{})
	stringType   = reflect.TypeOf("")
)

type file interface {
	At(value any) source.Position
	Find(value any, snippet string) source.Position
}

func (c *Checker) walk(v reflect.Value, in file, use string) {
	switch {
	case v.Kind() == reflect.Pointer:
		if !v.IsNil() {
			c.walk(v.Elem(), in, use)
		}
	case v.Type() == imageType:
		c.image(v.Addr().Interface().(*schema.Image), in.At, use)
		alt := &v.Addr().Interface().(*schema.Image).Alt
		c.later(in, func() { c.plainText(alt, in, true) })
	case v.Type() == linkType:
		if target := v.String(); target != "" && use != sheetRoute {
			c.addLink(func() source.Position { return in.At(v.Addr().Interface()) }, target)
		}
	case v.Type() == emailType:
		if address := v.String(); address != "" {
			c.mailbox(address, func() source.Position { return in.At(v.Addr().Interface()) })
		}
	case v.Type() == markdownType:
		text := v.Addr().Interface().(*schema.Markdown)
		if _, list := in.(*Checker); list && *text != "" {
			c.texts = append(c.texts, func() { c.markdownValue(text) })
		}
	case v.Type() == sampleType:
		if sample := v.Addr().Interface().(*schema.Sample); sample.Sample {
			c.mu.Lock()
			c.samples = append(c.samples, in.At(&sample.Sample))
			c.mu.Unlock()
		}
	case v.Kind() == reflect.String:
		if v.CanAddr() && v.Type() == stringType {
			text := v.Addr().Interface().(*string)
			c.later(in, func() { c.plainText(text, in, use != ownValue) })
		}
	case v.Kind() == reflect.Struct:
		for f, value := range v.Fields() {
			if f.IsExported() {
				c.walk(value, in, cmp.Or(useOf[f.Name], use))
			}
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			c.walk(v.Index(i), in, use)
		}
	}
}
