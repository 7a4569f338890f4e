package desk

import (
	"context"
	"errors"
	"slices"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
)

// taskWord is what people call a kind of task.
type taskWord struct {
	title string
	// act solves it at the desk, "" when none does; actName is what its link says.
	act, actName string
	// closes is when the program closes it, "" for a task that a person closes.
	closes string
	// money is there when its text and its key name amounts and references.
	money bool
}

// gatewayRefunds is when a refund by the gateway is over, whoever made it there.
const gatewayRefunds = "the gateway has given the money back"

// taskWords has an entry for each of booking.TaskKinds.
var taskWords = map[string]taskWord{
	booking.TaskAmountMismatch: {title: "The gateway's answer does not fit", money: true},
	booking.TaskLinkUnknown: {title: "The gateway does not know a payment link", act: "cancel",
		actName: "End the link, and cancel the registration", money: true},
	string(booking.DuplicateRefundDue): {title: "A second payment goes back", closes: gatewayRefunds, money: true},
	string(booking.NoSeatRefundDue): {title: "A payment came after the last seat was gone", closes: gatewayRefunds,
		money: true},
	string(booking.CancelledRefundDue): {title: "A registration is refunded", closes: gatewayRefunds, money: true},
	booking.TaskRefundByHand: {
		title: "Money is to be given back by hand", act: "given-back", actName: "Write down that it was given back",
		closes: "the money is written down as given back", money: true,
	},
	booking.TaskDispute:           {title: "A payment is disputed", money: true},
	booking.TaskUnknownMoney:      {title: "Money that no registration has", money: true},
	booking.TaskMailUndeliverable: {title: "A mail did not arrive", act: "correct", actName: "Correct the address"},
	booking.TaskIdentityRejected:  {title: "An identity document was rejected", act: "note", actName: "Write a note"},
	booking.TaskManyIdentityViews: {title: "Many identity documents were opened"},
	booking.TaskSignatures:        {title: "Messages of the gateway are not signed as they should be"},
	booking.TaskClock:             {title: "The clock of the server is wrong"},
	booking.TaskSigninFlood:       {title: "Very many sign-in codes are asked for"},
	booking.TaskSigninClosed:      {title: "Many wrong sign-in codes for a mailbox"},
	booking.TaskPasskeyCopied:     {title: "A passkey may have been copied"},
	booking.TaskGateConflict:      {title: "One ticket was let in more often than it has places"},
	booking.TaskGateStray:         {title: "A telephone sent two scans under one number"},
	booking.TaskGateUnread:        {title: "Somebody was let in by hand, and no ticket has the code"},
	booking.TaskRefundRequest: {
		title: "A refund waits for a second person", act: "approve", actName: "Approve or refuse",
		closes: "another person has approved or refused the refund", money: true,
	},
}

// noMoney stands for the text of a task about money before those who see no amounts and references of one person.
const noMoney = "This is about money: an organiser or the treasurer sees the amount, and does it."

// taskKey is what the desk calls a task. The key in the database may be a reference of money.
func taskKey(t booking.WaitingTask) string { return domain.Hash(t.DedupeKey)[:20] }

// Tasks are what waits for a person, oldest first, each with the act that solves it.
func (r *Reads) Tasks(ctx context.Context, sight Sight) (wire.DeskTasksResponse, error) {
	tasks, err := r.tasks(ctx, "", sight)
	return wire.DeskTasksResponse{Tasks: tasks}, err
}

func (r *Reads) tasks(ctx context.Context, bookingID string, sight Sight) ([]wire.DeskTask, error) {
	waiting, err := r.Store.WaitingTasks(ctx, bookingID)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, t := range waiting {
		if t.BookingID != "" && !slices.Contains(ids, t.BookingID) {
			ids = append(ids, t.BookingID)
		}
	}
	people, err := r.Store.DeskBookings(ctx, ids)
	if err != nil {
		return nil, err
	}
	names := map[string]booking.DeskBooking{}
	for _, b := range people {
		names[b.ID] = b
	}
	tasks := make([]wire.DeskTask, 0, len(waiting))
	for _, t := range waiting {
		words := taskWords[t.Kind]
		task := wire.DeskTask{
			Key: taskKey(t), Kind: t.Kind, Title: words.title, Text: t.Text, At: instant(t.At), Booking: t.BookingID,
			Code: names[t.BookingID].Code, Name: names[t.BookingID].Name(), Act: words.act, ActName: words.actName,
			ClosesWhen: words.closes,
			Scan:       booking.UnreadScan(t.DedupeKey),
		}
		if words.money && !sight.Money {
			task.Text = noMoney
			if task.ClosesWhen == "" {
				task.ClosesWhen = "an organiser or the treasurer says that it is done"
			}
		}
		if !sight.Contact { // what the program writes down may quote addresses and references
			task.Text = ""
		}
		if task.Booking == "" || !may(sight.Role, words.act) || t.Kind == booking.TaskLinkUnknown &&
			names[t.BookingID].Status != booking.Initiated {
			task.Act, task.ActName = "", ""
		}
		tasks = append(tasks, task)
	}
	return tasks, nil
}

// CloseTask marks a task as done. Why says what was done. What closes by itself nobody closes: it would be forgotten
// undone; and nobody closes what he may not read.
func (r *Reads) CloseTask(ctx context.Context, key, why string, who domain.Actor, requestID string) error {
	if why = domain.Typed(why); why == "" {
		return domain.Invalid(map[string]string{"why": "Write in a few words what was done."})
	}
	waiting, err := r.Store.WaitingTasks(ctx, "")
	if err != nil {
		return err
	}
	at := slices.IndexFunc(waiting, func(t booking.WaitingTask) bool { return taskKey(t) == key })
	if at < 0 {
		return errTaskGone
	}
	if err := MayClose(waiting[at].Kind); err != nil {
		return err
	}
	if taskWords[waiting[at].Kind].money && !SightOf(who.Role).Money {
		return &domain.Error{Code: domain.CodeForbidden,
			Message: "This task is about money: an organiser or the treasurer closes it."}
	}
	err = r.Store.CloseTaskBy(ctx, waiting[at].DedupeKey, who, why, requestID, r.Clock.Now())
	if errors.Is(err, domain.ErrNotFound) {
		return errTaskGone
	}
	return err
}

var errTaskGone = &domain.Error{Code: domain.CodeNotFound,
	Message: "This task is not open any more: somebody was faster, or the program has done it."}

// MayClose refuses to close by hand a kind of task that closes by itself.
func MayClose(kind string) error {
	if when := taskWords[kind].closes; when != "" {
		return notPossible("This task closes by itself when " + when + ".")
	}
	return nil
}
