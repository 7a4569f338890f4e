package domain

import "time"

// OutgoingMail is an email to be sent. It is written to the outbox in the transaction that causes it, and a worker
// sends it. Two emails with the same DedupeKey are one.
type OutgoingMail struct {
	// Template is the name of a file in content/mail/ without extension.
	Template string
	// To is one address; ToName may be empty.
	To, ToName string
	// DedupeKey makes sure that one cause sends one email only, for example "confirmation:<booking id>".
	DedupeKey string
	// Data are the values of the template's placeholders. Secrets (codes) are wiped once the email is sent.
	Data map[string]string
	// Discard writes the row but sends nothing, so that a request about an unknown address takes as long as any
	// other.
	Discard bool
}

// AlarmTemplate is an email to the organisers whose text the program writes: Data holds "subject" and "text". It has
// no file in the content.
const AlarmTemplate = "alarm"

// QueuedMail is an email in the outbox that has not been sent.
type QueuedMail struct {
	OutgoingMail
	ID        int64
	MessageID string // the same in every attempt, so that receivers can recognise duplicates
	CreatedAt time.Time
	Tries     int // the number of earlier attempts
}
