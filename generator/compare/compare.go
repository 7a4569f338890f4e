// Package compare lists the differences between two published folders (data/site/) that visitors would notice. Dates,
// prices and HTML are shown as people read them.
package compare

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"transom/generator/schema"
)

// place is a file or a page, for example "tickets.yaml" or "/faqs", with everything that is published there.
type place struct {
	name  string
	value any
}

// Folders compares two published folders.
func Folders(before, after string) ([]string, error) {
	was, err := places(before)
	if err != nil {
		return nil, err
	}
	is, err := places(after)
	if err != nil {
		return nil, err
	}
	c := comparison{zone: time.UTC}
	for _, p := range is {
		if event, found := p.value.(map[string]any); found && p.name == "event.yaml" {
			if zone, err := time.LoadLocation(fmt.Sprint(event["time_zone"])); err == nil {
				c.zone = zone
			}
		}
	}
	find := func(all []place, name string) (any, bool) {
		i := slices.IndexFunc(all, func(p place) bool { return p.name == name })
		if i < 0 {
			return nil, false
		}
		return all[i].value, true
	}
	for _, p := range is {
		if old, found := find(was, p.name); found {
			c.value(path{p.name}, old, p.value)
		} else {
			c.whole(p, "added")
		}
	}
	for _, p := range was {
		if _, found := find(is, p.name); !found {
			c.whole(p, "removed")
		}
	}
	return c.lines, nil
}

// places reads a published folder: prices first, then the other files, pages and emails.
func places(folder string) ([]place, error) {
	var all []place
	names := []string{"tickets"}
	for _, f := range schema.Files {
		if f.Name != "tickets" {
			names = append(names, f.Name)
		}
	}
	for _, name := range append(names, "pages", "mail") {
		raw, err := os.ReadFile(filepath.Join(folder, name+".json"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("compare: %w", err)
		}
		var value any
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.UseNumber()
		if err := decoder.Decode(&value); err != nil {
			return nil, fmt.Errorf("compare %s: %w", name, err)
		}
		switch object, _ := value.(map[string]any); {
		case value == nil: // this edition has no such file
		case name == "pages":
			all = append(all, each(object["pages"], "%s", "route")...)
		case name == "mail":
			all = append(all, each(object["mails"], "mail/%s.md", "name")...)
		default:
			all = append(all, place{addressOf(name), value})
		}
	}
	return all, nil
}

func each(list any, format, key string) (all []place) {
	entries, _ := list.([]any)
	for _, entry := range entries {
		if object, is := entry.(map[string]any); is {
			all = append(all, place{fmt.Sprintf(format, object[key]), object})
		}
	}
	return all
}

func addressOf(file string) string {
	for _, r := range schema.Routes {
		if r.Path == "/"+file {
			return r.Path
		}
	}
	return file + ".yaml"
}

// path leads to a value: the place, then labels of entries and keys.
type path []string

func (p path) to(step string) path { return append(slices.Clip(p), step) }

type comparison struct {
	zone  *time.Location
	lines []string
}

func (c *comparison) say(at path, format string, args ...any) {
	c.lines = append(c.lines, strings.Join(at, ": ")+" "+fmt.Sprintf(format, args...))
}

func (c *comparison) whole(p place, what string) {
	if strings.HasPrefix(p.name, "/") {
		c.lines = append(c.lines, "page "+p.name+" "+what)
	} else {
		c.lines = append(c.lines, p.name+" "+what)
	}
}

func (c *comparison) value(at path, was, is any) {
	switch is := is.(type) {
	case map[string]any:
		if was, both := was.(map[string]any); both || was == nil {
			c.object(at, was, is)
			return
		}
	case []any:
		was, _ := was.([]any)
		c.list(at, was, is)
		return
	}
	switch was := was.(type) {
	case map[string]any:
		c.object(at, was, nil)
	case []any:
		c.list(at, was, nil)
	default:
		c.scalar(at, was, is)
	}
}

// calculated lists keys whose values are computed from others, or are on no page.
var calculated = []string{"display", "display_dates", "display_from", "display_gst", "display_total", "width",
	"height", "headings", "placeholders", "sample"}

// onPrivacyPage lists keys of the form's fields whose values the privacy policy prints.
var onPrivacyPage = []string{"purpose", "seen_by", "retention"}

func hidden(key string, object map[string]any) bool {
	raw, shown := strings.CutPrefix(key, "display_")
	_, both := object[raw]
	_, html := object["html"]
	noSpouse := key == "with_spouse" && reflect.DeepEqual(object[key], object["alone"])
	isField := object["kind"] != nil && object["forms"] != nil
	return noSpouse || isField && slices.Contains(onPrivacyPage, key) || slices.Contains(calculated, key) ||
		shown && both || strings.HasSuffix(key, "_utc") || strings.HasSuffix(key, "_paise") || key == "text" && html
}

// names replaces keys that mean nothing to an editor; "" omits the key.
var names = map[string]string{"prices": "", "alone": "", "with_spouse": "with spouse", "display_net": "price",
	"display_tariff": "tariff", "html": "", "answer": "", "categories": ""}

func (c *comparison) object(at path, was, is map[string]any) {
	keys := slices.Collect(maps.Keys(is))
	for key := range was {
		if _, both := is[key]; !both {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	before := len(c.lines)
	for _, key := range keys {
		if hidden(key, is) || hidden(key, was) {
			continue
		}
		name, renamed := names[key]
		if !renamed || len(at) > 1 && key == "categories" { // of a field, not of the event
			name = key
		}
		step := at
		if name != "" && name != strings.Trim(at[0], "/") {
			step = at.to(name)
		}
		c.value(step, was[key], is[key])
	}
	if day := is["updated"]; day != nil && day == was["updated"] && len(c.lines) > before {
		c.say(at.to("updated"), "is still %s", c.shown(day))
	}
}

// identities are keys that identify a list's entries; labels are keys whose values are names for people.
var (
	identities = []string{"type", "id", "route", "date", "at", "name", "hotelName", "question", "title", "label", "venue",
		"kind", "network", "caption"}
	labels = []string{"name", "hotelName", "question", "title", "label", "caption"}
)

func (c *comparison) list(at path, was, is []any) {
	keysBefore, before := c.entries(was)
	keysAfter, after := c.entries(is)
	if len(before) != len(was) || len(after) != len(is) {
		c.sequence(at, "", c.texts(was), c.texts(is))
		return
	}
	gone := slices.DeleteFunc(slices.Clone(keysBefore), func(k string) bool { return after[k] != nil })
	renewed := slices.DeleteFunc(slices.Clone(keysAfter), func(k string) bool { return before[k] != nil })
	// The same entries with other dates, if they have no names, or with other names, if they are in the same places.
	paired := len(gone) == len(renewed)
	inPlace := len(was) == len(is)
	for i := range gone {
		inPlace = inPlace && paired && slices.Index(keysBefore, gone[i]) == slices.Index(keysAfter, renewed[i])
	}
	for _, key := range keysAfter {
		was, both := before[key]
		if i := slices.Index(renewed, key); i >= 0 && paired && (inPlace || !named(before[gone[i]]) && !named(after[key])) {
			was, both = before[gone[i]], true
			gone[i] = ""
		}
		if both {
			c.value(at.to(c.label(was)), was, after[key])
		} else {
			c.say(at.to(c.label(after[key])), "added%s", price(after[key]))
		}
	}
	for _, key := range gone {
		if key != "" {
			c.say(at.to(c.label(before[key])), "removed%s", price(before[key]))
		}
	}
	common := func(keys []string, other map[string]map[string]any) []string {
		return slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return other[k] == nil })
	}
	if !slices.Equal(common(keysBefore, after), common(keysAfter, before)) {
		c.say(at, "in another order")
	}
}

// named reports whether people use a name for an entry; a price change, for example, has only a date.
func named(entry map[string]any) bool {
	return slices.ContainsFunc(labels, func(key string) bool { return entry[key] != nil })
}

func price(entry map[string]any) string {
	prices, _ := entry["prices"].(map[string]any)
	if alone, is := prices["alone"].(map[string]any); is {
		return fmt.Sprintf(" (%s)", alone["display_net"])
	}
	return ""
}

func (c *comparison) entries(list []any) ([]string, map[string]map[string]any) {
	var keys []string
	found := map[string]map[string]any{}
	for _, entry := range list {
		object, is := entry.(map[string]any)
		if !is {
			continue
		}
		key := ""
		for _, name := range identities {
			if object[name] != nil && key == "" {
				key = name + " " + c.shown(object[name])
			}
		}
		for n := 2; found[key] != nil; n++ {
			key = fmt.Sprint(key, " ", n)
		}
		keys, found[key] = append(keys, key), object
	}
	return keys, found
}

func (c *comparison) label(entry map[string]any) string {
	for _, name := range append(slices.Clone(labels), identities...) {
		if entry[name] != nil {
			return c.shown(entry[name])
		}
	}
	return "an entry"
}
