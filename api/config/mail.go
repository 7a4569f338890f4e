package config

import (
	"net/mail"
	"net/url"
	"path/filepath"
	"strings"

	"transom/api/domain"
	outbox "transom/api/mail"
)

// Outbox returns the folder to which emails are written, or "" if they are sent.
func (c Config) Outbox() string {
	if c.Mail != outbox.OutboxSetting {
		return ""
	}
	return filepath.Join(c.Var, outbox.OutboxFolder)
}

func (c *Config) checkMail(wrong *faults) {
	if _, err := mail.ParseAddress(c.MailFrom); err != nil && c.MailFrom != "" {
		wrong.add("TRANSOM_MAIL_FROM", "%q is not an address like desk@example.org or Desk <desk@example.org>", c.MailFrom)
	}
	if address, err := mail.ParseAddress(c.AlarmMail); c.AlarmMail != "" &&
		(err != nil || address.Address != c.AlarmMail) {
		wrong.add("TRANSOM_ALARM_MAIL", "%q is not a plain address like duty@example.org", c.AlarmMail)
	}
	_, sender, _ := strings.Cut(strings.Trim(c.MailFrom, "<> "), "@")
	if !c.Rehearsal && isPlaceholder(sender) {
		wrong.add("TRANSOM_MAIL_FROM", "%q is the example from the guide: write the address that your emails are sent from",
			c.MailFrom)
	}
	if _, domain, _ := strings.Cut(c.AlarmMail, "@"); !c.Rehearsal && isPlaceholder(domain) {
		wrong.add("TRANSOM_ALARM_MAIL", "%q is the example from the guide: write the address of somebody who can "+
			"deal with alarms", c.AlarmMail)
	}
	if c.Mail == outbox.OutboxSetting {
		return
	}
	u, err := url.Parse(c.Mail)
	if err == nil && (isPlaceholder(u.Hostname()) || u.User.String() == "USER:PASSWORD") {
		wrong.add("TRANSOM_MAIL",
			"this is the example from the guide: write your email provider's server, user and password")
		return
	}
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" || !hasPort(u) {
		// The value may contain a password, so the error does not repeat it.
		wrong.add("TRANSOM_MAIL", "is neither outbox nor smtp://user:pass@host:port nor smtps://…; in the user and the "+
			"password write %%23 for #, %%2F for /, %%3F for ?, %%25 for %%, %%5B for [, %%22 for \" and %%20 for a space")
	}
	if err == nil && (u.Port() == "" || u.User == nil) && !domain.IsThisMachine(u.Hostname()) {
		wrong.add("TRANSOM_MAIL", "write smtp://user:pass@host:port; only a server on this machine needs no user and port")
	}
	if c.MailFrom == "" {
		wrong.add("TRANSOM_MAIL_FROM", "is missing; emails need a sender")
	}
}

// isPlaceholder reports whether a host name is reserved for examples. Source: RFC 2606, section 3.
func isPlaceholder(host string) bool {
	host = "." + strings.ToLower(host)
	return strings.HasSuffix(host, ".example.org") || strings.HasSuffix(host, ".example.com") ||
		strings.HasSuffix(host, ".example.net")
}
