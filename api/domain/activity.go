package domain

import "time"

// Actor is the person, program or device that does something to the event's data.
type Actor struct {
	ID   string // a member of staff, or ActorCommand
	Name string // as it is written in the activity log
	Role string
}

// ActorCommand is the id of everybody who uses the command line; the name comes from --who.
const ActorCommand = "command"

// ActorDevice is the id for what a gate device does on its own.
const ActorDevice = "telephone"

// Unnamed reports whether several people share an actor's id and differ only in their names.
func (a Actor) Unnamed() bool { return a.ID == ActorCommand || a.ID == ActorDevice }

// Action is one entry of the activity log, which is append-only.
type Action struct {
	At    time.Time
	Actor Actor
	Name  string // a key of texts.Activities
	// BookingID is the booking concerned. Object is the other subject of the action: a member of staff, a category, the
	// key of a task, or the payment of a corrected invoice. Either may be "".
	BookingID, Object string
	// Why, Before and After may hold personal data; erasing the booking's person empties them.
	Why           string
	Before, After map[string]string
	RequestID     string
}

// The actions as the log stores them. Those of the desk are the names in desk.Actions.
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
	ActionCancelAsk      = "cancel_request" // for a refund that a second person has to approve
	ActionRefundAsk      = "refund_request" // the same, for a refund after which the ticket stays valid
	ActionRefuse         = "refuse"
	ActionWithdraw       = "withdraw_payment"         // that was recorded for the wrong registration
	ActionWithdrawAsk    = "withdraw_payment_request" // the same, for an amount that needs a second person
	ActionChangeAsk      = "change_ticket_request"    // which is done when its link is paid
	ActionChangeEnd      = "change_ticket_withdraw"   // the same, which will not be done
	ActionTransferTaken  = "transfer_accept"          // by the colleague
	ActionNoteDelete     = "note_delete"
	ActionTaskDone       = "task_done"
	ActionBadges         = "badges"
	ActionGateInvite     = "gate_invite"
	ActionGateRevoke     = "gate_revoke"
	ActionGateWipe       = "gate_wipe" // by the device itself
	ActionGateName       = "gate_name" // names the ticket of a manual check-in
	ActionGateDismiss    = "gate_dismiss"
	ActionDocumentOpen   = "document_open" // an identity document was opened
	ActionDocumentReject = "document_reject"
	ActionDocumentSent   = "document_sent"    // by the person, in place of a rejected one
	ActionProfile        = "profile"          // edited by the person
	ActionNumbers        = "numbers_imported" // the list of an institute
	ActionCommand        = "command"          // a command without its own action
)

// LoggedAction is an action as the activity log stores it.
type LoggedAction struct {
	N int64
	Action
	// Hash is the link of the hash chain for this entry.
	Hash string
	// Erased is true if Why, Before and After were erased with the person's data.
	Erased bool
}
