package mail

import (
	"cmp"
	"fmt"
	"html"
	"net/url"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"rsc.io/qr"

	"transom/generator/schema"
)

// qrScale is the number of pixels per module: enough for a sharp image of 2 kB, on a phone and in print.
const qrScale = 6

func (c *Composer) bringTicket(m *Message, code, address string) (body string, err error) {
	picture, err := qr.Encode(code, qr.M)
	if err != nil {
		return "", fmt.Errorf("draw the ticket's code: %w", err)
	}
	picture.Scale = qrScale
	m.QR, m.Calendar = picture.PNG(), calendar(c.event, address)
	return fmt.Sprintf(`<p><img src="cid:%s" alt="QR code of your ticket" width="240" height="240" class="code"></p>`,
		html.EscapeString(m.qrID())), nil
}

func afterTicketLink(body, address, picture string) string {
	if before, after, found := strings.Cut(body, escaped(address)); found {
		paragraph, rest, _ := strings.Cut(after, "</p>")
		return before + escaped(address) + paragraph + "</p>" + picture + rest
	}
	return body + picture
}

func (m Message) qrID() string { return "qr-" + m.ID }

func (m Message) logoID() string { return "logo-" + m.ID }

// calendar returns a calendar file (RFC 5545) with the days of the event. The entries' ids are the same as on the
// ticket's page (site/src/ticket/calendar.ts), so that adding both does not duplicate a day.
func calendar(e schema.Event, ticket string) []byte {
	host, id := "", ""
	if u, err := url.Parse(ticket); err == nil {
		host, id = u.Hostname(), path.Base(u.Path)
	}
	var out strings.Builder
	line := func(name, value string) { out.WriteString(folded(name + ":" + value)) }
	line("BEGIN", "VCALENDAR")
	line("VERSION", "2.0")
	line("PRODID", "-//"+escapeText(e.ShortName)+"//Tickets//EN")
	for i, day := range e.Days {
		line("BEGIN", "VEVENT")
		line("UID", fmt.Sprintf("%s-%d@%s", id, i+1, host))
		line("DTSTAMP", stamp(e.Days[0].StartUTC))
		if day.StartsAt == "" { // an all-day entry
			line("DTSTART;VALUE=DATE", strings.ReplaceAll(string(day.Date), "-", ""))
		} else {
			line("DTSTART", stamp(day.StartUTC))
			line("DTEND", stamp(day.EndUTC))
		}
		line("SUMMARY", escapeText(fmt.Sprintf("%s, day %d", e.Name, i+1)))
		line("LOCATION", escapeText(placeOf(e, day)))
		line("DESCRIPTION", escapeText("Ticket: "+ticket))
		line("URL", ticket)
		line("END", "VEVENT")
	}
	line("END", "VCALENDAR")
	return []byte(out.String())
}

func placeOf(e schema.Event, day schema.Day) string {
	for _, v := range e.Venues {
		if v.ID == day.Venue {
			if strings.HasPrefix(v.Address, v.Name) && v.Address != "" {
				return v.Address
			}
			return strings.Trim(v.Name+", "+cmp.Or(v.Address, v.City), ", ")
		}
	}
	return e.Location
}

func stamp(instant string) string {
	at, _ := time.Parse(time.RFC3339, instant) // the generator has checked the time
	return at.UTC().Format("20060102T150405Z")
}

func escapeText(text string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(text)
}

// folded breaks a line after at most 75 bytes (RFC 5545), never inside a character, and adds the line end.
func folded(line string) string {
	var out strings.Builder
	for size := 0; line != ""; {
		_, n := utf8.DecodeRuneInString(line)
		if size+n > 75 {
			out.WriteString("\r\n ")
			size = 1
		}
		out.WriteString(line[:n])
		line, size = line[n:], size+n
	}
	return out.String() + "\r\n"
}
