package bookings

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/store/engine"
)

const transferColumns = `id, booking_id, token_hash, email, from_email_key, from_person_key, offered_at, expires_at,` +
	` who_id, who, state`

func transferPlaces(t *booking.Transfer) []any {
	return []any{&t.ID, &t.BookingID, &t.TokenHash, &t.Email, &t.FromEmailKey, &t.FromPersonKey, &t.OfferedAt,
		&t.ExpiresAt, &t.Who.ID, &t.Who.Name, &t.State}
}

// InsertTransfer writes an offer.
func (tx Tx) InsertTransfer(ctx context.Context, t booking.Transfer) error {
	return tx.Exec(ctx, "insert transfer", `
		INSERT INTO transfers (`+transferColumns+`)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		t.ID, t.BookingID, t.TokenHash, t.Email, t.FromEmailKey, t.FromPersonKey, t.OfferedAt,
		t.ExpiresAt, t.Who.ID, t.Who.Name, string(t.State))
}

// FindOpenTransfer returns a booking's open offer, or domain.ErrNotFound.
func (q Queries) FindOpenTransfer(ctx context.Context, bookingID string) (booking.Transfer, error) {
	return engine.One(ctx, q, "read transfer", transferPlaces, `
		SELECT `+transferColumns+` FROM transfers WHERE booking_id = ? AND state = 'open'`, bookingID)
}

// FindTransfer returns the offer whose token has this hash, or domain.ErrNotFound.
func (q Queries) FindTransfer(ctx context.Context, tokenHash string) (booking.Transfer, error) {
	return engine.One(ctx, q, "read transfer", transferPlaces, `
		SELECT `+transferColumns+` FROM transfers WHERE token_hash = ?`, tokenHash)
}

// FirstTransfer is the end of a query for a booking's first accepted transfer, whose sender paid for the booking.
const FirstTransfer = `FROM transfers AS paid
	WHERE paid.booking_id = bookings.id AND paid.state = 'accepted'
	ORDER BY paid.ended_at
	LIMIT 1`

// PayerKey is the mailbox of a transferred booking's payer: the first holder.
const PayerKey = `(SELECT paid.from_email_key ` + FirstTransfer + `)`

// FindPayer returns who paid for a booking that now belongs to somebody else, or the zero Payer if the holder paid.
func (tx Tx) FindPayer(ctx context.Context, bookingID string) (booking.Payer, error) {
	return engine.OneOrNone(ctx, tx, "find payer", func(p *booking.Payer) []any {
		return []any{&p.EmailKey, &p.Email, &p.Name, &p.Code}
	}, `
		SELECT from_email_key, from_email, from_name, from_code
		FROM transfers
		JOIN bookings ON bookings.id = transfers.booking_id
		WHERE booking_id = ? AND transfers.state = 'accepted' AND bookings.email_key <> `+PayerKey+`
		ORDER BY ended_at
		LIMIT 1`, bookingID)
}

// EndTransfer records the outcome of an offer.
func (tx Tx) EndTransfer(ctx context.Context, id string, state booking.TransferState, now time.Time) error {
	return tx.Exec(ctx, "end transfer", `UPDATE transfers SET state = ?, ended_at = ? WHERE id = ? AND state = 'open'`,
		string(state), now, id)
}

// AcceptTransfer also stores the previous holder's data, for the payer's receipt.
func (tx Tx) AcceptTransfer(ctx context.Context, id string, from booking.Booking, now time.Time) error {
	return tx.Exec(ctx, "accept transfer", `
		UPDATE transfers
		SET state = 'accepted',
		    ended_at = ?,
		    from_email_key = ?,
		    from_person_key = ?,
		    from_email = ?,
		    from_name = ?,
		    from_company = ?,
		    from_gst_no = ?,
		    from_code = ?
		WHERE id = ? AND state = 'open'`, now, from.EmailKey, from.PersonKey, from.Email, from.Name(),
		from.CompanyName, from.GSTNo, from.Code, id)
}

const requestColumns = `id, booking_id, at, action, attempt_ref, refund_paise, why, who_id, who, state`

func requestPlaces(r *booking.Request) []any {
	return []any{&r.ID, &r.BookingID, &r.At, &r.Action, &r.AttemptRef, &r.RefundPaise, &r.Why,
		&r.Who.ID, &r.Who.Name, &r.State}
}

// InsertRequest writes a request for a refund that a second person has to approve.
func (tx Tx) InsertRequest(ctx context.Context, r booking.Request) error {
	return tx.Exec(ctx, "insert request", `
		INSERT INTO refund_requests (`+requestColumns+`)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, r.ID, r.BookingID, r.At, r.Action, r.AttemptRef, r.RefundPaise, r.Why,
		r.Who.ID, r.Who.Name, string(r.State))
}

// FindRequest returns a request, or domain.ErrNotFound.
func (tx Tx) FindRequest(ctx context.Context, id string) (booking.Request, error) {
	return engine.One(ctx, tx, "read request", requestPlaces, `
		SELECT `+requestColumns+` FROM refund_requests WHERE id = ?`, id)
}

// OpenRequests lists the open requests for a booking, or for all bookings if bookingID is "".
func (q Queries) OpenRequests(ctx context.Context, bookingID string) ([]booking.Request, error) {
	return engine.All(ctx, q, "list requests", requestPlaces, `
		SELECT `+requestColumns+`
		FROM refund_requests
		WHERE state = 'open' AND (?1 = '' OR booking_id = ?1)
		ORDER BY at, id`, bookingID)
}

// EndRequest records the outcome of a request and who decided it.
func (tx Tx) EndRequest(ctx context.Context, id string, state booking.RequestState, who string, now time.Time) error {
	return tx.Exec(ctx, "end request", `
		UPDATE refund_requests
		SET state = ?, ended_at = ?, ended_by = ?
		WHERE id = ? AND state = 'open'`, string(state), now, who, id)
}

// ApprovedPaise returns how much of a booking's refunds a second person has approved.
func (q Queries) ApprovedPaise(ctx context.Context, bookingID string) (paise int64, err error) {
	return engine.Value[int64](ctx, q, "add up approvals", `
		SELECT COALESCE(SUM(refund_paise), 0)
		FROM refund_requests
		WHERE booking_id = ? AND state = 'approved'`, bookingID)
}

// ForgetApprovals is called when a cancellation is undone: nothing was refunded, so nothing counts as approved.
func (tx Tx) ForgetApprovals(ctx context.Context, bookingID string) error {
	return tx.Exec(ctx, "forget approvals", `
		UPDATE refund_requests SET state = 'over' WHERE booking_id = ? AND state = 'approved'`, bookingID)
}

// TransferBooking deletes the results of checking the previous holder, and stores the new holder's consent, if any.
func (tx Tx) TransferBooking(ctx context.Context, bookingID string, consent *booking.Consent) error {
	for _, statement := range []string{
		`UPDATE bookings SET withdrawn_at = NULL, id_verified_at = NULL, id_rejected_at = NULL WHERE id = ?`,
		`UPDATE identity_checks SET last4 = '' WHERE booking_id = ?`,
		`DELETE FROM consents WHERE booking_id = ?`,
	} {
		if err := tx.Exec(ctx, "transfer booking", statement, bookingID); err != nil {
			return err
		}
	}
	if consent == nil {
		return nil
	}
	return tx.SaveConsent(ctx, *consent)
}
