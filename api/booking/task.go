package booking

import "strings"

// The kinds of tasks. The desk has a title for each, and says who may read its text.
const (
	TaskAmountMismatch = "amount_mismatch"
	TaskLinkUnknown    = "link_unknown"
	// money that no gateway knows; the refunds a gateway makes are named by their Disposition
	TaskRefundByHand      = "refund_by_hand"
	TaskRefundRequest     = "refund_request" // waits for a second person
	TaskDispute           = "dispute"
	TaskUnknownMoney      = "unknown_money" // money under our reference that no row knows
	TaskSignatures        = "webhook_signatures"
	TaskClock             = "clock"
	TaskMailUndeliverable = "mail_undeliverable"
	TaskIdentityRejected  = "identity_rejected"
	TaskManyIdentityViews = "many_identity_views"
	TaskSigninFlood       = "signin_flood"
	TaskSigninClosed      = "signin_closed"
	TaskPasskeyCopied     = "passkey_copied"
	TaskGateConflict      = "gate_conflict"
	TaskGateStray         = "gate_stray"
	TaskGateUnread        = "gate_unread"
)

// TaskKinds are all of them. The store takes no other.
var TaskKinds = []string{
	TaskAmountMismatch, TaskLinkUnknown, string(DuplicateRefundDue), string(NoSeatRefundDue), string(CancelledRefundDue),
	TaskRefundByHand, TaskRefundRequest,
	TaskDispute, TaskUnknownMoney, TaskSignatures, TaskClock, TaskMailUndeliverable, TaskIdentityRejected,
	TaskManyIdentityViews, TaskSigninFlood,
	TaskSigninClosed, TaskPasskeyCopied, TaskGateConflict, TaskGateStray, TaskGateUnread,
}

// Task is something that a person must do: a mismatch, a refund that failed, a payment without a seat.
type Task struct {
	// Kind is one of TaskKinds.
	Kind string
	// BookingID and AttemptRef say which booking it is about.
	BookingID, AttemptRef string
	// DedupeKey makes a repeated cause harmless.
	DedupeKey string
	// Text says what happened and what to do.
	Text string
}

// unreadTaskPrefix begins the key of a task about somebody who was let in by hand.
const unreadTaskPrefix = TaskGateUnread + ":"

// UnreadTaskKey is the key of the task about a scan of the gate that fits no ticket.
func UnreadTaskKey(scan string) string { return unreadTaskPrefix + scan }

// UnreadScan is the scan of such a key, "" for another one.
func UnreadScan(dedupeKey string) string {
	scan, is := strings.CutPrefix(dedupeKey, unreadTaskPrefix)
	if !is {
		return ""
	}
	return scan
}
