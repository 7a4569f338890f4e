package gate

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// Somebody whose code cannot be read, at a phone that cannot look anybody up: the name on the paper is not written
// down. The volunteer types the code that is printed on the ticket, or the registration's, or nothing, and chooses why.
// It is an admission like any other once the server has found the ticket; a conflict where there was no place. One that
// fits no ticket does not count until a person at the desk says whose ticket it was, or that it was nobody's
// (NameUnread).

// isUnread reports whether somebody was admitted by what was typed alone; overruled, where the phone knew the code
// and was told so.
func isUnread(s domain.GateScan) bool {
	return (s.Verdict == domain.ScanIn || s.Verdict == domain.ScanOverruled) && s.Reason == ReasonUnreadable
}

// resolveCode gives such an admission its ticket. What fits none, or several, stays beside the reason, which an erasure
// can empty: somebody may have typed a name after all.
func resolveCode(ctx context.Context, tx Tx, s domain.GateScan) (domain.GateScan, error) {
	if !isUnread(s) || s.TicketID == "" {
		return s, nil
	}
	found, err := tx.GateTicketsOfCode(ctx, s.TicketID)
	if len(found) == 1 {
		s.TicketID = found[0]
	} else {
		s.Why, s.TicketID = shorten(s.Why+" (typed: "+s.TicketID+")", maxWhy), ""
	}
	return s, err
}

// unreadTask tells the desk. It names nobody; the room Gate shows what was typed.
func unreadTask(d domain.GateDevice, s domain.GateScan) booking.Task {
	return booking.Task{
		Kind: booking.TaskGateUnread, DedupeKey: booking.UnreadTaskKey(ScanRef(s)),
		Text: texts.TaskGateUnread(d.Name),
	}
}

// ScanRef is what the desk calls a scan.
func ScanRef(s domain.GateScan) string { return fmt.Sprintf("%s:%d", s.Device, s.Seq) }

var errUnreadGone = &domain.Error{Code: domain.CodeNotFound,
	Message: texts.GateUnreadGone}

// Named is what the desk says about somebody who was let in by hand.
type Named struct {
	Scan string // ScanRef
	// Code is that of the ticket or of the registration; "" with Nobody.
	Code string
	// Nobody: it cannot be found out, or nobody came in. Then nothing is counted.
	Nobody bool
	// Override counts it for a ticket that opens no gate: the person came in all the same.
	Override bool
	Why      string
}

// NameUnread counts an admission by hand for the ticket that the desk has found, at the time at which it happened, or
// closes it without. The scan itself is never changed: the desk adds one of its own.
func (g *Service) NameUnread(ctx context.Context, n Named, who domain.Actor, requestID string) (found domain.GateTicket,
	err error) {
	n.Why, n.Code = domain.Typed(n.Why), bareCode(n.Code)
	wrong := map[string]string{}
	if n.Why == "" {
		wrong["why"] = domain.WhyIsMissing
	}
	if n.Code == "" && !n.Nobody {
		wrong["code"] = texts.GateTypeCode
	}
	device, number, _ := strings.Cut(n.Scan, ":")
	seq, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return found, errUnreadGone
	}
	if len(wrong) > 0 {
		return found, domain.Invalid(wrong)
	}
	now := g.Clock.Now()
	act := domain.Action{At: now, Actor: who, Name: domain.ActionGateDismiss, Object: device, Why: n.Why,
		RequestID: requestID}
	err = g.Store.WriteGate(ctx, func(tx Tx) error {
		scan, err := tx.FindGateScan(ctx, device, seq)
		if err != nil || scan.Quarantine != QuarantineUnread {
			return orGone(err)
		}
		open, err := tx.CloseTask(ctx, booking.UnreadTaskKey(n.Scan), now)
		if err != nil || !open {
			return orGone(err)
		}
		if !n.Nobody {
			if found, err = g.countNamed(ctx, tx, scan, n); err != nil {
				return err
			}
			act.Name, act.BookingID = domain.ActionGateName, found.BookingID
		}
		return tx.AddAction(ctx, act)
	})
	if err == nil && !n.Nobody {
		g.news.announce()
	}
	return found, err
}

func orGone(err error) error {
	if err == nil || errors.Is(err, domain.ErrNotFound) {
		return errUnreadGone
	}
	return err
}

// countNamed adds the desk's own scan for the one that fits no ticket.
func (g *Service) countNamed(ctx context.Context, tx Tx, scan domain.GateScan, n Named) (domain.GateTicket, error) {
	ids, err := tx.GateTicketsOfCode(ctx, n.Code)
	if err != nil {
		return domain.GateTicket{}, err
	}
	if len(ids) != 1 {
		wrong := texts.GateNoTicketOfCode
		if len(ids) > 1 {
			wrong = texts.GateManyTicketsOfKey
		}
		return domain.GateTicket{}, domain.Invalid(map[string]string{"code": wrong})
	}
	found, err := tx.FindGateTicket(ctx, ids[0], g.Rehearsal)
	if err != nil {
		return found, err
	}
	if reason := refusalOf(found.State); reason != "" && !n.Override {
		return found, domain.Invalid(map[string]string{
			"code":     texts.GateNotCountedYet(refusals[reason]),
			"override": texts.GateSayWhether,
		})
	}
	at := Post{Gate: n.Why, List: scan.List, Day: scan.Day, Verdict: scan.Verdict, Desk: true, By: "search", At: scan.At}
	_, err = g.record(ctx, tx, found.ID, at, g.Clock.Now())
	return found, err
}

// bareCode is a code without what people write between its letters.
func bareCode(text string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(" .,-·\u00a0", c) || domain.Unprintable(c) {
			return -1
		}
		return c
	}, strings.ToLower(text))
}
