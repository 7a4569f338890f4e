package check

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"transom/generator/lazy"
	"transom/generator/schema"
	"transom/generator/source"
	"transom/generator/spelling"
)

// mailPlaceholders are the placeholders for every email, and the additional ones for some.
var mailPlaceholders = struct {
	always []string
	more   map[string][]string
}{
	always: []string{"event_name", "organiser", "support_email", "site_url"},
	more: map[string][]string{
		"code":             {"code", "minutes"},
		"signin-closed":    {},
		"staff-invitation": {"name", "role", "by", "invitation_url", "until"},
		"staff-reset":      {"name", "role", "by", "staff_url"},
		"staff-added":      {"name", "role", "by", "staff_url"},
		"staff-role":       {"name", "role", "by", "staff_url"},
		"refund-request":   {"name", "by", "amount", "request_state", "booking_code", "registration_url"},
		"confirmation":     append([]string{"ticket_url", "admits", "tds", "document", "document_url"}, ofHolder...),
		"part-paid": append(
			[]string{"money_state", "tds", "rest", "payment_url", "document", "document_url"}, ofHolder...),
		"pending": append([]string{"payment_url"}, ofBooking...),
		"refund": append([]string{"ticket_state", "refund_state", "refund_day", "refund_reference", "document",
			"document_url"}, ofHolder...),
		"late-payment-refund": ofHolder,
		"complimentary":       append([]string{"ticket_url", "admits"}, ofHolder...),
		"ticket-changed": append([]string{"ticket_url", "money_state", "refund_amount", "admits", "changes"},
			ofHolder...),
		"change-link":       append([]string{"ticket_state", "payment_url", "pay_until"}, ofHolder...),
		"change-ended":      append([]string{"ticket_state"}, ofHolder...),
		"change-paid":       append([]string{"ticket_state", "tds", "document", "document_url"}, ofHolder...),
		"invoice-corrected": append([]string{"document", "document_url"}, ofHolder...),
		"mailbox-changed":   ofBooking,
		"payment-link":      append([]string{"payment_url", "pay_until"}, ofBooking...),
		"transfer-offer":    append([]string{"giver", "transfer_url", "accept_until"}, ofBooking...),
		"transfer-offered":  append([]string{"colleague", "accept_until"}, ofHolder...),
		"transfer-ended":    append([]string{"giver", "colleague", "ticket_state"}, ofBooking...),
		"transfer-taken":    append([]string{"ticket_url", "admits"}, ofHolder...),
		"ticket-copy":       append([]string{"ticket_url", "admits"}, ofHolder...),
		"transferred":       ofHolder,
		"document-rejected": append([]string{"reason", "upload_url", "document_until", "seat_state"}, ofHolder...),
		"cancelled":         append([]string{"refund_state", "refund_amount", "document", "document_url"}, ofHolder...),
		"cancelled-unpaid":  ofBooking,
	},
}

var neededPlaceholders = map[string]struct{ name, without string }{
	"code":         {"code", "people could not sign in"},
	"confirmation": {"ticket_url", "people could not open their ticket"},
	"pending":      {"payment_url", "people could not pay"},
	"part-paid":    {"payment_url", "people could not pay the rest"},

	"staff-invitation":  {"invitation_url", "the person could not join the staff"},
	"refund-request":    {"registration_url", "staff could not find what to approve"},
	"complimentary":     {"ticket_url", "people could not open their ticket"},
	"ticket-changed":    {"ticket_url", "people could not open their new ticket"},
	"change-link":       {"payment_url", "people could not pay"},
	"payment-link":      {"payment_url", "people could not pay"},
	"transfer-offer":    {"transfer_url", "the ticket could not be accepted"},
	"document-rejected": {"upload_url", "people could not send a replacement document"},
	"transfer-taken":    {"ticket_url", "people could not open their ticket"},
}

// ofHolder lists the placeholders for emails to people who have paid. Earlier emails must not repeat anything from the
// form, because the address may be somebody else's.
var ofHolder = append([]string{"first_name", "name"}, ofBooking...)

var ofBooking = []string{"booking_id", "booking_code", "category", "amount", "net", "gst", "days", "venue", "gstin"}

const codeInSubject = "the code must not be in the subject, because locked phones show it; leave it in the text"

// Mail checks one template and returns its placeholders, sorted.
func (c *Checker) Mail(text *source.Text, mail *schema.Mail, document source.Document) []string {
	at := func(offset int, _ string) source.Position { return text.BodyAt(offset) }
	c.markdown(document, at, true)
	more, used := mailPlaceholders.more[mail.Name]
	names, misspelt := []string{}, false
	if !used {
		c.report(source.Position{File: text.File}, "no email with this name is ever sent%s Delete the file or rename it",
			cmp.Or(spelling.Suggest(mail.Name, mailNames()), "."))
		return names
	}
	known := append(slices.Clone(mailPlaceholders.always), more...)
	c.sections(document, at)
	note := func(found string, at func() source.Position) {
		name := strings.TrimSpace(strings.Trim(found, "{}"))
		switch {
		case c.factName(found, at):
		case c.WithoutGST() && strings.HasSuffix(found, "}}") && (name == "gst" || name == "gstin"):
			c.mentionsGST(found, at())
		case !strings.HasSuffix(found, "}}"):
			misspelt = true
			c.report(at(), `"%s" is not closed; write "{{%s}}"`, found, name)
		case !slices.Contains(known, name):
			misspelt = true
			c.report(at(), `"%s" is not available in this email%s You can use facts and: %s`, found,
				cmp.Or(spelling.Suggest(name, known), c.suggestFact(found), "."), strings.Join(known, ", "))
		case !slices.Contains(names, name):
			names = append(names, name)
		}
	}
	c.factNames(mail.Purpose, func(snippet string) source.Position { return text.Find(&mail.Purpose, snippet) })
	for _, between := range inBraces(mail.Subject) {
		found := mail.Subject[between[0]:between[1]]
		note(found, func() source.Position { return text.At(&mail.Subject) })
		if strings.Contains(found, "code") && mail.Name == "code" {
			c.report(text.At(&mail.Subject), codeInSubject)
		}
	}
	c.mailSentences(text, mail)
	for i := range mail.Sentences {
		sentence := &mail.Sentences[i].Text
		for _, between := range inBraces(*sentence) {
			note((*sentence)[between[0]:between[1]], func() source.Position { return text.At(sentence) })
		}
	}
	body := string(text.Body)
	for _, at := range inBraces(body) {
		note(body[at[0]:at[1]], func() source.Position { return text.BodyAt(at[0]) })
	}
	c.oneBrace(body, func(found string) source.Position { return text.BodyAt(bytes.Index(text.Body, []byte(found))) })
	misspelt = c.otherPlaceholders(text, known) || misspelt
	if needed, has := neededPlaceholders[mail.Name]; has && !slices.Contains(names, needed.name) && !misspelt {
		hasBroken := func(link []string) bool { return barePlaceholder(link[1]) != "" } // markdown.go has reported it
		if !slices.ContainsFunc(linkAddress().FindAllStringSubmatch(body, -1), hasBroken) {
			c.report(text.BodyAt(len(bytes.TrimRight(text.Body, " \n"))), "this email must contain {{%s}}; without it %s",
				needed.name, needed.without)
		}
	}
	slices.Sort(names)
	return names
}

// otherPlaceholders reports placeholders in other programs' syntax, and returns whether there are any.
func (c *Checker) otherPlaceholders(text *source.Text, known []string) (found bool) {
	body := string(text.Body)
	report := func(from, to int, right string) {
		found = true
		c.report(text.BodyAt(from), `"%s" would be printed as it is; placeholders have two brackets on each side: "%s"`,
			body[from:to], right)
	}
	if !pairsOnly(body) {
		for _, at := range singleBrace().FindAllStringIndex(body, -1) {
			if (at[0] == 0 || strings.IndexByte("{(", body[at[0]-1]) < 0) && !strings.HasPrefix(body[at[1]:], "}") {
				report(at[0], at[1], "{"+body[at[0]:at[1]]+"}")
			}
		}
	}
	if strings.Contains(body, "%") {
		for _, at := range percentName().FindAllStringIndex(body, -1) {
			if name := body[at[0]+1 : at[1]-1]; slices.Contains(known, name) {
				report(at[0], at[1], "{{"+name+"}}")
			}
		}
	}
	return found
}

func (c *Checker) mailSentences(text *source.Text, mail *schema.Mail) {
	wanted, seen := schema.MailCases[mail.Name].Cases, map[string]bool{}
	for i := range mail.Sentences {
		sentence := &mail.Sentences[i]
		switch {
		case len(wanted) == 0:
			c.report(text.At(&sentence.When), `the sentences of this email are always the same; delete "sentences"`)
			return
		case sentence.When == "":
		case !slices.Contains(wanted, sentence.When):
			c.report(text.At(&sentence.When), `there is no case "%s" in this email%s The cases are: %s`, sentence.When,
				cmp.Or(spelling.Suggest(sentence.When, wanted), "."), strings.Join(wanted, ", "))
		case seen[sentence.When]:
			c.report(text.At(&sentence.When), `there are two sentences for the case "%s"; delete one`, sentence.When)
		}
		seen[sentence.When] = true
	}
	missing := slices.DeleteFunc(slices.Clone(wanted), func(name string) bool { return seen[name] })
	if len(missing) > 0 {
		c.report(source.Position{File: text.File, Line: 1, Column: 1}, `"sentences" has no sentence for the case "%s"`,
			strings.Join(missing, `", "`))
	}
}

var (
	singleBrace = lazy.Regexp(`\{[a-z_]+\}`)
	percentName = lazy.Regexp(`%[a-z_]+%`)
	linkAddress = lazy.Regexp(`\]\(([^{)][^)]*|\{[^{)][^)]*)\)`)
)

// barePlaceholder returns a link placeholder's name if it has single brackets or none, and "" otherwise.
func barePlaceholder(target string) string {
	if !strings.Contains(target, "_url") {
		return ""
	}
	name := strings.Trim(strings.NewReplacer("%7B", "", "%7D", "").Replace(target), "{}")
	if !strings.HasSuffix(name, "_url") || strings.ContainsAny(name, "/:.") {
		return ""
	}
	return name
}

func mailNames() []string { return slices.Sorted(maps.Keys(mailPlaceholders.more)) }
