package desk

import (
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/refund"
	"transom/api/server/common"
	"transom/api/staff"
	"transom/api/wire"
)

// HandleAction answers /desk/NAME for an action of package desk. The permission is known once the request was read; a
// preview needs the role only, and no passkey.
func (h Handlers) HandleAction(action desk.Action) func(Call, common.NoBody) (any, error) {
	return func(c Call, _ common.NoBody) (any, error) {
		asked := action.Ask()
		if _, err := common.Decode(c.R, asked.Input()); err != nil {
			return nil, err
		}
		in, p := asked.Base(), asked.Permission()
		if !in.Preview || !staff.May(c.Member.Role, p) {
			if err := c.Allow(p); err != nil {
				return nil, err
			}
		}
		out, err := asked.Do(c.Context(), h.Acts, desk.Request{
			BookingID: in.ID, Version: max(in.Version, 0), Why: in.Why, Preview: in.Preview, Who: c.Actor(),
			RequestID: c.RequestID(),
		})
		if err != nil {
			return nil, err
		}
		return h.actionResponse(c, out), nil
	}
}

// actionResponse describes an outcome. Amounts are for roles that see the money of one person.
func (h Handlers) actionResponse(c Call, o desk.Outcome) wire.DeskActResponse {
	p := wire.DeskPreview{Says: o.Says, Changes: []wire.DeskChange{}, Ticket: o.Ticket, Mails: []wire.DeskMail{},
		Rules: o.Rules}
	for _, c := range o.Changes {
		p.Changes = append(p.Changes, wire.DeskChange{Field: c.Field, Before: c.Before, After: c.After})
	}
	for _, m := range o.Mails {
		p.Mails = append(p.Mails, wire.DeskMail{To: m.To, Subject: h.Acts.Subject(m)})
	}
	if o.Money != nil && staff.May(c.Member.Role, staff.MoneyView) {
		p.Money = deskMoney(*o.Money)
	}
	return wire.DeskActResponse{
		Status: common.OK(), Done: o.Done, Preview: p, BookingID: o.Booking.ID, Version: o.Booking.Version,
		Request: o.RequestID, Note: o.Note, Undo: o.Undo,
	}
}

func deskMoney(m refund.Decision) *wire.DeskMoney {
	return &wire.DeskMoney{
		PaidPaise: m.PaidPaise, RefundPaise: m.RefundPaise, KeptPaise: m.PaidPaise - m.RefundPaise, How: m.How,
		UnderwayPaise: m.UnderwayPaise, LimitPaise: m.LimitPaise, AlonePaise: m.AlonePaise, Second: m.Second,
	}
}

// HandlePending answers /desk/pending.
func (h Handlers) HandlePending(c Call, in wire.DeskPendingRequest) (any, error) {
	p, err := h.Acts.Pending(c.Context(), in.ID, c.Member.Actor())
	if err != nil {
		return nil, err
	}
	out := wire.DeskPendingResponse{Status: common.OK(), Version: p.Booking.Version, Requests: []wire.DeskRequest{},
		Policy: p.Policy}
	if t := p.Transfer; t != nil {
		out.Transfer = &wire.DeskTransfer{Email: t.Email, Offered: common.Instant(t.OfferedAt),
			Expires: common.Instant(t.ExpiresAt), By: t.Who.Name}
	}
	if p.Link != nil {
		out.Link = &wire.DeskPayLink{URL: p.Link.URL, Expires: common.Instant(p.Link.Expires)}
	}
	if staff.May(c.Member.Role, staff.MoneyView) {
		out.Money = deskMoney(p.Money)
		for i, one := range p.Requests {
			out.Requests = append(out.Requests, wire.DeskRequest{
				Request: one.ID, BookingID: one.BookingID, At: common.Instant(one.At), By: one.Who.Name, Why: one.Why,
				RefundPaise: one.RefundPaise,
				Mine:        one.Who.ID == c.Member.ID, WhyNot: p.WhyNot[i], Cancels: one.Action == domain.ActCancel,
			})
		}
	}
	return out, nil
}
