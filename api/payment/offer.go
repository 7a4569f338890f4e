package payment

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/refund"
	"transom/generator/schema"
)

// EndOffer ends a ticket's open offer, emails the colleague and the holder, and returns the colleague's address, or ""
// for no offer. The argument `holder` is the ticket_state for the holder's email, or HolderInformed.
func (p *Service) EndOffer(ctx context.Context, tx refund.Tx, b booking.Booking, holder string,
	now time.Time) (colleague string, err error) {
	t, err := tx.FindOpenTransfer(ctx, b.ID)
	if err != nil {
		return "", domain.IfMissing(err, nil)
	}
	if !t.IsOpen(now) { // no email: the offer named the deadline
		return "", tx.EndTransfer(ctx, t.ID, booking.TransferExpired, now)
	}
	if err := tx.EndTransfer(ctx, t.ID, booking.TransferWithdrawn, now); err != nil {
		return "", err
	}
	for _, one := range []struct{ who, email, state string }{ // `who` keeps the keys unique if addresses are erased
		{"colleague", t.Email, schema.MailColleague},
		{"holder", b.Email, holder},
	} {
		if one.state == refund.HolderInformed {
			continue
		}
		m := nameless(p.Mail("transfer-ended", "transfer-ended:"+t.ID+":"+one.who, b,
			map[string]string{"giver": b.Name(), "colleague": t.Email, "ticket_state": one.state}))
		m.To = one.email
		if err := refund.Enqueue(ctx, tx, m, now); err != nil {
			return "", err
		}
	}
	return t.Email, nil
}
