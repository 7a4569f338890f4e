package gate

import (
	"context"
	"fmt"
	"slices"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// derived is the result of the scans of one ticket on one list and day.
type derived struct {
	Inside, Used, TooMany int
	last                  domain.GateScan
}

// derive processes the scans in the order in which they happened. A person enters while a place is free, leaving
// frees it, and an entry without a free place is a conflict. A person who was admitted despite a refusal is inside
// without a conflict, because the volunteer knew and decided.
func derive(scans []domain.GateScan, places int) (s derived) {
	for _, scan := range scans {
		switch scan.Verdict {
		case domain.ScanOut:
			s.Inside = max(s.Inside-1, 0)
		case domain.ScanOverruled:
			s.Inside++
		case domain.ScanIn:
			if s.Inside >= places {
				s.TooMany++
			} else {
				s.Inside++
			}
		default:
			continue
		}
		s.Used = max(s.Used, min(s.Inside, places))
		if scan.Verdict != domain.ScanOut {
			s.last = scan
		}
	}
	return s
}

// group is a ticket on one list and day; its scans are derived together.
type group struct{ ticket, list, day string }

// settle derives a group again after a scan was added. The scans of a replaced ticket count for its replacement. A
// new conflict becomes a task.
func (g *Service) settle(ctx context.Context, tx Tx, which group, numbers map[string]int) (derived, error) {
	var err error
	if which.ticket, err = tx.TicketNow(ctx, which.ticket); err != nil {
		return derived{}, err
	}
	ticket, err := tx.FindGateTicket(ctx, which.ticket, g.Rehearsal)
	if err != nil {
		return derived{}, err
	}
	scans, err := tx.GateScansOf(ctx, which.ticket, which.list, which.day)
	if err != nil {
		return derived{}, err
	}
	s := derive(scans, g.Places(which.list, ticket.Seats))
	if numbers[s.last.Device] == 0 && s.last.Device != "" {
		device, err := tx.FindGateDevice(ctx, s.last.Device)
		if err != nil {
			return s, err
		}
		numbers[device.ID] = device.Number
	}
	err = tx.SaveGateEntry(ctx, domain.GateEntry{
		TicketID: which.ticket, List: which.list, Day: which.day, Inside: s.Inside, Used: s.Used,
		LastAt: s.last.At, LastDevice: numbers[s.last.Device],
	})
	if err != nil {
		return s, err
	}
	found, err := tx.SaveGateConflicts(ctx, which.ticket, which.list, which.day, s.TooMany, g.Clock.Now())
	if err != nil {
		return s, err
	}
	if found > 0 {
		if err := tx.AddTask(ctx, g.conflictTask(which, ticket, s.TooMany, scans), g.Clock.Now()); err != nil {
			return s, err
		}
	}
	if which.list == domain.EntryList {
		return s, tx.CountDown(ctx, which.ticket)
	}
	return s, nil
}

// conflictTask returns the task for the desk: one for each registration, list and day, whose text says how often it
// happened. Another conflict opens it again after it was closed. It names the ticket and no person; the Check-in
// page shows times and phones.
func (g *Service) conflictTask(which group, t domain.GateTicket, tooMany int, scans []domain.GateScan) booking.Task {
	together := !slices.ContainsFunc(scans, func(scan domain.GateScan) bool { return scan.Device != scans[0].Device })
	return booking.Task{
		Kind: booking.TaskGateConflict, BookingID: t.BookingID,
		DedupeKey: fmt.Sprintf("gate_conflict:%s:%s:%s", t.BookingID, which.list, which.day),
		Text:      texts.TaskGateConflict(booking.TicketCode(which.ticket), tooMany, which.list, which.day, together),
	}
}
