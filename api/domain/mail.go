package domain

import "time"

// OutgoingMail is an email to be sent. It is written to the outbox in the transaction that causes it.
type OutgoingMail struct {
	Template string // the name of a file in content/mail/, without its extension
	// To is one address; ToName may be empty.
	To, ToName string
	// DedupeKey makes sure that one cause sends only one email, for example "confirmation:<booking id>".
	DedupeKey string
	// Data holds the values for the template's placeholders. Secrets (codes) are wiped once the email has been sent.
	Data map[string]string
	// Discard means that nothing is sent: the row is written so that unknown addresses take as long as others.
	Discard bool
}

// AlarmTemplate is the template of emails to the person on duty, whose Data holds the whole "subject" and "text".
const AlarmTemplate = "alarm"

// QueuedMail is an email in the outbox that has not been sent.
type QueuedMail struct {
	OutgoingMail
	ID        int64
	MessageID string // the same in every attempt, so that receivers can recognise duplicates
	CreatedAt time.Time
	Tries     int // the number of earlier attempts to send it
}
