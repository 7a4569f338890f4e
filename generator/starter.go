package main

import (
	"cmp"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"transom/generator/lazy"
	"transom/generator/schema"
)

// starter is the smallest content with something to sell: one page and one ticket.
//
//go:embed starter
var starter embed.FS

var (
	notOfSlug   = lazy.Regexp(`[^a-z0-9]+`)
	notOfFolder = lazy.Regexp(`[^A-Za-z0-9-]`) // make splits names at spaces and other characters
)

// newFlags are the flags of the command new.
type newFlags struct {
	city, zone, from, to string
	gst                  float64
}

func (n *newFlags) define(flags *flag.FlagSet) {
	flags.StringVar(&n.city, "city", "", "new: the city of the conference")
	flags.StringVar(&n.zone, "zone", "", "new: its time zone, like Europe/Berlin; the default is UTC")
	flags.StringVar(&n.from, "from", "", "new: its first day, like 2027-02-05")
	flags.StringVar(&n.to, "to", "", "new: its last day; the default is the first day")
	flags.Float64Var(&n.gst, "gst", 0, "new: the GST rate in per cent, like 18; the default is no GST")
}

// begin writes a content folder for a new conference. It copies the current emails, because they name no conference.
func begin(w io.Writer, s settings, name string, now time.Time) error {
	slug := strings.Trim(notOfSlug().ReplaceAllString(strings.ToLower(filepath.Base(name)), "-"), "-")
	if slug == "" {
		return fmt.Errorf("give the new folder a name, for example: new geoforum")
	}
	base := filepath.Base(name)
	if notOfFolder().MatchString(base) {
		return fmt.Errorf("a folder's name has letters, digits and hyphens only; write: new %s", slug)
	}
	values, err := s.newFlags.values(now)
	if err != nil {
		return err
	}
	if err := os.Mkdir(name, 0o755); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("the folder %s already exists. Choose another name, or delete it", name)
	} else if err != nil {
		return err
	}
	values = append(values, "@NAME@", base, "@SLUG@", slug)
	files, err := fs.Sub(starter, "starter")
	if err != nil {
		return err
	}
	if err := copyTexts(files, name, strings.NewReplacer(values...)); err != nil {
		return err
	}
	mails := filepath.Join(name, schema.MailFolder)
	if err := copyTexts(os.DirFS(filepath.Join(s.content, schema.MailFolder)), mails, s.newFlags.mails()); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(mails, "document-rejected.md")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // the new form does not ask for documents
	}
	fmt.Fprintf(w, "%s is ready. Begin with %s; show it with: make run CONTENT=%s\n", name,
		filepath.Join(name, "event.yaml"), name)
	return nil
}

// values returns the starter's placeholders that depend on the flags, with their values.
func (n newFlags) values(now time.Time) ([]string, error) {
	zone, err := time.LoadLocation(n.zone)
	if err != nil {
		return nil, fmt.Errorf(`-zone: "%s" is not the name of a time zone; the names are like Europe/Berlin`, n.zone)
	}
	from := cmp.Or(n.from, fmt.Sprint(now.Year()+1, "-02-05"))
	first, err := time.ParseInLocation(time.DateOnly, from, zone)
	last, lastErr := time.ParseInLocation(time.DateOnly, cmp.Or(n.to, from), zone)
	if err != nil || lastErr != nil || last.Before(first) {
		return nil, errors.New("-from and -to are the first and the last day, like -from 2027-02-05 -to 2027-02-06")
	}
	var days strings.Builder
	for day := first; !day.After(last); day = day.AddDate(0, 0, 1) {
		fmt.Fprintf(&days, "  - { date: %q, venue: venue }\n", day.Format(time.DateOnly))
	}
	gst := "# Without GST. A rate of 18 per cent would be: gst_percent: 18"
	if n.gst > 0 {
		gst = fmt.Sprint("gst_percent: ", n.gst)
	}
	at := func(months, days, hour int) string {
		day := first.AddDate(0, months, days)
		return time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, zone).Format("2006-01-02T15:04:05-07:00")
	}
	return []string{"@CITY@", strconv.Quote(cmp.Or(n.city, "City")), "@ZONE@", zone.String(), "@YEAR@", from[:4],
		"@FROM@", from, "@TO@", last.Format(time.DateOnly), "@DAYS@", days.String(), "@GST@", gst,
		"@OPENS@", at(-3, 0, 10), "@CLOSES@", at(0, -2, 18)}, nil
}

// mails removes the GST amounts from emails if no GST is charged.
func (n newFlags) mails() *strings.Replacer {
	if n.gst > 0 {
		return strings.NewReplacer()
	}
	return strings.NewReplacer("Price: {{net}} + {{gst}} GST. ", "", " ({{net}} + {{gst}} GST)", "", ", including GST", "")
}

func copyTexts(from fs.FS, to string, values *strings.Replacer) error {
	return fs.WalkDir(from, ".", func(path string, entry fs.DirEntry, err error) error {
		target := filepath.Join(to, path)
		if err != nil || entry.IsDir() {
			if err == nil {
				err = os.MkdirAll(target, 0o755)
			}
			return err
		}
		text, err := fs.ReadFile(from, path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, []byte(values.Replace(string(text))), 0o644)
	})
}
