package check

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"transom/generator/schema"
	"transom/generator/source"
	"transom/generator/spelling"
)

// RequiredPages are the legal pages, each at a fixed address with its text in a Markdown file.
var RequiredPages = []string{"payment-terms", "privacy-policy", "terms-condition"}

// Routes returns the pages of this event that components render.
func (c *Checker) Routes() []schema.Route {
	return slices.DeleteFunc(slices.Clone(schema.Routes), func(r schema.Route) bool { return c.lacks(r.Address()) != "" })
}

func (c *Checker) addresses() {
	for _, route := range c.Routes() {
		if route.Apart {
			c.sheetOnly = append(c.sheetOnly, route.Address())
		} else {
			c.routes[route.Address()] = route.Anchors
		}
	}
}

// lacks returns the missing content file that a page needs, or "".
func (c *Checker) lacks(address string) string {
	for _, route := range schema.Routes {
		switch {
		case route.Address() != address:
		case route.File != "" && !c.Has(route.File):
			return route.File + ".yaml"
		case route.Form != "" && c.Whole("tickets") && !slices.ContainsFunc(c.Tickets.Categories,
			func(t schema.Category) bool { return t.Form == "" || t.Form == route.Form && !t.OnRegisterPage }):
			return `a category with "form: ` + route.Form + `" and "on_register_page: false" in tickets.yaml`
		}
	}
	return ""
}

func (c *Checker) needs(at source.Position, what, part, remove string) {
	added := part
	if strings.HasPrefix(part, "a ") {
		added = "one"
	}
	c.report(at, "%s needs %s, which is missing; delete %s, or add %s", what, part, remove, added)
}

type link struct {
	at     source.Position
	target string
}

// addLink stores a link within the site, to be checked once all pages are known.
func (c *Checker) addLink(at func() source.Position, target string) {
	if address, isMail := strings.CutPrefix(target, "mailto:"); isMail {
		address, _, _ = strings.Cut(address, "?")
		c.mailbox(address, at)
	}
	if _, known := c.routes[target]; known || !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "//") {
		return
	}
	l := link{at(), target}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.links = append(c.links, l)
}

func (c *Checker) knownAnchors() {
	for route, anchors := range c.routes {
		c.anchors[route] = slices.Clone(anchors)
	}
	add := func(has bool, route, anchor string) {
		if has {
			c.anchors[route] = append(c.anchors[route], anchor)
		}
	}
	c.unsure["/faqs"] = !c.Whole("faqs") || len(c.FAQs.FAQs) == 0
	for i := range c.FAQs.FAQs {
		id := &c.FAQs.FAQs[i].ID
		known := !c.Bad(id) && *id != ""
		add(known, "/faqs", string(*id))
		c.unsure["/faqs"] = c.unsure["/faqs"] || !known
	}
	add(c.Home.About != nil, "/", "about")
	add(c.Home.Theme != nil, "/", "theme")
	add(c.Has("office-bearers"), "/", "office-bearers")
	add(c.Itinerary.Video != nil, "/itinerary", "film")
	add(c.Itinerary.ScheduleImage != nil, "/itinerary", "schedule")
	for _, city := range c.Accommodation.Cities {
		add(true, "/accommodation", string(city.Venue))
	}
	for _, city := range c.Contacts.Cities {
		add(true, "/contact", string(city.Venue))
	}
	for _, tier := range c.Sponsors.Tiers {
		add(true, "/sponsors", string(tier.ID))
	}
	for _, name := range c.Pages {
		if c.taken(name) {
			c.report(source.Position{File: c.Name + "/pages/" + name + ".md"}, "the address /%s already belongs to another "+
				"page; rename this file", name)
			continue
		}
		c.anchors["/"+name] = nil
		c.unsure["/"+name] = true // buildPages has not read the page yet
	}
	for _, page := range c.archived() {
		c.anchors[page] = nil
		c.unsure[page] = true // the archive is not read
	}
	for _, name := range c.Misnamed { // the wrong extension or letter has already been reported
		c.anchors["/"+name] = nil
		c.unsure["/"+name] = true
	}
	for _, name := range RequiredPages {
		if !slices.Contains(c.Pages, name) {
			c.anchors["/"+name] = nil
			c.unsure["/"+name] = true
			if c.Gone[schema.PageFolder] || spelling.Nearest(name, c.Misnamed) != "" {
				continue
			}
			c.report(source.Position{File: c.Name + "/pages/" + name + ".md"}, "this page is missing; write this file, "+
				"with \"title\" and \"description\" at the top%s", spelling.Suggest(name, c.Pages))
		}
	}
}

// archived returns the addresses of earlier editions' pages, which `make archive` stores.
func (c *Checker) archived() (pages []string) {
	folder := "archive"
	if name := filepath.Base(c.Dir); name != "content" {
		folder += "-" + name
	}
	files, _ := filepath.Glob(filepath.Join(folder, "*", "*.html")) // the pattern is valid
	for _, file := range files {
		page := strings.TrimSuffix(strings.TrimSuffix(filepath.ToSlash(file), ".html"), "/index")
		pages = append(pages, strings.TrimPrefix(page, folder))
	}
	return pages
}

var fileOfRoute = map[string]string{"/": "home", "/itinerary": "itinerary", "/faqs": "faqs",
	"/accommodation": "accommodation", "/contact": "contacts",
	"/sponsors": "sponsors"}

func (c *Checker) resolveLinks() {
	known := sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(c.anchors)) })
	for _, l := range c.links {
		address, anchor, hasAnchor := strings.Cut(l.target, "#")
		address, _, _ = strings.Cut(address, "?")
		if address != "/" {
			address = strings.TrimSuffix(address, "/")
		}
		anchors, ok := c.anchors[address]
		switch {
		case !ok && c.lacks(address) != "":
			c.needs(l.at, "the page "+address, c.lacks(address), "this link")
		case !ok && c.Gone[schema.PageFolder]: // the folder is missing, so its pages are unknown
		case !ok:
			c.report(l.at, `there is no page "%s"%s`, address,
				cmp.Or(spelling.Suggest(address, known()), c.newPage(address)+"; the addresses are "+strings.Join(known(), ", ")))
		case hasAnchor && anchor == "":
			c.report(l.at, `the name after the # in "%s" is missing; write it, or delete the #`, l.target)
		case hasAnchor && !slices.Contains(anchors, anchor):
			if file := fileOfRoute[address]; file != "" && !c.Whole(file) || c.unsure[address] &&
				spelling.Nearest(anchor, anchors) == "" {
				continue
			}
			hint := spelling.Suggest(anchor, anchors)
			if pages := c.pagesWith(anchor, known()); len(pages) > 0 {
				hint = "; the page " + pages[0] + " has it, so write \"" + strings.Join(pages, "#"+anchor+"\" or \"") + "#" +
					anchor + "\""
			}
			if hint == "" && len(anchors) > 0 {
				hint = "; there are #" + strings.Join(anchors, ", #")
			} else if hint == "" {
				hint = "; delete \"#" + anchor + "\""
			}
			c.report(l.at, `the page %s has no anchor "#%s"%s`, address, anchor, hint)
		}
	}
}

// taken reports whether the program uses an address itself.
func (c *Checker) taken(name string) bool {
	return slices.Contains([]string{"api", "assets", "desk", "gate", "index", "rehearsal"}, name) ||
		slices.ContainsFunc(c.Routes(), func(r schema.Route) bool { return strings.HasPrefix(r.Path+"/", "/"+name+"/") })
}

func (c *Checker) newPage(address string) string {
	name := strings.TrimPrefix(address, "/")
	if strings.Trim(name, "0123456789") == "" && len(name) == 4 {
		return "; if that site is elsewhere, write its full address, https://…" + address + "/"
	}
	if name == "" || strings.ContainsAny(name, "/.") || c.taken(name) {
		return ""
	}
	plain := strings.ReplaceAll(strings.ToLower(name), " ", "-")
	say := "; delete this link, or write " + c.Name + "/pages/" + plain + ".md"
	if plain != name {
		say += " and the link /" + plain
	}
	return say
}

func (c *Checker) pagesWith(anchor string, known []string) []string {
	return slices.DeleteFunc(slices.Clone(known), func(r string) bool { return !slices.Contains(c.anchors[r], anchor) })
}
