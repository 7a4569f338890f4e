package booking

import "strings"

// The kinds of tasks. The desk has a title for each kind and decides who may read its text.
const (
	TaskAmountMismatch = "amount_mismatch"
	TaskLinkUnknown    = "link_unknown"
	// a refund that no gateway can make; a task about a gateway's refund has the payment's Disposition as its kind
	TaskManualRefund      = "refund_by_hand"
	TaskSurplus           = "surplus"        // more was paid than the ticket costs, and no refund is due
	TaskRefundRequest     = "refund_request" // a refund that needs a second person's approval
	TaskDispute           = "dispute"
	TaskUnknownMoney      = "unknown_money" // a payment with our reference but without a row
	TaskSignatures        = "webhook_signatures"
	TaskClock             = "clock"
	TaskMailUndeliverable = "mail_undeliverable"
	TaskIdentityRejected  = "identity_rejected"
	TaskManyIdentityViews = "many_identity_views"
	TaskSigninFlood       = "signin_flood"
	TaskSigninClosed      = "signin_closed"
	TaskPasskeyCopied     = "passkey_copied"
	TaskGateConflict      = "gate_conflict"
	TaskGateDuplicateScan = "gate_duplicate_scan"
	TaskGateUnread        = "gate_unread"
)

// TaskKinds lists all kinds. The store refuses any other kind.
var TaskKinds = []string{
	TaskAmountMismatch, TaskLinkUnknown, string(DuplicateRefundDue), string(NoSeatRefundDue),
	string(CancelledRefundDue), TaskManualRefund, TaskSurplus, TaskRefundRequest, TaskDispute, TaskUnknownMoney,
	TaskSignatures, TaskClock, TaskMailUndeliverable, TaskIdentityRejected, TaskManyIdentityViews, TaskSigninFlood,
	TaskSigninClosed, TaskPasskeyCopied, TaskGateConflict, TaskGateDuplicateScan, TaskGateUnread,
}

// ManyIdentityViews is how many identity documents may be opened within an hour without a decision about them. Staff
// who check a document decide about it, so more views without a decision suggest another purpose.
const ManyIdentityViews = 20

// Task is something that a person has to deal with.
type Task struct {
	// Kind is one of TaskKinds.
	Kind                  string
	BookingID, AttemptRef string
	// DedupeKey makes sure that one cause creates only one task.
	DedupeKey string
	// Text says what happened and what to do.
	Text string
}

const unreadTaskPrefix = TaskGateUnread + ":"

// UnreadTaskKey returns the key for the task about a gate scan that matches no ticket.
func UnreadTaskKey(scan string) string { return unreadTaskPrefix + scan }

// UnreadScan returns the scan that a key from UnreadTaskKey names, or "" for any other key.
func UnreadScan(dedupeKey string) string {
	scan, is := strings.CutPrefix(dedupeKey, unreadTaskPrefix)
	if !is {
		return ""
	}
	return scan
}
