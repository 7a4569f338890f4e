package gate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

const (
	clockStep = 2 * time.Second
	// A smaller change of a phone's offset is the network's: a report may take longer than its response.
	slowNetwork = time.Minute
	// undoTime is how long the page offers to undo an entry or exit (undoableMs in site/src/gate/state.ts).
	undoTime = 2 * time.Minute
)

const (
	QuarantineRevoked = "revoked"        // scanned after the device was revoked
	QuarantineUnknown = "unknown_ticket" // no ticket here has this id
	QuarantineScope   = "out_of_scope"   // the device is not assigned to the scan's list or day
	QuarantineStrange = "not_understood" // the scan has a value that our page never sends
	QuarantineEarly   = "too_early"      // an entry long before the list opens
	QuarantineUnread  = "unread"         // a manual check-in whose typed text matches no ticket
	QuarantineUndo    = "undo"           // the undo of a manual check-in that matched no ticket
	QuarantineLate    = "late_undo"      // an undo that came too late and undoes nothing
	QuarantineOther   = "other_undo"     // an undo of something other than the device's previous entry or exit
)

// Report is a device's report: its two clocks, its state, and the scans that we do not have yet.
type Report struct {
	Wall, Mono, Origin int64
	Unsent, Battery    int
	ListAge            int64 // the age of the device's lists in seconds; -1 without lists
	Scans              []domain.GateScan
}

// Taken is the response to a report.
type Taken struct {
	Device domain.GateDevice
	// The device need not send scans up to number Have again.
	Have int64
	// DuplicateScans counts scans with a number that the device had already used; they raise an alarm.
	DuplicateScans int
	// changed is true if the report contains a new scan that counts.
	changed bool
}

// Take stores a report once, however often it is sent. It also stores a signed-out device's report before refusing it.
func (g *Service) Take(ctx context.Context, device domain.GateDevice, r Report) (t Taken, err error) {
	now := g.Clock.Now()
	err = g.Store.WriteGate(ctx, func(tx Tx) error {
		t = Taken{}
		d, err := tx.FindGateDevice(ctx, device.ID)
		if err != nil {
			return err
		}
		offset := now.Sub(time.UnixMilli(r.Wall))
		if (offset - d.Offset).Abs() >= clockStep {
			if err := tx.AddGateClock(ctx, d.ID, now, offset); err != nil {
				return err
			}
		}
		r = withinBounds(r)
		d.SeenAt, d.Offset, d.Unsent, d.Battery = now, offset, r.Unsent, r.Battery
		if r.ListAge >= 0 {
			d.ListsAt = now.Add(-time.Duration(r.ListAge) * time.Second)
		}
		if t.DuplicateScans, t.changed, err = g.takeScans(ctx, tx, &d, r, now); err != nil {
			return err
		}
		t.Device, t.Have = d, d.Have
		return tx.SaveGateDevice(ctx, d)
	})
	if err == nil && t.changed {
		g.news.announce()
	}
	if err == nil && t.Device.Ended(now) {
		err = errEnded(t.Device, now)
	}
	return t, err
}

// Scans after a gap are not stored; the device will send them again.
func (g *Service) takeScans(ctx context.Context, tx Tx, d *domain.GateDevice, r Report, now time.Time) (duplicates int,
	counts bool, err error) {
	before, err := tx.LastGateScan(ctx, d.ID)
	if err != nil {
		return 0, false, err
	}
	if before.At.Before(d.EnrolledAt) {
		before.At = d.EnrolledAt
	}
	changed := map[group]int64{}
	for _, scan := range r.Scans {
		if scan.Seq < 1 || scan.Seq > d.Have+1 {
			break
		}
		scan.Device, scan.ArrivedAt, scan.BodyHash = d.ID, now, bodyHash(scan)
		scan = storable(scan)
		if scan.Seq == d.Have+1 {
			scan.At = correct(scan, before, r, now)
			if scan, err = g.resolve(ctx, tx, *d, scan); err != nil {
				return duplicates, false, err
			}
		}
		n, isNew, known, err := tx.InsertGateScan(ctx, scan)
		switch {
		case err != nil:
			return duplicates, false, err
		case isNew:
			d.Have, before = scan.Seq, scan
			if scan.Quarantine == "" && scan.Verdict != domain.ScanRefused {
				changed[group{scan.TicketID, scan.List, scan.Day}] = n
			}
			if scan.Quarantine == QuarantineUnread {
				if err := tx.AddTask(ctx, unreadTask(*d, scan), now); err != nil {
					return duplicates, false, err
				}
			}
		case known != scan.BodyHash:
			if duplicates, err = g.addDuplicateScan(ctx, tx, *d, scan, duplicates); err != nil {
				return duplicates, false, err
			}
		}
	}
	return duplicates, len(changed) > 0, g.settleAll(ctx, tx, changed, map[string]int{d.ID: d.Number})
}

func (g *Service) settleAll(ctx context.Context, tx Tx, changed map[group]int64, numbers map[string]int) error {
	arrived := func(a, b group) int { return int(changed[a] - changed[b]) }
	for _, which := range slices.SortedFunc(maps.Keys(changed), arrived) {
		if err := g.settle(ctx, tx, which, numbers); err != nil {
			return err
		}
	}
	return nil
}

func (g *Service) addDuplicateScan(ctx context.Context, tx Tx, d domain.GateDevice, scan domain.GateScan,
	duplicates int) (int, error) {
	isNew, err := tx.InsertDuplicateScan(ctx, scan)
	if err != nil || !isNew {
		return duplicates + 1, err
	}
	return duplicates + 1, tx.AddTask(ctx, booking.Task{
		Kind: booking.TaskGateDuplicateScan, DedupeKey: "gate_duplicate_scan:" + d.ID,
		Text: texts.TaskGateDuplicateScan(d.Name),
	}, g.Clock.Now())
}

func (g *Service) resolve(ctx context.Context, tx Tx, d domain.GateDevice, s domain.GateScan) (domain.GateScan, error) {
	if s.Verdict == domain.ScanUndo && !d.Ended(s.At) {
		return undo(ctx, tx, s)
	}
	s, err := resolveCode(ctx, tx, s)
	if err == nil {
		s.Quarantine, err = g.quarantine(ctx, tx, d, s)
	}
	return s, err
}

// undo copies the device's previous scan into the undo scan. It does not count if it is late or names another ticket,
// but after a manual check-in tickets are not compared, because the volunteer typed the code.
func undo(ctx context.Context, tx Tx, s domain.GateScan) (domain.GateScan, error) {
	undone, err := tx.FindGateScan(ctx, s.Device, s.Seq-1)
	counts := slices.Contains([]string{domain.ScanIn, domain.ScanOut, domain.ScanOverruled}, undone.Verdict)
	isOther := undone.TicketID != s.TicketID && !isUnread(undone)
	switch {
	case errors.Is(err, domain.ErrNotFound) || err == nil && (!counts || isOther):
		s.Quarantine = QuarantineOther
		return s, nil
	case err != nil:
		return s, err
	}
	s.TicketID, s.List, s.Day, s.Quarantine = undone.TicketID, undone.List, undone.Day, undone.Quarantine
	switch {
	case s.At.Sub(undone.At) > undoTime+slowNetwork:
		s.Quarantine = QuarantineLate
	case undone.Quarantine == QuarantineUnread:
		s.Quarantine = QuarantineUndo
		_, err = tx.CloseTask(ctx, booking.UnreadTaskKey(ScanRef(undone)), s.ArrivedAt)
	}
	return s, err
}

func (g *Service) quarantine(ctx context.Context, tx Tx, d domain.GateDevice, scan domain.GateScan) (string, error) {
	if d.Ended(scan.At) {
		return QuarantineRevoked, nil
	}
	if hasUnknownWord(scan) {
		return QuarantineStrange, nil
	}
	if scan.Verdict == domain.ScanRefused {
		return "", nil
	}
	if !slices.Contains(d.Lists, scan.List) || !slices.Contains(d.Days, scan.Day) {
		return QuarantineScope, nil
	}
	if scan.Verdict == domain.ScanIn && g.isEarly(scan) {
		return QuarantineEarly, nil
	}
	if isUnread(scan) && scan.TicketID == "" {
		return QuarantineUnread, nil
	}
	_, err := tx.FindGateTicket(ctx, scan.TicketID, g.Rehearsal)
	if errors.Is(err, domain.ErrNotFound) {
		return QuarantineUnknown, nil
	}
	return "", err
}

// correct returns the time of a scan on our clock: never in the future, and never before the device's previous scan.
// Normally this is the device's clock plus the offset that the device knew. If the device's clock was set after that,
// the monotonic clock gives the scan's age or, if the page was reloaded, the time since the previous scan. The
// monotonic clock stops while the device sleeps.
func correct(scan, before domain.GateScan, r Report, now time.Time) time.Time {
	at := time.UnixMilli(scan.Wall + scan.Offset)
	switch {
	case scan.Origin == r.Origin && scan.Mono <= r.Mono:
		if isClockSet(scan, r, now) {
			at = now.Add(-millis(r.Mono - scan.Mono))
		}
	case before.Seq > 0 && before.Origin == scan.Origin && before.Offset == scan.Offset:
		at = before.At.Add(gap(before, scan, r, now))
	}
	if at.After(now) {
		at = now
	}
	if at.Before(before.At) {
		at = before.At
	}
	return at.UTC()
}

// gap returns the time between two scans on one page without a response in between: by the device's clock, or by the
// monotonic one, which stops during sleep, if the former fell behind it or was set forward by exactly its present lead.
func gap(before, scan domain.GateScan, r Report, now time.Time) time.Duration {
	wall, mono := millis(scan.Wall-before.Wall), millis(scan.Mono-before.Mono)
	set := millis(scan.Offset) - now.Sub(time.UnixMilli(r.Wall))
	if mono-wall >= clockStep || set >= clockStep && (wall-mono-set).Abs() < clockStep {
		return mono
	}
	return wall
}

// isClockSet reports whether the device's clock was set after the device learnt its offset: the offset has changed, or
// the clock has advanced less than the monotonic clock, which never runs ahead.
func isClockSet(scan domain.GateScan, r Report, now time.Time) bool {
	changed := now.Sub(time.UnixMilli(r.Wall)) - millis(scan.Offset)
	behind := millis((r.Mono - scan.Mono) - (r.Wall - scan.Wall))
	return changed.Abs() >= slowNetwork || behind >= clockStep
}

func millis(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

func bodyHash(s domain.GateScan) string {
	raw, err := json.Marshal([]any{
		s.TicketID, s.List, s.Day, s.Venue, s.Verdict, s.Reason, s.Why, s.By, s.Offline, s.Wall, s.Mono, s.Origin, s.Offset,
		s.ListAge,
	})
	if err != nil {
		panic(err) // cannot happen: there are only strings and numbers
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:16])
}
