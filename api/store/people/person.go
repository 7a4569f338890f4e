// Package people contains the queries for lists, search, sums, one person's data and erasure.
package people

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// Store runs queries outside transactions.
type Store struct{ *engine.DB }

// ErrPayable is returned if the person to be erased has a payment link that can still be paid.
var ErrPayable = errors.New("this person has a payment link that can still be paid; nothing was erased")

// Person identifies the people whom a command is about: everybody who uses a mailbox, or one of these people.
type Person struct {
	EmailKey  string
	PersonKey string // "" for everybody
}

// PersonOf is a person who registered with a mailbox.
type PersonOf struct {
	PersonKey, Name, BookingID string // of the newest booking
}

// PeopleOf lists the people who registered with a mailbox.
func (s Store) PeopleOf(ctx context.Context, emailKey string) ([]PersonOf, error) {
	return engine.All(ctx, s, "list people", func(p *PersonOf) []any {
		return []any{&p.PersonKey, &p.Name, &p.BookingID}
	}, `
		SELECT person_key, name, id
		FROM (SELECT person_key, trim(first_name || ' ' || last_name) AS name, id,
		             MIN(created_at) OVER (PARTITION BY person_key) AS since,
		             ROW_NUMBER() OVER (PARTITION BY person_key ORDER BY created_at DESC, id) AS place
		      FROM bookings
		      WHERE email_key = ?) AS people
		WHERE place = 1
		ORDER BY since`, emailKey)
}

// BookingsOf lists a person's bookings, oldest first.
func (s Store) BookingsOf(ctx context.Context, p Person) ([]string, error) {
	return engine.Values[string](ctx, s, "list bookings", PersonSQL(`SELECT id FROM bookings
		WHERE {theirs} ORDER BY created_at, id`,
		"?2"), p.EmailKey, p.PersonKey)
}

// PersonSQL inserts conditions into a statement: {theirs} selects the person's bookings and accounts, {bookings} the
// ids of these bookings, {gave} the person's ticket offers, and {all} is true if everybody who uses the mailbox is
// meant. {held} are the periods in which the person had a booking, before or after a transfer, and {offers}, {tickets}
// and {mails} belong to these periods. ?1 is the mailbox; `person` is the parameter with the person's key.
func PersonSQL(statement, person string) string {
	theirs := "email_key = ?1 AND (" + person + " = '' OR person_key = " + person + ")"
	gave := "from_email_key = ?1 AND (" + person + " = '' OR from_person_key = " + person + ")"
	named := strings.NewReplacer("{theirs}", theirs, "{gave}", gave, "{all}", person+" = ''", "{bookings}",
		"(SELECT id FROM bookings WHERE "+theirs+")")
	held := named.Replace(heldSQL)
	return strings.NewReplacer(
		"{mails}", strings.ReplaceAll(named.Replace(mailsSQL), "{held}", held),
		"{offers}", strings.ReplaceAll(offersSQL, "{held}", held),
		"{tickets}", strings.ReplaceAll(ticketsSQL, "{held}", held), "{held}", held,
	).Replace(named.Replace(statement))
}

const (
	heldSQL = `(
	SELECT booking_id, since, ended_at AS until
	FROM (SELECT booking_id, from_email_key, from_person_key, ended_at,
	             COALESCE(LAG(ended_at) OVER (PARTITION BY booking_id ORDER BY ended_at, id), 0) AS since
	      FROM transfers
	      WHERE state = 'accepted') AS given
	WHERE {gave}
	UNION ALL
	SELECT id, COALESCE((SELECT MAX(ended_at) FROM transfers WHERE transfers.booking_id = bookings.id
		AND state = 'accepted'), 0), 9000000000000000
	FROM bookings
	WHERE {theirs})`
	// offersSQL selects the offers that this person accepted, and those that this person made and nobody accepted.
	offersSQL = `EXISTS (
	SELECT 1
	FROM {held} AS held
	WHERE held.booking_id = transfers.booking_id
	  AND (state = 'accepted' AND ended_at = since OR state <> 'accepted' AND offered_at >= since AND offered_at < until))`
	ticketsSQL = `(
	SELECT tickets.id
	FROM tickets
	JOIN {held} AS held ON held.booking_id = tickets.booking_id AND issued_at >= since AND issued_at < until)`
	// mailsSQL leaves out other holders' emails; the email about a transfer has the transfer's time.
	mailsSQL = `(lower(trim(to_address)) = ?1 AND {all}
	OR dedupe_key IN (SELECT 'transfer-offer:' || id FROM transfers WHERE ` + offersSQL + `)
	OR template <> 'transfer-offer' AND EXISTS (
	     SELECT 1
	     FROM {held} AS held
	     WHERE held.booking_id = outbox.booking_id
	       AND (lower(trim(to_address)) = ?1
	            OR (created_at >= since AND created_at < until AND template <> 'transferred' OR created_at = until
	            	AND template = 'transferred')
	               AND NOT EXISTS (SELECT 1
	                               FROM transfers AS other
	                               WHERE other.booking_id = held.booking_id AND other.state = 'accepted'
	                               	AND other.from_email_key = lower(trim(to_address))
	                                 AND NOT ({gave})))))`
)

var personQueries = []struct{ name, query string }{
	{"account", `SELECT * FROM accounts WHERE {theirs}`},
	{"registrations", `SELECT * FROM bookings WHERE {theirs} ORDER BY created_at`},
	{"consents", `SELECT * FROM consents WHERE booking_id IN {bookings}`},
	{"payments", `SELECT * FROM payments WHERE booking_id IN {bookings}`},
	{"invoices", `SELECT number, issued_at, document FROM invoices WHERE EXISTS (SELECT 1 FROM {held} AS held
			WHERE held.booking_id = invoices.booking_id AND held.since = 0)`}, // the payer, who was the first holder
	{"tickets", `SELECT id, booking_id, holder_name, category_type, seats, entries_total, entries_remaining, gate,
			seat_row, seat, status, issued_at
	             FROM tickets WHERE booking_id IN {bookings}`},
	{"entries", `SELECT entries.* FROM entries JOIN tickets ON tickets.id = ticket_id
	             WHERE booking_id IN {bookings}`},
	{"identity_checks", `SELECT * FROM identity_checks WHERE booking_id IN {bookings}`},
	{"actions", `SELECT at, action, booking_id, details FROM audit_log JOIN audit_details ON audit_details.n = audit_log.n
			WHERE booking_id IN {bookings} ORDER BY audit_log.n`},
	{"identity_paper_views", `SELECT at, why, action, booking_id FROM access_log WHERE booking_id IN {bookings}`},
	{"notes", `SELECT at, who, text FROM notes WHERE booking_id IN {bookings} AND deleted_at IS NULL`},
	{"requests", `SELECT at, refund_paise, why, who, state FROM refund_requests WHERE booking_id IN {bookings}`},
	{"transfers", `SELECT booking_id, email, offered_at, expires_at, state FROM transfers WHERE booking_id IN {bookings}
			OR {gave}`},
	{"transfers_given", `SELECT booking_id, from_email, from_name, from_company, from_gst_no, ended_at FROM transfers
			WHERE {gave} AND state = 'accepted'`},
	{"known_devices", `SELECT created_at, last_used_at, expires_at FROM known_devices WHERE email_key = ?1 AND {all}`},
	{"mails", `SELECT template, to_address, to_name, created_at, state, sent_at FROM outbox WHERE {mails}`},
}

// PersonData returns a person's rows by table, or domain.ErrNotFound. Times are in Unix milliseconds, amounts in paise.
func (s Store) PersonData(ctx context.Context, p Person) (map[string][]map[string]any, error) {
	data, kept := map[string][]map[string]any{}, 0
	for _, q := range personQueries {
		rows, err := engine.Maps(ctx, s, "export "+q.name, PersonSQL(q.query, "?2"), p.EmailKey, p.PersonKey)
		if err != nil {
			return nil, err
		}
		data[q.name] = rows
		kept += len(data[q.name])
	}
	if kept == 0 {
		return nil, domain.ErrNotFound
	}
	return data, nil
}

// Withdrawal holds what a withdrawal of consent affects.
type Withdrawal struct {
	Registrations int       // with this address
	Pictures      int       // photos and identity documents that will be destroyed
	Latest        time.Time // when the newest withdrawal was made; the last pictures are destroyed some time after it
}

var errNotAsked = errors.New("only counted")

// WithdrawConsent keeps the time of an earlier withdrawal; the purge destroys the pictures later. The error is
// domain.ErrNotFound if nobody registered with this address.
func (s Store) WithdrawConsent(ctx context.Context, p Person, now time.Time, dryRun bool) (w Withdrawal, err error) {
	err = s.Write(ctx, func(tx *engine.Tx) error {
		if err := tx.Exec(ctx, "withdraw consent", PersonSQL(`UPDATE bookings SET withdrawn_at = ?2 WHERE {theirs}
				AND withdrawn_at IS NULL`, "?3"), p.EmailKey, now, p.PersonKey); err != nil {
			return err
		}
		err = tx.QueryRowContext(ctx, PersonSQL(`
			SELECT COUNT(*), COALESCE(MAX(withdrawn_at), 0),
			       COUNT(NULLIF(id_asset, '')) + (SELECT COUNT(*) FROM (
			           SELECT photo_asset FROM bookings WHERE {theirs} AND photo_asset <> ''
			           UNION SELECT photo_asset FROM accounts WHERE {theirs} AND photo_asset <> '') AS photos)
			FROM bookings
			WHERE {theirs}`, "?2"), p.EmailKey, p.PersonKey).Scan(&w.Registrations, &w.Latest, &w.Pictures)
		switch {
		case err != nil:
			return fmt.Errorf("withdraw consent: %w", err)
		case w.Registrations == 0:
			return domain.ErrNotFound
		case dryRun:
			return errNotAsked
		}
		return nil
	})
	if errors.Is(err, errNotAsked) {
		err = nil
	}
	return w, err
}
