package domain

import "time"

// Actor is the person, program or device that changes or reads the event's data.
type Actor struct {
	ID   string // a member's id, or a fixed id such as ActorCommand
	Name string // as the activity log shows it
	Role string
}

// ActorCommand is the id of everybody who uses the command line; the name comes from --who.
const ActorCommand = "command"

// ActorDevice is the actor's id when a gate device does something on its own.
const ActorDevice = "telephone"

// Unnamed reports whether several people share an actor's id and differ only in their names.
func (a Actor) Unnamed() bool { return a.ID == ActorCommand || a.ID == ActorDevice }

// Action is one entry in the activity log, which is append-only.
type Action struct {
	At    time.Time
	Actor Actor
	Name  string // a key of texts.Activities
	// BookingID is the booking concerned. Object is the action's other subject: a member of staff, a category, a task's
	// key, or the payment for a corrected invoice. Either may be "".
	BookingID, Object string
	// Why, Before and After may hold personal data; they are cleared when the person's data is erased.
	Why           string
	Before, After map[string]string
	RequestID     string
}

// The actions as the log stores them. desk.Actions has the names of the desk's other actions.
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
	ActionExportLog      = "export_acts"
	ActionNote           = "note"
	ActionAdd            = "add"
	ActionApprove        = "approve"
	ActionCancel         = "cancel"
	ActionRefund         = "refund"
	ActionCancelAsk      = "cancel_request" // requests a second person's approval to cancel and refund
	ActionRefundAsk      = "refund_request" // requests approval of a refund that leaves the ticket valid
	ActionRefuse         = "refuse"
	ActionWithdraw       = "withdraw_payment"         // a payment that was recorded by mistake
	ActionWithdrawAsk    = "withdraw_payment_request" // requests a second person's approval to withdraw it
	ActionChangeAsk      = "change_ticket_request"    // sends a link; the change is made once it has been paid
	ActionChangeEnd      = "change_ticket_withdraw"   // withdraws an unpaid change
	ActionTransferTaken  = "transfer_accept"          // the colleague does this
	ActionNoteDelete     = "note_delete"
	ActionTaskDone       = "task_done"
	ActionBadges         = "badges"
	ActionGateInvite     = "gate_invite"
	ActionGateRevoke     = "gate_revoke"
	ActionGateWipe       = "gate_wipe" // done on the device itself
	ActionGateName       = "gate_name" // says which ticket a manual check-in was for
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
	// Hash is this entry's hash in the hash chain.
	Hash string
	// Erased is true if Why, Before and After were erased with the person's data.
	Erased bool
}
