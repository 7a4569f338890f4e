package desk

import (
	"context"
	"slices"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/staff"
	"transom/api/texts"
	"transom/api/wire"
)

// Action is something that staff can do with a registration. Routes, permission test, buttons, `transom action` and the
// site's types come from Actions; the README says what a new action needs.
type Action struct {
	// Name is the last part of the action's address below /api/desk, its dialog's key, and its name in `transom action`.
	Name string
	Log  string
	// Permission may need a recent passkey confirmation (staff.NeedsPasskey).
	Permission staff.Permission
	// Possible returns an error if the registration's state does not allow the action. If nil, the page never offers it.
	Possible func(f facts) error
	// Ask returns an empty request for the action.
	Ask func() Asked
}

// Asked is a request for an action.
type Asked interface {
	// Input returns a pointer to the struct in package wire that the request is decoded into.
	Input() any
	// Base returns what every request has: the registration, its version, a reason, and whether this is a preview.
	Base() wire.DeskAction
	// Permission returns the permission that this request requires: the action's own or a different one.
	Permission() staff.Permission
	Do(ctx context.Context, d *Service, r Request) (Outcome, error)
}

// The generator reads Actions for the site's types (generator/describe/actions.go), so type and name must be literals.
func Actions() []Action {
	return []Action{
		action[wire.DeskNoteRequest]("note", staff.Note, facts.mayNote, (*Service).Note),
		action[wire.DeskCorrectRequest]("correct", staff.Correct, facts.mayCorrect, inTransaction((*execution).correct)),
		action[wire.DeskChangeTicketRequest]("change-ticket", staff.ChangeTicket, facts.mayChangeTicket,
			(*Service).ChangeTicket, changeNeeds),
		action[wire.DeskInvoiceRequest](
			"invoice", staff.InvoiceCorrect, facts.mayCorrectInvoice, inTransaction((*execution).correctInvoice)),
		action[wire.DeskResendRequest]("resend", staff.Resend, facts.mayResend, (*Service).Resend),
		action[wire.DeskPaidRequest]("paid", staff.AddPaid, facts.mayBePaid, (*Service).Paid),
		action[wire.DeskWithdrawPaymentRequest](
			"withdraw-payment", staff.Refund, facts.mayWithdrawPayment, inTransaction((*execution).withdrawPayment)),
		action[wire.DeskTransferRequest]("transfer", staff.Transfer, facts.mayTransfer,
			inTransaction((*execution).transfer)),
		action[wire.DeskAction]("transfer-withdraw", staff.Transfer, facts.isOffered, inTransaction((*execution).withdraw)),
		action[wire.DeskSeatRequest]("seat", staff.Seat, facts.maySeat, inTransaction((*execution).seat)),
		action[wire.DeskAction]("reissue", staff.Reissue, facts.isPaid, inTransaction((*execution).reissue)),
		action[wire.DeskAction]("void", staff.Void, facts.mayVoid, inTransaction((*execution).void)),
		action[wire.DeskRefundRequest]("cancel", staff.Cancel, facts.mayCancel, (*Service).Cancel, cancelNeeds),
		action[wire.DeskRefundRequest]("refund", staff.Refund, facts.mayRefund, inTransaction((*execution).refund)),
		action[wire.DeskAction]("uncancel", staff.Cancel, facts.mayUncancel, inTransaction((*execution).uncancel)),
		action[wire.DeskDocumentRequest]("document-approve", staff.DocumentCheck, facts.mayApproveDocument,
			inTransaction((*execution).approveDocument)),
		action[wire.DeskAction](
			"document-reject", staff.DocumentCheck, facts.mayRejectDocument, (*Service).RejectDocument),
		action[wire.DeskApproveRequest]("approve", staff.Approve, facts.isAsked, (*Service).Approve),
		action[wire.DeskRecordRefundRequest](
			"record-refund", staff.Refund, facts.mayRecordRefund, inTransaction((*execution).recordRefund)),
		action[wire.DeskCancelCategoryRequest](
			"cancel-category", staff.CancelCategory, nil, (*Service).CancelCategory),
		action[wire.DeskAddRequest]("add", staff.AddPaid, nil, (*Service).Add, addNeeds),
	}
}

func cancelNeeds(in wire.DeskRefundRequest) staff.Permission {
	if in.RefundPaise != 0 {
		return staff.Refund
	}
	return staff.Cancel
}

func changeNeeds(in wire.DeskChangeTicketRequest) staff.Permission {
	if in.Difference != "" {
		return staff.Refund
	}
	return staff.ChangeTicket
}

func addNeeds(in wire.DeskAddRequest) staff.Permission {
	switch in.Payment.Kind {
	case booking.PaidFree:
		return staff.AddFree
	case PaidByLink:
		return staff.AddLink
	}
	return staff.AddPaid
}

// ActionByName returns the action with this name, or false if there is none.
func ActionByName(name string) (Action, bool) {
	all := Actions()
	if at := slices.IndexFunc(all, func(a Action) bool { return a.Name == name }); at >= 0 {
		return all[at], true
	}
	return Action{}, false
}

// ActionName returns an action's name for the activity log; for a command, it includes the command's name.
func ActionName(word, object string) string {
	name := texts.Activities[word]
	if name == "" {
		name = capital(strings.ReplaceAll(word, "_", " "))
	}
	if word == domain.ActionCommand && object != "" {
		name += " " + object
	}
	return name
}

func capital(text string) string {
	return strings.ToUpper(text[:min(1, len(text))]) + text[min(1, len(text)):]
}

type based interface{ Base() wire.DeskAction }

// The function "needs" is given if some requests require a different permission.
func action[In based](
	name string, p staff.Permission, possible func(facts) error,
	run func(*Service, context.Context, Request, In) (Outcome, error), needs ...func(In) staff.Permission,
) Action {
	word := strings.ReplaceAll(name, "-", "_")
	a := Action{Name: name, Log: texts.Activities[word], Permission: p, Possible: possible}
	a.Ask = func() Asked { return &asked[In]{action: a, word: word, run: run, needs: needs} }
	return a
}

type asked[In based] struct {
	in     In
	action Action
	word   string
	run    func(*Service, context.Context, Request, In) (Outcome, error)
	needs  []func(In) staff.Permission
}

func (a *asked[In]) Input() any { return &a.in }

func (a *asked[In]) Base() wire.DeskAction { return a.in.Base() }

func (a *asked[In]) Permission() staff.Permission {
	for _, needs := range a.needs {
		return needs(a.in)
	}
	return a.action.Permission
}

func (a *asked[In]) Do(ctx context.Context, d *Service, r Request) (Outcome, error) {
	r.word, r.possible = a.word, a.action.Possible
	return a.run(d, ctx, r, a.in)
}
