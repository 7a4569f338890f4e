package gate

import (
	"context"

	"transom/api/domain"
	"transom/api/store/engine"
)

// validTickets selects the tickets that are valid at the gate; ?1 is 1 if the sandbox may pay for tickets.
const validTickets = `(SELECT * FROM (` + gateTicket + `) AS every WHERE state = 'valid')`

// letter is the first letter of a holder's name, which decides the lane.
const letter = `SUBSTR(LTRIM(holder_name, ' .''"(-'), 1, 1)`

// ExpectedSeats counts the seats of valid tickets by category and first letter of the holder's name.
func (s Store) ExpectedSeats(ctx context.Context, sandboxPays bool) ([]domain.GateSeats, error) {
	return engine.All(ctx, s, "count expected seats", seatsPlaces, `
		SELECT '', category_type, `+letter+`, CAST(SUM(seats) AS BIGINT)
		FROM `+validTickets+` AS valid
		GROUP BY 2, 3`, sandboxPays)
}

// ArrivedSeats counts the seats of valid tickets that were inside at least once on one of the days, by list, category
// and first letter of the holder's name.
func (s Store) ArrivedSeats(ctx context.Context, sandboxPays bool, days []string) ([]domain.GateSeats, error) {
	return engine.All(ctx, s, "count arrived seats", seatsPlaces, `
		SELECT list, category_type, `+letter+`,
		       CAST(SUM(CASE WHEN used < seats THEN used ELSE seats END) AS BIGINT)
		FROM `+validTickets+` AS valid
		JOIN (SELECT ticket_id, list, MAX(used) AS used
		      FROM gate_entries
		      WHERE day IN (SELECT value FROM json_each(?2))
		      GROUP BY ticket_id, list) AS entries ON entries.ticket_id = valid.id
		GROUP BY 1, 2, 3`, sandboxPays, engine.AsJSON(days))
}

func seatsPlaces(n *domain.GateSeats) []any { return []any{&n.List, &n.Category, &n.Letter, &n.Seats} }
