package domain

import "time"

// OutgoingMail is a message to be sent: it is written to the outbox in the transaction that causes it, and a worker
// sends it. Two with the same DedupeKey are one.
type OutgoingMail struct {
	// Template is the name of a file in content/mail/ without ending.
	Template string
	// To is one address; ToName may be empty.
	To, ToName string
	// DedupeKey makes a repeated cause harmless, for example "confirmation:<booking id>".
	DedupeKey string
	// Data are the values of the template's placeholders. Secrets (codes) are wiped once sent.
	Data map[string]string
	// Discard makes the row and sends nothing, so that a request about an unknown address takes as long as any other.
	Discard bool
}

// AlarmTemplate is a mail to the organisers with a text of the program's own: Data holds "subject" and "text". It is
// none of the content's.
const AlarmTemplate = "alarm"

// QueuedMail is a message of the outbox that waits to be sent.
type QueuedMail struct {
	OutgoingMail
	ID        int64
	MessageID string // the same at every try, so that a receiver can tell a message that comes twice
	CreatedAt time.Time
	Tries     int // before this one
}
