package people

import (
	"context"
	"errors"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/bookings"
	"transom/api/store/engine"
)

// erasures keep numbers, amounts and payments for bookkeeping, and the log entry of the erasure, which has no name
// (command/record.go). PostgreSQL needs ?2 in every statement, so some use it in a condition that is always true.
var erasures = []string{
	`UPDATE assets SET released_at = ?2 WHERE released_at IS NULL AND id IN (
	     SELECT id_asset FROM bookings WHERE {theirs} UNION SELECT photo_asset FROM bookings WHERE {theirs}
	     UNION SELECT photo_asset FROM accounts WHERE {theirs})`,
	`UPDATE tickets SET holder_name = '', signature = '' WHERE id IN {tickets} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE tickets SET status = 'void', voided_at = COALESCE(voided_at, ?2) WHERE booking_id IN {bookings}
			AND status <> 'void'`,
	`UPDATE notes SET text = '' WHERE EXISTS (
	     SELECT 1 FROM {held} AS held WHERE held.booking_id = notes.booking_id AND notes.at >= since AND notes.at < until)
	     	AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE refund_requests SET why = '' WHERE EXISTS (
	     SELECT 1 FROM {held} AS held WHERE held.booking_id = refund_requests.booking_id AND refund_requests.at >= since
	     	AND refund_requests.at < until) AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE gate_scans SET why = '' WHERE ticket_id IN {tickets} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE audit_details SET salt = '', details = ''
	 WHERE details <> '' AND n IN (SELECT n FROM audit_log WHERE booking_id IN (SELECT booking_id FROM {held} AS held)
	                                 AND NOT (action = 'command' AND object = 'erase')) AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE payment_attempts SET ticket_change = '' WHERE ticket_change <> '' AND booking_id IN {bookings}
			AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM badges WHERE booking_id IN {bookings} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE consents SET address_hash = '' WHERE booking_id IN {bookings} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE identity_checks SET last4 = '' WHERE booking_id IN {bookings} AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM sessions WHERE (booking_id IN {bookings}
	                             OR account_id IN (SELECT id FROM accounts WHERE {theirs})) AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM accounts WHERE {theirs} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE outbox SET to_address = '', to_name = '', data = '{}', state = CASE state WHEN 'pending' THEN 'dead'
			ELSE state END
	 WHERE {mails} AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE transfers SET email = '', state = CASE state WHEN 'open' THEN 'withdrawn' ELSE state END WHERE {offers}
			AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE transfers SET from_email_key = 'erased:' || id, from_person_key = 'erased:' || id, from_email = '',
			from_name = '', from_company = '', from_gst_no = '', from_code = ''
	 WHERE ({gave} OR state <> 'accepted' AND {offers}) AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE bookings
	 SET ` + BookingErased + `, holds_seat = 0, person_key = 'erased:' || id, network_hash = '', code = '', search = '',
			search_contact = '', withdrawn_at = COALESCE(withdrawn_at, ?2)
	 WHERE {theirs}`,
}

// mailboxErasures delete the data of a mailbox (?1) that nobody uses, and a profile whose owner no longer uses it.
var mailboxErasures = []string{
	`UPDATE assets SET released_at = ?2 WHERE released_at IS NULL AND id IN (SELECT photo_asset FROM accounts WHERE ` +
		profileOfNobody + `)
	 AND id NOT IN (SELECT photo_asset FROM bookings)`,
	`DELETE FROM sessions WHERE account_id IN (SELECT id FROM accounts WHERE ` + profileOfNobody + `)
			AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM accounts WHERE ` + profileOfNobody + ` AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM code_challenges WHERE email_key = ?1 AND ` + ofNobody + ` AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM failed_attempts WHERE email_key = ?1 AND ` + ofNobody + ` AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM code_tries WHERE email_key = ?1 AND ` + ofNobody + ` AND CAST(?2 AS BIGINT) > 0`,
	`DELETE FROM known_devices WHERE email_key = ?1 AND ` + ofNobody + ` AND CAST(?2 AS BIGINT) > 0`,
	`UPDATE outbox SET to_address = '', to_name = '', data = '{}', state = CASE state WHEN 'pending' THEN 'dead'
			ELSE state END
	 WHERE lower(trim(to_address)) = ?1 AND ` + ofNobody + ` AND CAST(?2 AS BIGINT) > 0`,
}

const (
	ofNobody = `NOT EXISTS (SELECT 1 FROM bookings WHERE email_key = ?1) AND NOT EXISTS (SELECT 1 FROM transfers
			WHERE from_email_key = ?1)`
	profileOfNobody = `email_key = ?1
	 AND NOT EXISTS (SELECT 1 FROM bookings WHERE bookings.email_key = ?1
	 	AND accounts.person_key IN ('', bookings.person_key))
	 AND NOT EXISTS (SELECT 1 FROM transfers WHERE from_email_key = ?1 AND accounts.person_key IN ('', from_person_key))`
)

// BookingErased lists the assignments that erase the personal values in a booking.
var BookingErased = strings.NewReplacer("email_key = ''", "email_key = 'erased:' || id", "first_name = ''",
	"first_name = 'Erased'").
	Replace(bookings.Details(new(booking.Booking)).Listed("%s = ''"))

// ErasePerson returns the number of erased registrations, or domain.ErrNotFound if nothing is stored about the person.
// The next purge deletes the picture files. Others who share the mailbox are not affected.
func (s Store) ErasePerson(ctx context.Context, p Person, now time.Time) (registrations int, err error) {
	if registrations, err = s.erasePerson(ctx, p, now); err == nil {
		err = s.Forget(ctx)
	}
	return registrations, err
}

// EraseEverybody erases all who registered before a given time, each in a separate transaction, so that the work can be
// interrupted and run again; `erased` counts mailboxes. People whose payment link can still be paid are skipped.
func (s Store) EraseEverybody(ctx context.Context, before, now time.Time) (erased int, err error) {
	mailboxes, err := s.Mailboxes(ctx, before)
	if err != nil || len(mailboxes) == 0 {
		return 0, err
	}
	for _, mailbox := range mailboxes {
		switch _, err := s.erasePerson(ctx, Person{EmailKey: mailbox}, now); {
		case err == nil:
			erased++
		case !errors.Is(err, ErrPayable):
			return erased, err
		}
	}
	return erased, s.Forget(ctx)
}

// Mailboxes lists the mailboxes of people who registered, got an account or transferred a ticket before a given time.
func (s Store) Mailboxes(ctx context.Context, before time.Time) ([]string, error) {
	return engine.Values[string](ctx, s, "list mailboxes", `
		SELECT email_key FROM bookings WHERE email_key NOT LIKE 'erased:%' AND created_at < ?1
		UNION
		SELECT email_key FROM accounts WHERE email_key NOT LIKE 'erased:%' AND created_at < ?1
		UNION
		SELECT from_email_key FROM transfers WHERE state = 'accepted' AND from_email_key NOT LIKE 'erased:%'
			AND offered_at < ?1
		ORDER BY 1`, before)
}

func (s Store) erasePerson(ctx context.Context, p Person, now time.Time) (registrations int, err error) {
	err = s.Write(ctx, func(tx *engine.Tx) error {
		theirs, err := engine.Values[string](ctx, tx, "list registrations of a person",
			PersonSQL(`SELECT id FROM bookings WHERE {theirs}`, "?2"), p.EmailKey, p.PersonKey)
		if err != nil {
			return err
		}
		registrations = len(theirs)
		given, err := engine.Values[string](ctx, tx, "list registrations that a person gave to others",
			PersonSQL(`SELECT booking_id FROM transfers WHERE {gave} AND state = 'accepted'`, "?2"), p.EmailKey, p.PersonKey)
		if err != nil {
			return err
		}
		payable, err := engine.Value[bool](ctx, tx, "find payable links", PersonSQL(`
			SELECT EXISTS (SELECT 1 FROM payment_attempts
				WHERE booking_id IN {bookings} AND state IN ('CREATING', 'OPEN'))`, "?2"), p.EmailKey, p.PersonKey)
		if err != nil {
			return err
		}
		if payable {
			return ErrPayable
		}
		mailboxes, err := mailboxesOf(ctx, tx, p)
		if err != nil {
			return err
		}
		changed := 0
		erase := func(statement string, args ...any) error {
			n, err := tx.ExecN(ctx, "erase person", statement, args...)
			changed += n
			return err
		}
		for _, statement := range erasures {
			if err := erase(PersonSQL(statement, "?3"), p.EmailKey, now, p.PersonKey); err != nil {
				return err
			}
		}
		for _, id := range theirs {
			if err := bookings.SaveState(ctx, tx, id); err != nil {
				return err
			}
		}
		for _, id := range given {
			b, err := (bookings.Queries{Reader: tx}).FindBooking(ctx, id)
			if err := errors.Join(err, bookings.SaveSearchTexts(ctx, tx, b)); err != nil {
				return err
			}
		}
		for _, mailbox := range mailboxes {
			for _, statement := range mailboxErasures {
				if err := erase(statement, mailbox, now); err != nil {
					return err
				}
			}
		}
		if changed == 0 {
			return domain.ErrNotFound
		}
		return nil
	})
	return registrations, err
}

func mailboxesOf(ctx context.Context, tx *engine.Tx, p Person) ([]string, error) {
	return engine.Values[string](ctx, tx, "list mailboxes",
		PersonSQL(`SELECT ?1 UNION SELECT lower(trim(to_address)) FROM outbox WHERE {mails}
			AND to_address <> '' AND template <> 'transfer-offer'`, "?2"), p.EmailKey, p.PersonKey)
}
