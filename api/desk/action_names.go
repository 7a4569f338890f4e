package desk

import (
	"strings"

	"transom/api/domain"
)

// actionNames are what people read of what staff did.
var actionNames = map[string]string{
	domain.ActSignIn:        "Signed in",
	domain.ActSignOut:       "Signed out",
	domain.ActPasskeyAdd:    "Passkey added",
	domain.ActPasskeyRemove: "Passkey removed",
	domain.ActStaffAdd:      "Staff member joined",
	domain.ActStaffInvite:   "Staff member invited",
	domain.ActStaffRole:     "Role changed",
	domain.ActStaffEnd:      "Access removed",
	domain.ActStaffReset:    "Access reset",
	domain.ActSalesPause:    "Sales paused",
	domain.ActSalesResume:   "Sales resumed",
	domain.ActExport:        "Registrations exported",
	domain.ActExportActs:    "Activity log exported",
	domain.ActExportAborted: "Export not completed",
	domain.ActNote:          "Note added",
	domain.ActNoteDelete:    "Note deleted",
	domain.ActCorrect:       "Details corrected",
	domain.ActResend:        "Email sent again",
	domain.ActTransfer:      "Transfer offered",
	domain.ActTransferEnd:   "Transfer offer withdrawn",
	domain.ActTransferTaken: "Ticket transferred",
	domain.ActCancel:        "Registration cancelled",
	domain.ActUncancel:      "Cancellation reversed",
	domain.ActRefund:        "Refund made",
	domain.ActCancelAsk:     "Cancellation requested",
	domain.ActRefundAsk:     "Refund requested",
	domain.ActApprove:       "Request approved",
	domain.ActRefuse:        "Request refused",
	domain.ActGivenBack:     "Refund by hand recorded",
	domain.ActSeat:          "Seat assigned",
	domain.ActVoid:          "Ticket voided",
	domain.ActReissue:       "New ticket issued",
	domain.ActAdd:           "Registered by staff",
	domain.ActPaid:          "Payment recorded",
	domain.ActTaskDone:      "Task closed",
	domain.ActGateInvite:    "Device invited",
	domain.ActGateRevoke:    "Device removed",
	domain.ActGateWipe:      "Device erased",
	domain.ActGateName:      "Manual check-in matched",
	domain.ActGateDismiss:   "Scan dismissed",
	domain.ActCommand:       "Command",
}

// ActionName is what people read of an action; a command is named by its object.
func ActionName(action, object string) string {
	name, known := actionNames[action]
	if !known {
		name = strings.ToUpper(action[:min(1, len(action))]) + strings.ReplaceAll(action[min(1, len(action)):], "_", " ")
	}
	if action == domain.ActCommand && object != "" {
		name += " " + object
	}
	return name
}
