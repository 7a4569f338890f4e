package store

import (
	"context"
	"errors"
	"sync"

	"transom/api/domain"
)

// Whoever takes a seat of a limited category has counted the seats that are held, and holds the category's lock until it ends. Alone
// that makes all buyers of a ticket wait for each other's commit. While a category has room for everybody who can be buying at all,
// registrations share the lock and none waits.
//
// That no seat is sold twice then: of a category take the transactions that have taken seats, and of those the one that counted
// last. What it did not see is of transactions that had not ended when it counted, for whoever began later would have counted
// later. When it held the lock alone, there was none. When it shared the lock, there were at most as many as the server has
// connections, each with the seats of one booking; it went on only because the free seats were enough for all those and its own.
// A statement of READ COMMITTED counts what was committed before it began, and locks are let go of after the commit can be seen.
// The database keeps the count (migration 0031): each transaction adds what it takes to a part of it, and nobody sees that before the seats.
//
// When there is less room the whole transaction is run again, and takes the lock alone at its end: to wait for the lock alone with a
// share of it in hand is to wait for everybody who does the same. Its copy of the program remembers that, which spares the others
// the second run, and nothing relies on what it remembers.

// mostSeats are those of one booking. The schema says the same.
const mostSeats = 2

// errCrowded asks for the transaction to be run again.
var errCrowded = errors.New("the category has no room for everybody")

// seats are what a copy of the program remembers of categories.
type seats struct {
	crowded sync.Map // category -> true
	// mostSeats is that of one booking; controls have others.
	mostSeats int
}

func newSeats() *seats { return &seats{mostSeats: mostSeats} }

// sharesSeats reports whether a registration may share the lock of its category.
func (tx *Tx) sharesSeats(q domain.RuleQuestion) bool {
	if !tx.keyed || q.Capacity == 0 {
		return false
	}
	_, crowded := tx.seats.crowded.Load(q.Booking.CategoryType)
	return !crowded
}

// checkRoom is told how many seats are held, and how many connections the server has at most: 0 where nobody else writes.
func (tx *Tx) checkRoom(q domain.RuleQuestion, held, connections int, shared bool) error {
	category, everybody := q.Booking.CategoryType, connections*tx.seats.mostSeats
	switch {
	case !tx.keyed: // nobody else writes, so what was counted stays
		tx.room[category] = held
	case shared && held+everybody > q.Capacity:
		tx.seats.crowded.Store(category, true)
		return errCrowded
	case shared:
		tx.room[category] = held
	case held+2*everybody <= q.Capacity: // many links have ended unpaid
		tx.seats.crowded.Delete(category)
	}
	return nil
}

// LockSeats counts the seats of a category that are sold or waiting for their payment. Until the transaction ends nobody else counts,
// or there is room for all who do. What ReadRules has counted, and what stays, is not counted again: the rules have added the new
// seats to it.
func (tx *Tx) LockSeats(ctx context.Context, categoryType string) (seats int, err error) {
	if held, shared := tx.room[categoryType]; shared {
		return held, nil
	}
	if err := tx.holdKey(ctx, "category", categoryType); err != nil {
		return 0, err
	}
	err = tx.ask(ctx, "count seats", seatsHeld(categoryType, &seats))
	return seats, err
}

// connections are the most that the server takes, those for its own people included.
func connections(place *int) fact {
	return fact{`CAST(current_setting('max_connections') AS BIGINT)`, nil, place}
}
