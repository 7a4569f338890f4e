package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"transom/api/booking"
	"transom/api/domain"
)

// WriteRegistration runs f in one write transaction.
func (s *Store) WriteRegistration(ctx context.Context, f func(*Tx) error) error {
	return s.Write(ctx, f)
}

// bookingDetails are what somebody may type anew while a booking is not paid.
func bookingDetails(b *booking.Booking) columns {
	return append(personColumns(&b.Person), columns{
		{"email_key", &b.EmailKey}, {"spouse_name", &b.SpouseName}, {"photo_asset", &b.PhotoAsset}, {"id_asset", &b.IDAsset},
		{"membership_key", (*membershipKey)(&b.MembershipNo)},
	}...)
}

// bookingColumns are all of a booking.
func bookingColumns(b *booking.Booking) columns {
	return append(bookingDetails(b), columns{
		{"id", &b.ID}, {"created_at", (*millis)(&b.CreatedAt)}, {"spouse", &b.Spouse}, {"category_type", &b.CategoryType},
		{"seats", &b.Seats}, {"net_paise", &b.NetPaise}, {"gst_paise", &b.GSTPaise}, {"amount_paise", &b.AmountPaise},
		{"currency", &b.Currency}, {"status", (*string)(&b.Status)}, {"holds_seat", &b.HoldsSeat},
		{"paid_at", (*millis)(&b.PaidAt)},
		{"person_key", &b.PersonKey}, {"network_hash", &b.NetworkHash}, {"code", &b.Code}, {"version", &b.Version},
		{"paid_by", &b.PaidBy}, {"paid_reference", &b.PaidReference}, {"paid_on", &b.PaidOn}, {"free_reason", &b.FreeReason},
	}...)
}

var (
	bookingNames   = bookingColumns(new(booking.Booking)).listed(named)
	bookingMarks   = bookingColumns(new(booking.Booking)).listed(marked)
	bookingChanges = bookingDetails(new(booking.Booking)).listed(changed)
)

func scanBooking(row oneRow) (b booking.Booking, err error) {
	err = row.Scan(bookingColumns(&b).places()...)
	if errors.Is(err, sql.ErrNoRows) {
		return b, domain.ErrNotFound
	}
	if err != nil {
		return b, fmt.Errorf("read booking: %w", err)
	}
	return b, nil
}

// FindBooking returns a booking; domain.ErrNotFound when there is none.
func (tx *Tx) FindBooking(ctx context.Context, id string) (booking.Booking, error) {
	return scanBooking(tx.QueryRowContext(ctx, `SELECT `+bookingNames+` FROM bookings WHERE id = ?`, id))
}

// FindBooking returns a booking; domain.ErrNotFound when there is none.
func (s *Store) FindBooking(ctx context.Context, id string) (booking.Booking, error) {
	return scanBooking(s.read.QueryRowContext(ctx, `SELECT `+bookingNames+` FROM bookings WHERE id = ?`, id))
}

// FindBookingUnderWay returns the unpaid booking of the same person for the same ticket; domain.ErrNotFound when there
// is none.
func (tx *Tx) FindBookingUnderWay(ctx context.Context, b booking.Booking) (booking.Booking, error) {
	return scanBooking(tx.QueryRowContext(ctx, `
		SELECT `+bookingNames+`
		FROM bookings
		WHERE person_key = ? AND category_type = ? AND spouse = ?
			AND status = 'INITIATED'`, b.PersonKey, b.CategoryType, b.Spouse))
}

// HasOtherPaid reports whether the same person, or the same member of an institute, has paid under another booking. A
// paid booking without a seat was cancelled and counts for nothing.
func (tx *Tx) HasOtherPaid(ctx context.Context, b booking.Booking) (bool, error) {
	var paid bool
	err := tx.QueryRowContext(ctx, isOtherPaid, b.PersonKey, b.InstituteName, domain.MembershipKey(b.MembershipNo),
		b.ID).Scan(&paid)
	if err != nil {
		return false, fmt.Errorf("find other paid booking: %w", err)
	}
	return paid, nil
}

// FindOtherPaid returns the booking that HasOtherPaid is about, the first that was made when there are two;
// domain.ErrNotFound when there is none.
func (tx *Tx) FindOtherPaid(ctx context.Context, b booking.Booking) (booking.Booking, error) {
	return scanBooking(tx.QueryRowContext(ctx, `
		SELECT `+bookingNames+`
		FROM bookings
		WHERE id IN (
		  SELECT `+countsAs+` FROM bookings WHERE person_key = ?1
		  UNION SELECT `+countsAs+` FROM bookings WHERE institute_name = ?2 AND membership_key = ?3 AND membership_key <> ''
				AND status = 'SUCCESS')
		  AND id <> ?4
		ORDER BY created_at, id
		LIMIT 1`, b.PersonKey, b.InstituteName, domain.MembershipKey(b.MembershipNo), b.ID))
}

// waitingShown is how many waiting bookings a mailbox is shown: whoever registers may have typed anybody's address.
const waitingShown = 10

// FindWaitingBookings lists the bookings of an address whose payment is not settled, the newest first: what each is
// called and no more, because each column that is asked for costs a page that is opened often.
func (s *Store) FindWaitingBookings(ctx context.Context, emailKey string) ([]booking.Booking, error) {
	rows, err := s.read.QueryContext(s.brief(ctx), findWaiting, emailKey, waitingShown)
	return collect(rows, err, "list waiting bookings", func(row oneRow) (b booking.Booking, err error) {
		err = row.Scan(&b.ID, &b.FirstName, &b.LastName, &b.CategoryType)
		return b, err
	})
}

// findWaiting says the state as an expression, so that only the address leads to it (see isOtherPaid).
const findWaiting = `
	SELECT id, first_name, last_name, category_type
	FROM bookings
	WHERE email_key = ? AND status || '' = 'INITIATED'
	ORDER BY created_at DESC, id
	LIMIT ?`

// InsertBooking writes a new booking, with a code of its own unless it brings one.
func (tx *Tx) InsertBooking(ctx context.Context, b booking.Booking) (err error) {
	if b.Code == "" {
		if b.Code, err = tx.FreeCode(ctx); err != nil {
			return err
		}
	}
	b.PaidBy = cmp.Or(b.PaidBy, booking.PaidOnline)
	open, contact := b.SearchTexts()
	return tx.exec(ctx, "insert booking", `
		INSERT INTO bookings (`+bookingNames+`, search, search_contact, booking_state)
		VALUES (`+bookingMarks+`, ?, ?, ?)`,
		bookingColumns(&b).values(open, contact, string(deriveState(b, nil).state))...)
}

// UpdateBookingDetails writes what a person typed anew into an unpaid booking. Price, seats and status stay; a
// withdrawal of consent ends, because consent was given anew.
func (tx *Tx) UpdateBookingDetails(ctx context.Context, b booking.Booking) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE bookings
		SET `+bookingChanges+`, withdrawn_at = NULL, version = version + 1
		WHERE id = ? AND status = 'INITIATED'`, bookingDetails(&b).values(b.ID)...)
	if err != nil {
		return fmt.Errorf("update booking: %w", err)
	}
	now, err := tx.FindBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	return tx.saveFound(ctx, now)
}

// ReopenBooking makes a failed booking payable again, with a seat.
func (tx *Tx) ReopenBooking(ctx context.Context, id, networkHash string) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE bookings
		SET status = 'INITIATED', holds_seat = 1, network_hash = ?, version = version + 1
		WHERE id = ? AND status = 'FAILED'`, networkHash, id)
	if err != nil {
		return fmt.Errorf("reopen booking: %w", err)
	}
	return tx.saveState(ctx, id)
}

// FindPayableAttempt returns the reference of the attempt that can be paid, "" when there is none.
func (tx *Tx) FindPayableAttempt(ctx context.Context, bookingID string) (ref string, err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT attempt_ref
		FROM payment_attempts
		WHERE booking_id = ? AND state IN ('CREATING', 'OPEN')`, bookingID).Scan(&ref)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("find payable attempt: %w", err)
	}
	return ref, nil
}

// SaveConsent records that the notice was accepted; accepting the same version again changes nothing.
func (tx *Tx) SaveConsent(ctx context.Context, c booking.Consent) error {
	return tx.exec(ctx, "save consent", `
		INSERT INTO consents (booking_id, notice_version, language, given_at, address_hash, ticked)
		VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (booking_id, notice_version) DO NOTHING`,
		c.BookingID, c.NoticeVersion, c.Language, toMillis(c.GivenAt), c.AddressHash, c.Ticked)
}

// HasBookings reports whether anybody has ever registered.
func (tx *Tx) HasBookings(ctx context.Context) (has bool, err error) {
	if err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM bookings)`).Scan(&has); err != nil {
		return false, fmt.Errorf("look for bookings: %w", err)
	}
	return has, nil
}
