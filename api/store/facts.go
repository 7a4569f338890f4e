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
	if err := tx.lockRules(ctx, q); err != nil {
		return out, err
	}
	b, taken := q.Booking, false
	out.FreeCode = domain.NewCode()
	facts := []fact{isUnderWay(b, &out.UnderWay), isOtherPaid(b, &out.OtherPaid), isCodeTaken(out.FreeCode, &taken)}
	if q.KeyHash != "" {
		facts = append(facts, bodyOfKey(q.KeyHash, &out.KeyBody), bookingOfKey(q.KeyHash, &out.KeyBooking))
	}
	if b.PhotoAsset != "" {
		facts = append(facts, isAssetUsable(b.PhotoAsset, domain.PhotoSlot.Kind, b.PersonKey, q.Now, &out.PhotoUsable))
	}
	if b.IDAsset != "" {
		facts = append(facts, isAssetUsable(b.IDAsset, domain.IDSlot.Kind, b.PersonKey, q.Now, &out.IDUsable))
	}
	if q.Limited {
		facts = append(facts, seatsHeld(b.CategoryType, &out.SeatsHeld))
	}
	if q.Limited && b.NetworkHash != "" {
		facts = append(facts, seatsHeldUnpaid(b.CategoryType, b.NetworkHash, &out.SeatsHeldUnpaid))
	}
	if err := tx.ask(ctx, "read what the rules rely on", facts...); err != nil {
		return out, err
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

func isOtherPaid(b domain.Booking, place *bool) fact {
	return fact{`
		(EXISTS (SELECT 1 FROM bookings WHERE person_key = ? AND status = 'SUCCESS' AND holds_seat = 1 AND id <> ?)
		 OR EXISTS (SELECT 1 FROM bookings
		            WHERE institute_name = ? AND membership_key = ? AND membership_key <> '' AND status = 'SUCCESS' AND holds_seat = 1 AND id <> ?))`,
		[]any{b.PersonKey, b.ID, b.InstituteName, domain.MembershipKey(b.MembershipNo), b.ID}, place}
}

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

// isAssetUsable is true for a picture of this kind that is free, or belongs to a booking of this person.
func isAssetUsable(id, kind, personKey string, now time.Time, place *bool) fact {
	column := map[string]string{domain.PhotoSlot.Kind: "photo_asset", domain.IDSlot.Kind: "id_asset"}[kind]
	return fact{`
		(EXISTS (SELECT 1 FROM assets
		         WHERE id = ? AND kind = ? AND claimed_at IS NULL AND released_at IS NULL AND deleted_at IS NULL AND created_at > ?)
		 OR EXISTS (SELECT 1 FROM bookings WHERE person_key = ? AND ` + column + ` = ?))`,
		[]any{id, kind, toMillis(now.Add(-domain.UnclaimedAssetLifetime)), personKey, id}, place}
}

func seatsHeld(categoryType string, place *int) fact {
	return fact{`(SELECT CAST(COALESCE(SUM(seats), 0) AS BIGINT) FROM bookings WHERE category_type = ? AND holds_seat = 1)`, []any{categoryType}, place}
}

func seatsHeldUnpaid(categoryType, networkHash string, place *int) fact {
	return fact{`
		(SELECT CAST(COALESCE(SUM(seats), 0) AS BIGINT)
		 FROM bookings
		 WHERE network_hash = ? AND network_hash <> '' AND category_type = ? AND status = 'INITIATED' AND holds_seat = 1)`,
		[]any{networkHash, categoryType}, place}
}
