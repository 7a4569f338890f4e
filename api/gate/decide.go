package gate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// The page has a message for each GateRefusal (wire.gen.ts), and testdata/decisions.json has cases for each.
const (
	ReasonAlreadyIn  = "already_in"
	ReasonNotInside  = "not_inside"
	ReasonWrongDay   = "wrong_day"
	ReasonWrongCity  = "wrong_city"
	ReasonNotForThis = "not_for_this"
	ReasonTooEarly   = "too_early"
	ReasonVoid       = "void"
	ReasonReplaced   = "replaced"
	ReasonUnpaid     = "unpaid"
	ReasonForged     = "forged"
	ReasonOtherEvent = "other_event"
	ReasonUnreadable = "unreadable"
)

// Refusals lists all reasons for a refusal.
var Refusals = []string{
	ReasonAlreadyIn, ReasonNotInside, ReasonWrongDay, ReasonWrongCity, ReasonNotForThis, ReasonTooEarly,
	ReasonVoid, ReasonReplaced, ReasonUnpaid, ReasonForged, ReasonOtherEvent, ReasonUnreadable,
}

// MayEnter reports whether a category may enter a list on a day.
func MayEnter(list schema.GateList, day schema.Date, category string) bool {
	if len(list.Days) > 0 && !slices.Contains(list.Days, day) {
		return false
	}
	return len(list.Who) == 0 || slices.ContainsFunc(list.Who, func(who schema.GateWho) bool {
		return slices.Contains(who.Categories, category) && (len(who.Days) == 0 || slices.Contains(who.Days, day))
	})
}

func (g *Service) venueOf(day string) string {
	d, _ := g.Content.Day(day)
	return string(d.Venue)
}

// Places returns how many people may be inside with a ticket or, without exit scans, enter in a day.
func (g *Service) Places(list string, seats int) int {
	if found, _ := g.Content.GateList(list); !found.InAndOut {
		return seats * max(found.Times, 1)
	}
	return seats
}

func (g *Service) day(now time.Time) string {
	today := now.In(g.Content.Zone).Format(time.DateOnly)
	d, _ := g.Content.Day(today)
	return string(d.Date)
}

// derived is the result of one ticket's scans on one list and day.
type derived struct {
	Inside, Used, TooMany int
	last                  domain.GateScan
}

// derive expects scans in their order. An entry without a free place is a conflict, except after an overruled refusal:
// the volunteer knew of it, unless only a code was typed, so that the device knew neither seats nor other entries.
func derive(scans []domain.GateScan, places int) (s derived) {
	for _, scan := range scans {
		switch {
		case scan.Verdict == domain.ScanOut:
			s.Inside = max(s.Inside-1, 0)
		case scan.Verdict == domain.ScanOverruled && !isUnread(scan):
			s.Inside++
		case scan.Verdict == domain.ScanIn, scan.Verdict == domain.ScanOverruled:
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

func withoutUndone(scans []domain.GateScan) []domain.GateScan {
	undone := map[string]bool{}
	for _, scan := range scans {
		if scan.Verdict == domain.ScanUndo {
			undone[ScanRef(scan)] = true
			scan.Seq--
			undone[ScanRef(scan)] = true
		}
	}
	return slices.DeleteFunc(scans, func(scan domain.GateScan) bool { return undone[ScanRef(scan)] })
}

type group struct{ ticket, list, day string }

// settle updates a group's result after a new scan. The scans of a replaced ticket count for its replacement.
func (g *Service) settle(ctx context.Context, tx Tx, which group, numbers map[string]int) (err error) {
	if which.ticket, err = tx.TicketNow(ctx, which.ticket); err != nil {
		return err
	}
	ticket, err := tx.FindGateTicket(ctx, which.ticket, g.Rehearsal)
	if err != nil {
		return err
	}
	scans, err := tx.GateScansOf(ctx, which.ticket, which.list, which.day)
	if err != nil {
		return err
	}
	scans = withoutUndone(scans)
	s := derive(scans, g.Places(which.list, ticket.Seats))
	if numbers[s.last.Device] == 0 && s.last.Device != "" {
		device, err := tx.FindGateDevice(ctx, s.last.Device)
		if err != nil {
			return err
		}
		numbers[device.ID] = device.Number
	}
	err = tx.SaveGateEntry(ctx, domain.GateEntry{
		TicketID: which.ticket, List: which.list, Day: which.day, Inside: s.Inside, Used: s.Used,
		LastAt: s.last.At, LastDevice: numbers[s.last.Device],
	})
	if err != nil {
		return err
	}
	found, err := tx.SaveGateConflicts(ctx, which.ticket, which.list, which.day, s.TooMany, g.Clock.Now())
	if err != nil {
		return err
	}
	if found > 0 {
		if err := tx.AddTask(ctx, g.conflictTask(which, ticket, s.TooMany, scans), g.Clock.Now()); err != nil {
			return err
		}
	}
	if which.list == domain.EntryList {
		return tx.CountDown(ctx, which.ticket)
	}
	return nil
}

// There is one task for each registration, list and day; another conflict reopens it. The text names no person.
func (g *Service) conflictTask(which group, t domain.GateTicket, tooMany int, scans []domain.GateScan) booking.Task {
	together := !slices.ContainsFunc(scans, func(scan domain.GateScan) bool { return scan.Device != scans[0].Device })
	return booking.Task{
		Kind: booking.TaskGateConflict, BookingID: t.BookingID,
		DedupeKey: fmt.Sprintf("gate_conflict:%s:%s:%s", t.BookingID, which.list, which.day),
		Text:      texts.TaskGateConflict(booking.TicketCode(which.ticket), tooMany, which.list, which.day, together),
	}
}
