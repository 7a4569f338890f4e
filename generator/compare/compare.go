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

// place is a file or a page, for example "tickets.yaml" or "/faqs".
type place struct {
	name  string
	zone  *time.Location
	paths []string
	// texts are what people read: the sentences at each path, for example at "tickets.yaml: Student: capacity".
	texts map[string][]string
}

// Folders compares two published folders.
func Folders(before, after string) (lines []string, err error) {
	zone := zoneOf(after)
	was, err1 := places(before, zone)
	is, err2 := places(after, zone)
	find := func(all []place, name string) int {
		return slices.IndexFunc(all, func(p place) bool { return p.name == name })
	}
	for _, now := range is {
		if i := find(was, now.name); i >= 0 {
			lines = append(lines, changes(was[i], now)...)
		} else {
			lines = append(lines, whole(now.name)+" added")
		}
	}
	for _, old := range was {
		if find(is, old.name) < 0 {
			lines = append(lines, whole(old.name)+" removed")
		}
	}
	return lines, errors.Join(err1, err2)
}

func whole(place string) string {
	if strings.HasPrefix(place, "/") {
		return "page " + place
	}
	return place
}

func changes(was, is place) (lines []string) {
	for _, path := range slices.Concat(is.paths, missing(was.paths, is.paths)) {
		removed, added := missing(was.texts[path], is.texts[path]), missing(is.texts[path], was.texts[path])
		for i := range max(len(removed), len(added)) {
			switch {
			case i >= len(added):
				lines = append(lines, path+": removed: "+removed[i])
			case i >= len(removed):
				lines = append(lines, path+": added: "+added[i])
			default:
				lines = append(lines, path+": "+removed[i]+" → "+added[i]+ratio(removed[i], added[i]))
			}
		}
	}
	updated := is.name + ": updated"
	if day := is.texts[updated]; len(lines) > 0 && day != nil && slices.Equal(day, was.texts[updated]) {
		lines = append(lines, updated+" is still "+day[0])
	}
	return lines
}

// missing returns the texts that are not in `other`.
func missing(texts, other []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return slices.Contains(other, text) })
}

func zoneOf(folder string) *time.Location {
	var event schema.Event
	raw, err := os.ReadFile(filepath.Join(folder, "event.json"))
	if err == nil && json.Unmarshal(raw, &event) == nil {
		if zone, err := time.LoadLocation(event.TimeZone); err == nil {
			return zone
		}
	}
	return time.UTC
}

// places reads a published folder: prices first, then the other files, pages and emails.
func places(folder string, zone *time.Location) (all []place, err error) {
	names := []string{"tickets"}
	for _, f := range schema.Files {
		if f.Name != "tickets" {
			names = append(names, f.Name)
		}
	}
	add := func(name string, value any) {
		p := place{name: name, zone: zone, texts: map[string][]string{}}
		p.add(name, value)
		all = append(all, p)
	}
	for _, name := range append(names, "pages", "mail") {
		raw, err := os.ReadFile(filepath.Join(folder, name+".json"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("compare: %w", err)
		}
		var value map[string]any
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.UseNumber()
		if err := decoder.Decode(&value); err != nil {
			return nil, fmt.Errorf("compare %s: %w", name, err)
		}
		switch {
		case value == nil: // this edition has no such file
		case name == "pages" || name == "mail":
			for _, one := range objects(value["pages"]) {
				add(fmt.Sprint(one["route"]), one)
			}
			for _, one := range objects(value["mails"]) {
				add(fmt.Sprintf("mail/%s.md", one["name"]), one)
			}
		default:
			add(addressOf(name), value)
		}
	}
	return all, nil
}

func objects(list any) (all []map[string]any) {
	entries, _ := list.([]any)
	for _, entry := range entries {
		if object, is := entry.(map[string]any); is {
			all = append(all, object)
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
	"display_tariff": "tariff", "html": "", "answer": ""}

func (p *place) add(path string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			name, renamed := names[key]
			if !renamed && key != strings.Trim(p.name, "/") {
				name = key
			}
			switch {
			case hidden(key, value):
			case name == "":
				p.add(path, value[key])
			default:
				p.add(path+": "+name, value[key])
			}
		}
	case []any:
		count := map[string]int{}
		for _, entry := range value {
			object, isObject := entry.(map[string]any)
			if !isObject {
				p.add(path, entry)
				continue
			}
			rest := maps.Clone(object)
			label := p.takeLabel(rest)
			if count[label]++; count[label] > 1 {
				label = fmt.Sprint(label, " ", count[label])
			}
			p.read(path, label)
			p.add(path+": "+label, rest)
		}
	default:
		p.read(path, sentences(p.shown(value))...)
	}
}

func (p *place) read(path string, texts ...string) {
	if _, known := p.texts[path]; !known {
		p.paths = append(p.paths, path)
	}
	p.texts[path] = append(p.texts[path], texts...)
}

// labels are the keys that identify a list's entries: names for people first.
var labels = []string{"name", "hotelName", "question", "title", "label", "caption", "type", "id", "route", "date", "at",
	"venue", "kind", "network"}

// takeLabel removes the label from an entry.
func (p *place) takeLabel(entry map[string]any) string {
	for _, key := range labels {
		if value := entry[key]; value != nil {
			delete(entry, key)
			return p.shown(value)
		}
	}
	return "an entry"
}
