package domain

import (
	"time"

	"transom/api/texts"
)

// Actor is the person, program or device that does something to the event's data.
type Actor struct {
	ID   string // a member of staff, or ActorCommand
	Name string // as it is written in the activity log
	Role string
}

// ActorCommand is the id of everybody who uses the command line; the name comes from --who.
const ActorCommand = "command"

// ActorTelephone is the id for what a gate device does on its own.
const ActorTelephone = "telephone"

// Unnamed reports whether several people share an actor's id and are told apart only by their names.
func (a Actor) Unnamed() bool { return a.ID == ActorCommand || a.ID == ActorTelephone }

// Act is one entry of the activity log, which is append-only.
type Act struct {
	At     time.Time
	Actor  Actor
	Action string // a key of texts.Activities
	// BookingID is the booking concerned. Object is what else is concerned: a member of staff, a category or the key
	// of a task. Either may be "".
	BookingID, Object string
	// Why, Before and After may hold personal data; erasing the booking's person empties them.
	Why           string
	Before, After map[string]string
	RequestID     string
}

// WhyIsMissing is the message for an action without a reason.
const WhyIsMissing = texts.WhyMissing

// The actions as the log stores them. Those of the desk are the names in desk.Actions.
const (
	ActSignIn        = "sign_in"
	ActSignOut       = "sign_out"
	ActPasskeyAdd    = "passkey_add"
	ActPasskeyRemove = "passkey_remove"
	ActStaffAdd      = "staff_add"
	ActStaffInvite   = "staff_invite"
	ActStaffRole     = "staff_role"
	ActStaffEnd      = "staff_end"
	ActStaffReset    = "staff_reset"
	ActSalesPause    = "sales_pause"
	ActSalesResume   = "sales_resume"
	ActExport        = "export"
	ActExportAborted = "export_aborted" // the client disconnected before the download was complete
	ActExportActs    = "export_acts"
	ActNote          = "note"
	ActAdd           = "add"
	ActApprove       = "approve"
	ActCancel        = "cancel"
	ActRefund        = "refund"
	ActCancelAsk     = "cancel_request" // for a refund that a second person has to approve
	ActRefundAsk     = "refund_request" // the same, for a refund after which the ticket stays valid
	ActRefuse        = "refuse"
	ActTransferTaken = "transfer_accept" // by the colleague
	ActNoteDelete    = "note_delete"
	ActTaskDone      = "task_done"
	ActGateInvite    = "gate_invite"
	ActGateRevoke    = "gate_revoke"
	ActGateWipe      = "gate_wipe" // by the device itself
	ActGateName      = "gate_name" // names the ticket of a manual check-in
	ActGateDismiss   = "gate_dismiss"
	ActCommand       = "command" // a command that has no action of its own
)

// LoggedAct is an action as the activity log stores it.
type LoggedAct struct {
	N int64
	Act
	// Hash is the link of the hash chain for this entry.
	Hash string
	// Erased is true if Why, Before and After were erased with the person's data.
	Erased bool
}
