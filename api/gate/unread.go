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
	"transom/api/wire"
)

// People whose code cannot be read: the volunteer types a code or nothing, and a reason, but no name. If exactly one
// ticket matches, the admission counts; otherwise once the desk says whose ticket it was (NameUnread).

func isUnread(s domain.GateScan) bool {
	return (s.Verdict == domain.ScanIn || s.Verdict == domain.ScanOverruled) && s.Reason == ReasonUnreadable
}

// resolveCode moves a typed code without one ticket to the reason, because it may be a name, to be erased.
func resolveCode(ctx context.Context, tx Tx, s domain.GateScan) (domain.GateScan, error) {
	if !isUnread(s) || s.TicketID == "" {
		return s, nil
	}
	found, err := tx.GateTicketsOfCode(ctx, s.TicketID)
	if len(found) == 1 {
		s.TicketID = found[0]
	} else {
		s.Why, s.TicketID = shorten(texts.GateTyped(s.Why, s.TicketID), maxWhy), ""
	}
	return s, err
}

// The task contains no name; the Check-in page shows what the volunteer typed.
func unreadTask(d domain.GateDevice, s domain.GateScan) booking.Task {
	return booking.Task{
		Kind: booking.TaskGateUnread, DedupeKey: booking.UnreadTaskKey(ScanRef(s)),
		Text: texts.TaskGateUnread(d.Name),
	}
}

// ScanRef returns the name by which the desk identifies a scan.
func ScanRef(s domain.GateScan) string { return fmt.Sprintf("%s:%d", s.Device, s.Seq) }

var errUnreadGone = domain.Refuse(domain.CodeNotFound, texts.GateUnreadGone)

// NameUnread adds the desk's own scan for a manual check-in, at its time, with the ticket that was found.
func (g *Service) NameUnread(ctx context.Context, n wire.DeskGateNameRequest, who domain.Actor,
	requestID string) error {
	n.Why, n.Code = domain.Typed(n.Why), bareCode(n.Code)
	wrong := map[string]string{}
	if n.Why == "" {
		wrong["why"] = texts.WhyMissing
	}
	if n.Code == "" && !n.Nobody {
		wrong["code"] = texts.GateTypeCode
	}
	device, number, _ := strings.Cut(n.Scan, ":")
	seq, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return errUnreadGone
	}
	if len(wrong) > 0 {
		return domain.Invalid(wrong)
	}
	now := g.Clock.Now()
	action := domain.Action{At: now, Actor: who, Name: domain.ActionGateDismiss, Object: device, Why: n.Why,
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
			found, err := g.countNamed(ctx, tx, scan, n)
			if err != nil {
				return err
			}
			action.Name, action.BookingID = domain.ActionGateName, found.BookingID
		}
		return tx.AddAction(ctx, action)
	})
	if err == nil && !n.Nobody {
		g.news.announce()
	}
	return err
}

func orGone(err error) error {
	if err == nil || errors.Is(err, domain.ErrNotFound) {
		return errUnreadGone
	}
	return err
}

func (g *Service) countNamed(ctx context.Context, tx Tx, scan domain.GateScan,
	n wire.DeskGateNameRequest) (domain.GateTicket, error) {
	ids, err := tx.GateTicketsOfCode(ctx, n.Code)
	if err != nil {
		return domain.GateTicket{}, err
	}
	if len(ids) != 1 {
		wrong := texts.GateNoTicketOfCode
		if len(ids) > 1 {
			wrong = texts.GateManyTicketsOfKey
		}
		return domain.GateTicket{}, domain.InvalidField("code", wrong)
	}
	found, err := tx.FindGateTicket(ctx, ids[0], g.Rehearsal)
	if err != nil {
		return found, err
	}
	if found.State != domain.GateValid && !n.Override {
		return found, domain.Invalid(map[string]string{
			"code":     texts.GateNotCountedYet(found.State),
			"override": texts.GateSayWhether,
		})
	}
	return found, g.record(ctx, tx, found.ID, scan, n.Why)
}

func bareCode(text string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(" .,-·\u00a0", c) || domain.Unprintable(c) {
			return -1
		}
		return c
	}, strings.ToLower(text))
}
