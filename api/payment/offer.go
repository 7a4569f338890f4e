package payment

import (
	"context"
	"errors"
	"time"

	"transom/api/domain"
)

// EndOffer ends the offer of a booking's ticket in the caller's transaction, when there is one, and tells both: the colleague, whose link
// works no more, and whoever has the ticket. It returns whose link that was, "" when nobody has to be told.
func (p *Service) EndOffer(ctx context.Context, tx Tx, b domain.Booking, now time.Time) (colleague string, err error) {
	t, err := tx.FindOpenTransfer(ctx, b.ID)
	if errors.Is(err, domain.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if !t.IsOpen(now) { // its mail has said until when
		return "", tx.EndTransfer(ctx, t.ID, domain.TransferExpired, now)
	}
	if err := tx.EndTransfer(ctx, t.ID, domain.TransferWithdrawn, now); err != nil {
		return "", err
	}
	for _, one := range []struct{ who, email string }{{"colleague", t.Email}, {"holder", b.Email}} { // the key outlives both
		m := p.mail("transfer-ended", "transfer-ended:"+t.ID+":"+one.who, b, map[string]string{"giver": b.Name(), "colleague": t.Email})
		m.To, m.ToName = one.email, ""
		delete(m.Data, "first_name")
		delete(m.Data, "name")
		if err := p.enqueue(ctx, tx, m, now); err != nil {
			return "", err
		}
	}
	return t.Email, nil
}
