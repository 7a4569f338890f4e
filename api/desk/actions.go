package desk

import (
	"context"
	"slices"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/staff"
	"transom/api/wire"
)

// Action is one thing that staff do with a registration. Its route, the permission test, the buttons of the
// registration page, the words of the activity log, `transom act` and the site's types are all made from Actions: a
// new action is an entry there, its function, and its dialog in site/src/desk/actions/.
type Action struct {
	// Name is its address below /api/desk, the key of its dialog, and what `transom act` calls it.
	Name string
	// Log is what people read of it in the activity log.
	Log string
	// Permission is what it asks for. The rule of the permission says which roles have it, and whether the passkey is
	// the second factor (staff.NeedsTouch).
	Permission staff.Permission
	// Possible reports whether a registration can have it as it stands; its page offers nothing else. nil is never
	// offered there.
	Possible func(f facts) bool
	// Ask makes an empty request of it.
	Ask func() Asked
}

// Asked is a request of an action.
type Asked interface {
	// Input is a pointer to the struct of package wire that is filled in.
	Input() any
	// Base is what every request has: the registration, its version, the reason, and whether it is a preview.
	Base() wire.DeskAct
	// Permission is that of the action, or another one for what this request asks.
	Permission() staff.Permission
	// Do runs the action.
	Do(ctx context.Context, d *Acts, r Request) (Outcome, error)
}

// Actions are all of them: request, name, words of the log, permission, when it is possible, function. The site's
// types are read from this list (generator/describe/actions.go), so the request and the name are written out.
func Actions() []Action {
	return []Action{
		action[wire.DeskNoteRequest]("note", "Note added", staff.Note, facts.mayNote, (*Acts).Note),
		action[wire.DeskCorrectRequest]("correct", "Details corrected",
			staff.Correct, facts.mayCorrect, (*Acts).Correct),
		action[wire.DeskResendRequest]("resend", "Email sent again", staff.Resend, facts.mayResend, (*Acts).Resend),
		action[wire.DeskPaidRequest]("paid", "Payment recorded", staff.AddPaid, facts.mayBePaid, (*Acts).Paid),
		action[wire.DeskTransferRequest]("transfer", "Transfer offered",
			staff.Transfer, facts.mayTransfer, (*Acts).Transfer),
		action[wire.DeskAct]("transfer-withdraw", "Transfer offer withdrawn",
			staff.Transfer, facts.isOffered, (*Acts).Withdraw),
		action[wire.DeskSeatRequest]("seat", "Seat assigned", staff.Seat, facts.withTicket, (*Acts).Seat),
		action[wire.DeskAct]("reissue", "New ticket issued", staff.Reissue, facts.isPaid, (*Acts).Reissue),
		action[wire.DeskAct]("void", "Ticket voided", staff.Void, facts.withTicket, (*Acts).Void),
		action[wire.DeskCancelRequest]("cancel", "Registration cancelled",
			staff.Cancel, facts.mayCancel, (*Acts).Cancel, cancelNeeds),
		action[wire.DeskRefundRequest]("refund", "Refund made", staff.Refund, facts.mayRefund, (*Acts).Refund),
		action[wire.DeskAct]("uncancel", "Cancellation reversed", staff.Cancel, facts.mayUncancel, (*Acts).Uncancel),
		action[wire.DeskApproveRequest]("approve", "Request approved", staff.Approve, facts.isAsked, (*Acts).Approve),
		action[wire.DeskGivenBackRequest]("given-back", "Refund by hand recorded",
			staff.Refund, facts.mayGiveBack, (*Acts).GivenBack),
		action[wire.DeskAddRequest]("add", "Registered by staff", staff.AddPaid, nil, (*Acts).Add, addNeeds),
	}
}

// otherNames are what people read of the rest of the activity log.
var otherNames = map[string]string{
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
	domain.ActNoteDelete:    "Note deleted",
	domain.ActTransferTaken: "Ticket transferred",
	domain.ActCancelAsk:     "Cancellation requested",
	domain.ActRefundAsk:     "Refund requested",
	domain.ActRefuse:        "Request refused",
	domain.ActTaskDone:      "Task closed",
	domain.ActGateInvite:    "Device invited",
	domain.ActGateRevoke:    "Device removed",
	domain.ActGateWipe:      "Device erased",
	domain.ActGateName:      "Manual check-in matched",
	domain.ActGateDismiss:   "Scan dismissed",
	domain.ActCommand:       "Command",
}

// cancelNeeds: to give money back is another permission than to cancel.
func cancelNeeds(in wire.DeskCancelRequest) staff.Permission {
	if in.RefundPaise != 0 {
		return staff.Refund
	}
	return staff.Cancel
}

// addNeeds is the permission of a way of paying.
func addNeeds(in wire.DeskAddRequest) staff.Permission {
	switch in.Payment.Kind {
	case booking.PaidFree:
		return staff.AddFree
	case PaidByLink:
		return staff.AddLink
	}
	return staff.AddPaid
}

// ActionByName returns an action; false when there is none of this name.
func ActionByName(name string) (Action, bool) {
	all := Actions()
	if at := slices.IndexFunc(all, func(a Action) bool { return a.Name == name }); at >= 0 {
		return all[at], true
	}
	return Action{}, false
}

// word is how the activity log stores an action.
func (a Action) word() string { return strings.ReplaceAll(a.Name, "-", "_") }

// LogWords are the words that the activity log stores, with what people read of each.
func LogWords() map[string]string {
	words := map[string]string{}
	for word, name := range otherNames {
		words[word] = name
	}
	for _, a := range Actions() {
		words[a.word()] = a.Log
	}
	return words
}

// ActionName is what people read of a word of the log; a command is named by its object.
func ActionName(word, object string) string {
	name := otherNames[word]
	for _, a := range Actions() {
		if a.word() == word {
			name = a.Log
		}
	}
	if name == "" {
		name = strings.ToUpper(word[:min(1, len(word))]) + strings.ReplaceAll(word[min(1, len(word)):], "_", " ")
	}
	if word == domain.ActCommand && object != "" {
		name += " " + object
	}
	return name
}

// based is a struct of package wire that a request of an action is.
type based interface{ Base() wire.DeskAct }

// action is an entry of the table. needs is for an action some of whose requests ask for another permission.
func action[In based](
	name, log string, p staff.Permission, possible func(facts) bool,
	run func(*Acts, context.Context, Request, In) (Outcome, error), needs ...func(In) staff.Permission,
) Action {
	a := Action{Name: name, Log: log, Permission: p, Possible: possible}
	a.Ask = func() Asked { return &asked[In]{action: a, run: run, needs: needs} }
	return a
}

type asked[In based] struct {
	in     In
	action Action
	run    func(*Acts, context.Context, Request, In) (Outcome, error)
	needs  []func(In) staff.Permission
}

func (a *asked[In]) Input() any { return &a.in }

func (a *asked[In]) Base() wire.DeskAct { return a.in.Base() }

func (a *asked[In]) Permission() staff.Permission {
	for _, needs := range a.needs {
		return needs(a.in)
	}
	return a.action.Permission
}

func (a *asked[In]) Do(ctx context.Context, d *Acts, r Request) (Outcome, error) {
	r.word = a.action.word()
	return a.run(d, ctx, r, a.in)
}
