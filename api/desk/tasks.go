package desk

import (
	"cmp"
	"context"
	"slices"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/api/wire"
)

var taskActions = map[string]string{
	booking.TaskLinkUnknown: "cancel", booking.TaskManualRefund: "record-refund", booking.TaskMailUndeliverable: "correct",
	booking.TaskIdentityRejected: "note", booking.TaskRefundRequest: "approve", booking.TaskSurplus: "refund",
}

// moneyTasks lists the kinds of tasks whose text and key contain amounts and references.
var moneyTasks = []string{
	booking.TaskAmountMismatch, booking.TaskLinkUnknown, string(booking.DuplicateRefundDue),
	string(booking.NoSeatRefundDue), string(booking.CancelledRefundDue), booking.TaskManualRefund, booking.TaskSurplus,
	booking.TaskDispute, booking.TaskUnknownMoney, booking.TaskRefundRequest,
}

func isMoneyTask(kind string) bool { return slices.Contains(moneyTasks, kind) }

// taskKey returns a task's key for the desk: a hash, because the key in the database may contain a payment reference.
func taskKey(t booking.WaitingTask) string { return domain.Hash(t.DedupeKey)[:20] }

// Tasks returns the open tasks, oldest first.
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
		text, action, b := texts.Tasks[t.Kind], taskActions[t.Kind], names[t.BookingID]
		task := wire.DeskTask{
			Key: taskKey(t), Kind: t.Kind, Title: text.Title, Text: t.Text, At: wire.Instant(t.At), Booking: t.BookingID,
			Code: b.Code, Name: b.Name(), ClosesWhen: text.ClosesWhen, Scan: booking.UnreadScan(t.DedupeKey),
		}
		if isMoneyTask(t.Kind) && !sight.Money {
			task.Text = texts.DeskTaskAboutMoney
			task.ClosesWhen = cmp.Or(task.ClosesWhen, texts.DeskTaskMoneyCloses)
		}
		if !sight.Contact { // the text may contain addresses and references
			task.Text = ""
		}
		isOver := t.Kind == booking.TaskLinkUnknown && b.Status != booking.Initiated
		if t.BookingID != "" && may(sight.Role, action) && !isOver {
			task.Action, task.ActionName = action, text.Action
		}
		tasks = append(tasks, task)
	}
	return tasks, nil
}

// Staff cannot close a task that they may not read, nor one that closes by itself, because its work might be forgotten.
func (r *Reads) CloseTask(ctx context.Context, key, why string, who domain.Actor, requestID string) error {
	if why = domain.Typed(why); why == "" {
		return domain.InvalidField("why", texts.DeskTaskWhy)
	}
	waiting, err := r.Store.WaitingTasks(ctx, "")
	if err != nil {
		return err
	}
	at := slices.IndexFunc(waiting, func(t booking.WaitingTask) bool { return taskKey(t) == key })
	if at < 0 {
		return errTaskGone
	}
	kind := waiting[at].Kind
	switch when := texts.Tasks[kind].ClosesWhen; {
	case when != "":
		return notPossible(texts.DeskClosesItself(when))
	case isMoneyTask(kind) && !SightOf(who.Role).Money:
		return domain.Refuse(domain.CodeForbidden, texts.DeskTaskMoney)
	}
	err = r.Store.CloseTaskBy(ctx, waiting[at].DedupeKey, who, why, requestID, r.Clock.Now())
	return domain.IfMissing(err, errTaskGone)
}

var errTaskGone = domain.Refuse(domain.CodeNotFound, texts.DeskTaskGone)
