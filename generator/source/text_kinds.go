package source

import (
	"fmt"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"
	"unicode"

	"gopkg.in/yaml.v3"

	"transom/generator/lazy"
	"transom/generator/schema"
)

// kinds contains the types of strings with a fixed form; `check` returns what is wrong.
var kinds = map[string]struct {
	words, example string
	check          func(string) string
}{
	"Date": {"a day", "2025-04-11", CheckDate}, "Clock": {"a time", `"16:30"`, checkClock},
	"URL": {"a web address", "https://…", checkURL}, "Link": {"an address", "/faqs", CheckLink},
	"Email": {"an email address", "name@example.org", checkEmail}, "Phone": {"a phone number", `"+91 98765 43210"`,
		checkPhone},
	"Color": {"a colour", `"#0f4c4a"`, checkColor}, "Slug": {"a short name", "short-name", checkSlug},
	"Focus": {"a place in the picture", "top", checkFocus},
}

var (
	ordinal     = lazy.Regexp(`\b([0-9]{1,2})(?:st|nd|rd|th)\b`)
	datePattern = lazy.Regexp(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)
	telPattern  = lazy.Regexp(`^\+[1-9][0-9]{6,14}$`)
	atWord      = lazy.Regexp(`(?i) *[(\[]at[)\]] *| at `)
	bareHost    = lazy.Regexp(`^[a-z0-9-]+(\.[a-z0-9-]+)+(/|$)`)
	bareRoute   = lazy.Regexp(`^[a-z][a-z-]*(#.*)?$`)
	otherScheme = lazy.Regexp(`^(?i)(javascript|data|vbscript|file|ftp):`)
	notOfSlug   = lazy.Regexp(`[^a-z0-9]+`)
)

// CheckDate returns what is wrong with a date, or "" if nothing is.
func CheckDate(s string) string {
	if _, err := time.Parse(time.DateOnly, s); err == nil {
		return ""
	}
	if datePattern().MatchString(s) {
		return fmt.Sprintf("the day %s does not exist; check the month and the day", s)
	}
	return fmt.Sprintf(`a date is written year-month-day, like 2025-04-11; found "%s"%s`, cut(s), meantDate(s))
}

func tidy(s string) string {
	return ordinal().ReplaceAllString(strings.Join(strings.Fields(strings.ReplaceAll(s, ",", " ")), " "), "$1")
}

// meantDate returns advice ("; write 2025-04-11") for a date as people write it, or "".
func meantDate(s string) string {
	s = tidy(s)
	for _, layout := range []string{"January 2 2006", "Jan 2 2006", "Monday 2 January 2006", "2-Jan-2006", "2-1-2006",
		"2/1/2006", "2.1.2006", "2 January 2006", "2 Jan 2006", "2006/1/2", "2006-1-2", "2006.1.2", "20060102", "2006 1 2",
		"2 January, 2006", "02-January-2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			if strings.HasPrefix(layout, "Monday") && !strings.HasPrefix(s, t.Weekday().String()) {
				return "; that day is a " + t.Weekday().String() + ", so check the day and the weekday"
			}
			return "; write " + t.Format(time.DateOnly)
		}
	}
	return ""
}

func checkClock(s string) string {
	if _, err := time.Parse("15:04", s); err == nil && len(s) == len("15:04") {
		return ""
	}
	for _, layout := range []string{"3:04 PM", "3:04PM", "3 PM", "3PM", "3:04 pm", "3:04pm", "3 pm", "3pm", "3.04 PM",
		"3.04PM", "3.04 pm", "3.04pm", "15.04", "15:4", "15:04:05", "15:04"} {
		if t, err := time.Parse(layout, s); err == nil {
			return fmt.Sprintf(`a time uses the 24-hour clock, like "16:30"; write "%s" instead of "%s"`, t.Format("15:04"), s)
		}
	}
	return fmt.Sprintf(`a time uses the 24-hour clock, from "00:00" to "23:59", like "16:30"; found "%s"`, cut(s))
}

func (d *decoder) instant(node *yaml.Node, v reflect.Value, f *field) {
	text := strings.TrimSpace(node.Value)
	t, err := time.Parse(time.RFC3339, text)
	if err == nil {
		v.Set(reflect.ValueOf(schema.Instant{Time: t}))
		return
	}
	if now, ok := meantMoment(text, zoneIn(d.marks.dir)); ok {
		fix := d.fix(node, now, false)
		d.reported++
		d.problems.AddFixed(d.at(node), fix, `"%s" is a date and time with the time-zone offset at its end; write `+
			`%s: %s`, f.key, f.key, now)
		return
	}
	d.report(node, `"%s" is a date and time with the time-zone offset at its end, like 2025-04-09T16:00:00+05:30; found `+
		`"%s"`, f.key, cut(text))
}

var zoneLine = lazy.Regexp(`(?m)^time_zone: *["']?([A-Za-z_/-]+)`)

// zoneIn returns the time zone in event.yaml, or India's. Only mistakes need it, and event.yaml may not have been read
// yet.
func zoneIn(dir string) *time.Location {
	raw, err := os.ReadFile(filepath.Join(dir, "event.yaml"))
	if found := zoneLine().FindSubmatch(raw); err == nil && found != nil {
		if zone, err := time.LoadLocation(string(found[1])); err == nil {
			return zone
		}
	}
	return time.FixedZone("", 5*3600+1800)
}

// meantMoment reads dates and times as people write them.
func meantMoment(s string, zone *time.Location) (string, bool) {
	s = strings.ToUpper(tidy(s))
	for _, day := range []string{"2006-01-02", "2 January 2006", "2 Jan 2006", "January 2 2006", "Jan 2 2006"} {
		for _, clock := range []string{"15:04", "15:04:05", "3 PM", "3PM", "3:04 PM", "3:04PM"} {
			for _, layout := range []string{day + " " + clock, clock + " ON " + day} {
				if t, err := time.ParseInLocation(layout, s, zone); err == nil {
					return t.Format("2006-01-02T15:04:05-07:00"), true
				}
			}
		}
	}
	return "", false
}

func checkURL(s string) string {
	if strings.HasPrefix(s, "/") {
		return fmt.Sprintf(`a full web address is needed here, beginning with https://; found "%s"`, cut(s))
	}
	return checkAbsolute(s)
}

func checkAbsolute(s string) string {
	switch lower := strings.ToLower(s); {
	case strings.ContainsAny(s, " \t\n"):
		return fmt.Sprintf(`a web address has no spaces; found "%s"`, cut(s))
	case strings.HasPrefix(lower, "http://"):
		return fmt.Sprintf(`the address begins with http://, which is not secure; write "https://%s"`, cut(s[7:]))
	case !strings.HasPrefix(s, "https://"):
		if strings.HasPrefix(lower, "https") || strings.HasPrefix(lower, "htt") {
			return fmt.Sprintf(`the address must begin with "https://" exactly; found "%s"`, cut(s))
		}
		if bareHost().MatchString(lower) {
			return fmt.Sprintf(`https:// is missing at the beginning; write "https://%s"`, cut(s))
		}
		return fmt.Sprintf(`a web address begins with https://; found "%s"`, cut(s))
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.User != nil {
		return fmt.Sprintf(`"%s" is not a web address; open the page in a browser and copy its address`, cut(s))
	}
	if host := u.Hostname(); !isHost(host) {
		return fmt.Sprintf(`"%s" is not the name of a website; it is in "%s"`, cut(host), cut(s))
	}
	return ""
}

// CheckLink returns what is wrong with a link's address, or "" if nothing is.
func CheckLink(s string) string {
	switch {
	case strings.HasPrefix(s, "//"):
		return fmt.Sprintf(`the address of another site begins with https://; found "%s"`, cut(s))
	case strings.HasPrefix(s, "/"):
		if strings.ContainsAny(s, " \t\n") {
			return fmt.Sprintf(`an address has no spaces; found "%s"`, cut(s))
		}
		return ""
	case strings.HasPrefix(s, "#"):
		return fmt.Sprintf(`write the page before the #, for example "/faqs%s"`, cut(s))
	case strings.HasPrefix(s, "mailto:"):
		address, _, _ := strings.Cut(s[7:], "?")
		return checkEmail(address)
	case strings.HasPrefix(s, "tel:"):
		if !telPattern().MatchString(s[4:]) {
			return fmt.Sprintf(`after tel: write only +, the country code and digits, without spaces, like `+
				`"tel:+917551234567"; found "%s"`, cut(s))
		}
		return ""
	case strings.Contains(s, "@") && checkEmail(s) == "":
		return fmt.Sprintf(`an email link begins with mailto:; write "mailto:%s"`, s)
	case strings.HasSuffix(s, ".md") && !strings.Contains(s, "://"):
		return fmt.Sprintf(`an address on this site begins with a slash and has no extension; write "/%s"`,
			strings.TrimSuffix(strings.TrimLeft(s, "./"), ".md"))
	case bareRoute().MatchString(s):
		return fmt.Sprintf(`an address on this site begins with a slash; write "/%s"`, s)
	case otherScheme().MatchString(s):
		return fmt.Sprintf(`only /page, https://, tel: and mailto: addresses are allowed; found "%s"`, cut(s))
	}
	return checkAbsolute(s)
}

func checkEmail(s string) string {
	switch {
	case strings.HasPrefix(s, "mailto:"):
		return fmt.Sprintf(`write only the address, without mailto:, like this: "%s"`, cut(s[7:]))
	case strings.Contains(s, ",") && checkEmail(strings.ReplaceAll(s, ",", ".")) == "":
		return fmt.Sprintf(`the address has a comma instead of a dot; write "%s"`, cut(strings.ReplaceAll(s, ",", ".")))
	case !strings.Contains(s, "@") && isMailbox(atWord().ReplaceAllString(s, "@")):
		return fmt.Sprintf(`write the @ of an email address as a character: "%s"`, atWord().ReplaceAllString(s, "@"))
	case strings.ContainsAny(s, " ,;"):
		return fmt.Sprintf(`write one email address without spaces or commas; found "%s"`, cut(s))
	case !strings.Contains(s, "@"):
		return fmt.Sprintf(`the @ is missing in the email address "%s"`, cut(s))
	case !isMailbox(s):
		return fmt.Sprintf(`"%s" is not an email address; an example is name@example.org`, cut(s))
	}
	return ""
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// ConsistsOf reports whether a string is not empty and contains only the given characters.
func ConsistsOf(s, signs string) bool { return s != "" && strings.Trim(s, signs) == "" }

func isHost(s string) bool {
	return strings.Contains(s, ".") && ConsistsOf(s, letters+"0123456789-.") && !strings.Contains("."+s+".", "..")
}

func isMailbox(s string) bool {
	a, err := mail.ParseAddress(s)
	host := s[strings.LastIndexByte(s, '@')+1:]
	last := host[strings.LastIndexByte(host, '.')+1:]
	return err == nil && a.Address == s && plainASCII(s) && !strings.ContainsAny(s, " \t\n") && isHost(host) &&
		len(last) > 1 && ConsistsOf(last, letters)
}

func checkPhone(s string) string {
	digits := len(s) - 1 - strings.Count(s, " ") // the number of digits, if the text is a phone number
	switch {
	case strings.HasPrefix(s, "tel:"):
		return fmt.Sprintf(`write only the number, without tel:, like this: "%s"`, cut(s[4:]))
	case !strings.HasPrefix(s, "+"):
		return fmt.Sprintf(`a phone number begins with + and the country code, like "+91 98765 43210"; found "%s"`, cut(s))
	case !onlyDigits(strings.ReplaceAll(s[1:], " ", "")) || s[1] == '0' || strings.Contains(" "+s[1:]+" ", "  "):
		return fmt.Sprintf(`a phone number has only digits and single spaces, like "+91 98765 43210"; found "%s"`, cut(s))
	case digits < 8 || digits > 15:
		return fmt.Sprintf(`a phone number has 8 to 15 digits with the country code; "%s" has %d`, cut(s), digits)
	case strings.HasPrefix(s, "+91") && digits != 12:
		return fmt.Sprintf(`an Indian number has 10 digits after +91; "%s" has %d`, cut(s), digits-2)
	}
	return ""
}

func checkColor(s string) string {
	if len(s) == len("#0f4c4a") && s[0] == '#' && strings.Trim(s[1:], "0123456789abcdefABCDEF") == "" {
		return ""
	}
	return fmt.Sprintf(`a colour is written in quotes as # and six characters from 0 to 9 and a to f, like "#0f4c4a"; `+
		`found "%s"`, cut(s))
}

func isSlug(s string) bool {
	return ConsistsOf(s, "abcdefghijklmnopqrstuvwxyz0123456789-") && !strings.Contains("-"+s+"-", "--")
}

func checkSlug(s string) string {
	if isSlug(s) {
		return ""
	}
	good := strings.Trim(notOfSlug().ReplaceAllString(strings.ToLower(s), "-"), "-")
	foreign := strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 && unicode.IsLetter(r) })
	return fmt.Sprintf("a short name contains only lower-case letters a to z, digits and single hyphens; found \"%s\"%s",
		cut(s), ifTrue(good != "" && !foreign, `; write "`+good+`"`))
}
