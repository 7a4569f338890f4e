package desk

import (
	"cmp"
	"context"
	"slices"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/refund"
	"transom/api/staff"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
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

func (x *execution) ask(one booking.Request, decision refund.Decision) error {
	x.ticketIs(x.ticketNow())
	x.entry.Name = map[string]string{domain.ActionCancel: domain.ActionCancelAsk,
		domain.ActionRefund: domain.ActionRefundAsk, domain.ActionWithdraw: domain.ActionWithdrawAsk}[one.Action]
	x.what = one.Action + ": " + texts.DeskWaitsForSecond
	id, err := x.request(one, decision)
	x.say(texts.DeskNothingYet)
	x.out.Request = id
	return err
}

func (x *execution) request(one booking.Request, decision refund.Decision) (id string, err error) {
	one.ID, one.BookingID, one.At, one.Why = domain.NewID(80), x.b.ID, x.now, x.r.Why
	one.Who, one.State = x.r.Who, booking.RequestOpen
	x.entry.Object = one.ID
	amount, limit := schema.FormatPaise(one.RefundPaise), schema.FormatPaise(decision.LimitPaise)
	x.note("refund", amount)
	if decision.AlonePaise > 0 {
		x.say(texts.DeskNeedsSecondAfter(amount, schema.FormatPaise(decision.AlonePaise), limit))
	} else {
		x.say(texts.DeskNeedsSecond(amount, limit))
	}
	if err := refund.Ask(x.ctx, x.tx.Tx, one); err != nil {
		return "", err
	}
	return one.ID, x.emailApprovers(one, amount)
}

func mayApprove(role string) bool { return staff.May(role, staff.Approve) }

// A preview does not list these emails, because the requester need not know the addresses.
func (x *execution) emailApprovers(one booking.Request, amount string) error {
	second, err := refund.SecondFor(x.ctx, x.tx, one.Who, mayApprove, x.now)
	if err != nil {
		return err
	}
	x.say(second.WhoMay())
	for _, m := range second.Approvers() {
		err := x.tx.Tx.EnqueueMail(x.ctx, domain.OutgoingMail{
			Template: "refund-request", To: m.Email, ToName: m.Name, DedupeKey: "refund-request:" + one.ID + ":" + m.ID,
			Data: x.Content.MailData(x.SiteURL, map[string]string{
				"name": m.Name, "by": one.Who.Name, "amount": amount, "booking_code": x.b.Code,
				"registration_url": x.DeskURL + "/desk/registration/" + x.b.Code,
			}),
		}, x.now)
		if err != nil {
			return err
		}
	}
	return nil
}

var errNoRequest = domain.Refuse(domain.CodeNotFound, texts.DeskRequestOver)

// Approve carries out or refuses another person's request.
func (d *Service) Approve(ctx context.Context, r Request, in wire.DeskApproveRequest) (Outcome, error) {
	requests, err := d.Store.OpenRequests(ctx, "")
	if err != nil {
		return Outcome{}, err
	}
	at := slices.IndexFunc(requests, func(one booking.Request) bool { return one.ID == in.Request })
	if at < 0 {
		return Outcome{}, errNoRequest
	}
	r.BookingID, r.Version, r.possible = requests[at].BookingID, AnyVersion, nil
	if in.Refuse {
		r.word = domain.ActionRefuse
	}
	return d.change(ctx, r, func(x *execution) error {
		one, err := x.tx.FindRequest(x.ctx, in.Request)
		if err != nil {
			return err
		}
		if err := refund.Answer(x.ctx, x.tx.Tx, one, x.r.Who, in.Refuse, mayApprove, x.now); err != nil {
			return err
		}
		x.entry.Object = one.ID
		x.note("asked_by", one.Who.Name)
		x.note("refund", schema.FormatPaise(one.RefundPaise))
		if in.Refuse {
			x.say(texts.DeskRequestRefused)
			if surplus := -x.b.DuePaise(x.payments); surplus > 0 && one.Action == domain.ActionRefund {
				x.say(texts.DeskChangeRemains, texts.DeskSurplus(schema.FormatPaise(surplus)))
			}
			return nil
		}
		if one.Action == domain.ActionWithdraw {
			return x.carryOutWithdrawal(one.AttemptRef)
		}
		if x.b.Erased() {
			one.Action = domain.ActionRefund
		}
		if _, err := x.decide(one.Action, one.RefundPaise); err != nil {
			return err
		}
		return x.carryOut(one.Action, one.RefundPaise)
	})
}
