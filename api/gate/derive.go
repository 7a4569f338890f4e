package gate

import (
	"context"
	"fmt"
	"slices"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// derived is what the scans of one ticket on one list and day come to.
type derived struct {
	Inside, Used, TooMany int
	last                  domain.GateScan
}

// derive walks the scans in the order in which they happened. Somebody enters while a place is free, leaving frees it,
// and whoever entered without a free place was one too many. Who was let in by hand in spite of a refusal is inside and
// is no conflict: somebody knew and decided.
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

// group is a ticket on one list and day: what is derived together.
type group struct{ ticket, list, day string }

// settle derives a group anew, because something was added to it. A ticket that was replaced counts for the one that
// replaced it: who is inside with one of them is inside. A conflict that was not there before becomes a task for a
// person.
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

// conflictTask tells the desk: one task for a registration on a list and day, however often it happens, whose text says
// how often. One more is news, also after somebody has closed it. It names the ticket and nobody; the room Gate shows
// times and phones.
func (g *Service) conflictTask(which group, t domain.GateTicket, tooMany int, scans []domain.GateScan) booking.Task {
	together := !slices.ContainsFunc(scans, func(scan domain.GateScan) bool { return scan.Device != scans[0].Device })
	return booking.Task{
		Kind: booking.TaskGateConflict, BookingID: t.BookingID,
		DedupeKey: fmt.Sprintf("gate_conflict:%s:%s:%s", t.BookingID, which.list, which.day),
		Text:      texts.TaskGateConflict(booking.TicketCode(which.ticket), tooMany, which.list, which.day, together),
	}
}
