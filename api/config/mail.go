package config

import (
	"fmt"
	"net/mail"
	"net/url"
	"path/filepath"
	"strings"

	outbox "transom/api/mail"
)

// Outbox is the folder of the outgoing mail, "" when it is sent.
func (c Config) Outbox() string {
	if c.Mail != outbox.OutboxSetting {
		return ""
	}
	return filepath.Join(c.Var, outbox.OutboxFolder)
}

func (c *Config) checkMail(wrong *faults) {
	if _, err := mail.ParseAddress(c.MailFrom); err != nil && c.MailFrom != "" {
		wrong.add("TRANSOM_MAIL_FROM", "%q is no address like desk@example.org or Desk <desk@example.org>", c.MailFrom)
	}
	if address, err := mail.ParseAddress(c.AlarmMail); c.AlarmMail != "" &&
		(err != nil || address.Address != c.AlarmMail) {
		wrong.add("TRANSOM_ALARM_MAIL", "%q is no plain address like duty@example.org", c.AlarmMail)
	}
	_, sender, _ := strings.Cut(strings.Trim(c.MailFrom, "<> "), "@")
	if !c.Rehearsal && isPlaceholder(sender) {
		wrong.add("TRANSOM_MAIL_FROM", "%q is the guide's example: write the address that your mails come from", c.MailFrom)
	}
	if _, told, _ := strings.Cut(c.AlarmMail, "@"); !c.Rehearsal && isPlaceholder(told) {
		wrong.add("TRANSOM_ALARM_MAIL", "%q is the guide's example: write the address of somebody who can act", c.AlarmMail)
	}
	if c.Mail == outbox.OutboxSetting {
		return
	}
	if sign := unescaped(c.Mail); sign != 0 {
		written := fmt.Sprintf("%%%02X for it", sign)
		if sign != '%' {
			written += " (and %25 for %)"
		}
		wrong.add("TRANSOM_MAIL", "the user or the password holds %q, which means something in an address: write %s", sign,
			written)
		return
	}
	u, err := url.Parse(c.Mail)
	if err == nil && (isPlaceholder(u.Hostname()) || u.User.String() == "USER:PASSWORD") {
		wrong.add("TRANSOM_MAIL",
			"this is the guide's example: write the server, the user and the password of your mail provider")
		return
	}
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" {
		// The value may hold a password, so it is not repeated.
		wrong.add("TRANSOM_MAIL", "is neither outbox nor smtp://user:pass@host:port nor smtps://…")
	}
	if c.MailFrom == "" {
		wrong.add("TRANSOM_MAIL_FROM", "is missing; mails need a sender")
	}
}

// isPlaceholder tells a name that stands in guides and belongs to nobody. Source: RFC 2606, section 3.
func isPlaceholder(host string) bool {
	host = "." + strings.ToLower(host)
	return strings.HasSuffix(host, ".example.org") || strings.HasSuffix(host, ".example.com") ||
		strings.HasSuffix(host, ".example.net")
}

// unescaped finds a sign in the user or the password of an address that must be written as %XX there; 0 for none. The
// sign is told, and nothing else of the password. Source: RFC 3986, section 3.2.1.
func unescaped(address string) (sign byte) {
	_, rest, _ := strings.Cut(address, "://")
	user := rest[:max(0, strings.LastIndex(rest, "@"))]
	for i := range len(user) {
		switch c := user[i]; {
		case c == '%':
			if _, err := url.PathUnescape(user[i:min(i+3, len(user))]); err != nil {
				return c
			}
		case !strings.ContainsRune("-._:~!$&'()*+,;=@", rune(c)) && !isLetterOrDigit(c):
			return c
		}
	}
	return 0
}

func isLetterOrDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
