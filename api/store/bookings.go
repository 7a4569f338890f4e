package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"transom/api/domain"
)

// WriteRegistration runs f in one write transaction.
func (s *Store) WriteRegistration(ctx context.Context, f func(*Tx) error) error {
	return s.writeKeyed(ctx, f)
}

// bookingDetails are what somebody may type anew while a booking is not paid.
func bookingDetails(b *domain.Booking) columns {
	return append(personColumns(&b.Person), columns{
		{"email_key", &b.EmailKey}, {"spouse_name", &b.SpouseName}, {"photo_asset", &b.PhotoAsset}, {"id_asset", &b.IDAsset},
	}...)
}

// bookingColumns are all of a booking.
func bookingColumns(b *domain.Booking) columns {
	return append(bookingDetails(b), columns{
		{"id", &b.ID}, {"created_at", (*millis)(&b.CreatedAt)}, {"spouse", &b.Spouse}, {"category_type", &b.CategoryType},
		{"seats", &b.Seats}, {"net_paise", &b.NetPaise}, {"gst_paise", &b.GSTPaise}, {"amount_paise", &b.AmountPaise},
		{"currency", &b.Currency}, {"status", (*string)(&b.Status)}, {"holds_seat", &b.HoldsSeat}, {"paid_at", (*millis)(&b.PaidAt)},
		{"person_key", &b.PersonKey}, {"network_hash", &b.NetworkHash},
	}...)
}

var (
	bookingNames   = bookingColumns(new(domain.Booking)).listed(named)
	bookingMarks   = bookingColumns(new(domain.Booking)).listed(marked)
	bookingChanges = bookingDetails(new(domain.Booking)).listed(changed)
)

func scanBooking(row interface{ Scan(...any) error }) (b domain.Booking, err error) {
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
func (tx *Tx) FindBooking(ctx context.Context, id string) (domain.Booking, error) {
	if err := tx.holdBooking(ctx, id); err != nil {
		return domain.Booking{}, err
	}
	return scanBooking(tx.QueryRowContext(ctx, `SELECT `+bookingNames+` FROM bookings WHERE id = ?`, id))
}

// FindBooking returns a booking; domain.ErrNotFound when there is none.
func (s *Store) FindBooking(ctx context.Context, id string) (domain.Booking, error) {
	return scanBooking(s.read.QueryRowContext(ctx, `SELECT `+bookingNames+` FROM bookings WHERE id = ?`, id))
}

// FindBookingUnderWay returns the unpaid booking of the same person for the same ticket; domain.ErrNotFound when there is
// none.
func (tx *Tx) FindBookingUnderWay(ctx context.Context, b domain.Booking) (domain.Booking, error) {
	if err := tx.holdKey(ctx, "person", b.PersonKey); err != nil {
		return domain.Booking{}, err
	}
	return scanBooking(tx.QueryRowContext(ctx, `
		SELECT `+bookingNames+`
		FROM bookings
		WHERE person_key = ? AND category_type = ? AND spouse = ? AND status = 'INITIATED'`, b.PersonKey, b.CategoryType, b.Spouse))
}

// HasOtherPaid reports whether the same person, or the same member of an institute, has paid under another booking. A paid
// booking without a seat was cancelled and counts for nothing.
func (tx *Tx) HasOtherPaid(ctx context.Context, b domain.Booking) (bool, error) {
	if err := tx.holdKey(ctx, "member", b.InstituteName+" "+b.MembershipNo); err != nil {
		return false, err
	}
	var paid bool
	err := tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM bookings WHERE person_key = ?1 AND status = 'SUCCESS' AND holds_seat = 1 AND id <> ?4)
		    OR ?3 <> '' AND EXISTS (SELECT 1 FROM bookings
		                            WHERE institute_name = ?2 AND membership_no = ?3 AND status = 'SUCCESS' AND holds_seat = 1 AND id <> ?4)`,
		b.PersonKey, b.InstituteName, b.MembershipNo, b.ID).Scan(&paid)
	if err != nil {
		return false, fmt.Errorf("find other paid booking: %w", err)
	}
	return paid, nil
}

// SeatsHeldUnpaid counts the seats of a category that unpaid bookings of a network hold.
func (tx *Tx) SeatsHeldUnpaid(ctx context.Context, categoryType, networkHash string) (seats int, err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT COALESCE(SUM(seats), 0)
		FROM bookings
		WHERE network_hash = ? AND category_type = ? AND status = 'INITIATED' AND holds_seat = 1`, networkHash, categoryType).Scan(&seats)
	if err != nil {
		return 0, fmt.Errorf("count unpaid seats: %w", err)
	}
	return seats, nil
}

// LockSeats is SeatsHeld for a transaction that decides by it: until that ends nobody else counts.
func (tx *Tx) LockSeats(ctx context.Context, categoryType string) (int, error) {
	if err := tx.holdKey(ctx, "category", categoryType); err != nil {
		return 0, err
	}
	return tx.SeatsHeld(ctx, categoryType)
}

// SeatsHeld counts the seats of a category that are sold or waiting for their payment.
func (tx *Tx) SeatsHeld(ctx context.Context, categoryType string) (int, error) {
	var seats int
	err := tx.QueryRowContext(ctx, `
		SELECT COALESCE(SUM(seats), 0) FROM bookings WHERE category_type = ? AND holds_seat = 1`, categoryType).Scan(&seats)
	if err != nil {
		return 0, fmt.Errorf("count seats: %w", err)
	}
	return seats, nil
}

// InsertBooking writes a new booking.
func (tx *Tx) InsertBooking(ctx context.Context, b domain.Booking) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO bookings (`+bookingNames+`) VALUES (`+bookingMarks+`)`, bookingColumns(&b).values()...)
	if err != nil {
		return fmt.Errorf("insert booking: %w", err)
	}
	return nil
}

// UpdateBookingDetails writes what a person typed anew into an unpaid booking. Price, seats and status stay; a
// withdrawal of consent ends, because consent was given anew.
func (tx *Tx) UpdateBookingDetails(ctx context.Context, b domain.Booking) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE bookings
		SET `+bookingChanges+`, withdrawn_at = NULL
		WHERE id = ? AND status = 'INITIATED'`, bookingDetails(&b).values(b.ID)...)
	if err != nil {
		return fmt.Errorf("update booking: %w", err)
	}
	return nil
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
func (tx *Tx) SaveConsent(ctx context.Context, c domain.Consent) error {
	_, err := tx.ExecContext(ctx, `
		INSERT INTO consents (booking_id, notice_version, language, given_at, address_hash, ticked)
		VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (booking_id, notice_version) DO NOTHING`,
		c.BookingID, c.NoticeVersion, c.Language, toMillis(c.GivenAt), c.AddressHash, c.Ticked)
	if err != nil {
		return fmt.Errorf("save consent: %w", err)
	}
	return nil
}
