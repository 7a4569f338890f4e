package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

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
	amount, limit, code := schema.FormatPaise(one.RefundPaise), schema.FormatPaise(decision.LimitPaise), x.b.Code
	bulk := x.r.bulk
	if bulk != nil {
		one.ID = bulk.requestIDs + one.ID
	}
	x.entry.Object = one.ID
	x.note("refund", amount)
	if decision.AlonePaise > 0 {
		x.say(texts.DeskNeedsSecondAfter(amount, schema.FormatPaise(decision.AlonePaise), limit))
	} else {
		x.say(texts.DeskNeedsSecond(amount, limit))
	}
	if err := refund.Ask(x.ctx, x.tx.Tx, one); err != nil {
		return "", err
	}
	if bulk != nil {
		if bulk.hasAsked { // the email about the first request is about all of them
			return one.ID, nil
		}
		amount, code = schema.FormatPaise(bulk.refundPaise), texts.DeskAndOthers(code, bulk.refunds)
	}
	return one.ID, x.emailApprovers(one, amount, code)
}

func mayApprove(role string) bool { return staff.May(role, staff.Approve) }

// A preview does not list these emails, because the requester need not know the addresses.
func (x *execution) emailApprovers(one booking.Request, amount, code string) error {
	second, err := refund.SecondFor(x.ctx, x.tx, one.Who, mayApprove, x.now)
	if err != nil {
		return err
	}
	x.say(second.WhoMay())
	for _, m := range second.Approvers() {
		err := x.tx.Tx.EnqueueMail(x.ctx, domain.OutgoingMail{
			Template: "refund-request", To: m.Email, ToName: m.Name, DedupeKey: "refund-request:" + one.ID + ":" + m.ID,
			Data: x.Content.MailData(x.SiteURL, map[string]string{
				"name": m.Name, "by": one.Who.Name, "amount": amount, "booking_code": code,
				"request_state": one.Action, "registration_url": x.DeskURL + "/desk/registration/" + x.b.Code,
			}),
		}, x.now)
		if err != nil {
			return err
		}
	}
	return nil
}

var errNoRequest = domain.Refuse(domain.CodeNotFound, texts.DeskRequestOver)

// Approve carries out or refuses another person's request, or all requests from one cancelled category.
func (d *Service) Approve(ctx context.Context, r Request, in wire.DeskApproveRequest) (Outcome, error) {
	requests, err := d.Store.OpenRequests(ctx, "")
	if err != nil {
		return Outcome{}, err
	}
	at := slices.IndexFunc(requests, func(one booking.Request) bool { return one.ID == in.Request })
	if at < 0 {
		return Outcome{}, errNoRequest
	}
	asked := requests[at]
	r.Version, r.possible = AnyVersion, nil
	if in.Refuse {
		r.word = domain.ActionRefuse
	}
	if !in.All {
		return d.answer(ctx, r, in, asked)
	}
	r.bulk = &bulk{}
	together, _, _ := strings.Cut(asked.ID, "-")
	requests = slices.DeleteFunc(requests, func(one booking.Request) bool { return !strings.HasPrefix(one.ID, together) })
	sum, err := forEach(ctx, d, requests, func(one booking.Request) (string, Outcome, error) {
		out, err := d.answer(ctx, r, in, one)
		return one.BookingID, out, err
	})
	says := sum.says(r.manyTexts(), false, d.Content.Desk)
	if in.Refuse {
		says = []string{fmt.Sprintf(r.manyTexts().Refused, sum.done), texts.DeskRequestRefused}
	}
	return Outcome{DeskActionResponse: wire.DeskActionResponse{Done: !r.Preview, BookingID: asked.BookingID,
		Preview: wire.DeskPreview{Says: says, Changes: []wire.DeskChange{}, Mails: []wire.DeskMail{}}}}, err
}

func (d *Service) answer(ctx context.Context, r Request, in wire.DeskApproveRequest, asked booking.Request) (Outcome,
	error) {
	r.BookingID = asked.BookingID
	return d.change(ctx, r, func(x *execution) error {
		one, err := x.tx.FindRequest(x.ctx, asked.ID)
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

// bulk is set while one call handles many registrations. Then people who have already entered keep their tickets.
type bulk struct {
	requestIDs string // the beginning of the ids of all requests
	// second is true if all refunds need a second person's approval, because together they exceed the limit.
	second   bool
	hasAsked bool
	sums
}

// CancelCategory cancels and refunds all registrations in a category, each in a transaction of its own: an interrupted
// call can be repeated for the rest.
func (d *Service) CancelCategory(ctx context.Context, r Request, in wire.DeskCancelCategoryRequest) (out Outcome,
	err error) {
	if r.Why = domain.Typed(r.Why); r.Why == "" && !r.Preview {
		return out, domain.InvalidField("why", texts.WhyMissing)
	}
	pauses, err := d.Store.Pauses(ctx)
	if err != nil {
		return out, err
	}
	if _, isPaused := domain.PauseOf(pauses, in.Category); !isPaused {
		return out, notPossible(texts.DeskPauseFirst)
	}
	ids, err := d.Store.RegistrationIDs(ctx, booking.RegistrationFilter{
		Categories: []string{in.Category},
		States: domain.Each([]booking.BookingState{booking.Paid, booking.PartlyRefunded, booking.FullyRefunded,
			booking.Cancelled, booking.PendingPayment}, func(s booking.BookingState) string { return string(s) }),
		Sort: "state", // the unpaid ones ("waiting") are last, because the gateway has to close their links
	})
	if err != nil {
		return out, err
	}
	one := r
	one.word, one.possible, one.Version = domain.ActionCancel, facts.mayCancel, AnyVersion
	one.bulk = &bulk{requestIDs: domain.Hash(in.Category + " " + r.Who.ID + " " + r.Why)[:16] + "-"}
	cancel := func(id string) (string, Outcome, error) {
		one.BookingID = id
		out, err := d.Cancel(ctx, one, wire.DeskRefundRequest{})
		one.bulk.hasAsked = one.bulk.hasAsked || out.Request != ""
		return id, out, err
	}
	one.Preview = true
	sum, err := forEach(ctx, d, ids, cancel)
	one.bulk.sums = sum
	one.bulk.second = sum.second || sum.waiting > 0 || sum.refundPaise > d.Content.Desk.RefundAlonePaise
	if one.Preview = r.Preview; err == nil && !r.Preview {
		one.bulk.hasAsked = false
		sum, err = forEach(ctx, d, ids, cancel)
	}
	if err != nil {
		return out, err
	}
	r.isNew = true
	return d.execute(ctx, r, func(x *execution) error {
		x.entry.Object, x.out.Request = in.Category, sum.request
		x.note("registrations", strconv.Itoa(sum.done))
		x.note("refund", schema.FormatPaise(sum.refundPaise))
		x.say(sum.says(r.manyTexts(), one.bulk.second, d.Content.Desk)...)
		return nil
	})
}

// sums counts what happens to many registrations.
type sums struct {
	done, refunds, manual, waiting, cancelledBefore int
	offers, offersOfRefunded                        int // of tickets to colleagues, without and with a refund
	refundPaise, manualPaise                        int64
	second                                          bool               // whether one refund alone needs a second person
	request                                         string             // one of the new requests
	skipped                                         map[string]leftOut // by the reason
}

// leftOut are the people whose registrations stay as they are, with their codes, and what they have paid.
type leftOut struct {
	people []string
	paise  int64
}

func forEach[T any](ctx context.Context, d *Service, all []T, do func(T) (bookingID string, out Outcome, err error),
) (s sums, err error) {
	for _, one := range all {
		id, out, err := do(one)
		var refusal *domain.Error
		switch {
		case errors.Is(err, errIsCancelled), errors.Is(err, errNotWaiting):
			s.cancelledBefore++
		case errors.Is(err, errRefundWaits):
			s.waiting++
		case errors.As(err, &refusal) && refusal.Code != domain.CodeUnavailable && refusal.Code != domain.CodeForbidden:
			b, err := d.Store.FindBooking(ctx, id)
			payments, err2 := d.Store.PaymentsOfBooking(ctx, id)
			if err := errors.Join(err, err2); err != nil {
				return s, err
			}
			if s.skipped == nil {
				s.skipped = map[string]leftOut{}
			}
			left := s.skipped[refusal.Message]
			s.skipped[refusal.Message] = leftOut{append(left.people, b.Name()+" ("+b.Code+")"),
				left.paise + booking.ReceivedPaise(payments)}
		case err != nil:
			return s, err
		default:
			s.add(out)
		}
	}
	return s, nil
}

func (s *sums) add(out Outcome) {
	s.done++
	switch {
	case out.endsOffer && out.decision.RefundPaise > 0:
		s.offersOfRefunded++
	case out.endsOffer:
		s.offers++
	}
	if out.decision.RefundPaise > 0 {
		s.refunds++
	}
	if out.decision.ManualPaise > 0 {
		s.manual++
	}
	s.refundPaise += out.decision.RefundPaise
	s.manualPaise += out.decision.ManualPaise
	s.second = s.second || out.decision.Second
	s.request = cmp.Or(out.Request, s.request)
}

func (s sums) says(text texts.DeskMany, second bool, rules schema.Desk) (says []string) {
	add := func(n int, text string, amounts ...any) {
		if n > 0 {
			says = append(says, fmt.Sprintf(text, append([]any{n}, amounts...)...))
		}
	}
	amount := schema.FormatPaise(s.refundPaise)
	if second {
		add(s.done-s.refunds, text.Cancelled)
		add(s.refunds, texts.DeskAskedAll, amount, schema.FormatPaise(rules.RefundAlonePaise))
		add(s.offers, text.Offers)
	} else {
		add(s.done, text.Cancelled)
		add(s.refunds, text.Refunded, amount)
		add(s.offers+s.offersOfRefunded, text.Offers)
	}
	add(s.manual, texts.DeskManualAll, schema.FormatPaise(s.manualPaise))
	add(s.waiting, texts.DeskWaitingAll)
	add(s.cancelledBefore, texts.DeskCancelledBefore)
	for _, why := range slices.Sorted(maps.Keys(s.skipped)) {
		left := s.skipped[why]
		says = append(says, text.LeftOut(why, schema.FormatPaise(left.paise), left.people))
	}
	return says
}
