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
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"transom/generator/check"
	"transom/generator/lazy"
	"transom/generator/publish"
	"transom/generator/schema"
	"transom/generator/source"
)

// starter is the smallest content with something to sell: the legal pages and one ticket.
//
//go:embed starter
var starter embed.FS

var (
	notOfSlug   = lazy.Regexp(`[^a-z0-9]+`)
	accents     = lazy.Regexp(`\p{Mn}`)
	atYear      = lazy.Regexp(`-?20\d\d$`)     // ports2027 is the Ports of that year
	notOfFolder = lazy.Regexp(`[^A-Za-z0-9-]`) // `make` would split a name at a space or another special character
)

type newFlags struct {
	city, zone, from, to string
	gst                  float64
}

func (n *newFlags) define(flags *flag.FlagSet) {
	flags.StringVar(&n.city, "city", "", `new: its city, or cities in the order of the days, like "Delhi, Agra"`)
	flags.StringVar(&n.zone, "zone", "", "new: its time zone, like Europe/Berlin; the default is UTC")
	flags.StringVar(&n.from, "from", "", "new: its first day, like 2027-02-05")
	flags.StringVar(&n.to, "to", "", "new: its last day; the default is the first day")
	flags.Float64Var(&n.gst, "gst", 0, "new: the GST rate as a percentage, like 18; the default is no GST")
}

// begin writes a content folder for a new conference. It copies the emails from content/, which name no conference.
func begin(w io.Writer, s settings, name string, now time.Time) error {
	slug := strings.Trim(notOfSlug().ReplaceAllString(strings.ToLower(filepath.Base(name)), "-"), "-")
	if slug == "" {
		return fmt.Errorf("give the new folder a name, for example: new geoforum")
	}
	base := filepath.Base(name)
	if notOfFolder().MatchString(base) {
		return fmt.Errorf("a folder's name can have only letters, digits and hyphens; write: new %s", slug)
	}
	values, err := s.newFlags.values(now)
	if err != nil {
		return err
	}
	mailTexts := os.DirFS(filepath.Join(s.content, schema.MailFolder))
	if _, err := fs.Stat(mailTexts, "."); err != nil {
		return fmt.Errorf("the emails are copied from %s, which is not here; run this in the product's folder",
			filepath.Join(s.content, schema.MailFolder))
	}
	if err := os.Mkdir(name, 0o755); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("the folder %s already exists. Choose another name, or delete it", name)
	} else if err != nil {
		return err
	}
	values = append(values, "@NAME@", atYear().ReplaceAllString(base, ""), "@SLUG@", atYear().ReplaceAllString(slug, ""))
	replace := strings.NewReplacer(values...).Replace
	files, err := fs.Sub(starter, "starter")
	if err != nil {
		return err
	}
	if err := copyTexts(files, name, replace); err != nil {
		return err
	}
	mails := filepath.Join(name, schema.MailFolder)
	if err := copyTexts(mailTexts, mails, s.mailText); err != nil {
		return err
	}
	countries, err := os.ReadFile(filepath.Join(s.content, "countries.yaml")) // for the field "country"
	if err == nil {
		err = os.WriteFile(filepath.Join(name, "countries.yaml"), countries, 0o644)
	}
	if err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(mails, "document-rejected.md")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // the new form does not ask for documents
	}
	fmt.Fprintf(w, "%s is ready. Begin with %s; show it with: make run CONTENT=%s\n", name,
		filepath.Join(name, "event.yaml"), name)
	invented := slices.DeleteFunc([]string{`-city "City"`, "-zone @ZONE@", "-from @FROM@"}, func(flag string) bool {
		return s.city != "" && flag[1] == 'c' || s.zone != "" && flag[1] == 'z' || s.from != "" && flag[1] == 'f'
	})
	if len(invented) > 0 {
		fmt.Fprintf(w, "Invented: %s. Correct them in event.yaml and tickets.yaml, or delete the folder and give these "+
			"flags.\n", replace(strings.Join(invented, ", ")))
	}
	return nil
}

func (n newFlags) values(now time.Time) ([]string, error) {
	zone, err := time.LoadLocation(n.zone)
	if err != nil {
		return nil, fmt.Errorf(`-zone: "%s" is not the name of a time zone%s`, n.zone, check.SuggestZone(n.zone))
	}
	from := cmp.Or(n.from, fmt.Sprint(now.Year()+1, "-02-05"))
	to := cmp.Or(n.to, from)
	if wrong := cmp.Or(source.CheckDate(from), source.CheckDate(to)); wrong != "" {
		return nil, fmt.Errorf("-from and -to: %s", wrong)
	}
	first, _ := time.ParseInLocation(time.DateOnly, from, zone) // both are checked above
	last, _ := time.ParseInLocation(time.DateOnly, to, zone)
	if last.Before(first) {
		return nil, fmt.Errorf("-to %s is before the first day, -from %s", to, from)
	}
	days, venues, err := n.places(first, last)
	if err != nil {
		return nil, err
	}
	if n.gst < 0 || n.gst > 28 {
		return nil, errors.New("-gst is a percentage from 0 to 28, like -gst 18")
	}
	gst := "# Without GST. A rate of 18 per cent would be: gst_percent: 18"
	if n.gst > 0 {
		gst = fmt.Sprint("gst_percent: ", n.gst)
	}
	at := func(months, days, hour int) string {
		day := first.AddDate(0, months, days)
		return time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, zone).Format("2006-01-02T15:04:05-07:00")
	}
	return []string{"@VENUES@", venues, "@ZONE@", zone.String(), "@YEAR@", from[:4],
		"@FROM@", from, "@TO@", last.Format(time.DateOnly), "@DAYS@", days, "@GST@", gst,
		"@OPENS@", at(-3, 0, 10), "@EARLY@", first.AddDate(0, -1, 0).Format(time.DateOnly), "@CLOSES@", at(0, -2, 18)}, nil
}

func (n newFlags) places(first, last time.Time) (days, venues string, err error) {
	cities := strings.Split(cmp.Or(n.city, "City"), ",")
	sample := func(given string) string {
		if given == "" {
			return ", sample: true"
		}
		return ""
	}
	for i, city := range cities {
		plain := norm.NFD.String(strings.ToLower(city)) // an accent becomes a separate character, and is dropped
		id := strings.Trim(notOfSlug().ReplaceAllString(accents().ReplaceAllString(plain, ""), "-"), "-")
		if cities[i] = id; id == "" || slices.Contains(cities[:i], id) {
			cities[i] = fmt.Sprint("venue-", i+1)
		}
		venues += fmt.Sprintf("  - { id: %s, city: %q%s }\n", cities[i], strings.TrimSpace(city), sample(n.city))
	}
	count := 1 + int(last.Sub(first).Hours()/24+0.5)
	if len(cities) > count {
		return "", "", fmt.Errorf("-city names more cities (%d) than there are days (%d); give -from and -to, or name the "+
			"other cities later", len(cities), count)
	}
	for i := range count {
		venue := ""
		if len(cities) > 1 {
			venue = ", venue: " + cities[i*len(cities)/count]
		}
		days += fmt.Sprintf("  - { date: %q%s%s }\n", first.AddDate(0, 0, i).Format(time.DateOnly), venue, sample(n.from))
	}
	return days, venues, nil
}

func (n newFlags) mailText(text string) string {
	if n.gst > 0 {
		return text
	}
	return string(publish.WithoutGST([]byte(text)))
}

func copyTexts(from fs.FS, to string, change func(text string) string) error {
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
		return os.WriteFile(target, []byte(change(string(text))), 0o644)
	})
}
