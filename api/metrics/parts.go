package metrics

import (
	"transom/api/mail"
	"transom/api/payment"
)

// WatchPayments shows what the payments count.
func (m *Metrics) WatchPayments(c *payment.Counters) {
	m.Counter("transom_payment_fetches_total", "Questions to the gateway.", c.Fetches.Load)
	m.Counter("transom_payment_fetch_errors_total", "Questions to the gateway without a good answer.", c.FetchErrors.Load)
	m.Counter("transom_payment_mismatches_total", "Payments whose amount or currency is not what was asked for.",
		c.Mismatches.Load)
	m.Counter("transom_payment_owed_back_total", "Payments that are owed back, because they came twice or too late.",
		c.Duplicates.Load)
	m.Counter("transom_webhook_events_total", "Messages of the gateway that were kept.", c.Events.Load)
	m.Counter("transom_webhook_bad_signatures_total", "Messages whose signature is not the gateway's.",
		c.BadSignatures.Load)
	m.Counter("transom_webhook_unknown_total", "Messages of the gateway that name no payment of ours.",
		c.UnknownEvents.Load)
}

// WatchMails shows what the worker of the outbox counts.
func (m *Metrics) WatchMails(w *mail.Worker) {
	m.Counter("transom_mails_sent_total", "Mails that the mail server has taken.", w.Sent.Load)
	m.Counter("transom_mail_failures_total", "Attempts to send a mail that failed.", w.Failed.Load)
	m.Counter("transom_mails_given_up_total", "Mails that were given up.", w.Buried.Load)
}
