package desk

import (
	"context"
	"errors"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/refund"
	"transom/api/staff"
	"transom/api/wire"
	"transom/generator/schema"
)

// Cancel takes ticket and seat of a registration and gives an amount of its money back, which may be none. An amount
// above the content's limit waits for a second person, and until then nothing changes. An unpaid registration loses its
// link: the gateway closes it first, and when it was paid meanwhile nothing is cancelled.
func (d *Acts) Cancel(ctx context.Context, r Request, in wire.DeskCancelRequest) (Outcome, error) {
	refundPaise := in.RefundPaise
	if err := notNegative(refundPaise); err != nil {
		return Outcome{}, err
	}
	b, err := d.Store.FindBooking(ctx, r.BookingID)
	if err == nil && b.Status == booking.Initiated {
		return d.cancelUnpaid(ctx, r, refundPaise)
	}
	return d.change(ctx, r, func(s *step) error {
		if err := s.mustNotWait(); err != nil {
			return err
		}
		action, weigh, act := domain.ActCancel, s.weigh, s.cancel
		if s.b.Erased() { // ticket and seat went with the person; the money is left
			action, weigh, act = domain.ActRefund, s.weighRefund, s.refund
		}
		if err := weigh(refundPaise); err != nil {
			return err
		}
		if s.out.Money.Second {
			return s.ask(action, refundPaise)
		}
		s.sayAlone()
		return act(refundPaise)
	})
}

func notNegative(refundPaise int64) error {
	if refundPaise < 0 {
		return domain.Invalid(map[string]string{"refund_paise": "A negative amount cannot go back. Please write how much " +
			"goes back."})
	}
	return nil
}

// weigh says what becomes of the money, and refuses what cannot go back.
func (s *step) weigh(refundPaise int64) error {
	if err := s.mustBePaid(); err != nil {
		return err
	}
	if t, err := s.goodTicket(); err == nil && t.EntriesRemaining < t.EntriesTotal {
		s.warn("somebody has come in with this ticket already.")
	} else if err != nil && !errors.Is(err, domain.ErrNotFound) {
		return err
	}
	return s.weighMoney(refundPaise)
}

func (s *step) weighMoney(refundPaise int64) error {
	captured, err := s.tx.PaymentsOfBooking(s.ctx, s.b.ID)
	if err != nil {
		return err
	}
	approved, err := s.tx.ApprovedPaise(s.ctx, s.b.ID)
	if err != nil {
		return err
	}
	m := refund.Decide(captured, approved, refundPaise, s.Content.Desk)
	s.out.Money = &m
	return m.Check()
}

// sayAlone says what counts towards the limit for one person.
func (s *step) sayAlone() {
	m := s.out.Money
	if m.AlonePaise > 0 && m.RefundPaise > 0 {
		s.say("One person may give back %s of this registration: %s went back before, with this it is %s.",
			schema.FormatPaise(m.LimitPaise), schema.FormatPaise(m.AlonePaise), schema.FormatPaise(m.AlonePaise+m.RefundPaise))
	}
}

// cancel does it.
func (s *step) cancel(refundPaise int64) error {
	if err := s.endOffer(refund.OfferTold, "the colleague is told"); err != nil {
		return err
	}
	if _, err := s.Payments.Refunds.Cancel(s.ctx, s.tx, s.b.ID, refundPaise, s.now); err != nil {
		return err
	}
	s.out.Ticket = "void"
	s.out.Changes = append(s.out.Changes, Change{"state", "paid", "cancelled"})
	s.note("refund", schema.FormatPaise(refundPaise))
	s.say("The registration is cancelled. The ticket is void, and the seat can be sold again.")
	state := "Nothing is given back, as our payment and refund policy says."
	switch {
	case refundPaise > 0 && s.out.Money.How == "hand":
		state = schema.FormatPaise(refundPaise) + " is given back to you by the organisers."
		s.say("%s is to be given back by hand; a task says so until that is written down.", schema.FormatPaise(refundPaise))
	case refundPaise > 0:
		s.say("%s goes back through the gateway; the person is told by mail when it has.", schema.FormatPaise(refundPaise))
		return nil // the mail about the refund says the rest
	case s.out.Money.PaidPaise == 0 || s.out.Money.UnderwayPaise > 0:
		state = ""
	default:
		s.say("Nothing is given back.")
	}
	return s.mailPayer("cancelled", map[string]string{"refund_state": state})
}

// mailPayer sends a mail about the money of the registration.
func (s *step) mailPayer(template string, more map[string]string) error {
	m, err := s.Payments.Refunds.ToPayer(s.ctx, s.tx, s.b,
		s.Payments.Mail(template, template+":"+s.b.ID+":"+domain.NewID(60), s.b, more))
	if err != nil || m.To == "" {
		return err
	}
	return s.tx.EnqueueMail(s.ctx, m, s.now)
}

// mustNotWait refuses to cancel what somebody has asked a second person about: it would end the request unseen.
func (s *step) mustNotWait() error {
	requests, err := s.tx.OpenRequests(s.ctx, s.b.ID)
	if err == nil {
		err = mustNotWait(requests)
	}
	return err
}

// endOffer ends the offer of a ticket that is gone, and says who is told.
func (s *step) endOffer(holder, told string) error {
	email, err := s.Payments.EndOffer(s.ctx, s.tx, s.b, holder, s.now)
	if email != "" {
		s.say("The offer to %s has ended; %s.", email, told)
	}
	return err
}

// cancelUnpaid ends the link of a registration that waits.
func (d *Acts) cancelUnpaid(ctx context.Context, r Request, refundPaise int64) (Outcome, error) {
	closes := func(status booking.PaymentStatus) func(*step) error {
		return func(s *step) error {
			switch {
			case refundPaise != 0:
				return domain.Invalid(map[string]string{"refund_paise": "Nothing was paid, so nothing can go back. Leave the " +
					"amount empty."})
			case s.b.Status == booking.Success:
				return &domain.Error{
					Code:    domain.CodeChanged,
					Message: "It was paid just now, so nothing was cancelled. Look at it again, then decide about the money.",
					Extra:   map[string]any{"version": s.b.Version, "changes": late(nil, s.r.Who)},
				}
			case s.b.Status != status:
				return notPossible("This registration does not wait for a payment any more. Load the page again to see how it " +
					"stands.")
			}
			s.out.Ticket = "none"
			s.out.Changes = []Change{{"state", "waiting", "expired"}}
			s.say("The payment link is closed, and the seat can be sold again. Nothing was paid, and no mail goes out.")
			return nil
		}
	}
	return d.afterClosing(ctx, r, closes(booking.Initiated), closes(booking.Failed))
}

// ask writes the request for a second person, and mails everybody who may approve it.
func (s *step) ask(action string, refundPaise int64) error {
	one := booking.Request{
		ID: domain.NewID(80), BookingID: s.b.ID, At: s.now, Action: action, RefundPaise: refundPaise, Why: s.r.Why,
		Who: s.r.Who, State: booking.RequestOpen,
	}
	s.out.RequestID, s.out.Ticket = one.ID, "valid"
	s.act.Action, s.act.Object, s.what = domain.ActCancelAsk, one.ID, action+": waits for a second person"
	if action == domain.ActRefund {
		s.act.Action = domain.ActRefundAsk
	}
	if s.b.Cancelled() {
		s.out.Ticket = "void"
	}
	amount := schema.FormatPaise(refundPaise)
	s.note("refund", amount)
	before, is := "", "is"
	if s.out.Money.AlonePaise > 0 {
		before, is = " and the "+schema.FormatPaise(s.out.Money.AlonePaise)+" that went back before", "are"
	}
	s.say("%s%s %s more than the %s that one person may give back: another person has to approve. Until then nothing "+
		"changes.",
		amount, before, is, schema.FormatPaise(s.out.Money.LimitPaise))
	if err := refund.Ask(s.ctx, s.tx, one); err != nil {
		return err
	}
	return s.tellApprovers(one, amount)
}

// mayApprove is the permission of whoever may approve.
func mayApprove(role string) bool { return staff.May(role, staff.Approve) }

// tellApprovers mails everybody who may approve a request. The mails are not shown with the others: who asks need not
// know the addresses.
func (s *step) tellApprovers(one booking.Request, amount string) error {
	second, err := refund.SecondFor(s.ctx, s.tx, one.Who, mayApprove, s.now)
	if err != nil {
		return err
	}
	s.say("%s", second.WhoMay())
	for _, m := range second.Approvers() {
		err := s.tx.ActTx.EnqueueMail(s.ctx, domain.OutgoingMail{
			Template: "refund-request", To: m.Email, ToName: m.Name, DedupeKey: "refund-request:" + one.ID + ":" + m.ID,
			Data: s.Content.MailData(s.SiteURL, map[string]string{
				"name": m.Name, "by": one.Who.Name, "amount": amount, "booking_code": s.b.Code,
				"registration_url": s.DeskURL + "/desk/registration/" + s.b.Code,
			}),
		}, s.now)
		if err != nil {
			return err
		}
	}
	return nil
}

// Approve does what somebody else has asked for, or refuses it. Both stand in the log.
func (d *Acts) Approve(ctx context.Context, r Request, in wire.DeskApproveRequest) (out Outcome, err error) {
	one, err := d.findRequest(ctx, in.Request)
	if err != nil {
		return out, err
	}
	r.BookingID, r.Version = one.BookingID, AnyVersion
	if in.Refuse {
		r.word = domain.ActRefuse
	}
	return d.change(ctx, r, func(s *step) error {
		one, err := s.tx.FindRequest(s.ctx, one.ID)
		if err != nil {
			return err
		}
		if err := refund.Answer(s.ctx, s.tx, one, s.r.Who, in.Refuse, mayApprove, s.now); err != nil {
			return err
		}
		s.act.Object = one.ID
		s.note("asked_by", one.Who.Name)
		s.note("refund", schema.FormatPaise(one.RefundPaise))
		if in.Refuse {
			s.say("Nothing is cancelled and nothing goes back.")
			return nil
		}
		if one.Action == domain.ActRefund || s.b.Erased() {
			if err := s.weighRefund(one.RefundPaise); err != nil {
				return err
			}
			return s.refund(one.RefundPaise)
		}
		if err := s.weigh(one.RefundPaise); err != nil {
			return err
		}
		return s.cancel(one.RefundPaise)
	})
}

func (d *Acts) findRequest(ctx context.Context, id string) (one booking.Request, err error) {
	all, err := d.Store.OpenRequests(ctx, "")
	if err != nil {
		return one, err
	}
	for _, one := range all {
		if one.ID == id {
			return one, nil
		}
	}
	return one, &domain.Error{Code: domain.CodeNotFound,
		Message: "This request does not wait any more: it was approved or refused, or is over. Load the page again to see " +
			"how it stands."}
}

// GivenBack notes that money which came another way has gone back by hand.
func (d *Acts) GivenBack(ctx context.Context, r Request, in wire.DeskGivenBackRequest) (Outcome, error) {
	return d.change(ctx, r, func(s *step) error {
		reference := domain.Typed(in.Reference)
		if reference == "" || len(reference) > maxReference {
			return domain.Invalid(map[string]string{"reference": "Please name the bank transfer or the receipt by which it " +
				"went back."})
		}
		paise, err := s.Payments.Refunds.GivenBack(s.ctx, s.tx, s.b.ID, s.now)
		if err != nil {
			return err
		}
		s.out.Ticket = "void"
		if s.b.HoldsSeat {
			s.out.Ticket = "valid"
		}
		s.note("refund", schema.FormatPaise(paise))
		s.note("reference", reference)
		s.say("%s is recorded as refunded on %s. The person gets an email.", schema.FormatPaise(paise),
			s.now.In(s.Content.Zone).Format("2 January 2006"))
		return nil
	})
}
