package store

import (
	"context"
	"strings"
	"time"

	"transom/api/domain"
)

// fact is a question that has one answer, as an expression. Several are asked in one trip: with a database next door a
// registration costs its trips.
type fact struct {
	text  string
	args  []any
	place any // a pointer, as Scan takes it
}

// ask puts the answers into their places.
func (tx *Tx) ask(ctx context.Context, what string, facts ...fact) error {
	var texts []string
	var args, places []any
	for _, one := range facts {
		texts, args, places = append(texts, one.text), append(args, one.args...), append(places, one.place)
	}
	return tx.now(ctx, what, strings.Join([]string{"SELECT", strings.Join(texts, ",\n")}, " "), args, places)
}

// ReadRules takes the keys of all that the rules of a registration rely on, and then reads that at once.
func (tx *Tx) ReadRules(ctx context.Context, q domain.RuleQuestion) (out domain.RuleFacts, err error) {
	sharesSeats := tx.sharesSeats(q)
	if err := tx.lockRules(ctx, q, sharesSeats); err != nil {
		return out, err
	}
	b, taken, most := q.Booking, false, 0
	var photo, idDocument usable
	out.FreeCode = domain.NewCode()
	facts := []fact{isUnderWay(b, &out.UnderWay), isOtherPaid(b, &out.OtherPaid), isCodeTaken(out.FreeCode, &taken)}
	if q.KeyHash != "" {
		facts = append(facts, bodyOfKey(q.KeyHash, &out.KeyBody), bookingOfKey(q.KeyHash, &out.KeyBooking))
	}
	if b.PhotoAsset != "" {
		facts = append(facts, usabilityOf(b.PhotoAsset, domain.PhotoSlot.Kind, b.PersonKey, q.Now, &photo))
	}
	if b.IDAsset != "" {
		facts = append(facts, usabilityOf(b.IDAsset, domain.IDSlot.Kind, b.PersonKey, q.Now, &idDocument))
	}
	if q.Capacity > 0 {
		facts = append(facts, seatsHeld(b.CategoryType, &out.SeatsHeld))
	}
	if q.Capacity > 0 && tx.keyed {
		facts = append(facts, connections(&most))
	}
	if q.Capacity > 0 && b.NetworkHash != "" {
		facts = append(facts, seatsHeldUnpaid(b.CategoryType, b.NetworkHash, &out.SeatsHeldUnpaid))
	}
	if err := tx.ask(ctx, "read what the rules rely on", facts...); err != nil {
		return out, err
	}
	out.PhotoUsable, out.IDUsable = photo != notUsable, idDocument != notUsable
	tx.free[b.PhotoAsset], tx.free[b.IDAsset] = photo == isFree, idDocument == isFree
	if q.Capacity > 0 {
		if err := tx.checkRoom(q, out.SeatsHeld, most, sharesSeats); err != nil {
			return out, err
		}
	}
	if taken { // InsertBooking makes another one
		out.FreeCode = ""
	}
	return out, nil
}

func isUnderWay(b domain.Booking, place *bool) fact {
	return fact{`EXISTS (SELECT 1 FROM bookings WHERE person_key = ? AND category_type = ? AND spouse = ? AND status = 'INITIATED')`,
		[]any{b.PersonKey, b.CategoryType, b.Spouse}, place}
}

// isOtherPaid asks for the booking as one expression, so that only the person leads to it: of the indexes of everything that is paid, or
// has a seat, PostgreSQL thinks as well of each until it knows figures of the table, and reads all of it.
func isOtherPaid(b domain.Booking, place *bool) fact {
	return fact{`
		(EXISTS (SELECT 1 FROM bookings WHERE person_key = ? AND ` + countsAs + ` <> ?)
		 OR EXISTS (SELECT 1 FROM bookings WHERE institute_name = ? AND membership_key = ? AND membership_key <> '' AND status = 'SUCCESS' AND ` + countsAs + ` <> ?))`,
		[]any{b.PersonKey, b.ID, b.InstituteName, domain.MembershipKey(b.MembershipNo), b.ID}, place}
}

// countsAs is the id of a booking that is paid and has its seat.
const countsAs = `CASE WHEN status = 'SUCCESS' AND holds_seat = 1 THEN id END`

// isCodeTaken says what is so anyway, because the index of codes is of those that are not empty; so does seatsHeldUnpaid of networks.
func isCodeTaken(code string, place *bool) fact {
	return fact{`EXISTS (SELECT 1 FROM bookings WHERE code = ? AND code <> '')`, []any{code}, place}
}

func bodyOfKey(keyHash string, place *string) fact {
	return fact{`COALESCE((SELECT body_hash FROM idempotency_keys WHERE key_hash = ?), '')`, []any{keyHash}, place}
}

func bookingOfKey(keyHash string, place *string) fact {
	return fact{`COALESCE((SELECT booking_id FROM idempotency_keys WHERE key_hash = ?), '')`, []any{keyHash}, place}
}

// usable is what a person may do with a picture.
type usable int64

const (
	notUsable usable = iota
	isOwn            // it belongs to a booking of this person
	isFree           // it belongs to nobody
)

// usabilityOf says it of a picture of this kind.
func usabilityOf(id, kind, personKey string, now time.Time, place *usable) fact {
	column := map[string]string{domain.PhotoSlot.Kind: "photo_asset", domain.IDSlot.Kind: "id_asset"}[kind]
	return fact{`
		(CASE
		 WHEN EXISTS (SELECT 1 FROM assets WHERE id = ? AND kind = ? AND ` + isUnclaimed + ` AND created_at > ?) THEN 2
		 WHEN EXISTS (SELECT 1 FROM bookings WHERE person_key = ? AND ` + column + ` = ?) THEN 1
		 ELSE 0 END)`,
		[]any{id, kind, toMillis(now.Add(-domain.UnclaimedAssetLifetime)), personKey, id}, (*int64)(place)}
}

// seatsHeld reads what the database counts (migration 0031).
func seatsHeld(categoryType string, place *int) fact {
	return fact{`(SELECT CAST(COALESCE(SUM(seats), 0) AS BIGINT) FROM seat_counts WHERE category_type = ?)`, []any{categoryType}, place}
}

// seatsHeldUnpaid looks at what waits in a network, and not at every seat of the category.
func seatsHeldUnpaid(categoryType, networkHash string, place *int) fact {
	return fact{`
		(SELECT CAST(COALESCE(SUM(CASE WHEN category_type = ? AND status = 'INITIATED' AND holds_seat = 1 THEN seats END), 0) AS BIGINT)
		 FROM bookings
		 WHERE network_hash = ? AND network_hash <> '')`,
		[]any{categoryType, networkHash}, place}
}
