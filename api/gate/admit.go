package gate

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"transom/api/domain"
)

// record adds the desk's own scan for a scan of a device whose ticket the desk found: same verdict and time.
func (g *Service) record(ctx context.Context, tx Tx, ticketID string, of domain.GateScan, why string) error {
	now := g.Clock.Now()
	d, err := g.standIn(ctx, tx, now)
	if err != nil {
		return err
	}
	scan := domain.GateScan{
		Device: d.ID, Seq: d.Have + 1, TicketID: ticketID, List: of.List, Day: of.Day, Venue: g.venueOf(of.Day),
		Verdict: of.Verdict, Why: why, By: "search", Wall: now.UnixMilli(), At: of.At, ArrivedAt: now,
	}
	scan.BodyHash = bodyHash(scan)
	if _, _, _, err := tx.InsertGateScan(ctx, scan); err != nil {
		return err
	}
	d.Have, d.SeenAt = scan.Seq, now
	return errors.Join(tx.SaveGateDevice(ctx, d),
		g.settle(ctx, tx, group{ticketID, of.List, of.Day}, map[string]int{d.ID: d.Number}))
}

// standIn finds or creates the device that stands for the desk.
func (g *Service) standIn(ctx context.Context, tx Tx, now time.Time) (domain.GateDevice, error) {
	const id = "desk"
	d, err := tx.FindGateDevice(ctx, id)
	if !errors.Is(err, domain.ErrNotFound) {
		return d, err
	}
	d = domain.GateDevice{ID: id, Name: "Desk", Days: g.Content.Days(""), Lists: g.Content.GateLists(), EnrolledAt: now,
		ExpiresAt: now}
	// The id is stored instead of a token's hash, so no device can sign in as this one.
	if err := tx.InsertGateDevice(ctx, d, id); err != nil {
		return d, err
	}
	return tx.FindGateDevice(ctx, id)
}

// LaneOf returns the last lane for a name whose first letter belongs to no lane, and "" for an empty name.
func LaneOf(c *domain.Content, holder string) string {
	letter, last := firstLetter(holder), ""
	for _, lane := range c.Gate.Lanes {
		if lane.From <= letter && letter <= lane.To {
			return lane.Name
		}
		last = lane.Name
	}
	if strings.TrimSpace(holder) == "" {
		return ""
	}
	return last
}

func firstLetter(name string) string {
	for _, r := range norm.NFD.String(strings.TrimSpace(name)) {
		if unicode.IsLetter(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return ""
}
