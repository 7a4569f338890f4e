package schema

// Mail is one Markdown file in content/mail/: the subject in the frontmatter, and the text with {{placeholders}}.
type Mail struct {
	// Subject is the subject line; it may contain placeholders, but never a code.
	Subject string `yaml:"subject" json:"subject" rule:"required"`
	// Purpose says when this email is sent.
	Purpose string `yaml:"purpose" json:"purpose" rule:"required"`
	// Sentences contains one sentence for each case; an email contains the sentence for its case.
	Sentences []MailSentence `yaml:"sentences" json:"sentences,omitempty"`
	// Name is the file's name without .md.
	Name string `yaml:"-" json:"name"`
	// Placeholders are the names used in the subject and the text.
	Placeholders []string `yaml:"-" json:"placeholders"`
	// HTML is the text as HTML, including the placeholders.
	HTML Markdown `yaml:"-" json:"html"`
	// Text is the plain text, including the placeholders.
	Text string `yaml:"-" json:"text"`
}

// Mails is data/site/mail.json.
type Mails struct {
	Mails []Mail `yaml:"-" json:"mails"`
}

// MailSentence is what an email says in one case.
type MailSentence struct {
	// When is the case in which the email contains this sentence, for example void.
	When string `yaml:"when" json:"when" rule:"required"`
	// Text is the sentence; it may contain placeholders.
	Text string `yaml:"text" json:"text" rule:"required"`
}

const (
	MailVoid          = "void"           // the ticket is no longer valid
	MailValid         = "valid"          // the ticket remains valid
	MailSecondPayment = "second_payment" // a second payment is being refunded
	MailNoTicket      = "no_ticket"      // a payment that does not match the unpaid registration is refunded
	MailTransferred   = "transferred"    // a colleague has the ticket, and the reader paid for it
	MailColleague     = "colleague"      // the reader is the colleague to whom the ticket was offered
	MailWithdrawn     = "withdrawn"      // a payment that was recorded by mistake was withdrawn
	MailNoRefund      = "no_refund"      // nothing is refunded
	MailManualRefund  = "manual_refund"  // the organisers make the refund
	MailByGateway     = "by_gateway"     // the gateway makes the refund
	MailByStaff       = "by_staff"       // staff made the refund, not the gateway
	MailSurplus       = "surplus"        // the refund returns what was paid in excess of the price
	MailRefundFollows = "refund_follows" // the new ticket costs less, and the difference will be refunded
	MailRefundAsked   = "refund_asked"   // the new ticket costs less, and a refund awaits approval
	MailKept          = "kept"           // the new ticket costs less, and nothing is refunded
	MailInTime        = "in_time"        // there is still time to send a replacement document
	MailTooLate       = "too_late"       // the time to send a replacement document has passed
)

// MailCases lists, for each email with sentences that depend on the case, their placeholders (separated by spaces) and
// all cases.
var MailCases = map[string]struct {
	Placeholders string
	Cases        []string
}{
	"refund": {"ticket_state refund_state", []string{MailVoid, MailValid, MailSecondPayment, MailSurplus, MailNoTicket,
		MailTransferred, MailByGateway, MailByStaff}},
	"change-link":       {"ticket_state", []string{MailValid, MailTransferred}},
	"change-paid":       {"ticket_state", []string{MailValid, MailTransferred}},
	"change-ended":      {"ticket_state", []string{MailValid, MailTransferred}},
	"transfer-ended":    {"ticket_state", []string{MailColleague, MailValid, MailVoid}},
	"cancelled":         {"refund_state", []string{MailNoRefund, MailManualRefund, MailWithdrawn}},
	"document-rejected": {"seat_state", []string{MailInTime, MailTooLate}},
	"ticket-changed":    {"money_state", []string{MailValid, MailNoRefund, MailRefundFollows, MailRefundAsked, MailKept}},
	"refund-request":    {"request_state", []string{"cancel", "refund", "withdraw_payment"}}, // the requested action
	"part-paid":         {"money_state", []string{MailWithdrawn}},
}
