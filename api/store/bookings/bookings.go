// Package bookings contains the queries for registrations, their rules, seats, states, tickets and transfers.
package bookings

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/engine"
)

// Store runs queries outside transactions.
type Store struct{ *engine.DB }

// Tx is a write transaction.
type Tx struct{ *engine.Tx }

// Queries are reads that work inside and outside a transaction.
type Queries struct{ engine.Reader }

// Details are the values that a person may change until a booking is paid.
func Details(b *booking.Booking) engine.Columns {
	return append(PersonColumns(&b.Person), engine.Columns{
		{"email_key", &b.EmailKey}, {"spouse_name", &b.SpouseName}, {"photo_asset", &b.PhotoAsset}, {"id_asset",
			&b.IDAsset},
		{"membership_key", (*membershipKey)(&b.MembershipNo)},
		{"name_key", (*nameKey)(&b.Person)},
	}...)
}

func bookingColumns(b *booking.Booking) engine.Columns {
	return append(Details(b), engine.Columns{
		{"id", &b.ID}, {"created_at", &b.CreatedAt}, {"spouse", &b.Spouse}, {"category_type", &b.CategoryType},
		{"seats", &b.Seats}, {"net_paise", &b.NetPaise}, {"gst_paise", &b.GSTPaise}, {"amount_paise", &b.AmountPaise},
		{"ticket_paise", &b.TicketPaise}, {"waived_paise", &b.WaivedPaise}, {"currency", &b.Currency},
		{"status", (*string)(&b.Status)}, {"holds_seat", &b.HoldsSeat},
		{"paid_at", (*engine.Instant)(&b.PaidAt)}, {"person_key", &b.PersonKey}, {"network_hash", &b.NetworkHash},
		{"code", &b.Code}, {"version", &b.Version},
		{"paid_by", &b.PaidBy}, {"paid_reference", &b.PaidReference}, {"paid_on", &b.PaidOn}, {"free_reason",
			&b.FreeReason},
		{"id_verified_at", (*engine.Instant)(&b.CheckedAt)}, {"id_rejected_at", (*engine.Instant)(&b.RejectedAt)},
	}...)
}

var (
	Columns = bookingColumns(new(booking.Booking)).Listed(engine.Named)
	Marks   = bookingColumns(new(booking.Booking)).Listed(engine.Marked)
	Changes = Details(new(booking.Booking)).Listed(engine.Changed)
)

// Places are the destinations of Columns.
func Places(b *booking.Booking) []any { return bookingColumns(b).Places() }

// FindBooking returns a booking, or domain.ErrNotFound.
func (q Queries) FindBooking(ctx context.Context, id string) (booking.Booking, error) {
	return engine.One(ctx, q, "read booking", Places, `SELECT `+Columns+` FROM bookings WHERE id = ?`, id)
}

// FindBookingUnderWay returns the person's unpaid booking in the same category, or ErrNotFound. One with the same
// number of seats comes first, because earlier versions made a booking for each number of seats.
func (tx Tx) FindBookingUnderWay(ctx context.Context, b booking.Booking) (booking.Booking, error) {
	return engine.One(ctx, tx, "read booking", Places, `
		SELECT `+Columns+`
		FROM bookings
		WHERE person_key = ? AND category_type = ? AND status = 'INITIATED'
		ORDER BY CASE WHEN spouse = ? THEN 0 ELSE 1 END
		LIMIT 1`, b.PersonKey, b.CategoryType, b.Spouse)
}

// HasOtherPaid reports whether the same person, or the same member of an institute, has another paid booking. A paid
// booking without a seat was cancelled and does not count.
func (tx Tx) HasOtherPaid(ctx context.Context, b booking.Booking) (bool, error) {
	return engine.Value[bool](ctx, tx, "find other paid booking", isOtherPaid, b.PersonKey, b.InstituteName,
		domain.MembershipKey(b.MembershipNo), b.ID)
}

// FindOtherPaid returns the booking that HasOtherPaid found (the oldest if there are several), or domain.ErrNotFound.
func (tx Tx) FindOtherPaid(ctx context.Context, b booking.Booking) (booking.Booking, error) {
	return engine.One(ctx, tx, "read booking", Places, `
		SELECT `+Columns+`
		FROM bookings
		WHERE id IN (
		  SELECT `+countsAs+` FROM bookings WHERE person_key = ?1
		  UNION SELECT `+countsAs+` FROM bookings WHERE institute_name = ?2 AND membership_key = ?3 AND membership_key <> ''
				AND status = 'SUCCESS')
		  AND id <> ?4
		ORDER BY created_at, id
		LIMIT 1`, b.PersonKey, b.InstituteName, domain.MembershipKey(b.MembershipNo), b.ID)
}

// CodesWithMobile lists the codes of other bookings that hold a seat and have the same mobile number.
func (tx Tx) CodesWithMobile(ctx context.Context, b booking.Booking) ([]string, error) {
	return engine.Values[string](ctx, tx, "find mobile number", `
		SELECT code
		FROM bookings
		WHERE mobile = ? AND mobile <> '' AND holds_seat = 1 AND id <> ?
		ORDER BY code`, b.Mobile, b.ID)
}

// openShown limits how many open bookings an address is shown, because anybody may have typed that address.
const openShown = 10

// FindOpenBookings lists an address's bookings that are unpaid or paid in part, or that need another identity document.
// Only the fields that identify a booking are filled. `more` is true if there are further bookings.
func (s Store) FindOpenBookings(ctx context.Context, emailKey string) (all []booking.Booking, more bool, err error) {
	all, err = engine.All(s.Brief(ctx), s, "list open bookings", func(b *booking.Booking) []any {
		return []any{&b.ID, &b.FirstName, &b.LastName, &b.CategoryType, &b.Status}
	}, FindOpenSQL, emailKey)
	return all[:min(openShown, len(all))], len(all) > openShown, err
}

// FindOpenSQL compares the status in an expression, so that only the index on the address can be used (see RulesSQL).
const FindOpenSQL = `
	SELECT id, first_name, last_name, category_type, status
	FROM bookings
	WHERE email_key = ? AND (status || '' = 'INITIATED' OR ` + rejected + `)
	ORDER BY id_rejected_at IS NULL, id_rejected_at,
	         NOT EXISTS (SELECT 1 FROM payments WHERE booking_id = bookings.id AND disposition = 'applied'),
	         created_at DESC, id`

// InsertBooking writes a new booking, with a new code unless it already has one.
func (tx Tx) InsertBooking(ctx context.Context, b booking.Booking) (err error) {
	if b.Code == "" {
		if b.Code, err = tx.FreeCode(ctx); err != nil {
			return err
		}
	}
	b.PaidBy = cmp.Or(b.PaidBy, booking.PaidOnline)
	open, contact := b.SearchTexts(booking.Party{})
	return tx.Exec(ctx, "insert booking", `
		INSERT INTO bookings (`+Columns+`, search, search_contact, booking_state)
		VALUES (`+Marks+`, ?, ?, ?)`,
		bookingColumns(&b).Values(open, contact, string(deriveState(b, nil).state))...)
}

// UpdateBookingDetails also clears a withdrawal of consent, because consent was given again.
func (tx Tx) UpdateBookingDetails(ctx context.Context, b booking.Booking) error {
	err := tx.Exec(ctx, "update booking", `
		UPDATE bookings
		SET `+Changes+`, withdrawn_at = NULL, version = version + 1
		WHERE id = ? AND status = 'INITIATED'`, Details(&b).Values(b.ID)...)
	if err != nil {
		return err
	}
	now, err := Queries{tx}.FindBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	return SaveSearchTexts(ctx, tx.Tx, now)
}

// ReopenBooking makes a failed booking payable again, with a seat.
func (tx Tx) ReopenBooking(ctx context.Context, id, networkHash string) error {
	return errors.Join(tx.Exec(ctx, "reopen booking", `
		UPDATE bookings
		SET status = 'INITIATED', holds_seat = 1, network_hash = ?, version = version + 1
		WHERE id = ? AND status = 'FAILED'`, networkHash, id), SaveState(ctx, tx.Tx, id))
}

// FindPayableAttempt returns the reference of the attempt that can be paid, or "".
func (tx Tx) FindPayableAttempt(ctx context.Context, bookingID string) (ref string, err error) {
	return engine.ValueOr(ctx, tx, "find payable attempt", "", `
		SELECT attempt_ref
		FROM payment_attempts
		WHERE booking_id = ? AND state IN ('CREATING', 'OPEN')`, bookingID)
}

// SaveConsent records that the notice was accepted; accepting the same version again changes nothing.
func (tx Tx) SaveConsent(ctx context.Context, c booking.Consent) error {
	return tx.Exec(ctx, "save consent", `
		INSERT INTO consents (booking_id, notice_version, language, given_at, address_hash, ticked)
		VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (booking_id, notice_version) DO NOTHING`,
		c.BookingID, c.NoticeVersion, c.Language, c.GivenAt, c.AddressHash, c.Ticked)
}

// HasBookings reports whether anybody has ever registered.
func (tx Tx) HasBookings(ctx context.Context) (bool, error) {
	return engine.Value[bool](ctx, tx, "find bookings", `SELECT EXISTS (SELECT 1 FROM bookings)`)
}

// HasIdempotencyKey reports whether a key is already known.
func (s Store) HasIdempotencyKey(ctx context.Context, keyHash string) (bool, error) {
	return engine.Value[bool](ctx, s, "find idempotency key",
		`SELECT EXISTS (SELECT 1 FROM idempotency_keys WHERE key_hash = ?)`, keyHash)
}

// SaveIdempotency replaces the booking of a key that is used again after a failed payment.
func (tx Tx) SaveIdempotency(ctx context.Context, keyHash, bodyHash, bookingID string, now time.Time) error {
	return tx.Exec(ctx, "save idempotency key", `
		INSERT INTO idempotency_keys (key_hash, body_hash, booking_id, created_at)
		VALUES (?, ?, ?, ?)
		ON CONFLICT (key_hash) DO UPDATE SET booking_id = excluded.booking_id`,
		keyHash, bodyHash, bookingID, now)
}

// columnNames are the columns whose names differ from those on the wire.
var columnNames = map[string]string{"firstname": "first_name", "lastname": "last_name"}

// PersonColumns are the columns of a person that both bookings and accounts have.
func PersonColumns(p *booking.Person) engine.Columns {
	return domain.Each(p.Fields(), func(f booking.PersonField) [2]any {
		return [2]any{cmp.Or(columnNames[f.Name], f.Name), (*engine.OrEmpty)(f.Value)}
	})
}

// membershipKey is a membership number in normalised form; it is stored but never read back.
type membershipKey string

// Scan implements sql.Scanner.
func (*membershipKey) Scan(any) error { return nil }

// Value implements driver.Valuer.
func (k membershipKey) Value() (driver.Value, error) { return domain.MembershipKey(string(k)), nil }

// nameKey is a person's NameKey; it is stored but never read back.
type nameKey booking.Person

// Scan implements sql.Scanner.
func (*nameKey) Scan(any) error { return nil }

// Value implements driver.Valuer.
func (k nameKey) Value() (driver.Value, error) { return booking.Person(k).NameKey(), nil }

// SaveSearchTexts must be called by every method that stores a person's values.
func SaveSearchTexts(ctx context.Context, tx *engine.Tx, b booking.Booking) error {
	buyers, err := Queries{tx}.Buyers(ctx, []string{b.ID})
	if err != nil {
		return err
	}
	open, contact := b.SearchTexts(buyers[b.ID])
	return tx.Exec(ctx, "save search text of booking", `
		UPDATE bookings SET code = ?, search = ?, search_contact = ? WHERE id = ?`, b.Code, open, contact, b.ID)
}

// SaveBuyer is called when the buyer on a booking's invoice has changed.
func (tx Tx) SaveBuyer(ctx context.Context, b booking.Booking) error {
	return SaveSearchTexts(ctx, tx.Tx, b)
}

// Buyers returns the buyers on the bookings' last invoices, by booking, without those who were erased.
func (q Queries) Buyers(ctx context.Context, bookingIDs []string) (map[string]booking.Party, error) {
	invoices, err := engine.All(ctx, q, "list buyers", func(d *booking.Document) []any {
		return []any{engine.JSON(d)}
	}, `
		SELECT document
		FROM invoices
		JOIN bookings ON bookings.id = booking_id
		WHERE booking_id IN (SELECT value FROM json_each(?))
		  AND kind = 'invoice'
		  AND email_key NOT LIKE 'erased:%'
		  AND COALESCE(`+PayerKey+`, '') NOT LIKE 'erased:%'
		ORDER BY issued_at, n`, engine.AsJSON(bookingIDs))
	buyers := map[string]booking.Party{}
	for _, d := range invoices {
		buyers[d.BookingID] = d.Recipient
	}
	return buyers, err
}

// IsCodeTaken has a redundant condition, because the index on codes covers only non-empty codes.
const IsCodeTaken = `SELECT EXISTS (SELECT 1 FROM bookings WHERE code = ? AND code <> '')`

// FreeCode returns a new code that no booking has.
func (tx Tx) FreeCode(ctx context.Context) (code string, err error) {
	for taken := true; taken && err == nil; {
		code = booking.NewCode()
		taken, err = engine.Value[bool](ctx, tx, "make code", IsCodeTaken, code)
	}
	return code, err
}

// SaveBookingPerson stores a booking's person, whatever the booking's state.
func (tx Tx) SaveBookingPerson(ctx context.Context, b booking.Booking) error {
	return errors.Join(tx.Exec(ctx, "save person of booking", `
		UPDATE bookings
		SET `+Changes+`, person_key = ?
		WHERE id = ?`, Details(&b).Values(b.PersonKey, b.ID)...), SaveSearchTexts(ctx, tx.Tx, b))
}

// SaveBookingTicket writes a booking's changed ticket: its category, its seats and what was charged.
func (tx Tx) SaveBookingTicket(ctx context.Context, b booking.Booking) error {
	return tx.Exec(ctx, "save ticket of booking", `
		UPDATE bookings
		SET category_type = ?, spouse = ?, seats = ?, net_paise = ?, gst_paise = ?, amount_paise = ?, ticket_paise = ?,
		    waived_paise = ?, version = version + 1
		WHERE id = ?`, b.CategoryType, b.Spouse, b.Seats, b.NetPaise, b.GSTPaise, b.AmountPaise, b.TicketPaise,
		b.WaivedPaise, b.ID)
}

// AddBookingChange increases a booking's version, records who changed it, and returns the new version.
func (tx Tx) AddBookingChange(ctx context.Context, bookingID string, c booking.BookingChange) (version int, err error) {
	version, err = engine.Value[int](ctx, tx, "save next version of booking",
		`UPDATE bookings SET version = version + 1 WHERE id = ? RETURNING version`, bookingID)
	if err != nil {
		return 0, err
	}
	return version, tx.Exec(ctx, "record change of booking", `
		INSERT INTO booking_changes (booking_id, version, at, who, what)
		VALUES (?, ?, ?, ?, ?)`, bookingID, version, c.At, c.Who, c.What)
}

// BookingChangesSince lists what staff changed after a version, oldest first, with the values from the activity log.
func (tx Tx) BookingChangesSince(ctx context.Context, bookingID string, version int) ([]booking.BookingChange, error) {
	return engine.All(ctx, tx, "list changes of booking", func(c *booking.BookingChange) []any {
		return []any{&c.Version, &c.At, &c.Who, &c.What, &c.WhoID, engine.JSON(&struct{ Before, After *map[string]string }{
			&c.Before, &c.After})}
	}, `
		SELECT version, booking_changes.at, who, what, COALESCE(actor_id, ''), COALESCE(details, '')
		FROM booking_changes
		LEFT JOIN audit_log
		  ON audit_log.booking_id = booking_changes.booking_id
		 AND audit_log.at = booking_changes.at
		 AND actor_name = who
		LEFT JOIN audit_details ON audit_details.n = audit_log.n
		WHERE booking_changes.booking_id = ? AND version > ?
		ORDER BY version, audit_log.n`, bookingID, version)
}

// SetTicketPlace writes a ticket's gate, row and seat.
func (tx Tx) SetTicketPlace(ctx context.Context, t booking.Ticket) error {
	return tx.Exec(ctx, "set place of ticket", `UPDATE tickets SET gate = ?, seat_row = ?, seat = ? WHERE id = ?`,
		t.Gate, t.Row, t.Seat, t.ID)
}

// EndBookingSessions ends the sessions of a booking that now belongs to somebody else.
func (tx Tx) EndBookingSessions(ctx context.Context, bookingID string, now time.Time) error {
	return tx.Exec(ctx, "end sessions of booking", `
		UPDATE sessions SET revoked_at = ? WHERE booking_id = ? AND revoked_at IS NULL`, now, bookingID)
}

// InsertNote writes a note and returns its number.
func (tx Tx) InsertNote(ctx context.Context, n booking.Note) (int64, error) {
	return engine.Value[int64](ctx, tx, "insert note", `
		INSERT INTO notes (booking_id, at, who_id, who, text)
		VALUES (?, ?, ?, ?, ?)
		RETURNING id`, n.BookingID, n.At, n.Who.ID, n.Who.Name, n.Text)
}

// DeleteNote returns the deleted note, or domain.ErrNotFound.
func (tx Tx) DeleteNote(ctx context.Context, bookingID string, id int64, now time.Time) (n booking.Note, err error) {
	n, err = engine.One(ctx, tx, "read note", notePlaces, `
		SELECT `+noteColumns+` FROM notes WHERE id = ? AND booking_id = ? AND deleted_at IS NULL`, id, bookingID)
	if err != nil {
		return n, err
	}
	return n, tx.Exec(ctx, "delete note", `UPDATE notes SET text = '', deleted_at = ? WHERE id = ?`, now, id)
}

const noteColumns = `id, booking_id, at, who_id, who, text`

func notePlaces(n *booking.Note) []any {
	return []any{&n.ID, &n.BookingID, &n.At, &n.Who.ID, &n.Who.Name, &n.Text}
}

// Notes lists a booking's notes, oldest first.
func (s Store) Notes(ctx context.Context, bookingID string) ([]booking.Note, error) {
	return engine.All(ctx, s, "list notes", notePlaces, `
		SELECT `+noteColumns+` FROM notes WHERE booking_id = ? AND deleted_at IS NULL ORDER BY id`, bookingID)
}
