package domain

import "time"

// Actor is the person, program or device that changes or reads the event's data.
type Actor struct {
	ID   string // a member's id, or a fixed id such as ActorCommand
	Name string
	Role string
}

// ActorCommand is the id of everybody who uses the command line; the name comes from --who.
const ActorCommand = "command"

// ActorDevice is the actor's id when a gate device does something on its own.
const ActorDevice = "telephone"

// Unnamed reports whether several people share this actor's id, so that only the name tells them apart.
func (a Actor) Unnamed() bool { return a.ID == ActorCommand || a.ID == ActorDevice }

// Action is one entry in the activity log, which is append-only.
type Action struct {
	At    time.Time
	Actor Actor
	Name  string // a key of texts.Activities
	// BookingID is the booking concerned, or "". Object is what else the action concerns, or "": a member of staff, a
	// category, a task's key, or the payment for a corrected invoice.
	BookingID, Object string
	// Why, Before and After may hold personal data; they are cleared when the person's data is erased.
	Why           string
	Before, After map[string]string
	RequestID     string
}

// The names of actions in the activity log. desk.Actions contains the names of the desk's other actions.
const (
	ActionSignIn         = "sign_in"
	ActionSignOut        = "sign_out"
	ActionPasskeyAdd     = "passkey_add"
	ActionPasskeyRemove  = "passkey_remove"
	ActionStaffAdd       = "staff_add"
	ActionStaffInvite    = "staff_invite"
	ActionStaffRole      = "staff_role"
	ActionStaffEnd       = "staff_end"
	ActionStaffReset     = "staff_reset"
	ActionSalesPause     = "sales_pause"
	ActionSalesResume    = "sales_resume"
	ActionExport         = "export"
	ActionExportAborted  = "export_aborted" // the client disconnected before the download was complete
	ActionExportInvoices = "export_invoices"
	ActionExportLog      = "export_log"
	ActionNote           = "note"
	ActionAdd            = "add"
	ActionPaid           = "paid" // a payment outside the gateway was recorded
	ActionApprove        = "approve"
	ActionCancel         = "cancel"
	ActionRefund         = "refund"
	ActionCancelAsk      = "cancel_request" // requests a second person's approval to cancel and refund
	ActionRecordRefund   = "record_refund"
	ActionRefundAsk      = "refund_request" // requests a second person's approval of a refund
	ActionRefuse         = "refuse"
	ActionWithdraw       = "withdraw_payment"         // withdraws a payment that was recorded by mistake
	ActionWithdrawAsk    = "withdraw_payment_request" // requests a second person's approval to withdraw a payment
	ActionChange         = "change_ticket"
	ActionChangeAsk      = "change_ticket_request"  // sends a payment link for a change to a paid ticket
	ActionChangeEnd      = "change_ticket_withdraw" // withdraws an unpaid change
	ActionTransferTaken  = "transfer_accept"        // a colleague accepts a transferred ticket
	ActionNoteDelete     = "note_delete"
	ActionTaskDone       = "task_done"
	ActionBadges         = "badges"
	ActionGateInvite     = "gate_invite"
	ActionGateRevoke     = "gate_revoke"
	ActionGateWipe       = "gate_wipe" // somebody deletes the data on a gate device
	ActionGateName       = "gate_name" // staff say which ticket a manual check-in was for
	ActionGateDismiss    = "gate_dismiss"
	ActionDocumentOpen   = "document_open" // an identity document was opened
	ActionDocumentReject = "document_reject"
	ActionDocumentSent   = "document_sent"    // the person replaced a rejected document
	ActionProfile        = "profile"          // the person edited the profile
	ActionNumbers        = "numbers_imported" // an institute's membership numbers were imported
	ActionCommand        = "command"          // a command that has no action of its own
)

// LoggedAction is an action as the activity log stores it.
type LoggedAction struct {
	N int64
	Action
	Hash string // the entry's hash in the chain
	// Erased is true if Why, Before and After were erased with the person's data.
	Erased bool
}
