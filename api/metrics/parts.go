package metrics

import (
	"transom/api/mail"
	"transom/api/payment"
)

// WatchPayments registers the counters of payments.
func (m *Metrics) WatchPayments(c *payment.Counters) {
	m.Counter("transom_payment_fetches_total", "Requests to the payment gateway.", c.Fetches.Load)
	m.Counter("transom_payment_fetch_errors_total", "Requests to the payment gateway that failed.", c.FetchErrors.Load)
	m.Counter("transom_payment_mismatches_total", "Payments whose amount or currency differs from what was requested.",
		c.Mismatches.Load)
	m.Counter("transom_payment_owed_back_total", "Payments to refund because they were duplicates or too late.",
		c.Duplicates.Load)
	m.Counter("transom_webhook_events_total", "Webhook messages from the gateway that were stored.", c.Events.Load)
	m.Counter("transom_webhook_bad_signatures_total", "Webhook messages with an invalid signature.", c.BadSignatures.Load)
	m.Counter("transom_webhook_unknown_total", "Webhook messages that match none of our payments.", c.UnknownEvents.Load)
}

// WatchMails registers the counters of the outbox worker.
func (m *Metrics) WatchMails(w *mail.Worker) {
	m.Counter("transom_mails_sent_total", "Emails that the mail server has accepted.", w.Sent.Load)
	m.Counter("transom_mail_failures_total", "Attempts to send an email that failed.", w.Failed.Load)
	m.Counter("transom_mails_given_up_total", "Emails that could not be delivered.", w.Buried.Load)
}
