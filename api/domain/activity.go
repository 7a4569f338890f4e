package domain

import (
	"time"

	"transom/api/texts"
)

// Actor is who does something to the event's data.
type Actor struct {
	ID   string // a member of staff, or ActorCommand
	Name string // as it stands in the log
	Role string
}

// ActorCommand is the id of whoever works on the command line; the name is in --who.
const ActorCommand = "command"

// ActorTelephone is the id of a telephone of the gate that does something by itself.
const ActorTelephone = "telephone"

// Unnamed reports whether several people stand behind an actor's id, who are told apart by their names only.
func (a Actor) Unnamed() bool { return a.ID == ActorCommand || a.ID == ActorTelephone }

// Act is something that somebody did: a line of the log that is only ever added to.
type Act struct {
	At     time.Time
	Actor  Actor
	Action string // a word of texts.Activities
	// BookingID is whom it concerns, Object what else: a member of staff, a category, the key of a task. Either may be "".
	BookingID, Object string
	// Why, Before and After may hold personal data: the erasure of the booking's person empties them.
	Why           string
	Before, After map[string]string
	RequestID     string
}

// WhyIsMissing answers an action without a reason.
const WhyIsMissing = texts.WhyMissing

// The words of acts, as they stand in the log. Those of the desk's actions are the names in desk.Actions.
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
	ActExportAborted = "export_aborted" // whoever asked went away before the file was whole
	ActExportActs    = "export_acts"
	ActNote          = "note"
	ActAdd           = "add"
	ActApprove       = "approve"
	ActCancel        = "cancel"
	ActRefund        = "refund"
	ActCancelAsk     = "cancel_request" // of a refund that a second person has to approve
	ActRefundAsk     = "refund_request" // likewise, of a refund that leaves the ticket
	ActRefuse        = "refuse"
	ActTransferTaken = "transfer_accept" // by the colleague
	ActNoteDelete    = "note_delete"
	ActTaskDone      = "task_done"
	ActGateInvite    = "gate_invite"
	ActGateRevoke    = "gate_revoke"
	ActGateWipe      = "gate_wipe" // by the telephone itself
	ActGateName      = "gate_name" // whose ticket an admission by hand was
	ActGateDismiss   = "gate_dismiss"
	ActCommand       = "command" // a command that has no word of its own
)

// LoggedAct is an act as it stands in the log.
type LoggedAct struct {
	N int64
	Act
	// Hash is the link of the chain that this act is.
	Hash string
	// Erased is true when why, before and after went with their person.
	Erased bool
}
