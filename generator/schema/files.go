package schema

import (
	"reflect"
	"strings"
)

// Content contains all YAML files in content/. If an optional file does not exist, its JSON is null and the site lacks
// that part; the files marked "default" have default settings instead.
type Content struct {
	Event         *Event         `file:"event"`
	Brand         *Brand         `file:"brand,default"`
	Home          *Home          `file:"home,optional"`
	Tickets       *Tickets       `file:"tickets"`
	Registration  *Registration  `file:"registration"`
	Countries     *Countries     `file:"countries,optional"`
	States        *States        `file:"states,optional"`
	Speakers      *Speakers      `file:"speakers,optional"`
	OfficeBearers *OfficeBearers `file:"office-bearers,optional"`
	Itinerary     *Itinerary     `file:"itinerary,optional"`
	Accommodation *Accommodation `file:"accommodation,optional"`
	Contacts      *Contacts      `file:"contacts,optional"`
	Partners      *Partners      `file:"partners,optional"`
	Sponsors      *Sponsors      `file:"sponsors,optional"`
	Gallery       *Gallery       `file:"gallery,optional"`
	FAQs          *FAQs          `file:"faqs,optional"`
	Gate          *Gate          `file:"gate,default"`
	Desk          *Desk          `file:"desk,default"`
	Badge         *Badge         `file:"badge,optional"`
	Invoice       *Invoice       `file:"invoice,default"`
}

// File is a file in content/: content/<Name>.yaml becomes data/site/<Name>.json.
type File struct {
	Name       string
	New        func() any // returns a new, empty struct for the file
	Optional   bool
	HasDefault bool
}

// Files lists the fields of Content, in order.
var Files = func() (files []File) {
	for f := range reflect.TypeFor[Content]().Fields() {
		name, kind, _ := strings.Cut(f.Tag.Get("file"), ",")
		empty := func() any { return reflect.New(f.Type.Elem()).Interface() }
		files = append(files, File{name, empty, kind != "", kind == "default"})
	}
	return files
}()

// PageFolder and MailFolder hold Markdown files with frontmatter; they become pages.json and mail.json.
const (
	PageFolder = "pages"
	MailFolder = "mail"
)
