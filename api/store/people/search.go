package people

import (
	"context"
	"fmt"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/search"
	"transom/api/store/engine"
)

// Flags are the conditions of booking.RegistrationFlags. Some repeat an index's condition, so that the index is used.
var Flags = map[string]string{
	"seat": `b.holds_seat = 1`,
	"no-mail": `b.status = 'SUCCESS'
	            AND b.id IN (SELECT booking_id
	                         FROM outbox
	                         WHERE state <> 'sent'
	                           AND template IN ('confirmation', 'complimentary'))
	            AND NOT EXISTS (SELECT 1
	                            FROM outbox
	                            WHERE outbox.booking_id = b.id
	                              AND outbox.booking_id <> ''
	                              AND template IN ('confirmation', 'complimentary')
	                              AND state = 'sent')`,
	"mail-failed": `b.id IN (SELECT booking_id FROM tasks WHERE done_at IS NULL AND kind = '` +
		booking.TaskMailUndeliverable + `')`,
	"task": `b.id IN (SELECT booking_id FROM tasks WHERE done_at IS NULL)`,
	"part-paid": `b.status = 'INITIATED' AND EXISTS (SELECT 1 FROM payments p
		WHERE p.booking_id = b.id AND p.disposition = 'applied')`,
	"refund-due": `b.id IN (SELECT booking_id
	                        FROM payments
	                        WHERE disposition <> 'applied'
	                          AND disposition IN ('duplicate_refund_due', 'no_seat_refund_due', 'organiser_refund_due')
	                        UNION
	                        SELECT booking_id FROM tasks WHERE done_at IS NULL AND kind = '` + booking.TaskSurplus + `')`,
	"refunded":   `b.refunded_paise > 0`,
	"checked-in": `b.id IN (SELECT booking_id FROM tickets WHERE entries_remaining < entries_total)`,
	"not-checked-in": `b.id IN (SELECT booking_id
	                            FROM tickets
	                            WHERE entries_remaining = entries_total AND status = 'valid')`,
	"document": `b.status = 'SUCCESS'
	             AND b.holds_seat = 1
	             AND b.id_verified_at IS NULL
	             AND b.id_rejected_at IS NULL
	             AND (b.id_asset <> '' OR b.membership_no <> '')`,
	"document-rejected": `b.status = 'SUCCESS' AND b.holds_seat = 1 AND b.id_rejected_at IS NOT NULL`,
	"no-badge": `EXISTS (SELECT 1
	                     FROM tickets
	                     WHERE tickets.booking_id = b.id
	                       AND tickets.status <> 'void'
	                       AND NOT EXISTS (SELECT 1
	                                       FROM badges
	                                       WHERE badges.booking_id = tickets.booking_id
	                                         AND badges.seat = tickets.seats
	                                         AND badges.ticket_id = tickets.id
	                                         AND (badges.seat > 1 OR badges.photo_asset = b.photo_asset)))`,
	"withdrawn":           `b.withdrawn_at IS NOT NULL`,
	booking.FlagDuplicate: `b.id IN (SELECT id FROM (` + sharedSQL + `) AS shared)`,
}

const (
	sameMobile = `
		SELECT id, 'mobile' AS what, mobile AS value
		FROM bookings
		WHERE holds_seat = 1 AND mobile <> '' AND mobile IN (
		  SELECT mobile FROM bookings WHERE holds_seat = 1 AND mobile <> '' GROUP BY mobile HAVING COUNT(*) > 1)`
	sameMember = `
		SELECT id, 'membership_key' AS what, membership_key || ' ' || institute_name AS value
		FROM bookings
		WHERE holds_seat = 1 AND membership_key <> '' AND (membership_key, institute_name) IN (
		  SELECT membership_key, institute_name
		  FROM bookings
		  WHERE holds_seat = 1 AND membership_key <> ''
		  GROUP BY membership_key, institute_name
		  HAVING COUNT(*) > 1)`
)

// sharedSQL lists what registrations that hold a seat share with others. It has no indexes of its own: each would slow
// down every registration, and staff rarely ask for duplicates.
var sharedSQL = strings.Join([]string{sameMobile, strings.ReplaceAll(sameMobile, "mobile", "email_key"), sameMember,
	strings.ReplaceAll(sameMobile, "mobile", "name_key")}, ` UNION ALL `)

// SharedValues lists what registrations that hold a seat share with others.
func (s Store) SharedValues(ctx context.Context) ([]booking.Shared, error) {
	return engine.All(ctx, s, "list possible duplicates", func(one *booking.Shared) []any {
		return []any{&one.BookingID, &one.What, &one.Key}
	}, sharedSQL)
}

// Sorts are the sort orders of booking.RegistrationSorts, by name.
var Sorts = map[string]string{
	"registered": "b.created_at",
	"paid":       "COALESCE(b.paid_at, 0)",
	"name":       "substr(b.search, 1, 60) COLLATE BINARY",
	"category":   "b.category_type COLLATE BINARY",
	"city":       "lower(b.city) COLLATE BINARY",
	"company":    "lower(b.company_name) COLLATE BINARY",
	"code":       "b.code COLLATE BINARY",
	"state":      "b.booking_state",
	"amount":     "CASE WHEN b.ticket_paise > 0 THEN b.ticket_paise ELSE b.amount_paise END",
}

type condition struct {
	parts []string
	args  []any
}

func (c *condition) from() string { return `FROM bookings AS b` + c.text() }

func (c *condition) and(part string, args ...any) {
	c.parts, c.args = append(c.parts, part), append(c.args, args...)
}

func (c *condition) oneOf(what string, values []string) {
	if len(values) > 0 {
		c.and(what+` IN (SELECT value FROM json_each(?))`, engine.AsJSON(values))
	}
}

func (c *condition) during(what string, s booking.Span) {
	if !s.From.IsZero() {
		c.and(what+` >= ?`, s.From)
	}
	if !s.Until.IsZero() {
		c.and(what+` < ?`, s.Until)
	}
}

func (c *condition) text() string {
	if len(c.parts) == 0 {
		return ""
	}
	return ` WHERE (` + strings.Join(c.parts, `) AND (`) + `)`
}

func containing(text string) string {
	return `%` + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text) + `%`
}

func conditionOf(f booking.RegistrationFilter) (c condition) {
	for _, term := range f.Terms {
		c.holding(term)
	}
	c.oneOf(`b.status`, f.Statuses)
	c.oneOf(`b.category_type`, f.Categories)
	c.oneOf(paidBySQL, f.PaidBy)
	c.during(`b.created_at`, f.Registered)
	c.during(`b.paid_at`, f.Paid)
	if f.CheckedIn != "" {
		c.and(`b.id IN (
		  SELECT booking_id FROM gate_entries JOIN tickets ON tickets.id = ticket_id WHERE list = ? AND day = ? AND used > 0
		  UNION SELECT booking_id FROM entries JOIN tickets ON tickets.id = ticket_id WHERE entered_at >= ?
		  	AND entered_at < ?)`,
			domain.EntryList, f.CheckedIn, f.CheckedInSpan.From, f.CheckedInSpan.Until)
	}
	for question, wanted := range f.Answers {
		c.answered(question, wanted)
	}
	for _, flag := range f.Flags {
		c.and(Flags[flag])
	}
	c.oneOf(`b.booking_state`, f.States)
	return c
}

// `answered` selects registrations with one of the wanted answers; several choices are stored one per line.
func (c *condition) answered(question string, wanted []string) {
	var parts []string
	var args []any
	for _, answer := range wanted {
		parts = append(parts,
			`CAST(? AS TEXT) || (json(NULLIF(b.answers, '')) ->> CAST(? AS TEXT)) || CAST(? AS TEXT) LIKE ? ESCAPE '\'`)
		pattern := containing("\n" + answer + "\n")
		if answer == domain.AnyAnswer {
			pattern = "%"
		}
		args = append(args, "\n", question, "\n", pattern)
	}
	if len(parts) > 0 {
		c.and(strings.Join(parts, ` OR `), args...)
	}
}

func (c *condition) holding(t booking.SearchTerm) {
	var parts []string
	var args []any
	or := func(part string, arg any) { parts, args = append(parts, part), append(args, arg) }
	if t.Text != "" {
		or(`b.search LIKE ? ESCAPE '\'`, containing(t.Text))
		// A person who has transferred the ticket to somebody else may call too.
		or(`b.id IN (SELECT booking_id FROM transfers WHERE state = 'accepted'
			AND lower(from_name) LIKE ? ESCAPE '\')`, containing(t.Text))
	}
	if sound := search.SoundOf(t.Text); sound != "" {
		or(`b.search LIKE ? ESCAPE '\'`, containing(sound))
	}
	if t.Text != "" && t.Contact {
		or(`b.search_contact LIKE ? ESCAPE '\'`, containing(t.Text))
		or(`b.id IN (SELECT booking_id FROM transfers WHERE state = 'accepted'
			AND from_email_key LIKE ? ESCAPE '\')`, containing(t.Text))
	}
	if len(t.IDs) > 0 || t.Text == "" {
		or(`b.id IN (SELECT value FROM json_each(?))`, engine.AsJSON(t.IDs))
	}
	c.and(strings.Join(parts, ` OR `), args...)
}

// RegistrationIDs lists the ids of the bookings that match a filter, in the filter's order (default: newest first).
func (s Store) RegistrationIDs(ctx context.Context, f booking.RegistrationFilter) ([]string, error) {
	sort, down := Sorts[f.Sort], f.Down
	if sort == "" {
		sort, down = Sorts["registered"], true
	}
	direction := ` ASC`
	if down {
		direction = ` DESC`
	}
	c, limit := conditionOf(f), int64(1<<62)
	if f.Limit > 0 {
		limit = int64(f.Limit)
	}
	query := strings.Join([]string{"SELECT", "b.id", c.from(), "ORDER BY", sort + direction + ",", "b.id" + direction,
		"LIMIT ? OFFSET ?"}, " ")
	return engine.Values[string](ctx, s, "list people", query, append(c.args, limit, f.Offset)...)
}

// FindRegistrations lists the bookings in which all terms are found, unsorted. `all` is false if there are too many.
func (s Store) FindRegistrations(ctx context.Context, terms []booking.SearchTerm, most int) (ids []string, all bool,
	err error) {
	c := conditionOf(booking.RegistrationFilter{Terms: terms})
	query := strings.Join([]string{"SELECT", "b.id", c.from(), "LIMIT ?"}, " ")
	ids, err = engine.Values[string](ctx, s, "search people", query, append(c.args, most+1)...)
	return ids, len(ids) <= most, err
}

// FindNamed is for the gate and uses the gate's connections. As in the desk's search, all words must occur in a booking
// or sound like words in its names; if no booking matches, similar words count too.
func (s Store) FindNamed(ctx context.Context, text string, limit int) (ids []string, err error) {
	words := strings.Fields(search.Fold(text))
	if len(words) == 0 {
		return nil, nil
	}
	var c condition
	for _, word := range words {
		c.holding(booking.SearchTerm{Text: word})
	}
	query := strings.Join([]string{"SELECT", "b.id", c.from(), "ORDER BY", Sorts["name"] + ",", "b.id LIMIT ?"}, " ")
	if ids, err = engine.Values[string](ctx, s.Gate(), "find by name", query, append(c.args,
		limit)...); err != nil || len(ids) > 0 {
		return ids, err
	}
	ids, err = findAlike(ctx, s.Gate(), words)
	return ids[:min(len(ids), limit)], err
}

// FindAlike lists the bookings that contain each of some folded words, or a similar one. A typing mistake leaves half
// of a word or swaps two letters in its middle: the query finds these parts, and search.AlikeIn examines them.
func (s Store) FindAlike(ctx context.Context, words []string) ([]string, error) {
	return findAlike(ctx, s, words)
}

func findAlike(ctx context.Context, from engine.Reader, words []string) (ids []string, err error) {
	var c condition
	for _, word := range words {
		parts, args := []string{`b.search LIKE ? ESCAPE '\'`}, []any{containing(word)}
		if letters := []rune(word); len(letters) >= search.MinAlike {
			middle := len(letters) / 2
			first, last := containing(" "+string(letters[:middle])), containing(string(letters[middle:])+" ")
			letters[middle-1], letters[middle] = letters[middle], letters[middle-1]
			parts = append(parts, `' ' || replace(b.search, '-', ' ') LIKE ? ESCAPE '\'`,
				`replace(b.search, '-', ' ') || ' ' LIKE ? ESCAPE '\'`,
				`b.search LIKE ? ESCAPE '\'`)
			args = append(args, first, last, containing(string(letters)))
		}
		c.and(strings.Join(parts, ` OR `), args...)
	}
	found, err := engine.All(ctx, from, "find similar registrations", func(one *[2]string) []any {
		return []any{&one[0], &one[1]}
	}, strings.Join([]string{"SELECT", "b.id, b.search", c.from()}, " "), c.args...)
	for _, one := range found {
		if search.AlikeIn(one[1], words) {
			ids = append(ids, one[0])
		}
	}
	return ids, err
}

// FindByReference lists the bookings whose code, former code, or beginning of the id or of a ticket's id the word is;
// with `money`, also a document's number, or the beginning of a payment's, a link's or our own reference.
func (s Store) FindByReference(ctx context.Context, word, code string, money bool) ([]string, error) {
	low := strings.ToLower(word)
	return engine.Values[string](ctx, s, "find by reference", `
		SELECT id FROM bookings WHERE code = ?2 AND code <> ''
		UNION SELECT booking_id FROM transfers WHERE from_code = ?2 AND from_code <> ''
		UNION SELECT id FROM bookings WHERE lower(id) COLLATE BINARY >= ?1 AND lower(id) COLLATE BINARY < ?3
		UNION SELECT booking_id FROM tickets WHERE lower(id) COLLATE BINARY >= ?1 AND lower(id) COLLATE BINARY < ?3
		UNION SELECT booking_id FROM payments WHERE lower(provider_payment_id) COLLATE BINARY >= ?1
			AND lower(provider_payment_id) COLLATE BINARY < ?4
		UNION SELECT booking_id FROM payment_attempts WHERE lower(provider_id) COLLATE BINARY >= ?1
			AND lower(provider_id) COLLATE BINARY < ?4
		UNION SELECT booking_id FROM payment_attempts WHERE lower(attempt_ref) COLLATE BINARY >= ?1
			AND lower(attempt_ref) COLLATE BINARY < ?4
		UNION SELECT booking_id FROM invoices WHERE number = ?5 AND ?4 <> ''
		LIMIT 200`, low, code, low+"\x7f", engine.UpTo(low, money), strings.ToUpper(word))
}

// ManualReferences lists the references of the payments and refunds that staff made, by booking.
func (s Store) ManualReferences(ctx context.Context) ([]booking.Reference, error) {
	return engine.All(ctx, s, "list manual references", func(r *booking.Reference) []any {
		return []any{&r.BookingID, &r.Text, engine.JSON(&struct{ After *struct{ Reference *string } }{
			&struct{ Reference *string }{&r.Text}})}
	}, `
		SELECT booking_id, provider_payment_id, '' FROM payments WHERE provider IN ('bank', 'cheque', 'cash')
		UNION ALL SELECT booking_id, '', details
		FROM audit_log
		JOIN audit_details ON audit_details.n = audit_log.n
		WHERE action = 'record_refund'`)
}

// FindByNumberEnd lists the bookings with a document whose number ends with the given string.
func (s Store) FindByNumberEnd(ctx context.Context, end string) ([]string, error) {
	return engine.Values[string](ctx, s, "find by end of number", `
		SELECT DISTINCT booking_id FROM invoices WHERE number LIKE ? ESCAPE '\' LIMIT 200`,
		strings.TrimSuffix(containing(strings.ToUpper(end)), `%`))
}

// FindByCodeStart lists the bookings whose codes begin with some letters, sorted by code.
func (s Store) FindByCodeStart(ctx context.Context, start string, most int) ([]string, error) {
	last := start + strings.Repeat(booking.CodeLetters[len(booking.CodeLetters)-1:], booking.CodeLength-len(start))
	return engine.Values[string](ctx, s, "find codes", `SELECT id FROM bookings WHERE code >= ?
		AND code <= ? AND code <> ''
			ORDER BY code LIMIT ?`, start, last, most)
}

// SumsSQL contains the columns of RegistrationSums; paidBySQL is a booking's payment method.
const (
	SumsSQL = `COUNT(*),
		COALESCE(SUM(b.seats), 0),
		COALESCE(SUM(CASE WHEN b.paid_at IS NOT NULL THEN b.net_paise ELSE 0 END), 0),
		COALESCE(SUM(CASE WHEN b.paid_at IS NOT NULL THEN b.gst_paise ELSE 0 END), 0),
		COALESCE(SUM(b.refunded_paise), 0)`
	paidBySQL = `CASE WHEN b.paid_at IS NULL THEN '' ELSE b.paid_by END`
)

func sumPlaces(p *booking.RegistrationSums) []any {
	return []any{&p.Count, &p.Seats, &p.NetPaise, &p.GSTPaise, &p.RefundedPaise}
}

// SumRegistrations returns the totals of all bookings that match a filter.
func (s Store) SumRegistrations(ctx context.Context, f booking.RegistrationFilter) (sums booking.RegistrationSums,
	err error) {
	if isGrouped(f) {
		return s.sumGroups(ctx, f)
	}
	c := conditionOf(f)
	query := strings.Join([]string{"SELECT", SumsSQL, c.from()}, " ")
	if err = s.QueryRowContext(ctx, query, c.args...).Scan(sumPlaces(&sums)...); err != nil {
		return sums, fmt.Errorf("add up registrations: %w", err)
	}
	return sums, nil
}
