package gate

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Post describes an admission without a scanner, at the desk or on a printed list.
type Post struct {
	List, Day string
	PaperList string // the name of a printed list; "" means the desk
	// If the desk finds the ticket for a phone's scan, Verdict is the phone's verdict and Why the desk's reason.
	Verdict, Why string
	By           string
	At           time.Time // when the person entered; the zero time means now
}

// CheckList returns an error if the content does not have the list, or does not use it on this day.
func (g *Service) CheckList(id, day string) error {
	list, known := g.Content.GateList(id)
	switch {
	case !known:
		return errors.New(texts.GateNoList(id))
	case len(list.Days) > 0 && !slices.Contains(list.Days, schema.Date(day)):
		return errors.New(texts.GateListNotOnDay(id, day))
	}
	return nil
}

const deskDevice = "desk"

func (g *Service) record(ctx context.Context, tx Tx, ticketID string, p Post, now time.Time) error {
	d, err := g.standIn(ctx, tx, p, now)
	if err != nil {
		return err
	}
	scan := domain.GateScan{
		Device: d.ID, Seq: d.Have + 1, TicketID: ticketID, List: p.List, Day: p.Day, Venue: g.venueOf(p.Day),
		Verdict: cmp.Or(p.Verdict, domain.ScanIn),
		Why:     p.Why, By: p.By, Wall: now.UnixMilli(), At: now, ArrivedAt: now,
	}
	if !p.At.IsZero() {
		scan.At = p.At.UTC()
	}
	scan.BodyHash = bodyHash(scan)
	if _, _, _, err := tx.InsertGateScan(ctx, scan); err != nil {
		return err
	}
	d.Have, d.SeenAt = scan.Seq, now
	return errors.Join(tx.SaveGateDevice(ctx, d),
		g.settle(ctx, tx, group{ticketID, p.List, p.Day}, map[string]int{d.ID: d.Number}))
}

// standIn finds or creates the device that stands for the desk or for a printed list.
func (g *Service) standIn(ctx context.Context, tx Tx, p Post, now time.Time) (domain.GateDevice, error) {
	id, name := deskDevice, "Desk"
	if p.PaperList != "" {
		id, name = "paper "+p.PaperList, "Paper: "+p.PaperList
	}
	d, err := tx.FindGateDevice(ctx, id)
	if !errors.Is(err, domain.ErrNotFound) {
		return d, err
	}
	d = domain.GateDevice{ID: id, Name: name, Days: g.Content.Days(""), Lists: g.Content.GateLists(), EnrolledAt: now,
		ExpiresAt: now}
	// The id is stored instead of a token's hash, so no device can sign in as this one.
	if err := tx.InsertGateDevice(ctx, d, id); err != nil {
		return d, err
	}
	return tx.FindGateDevice(ctx, id)
}

// Opening returns when a list opens on a day, or when the day starts if the list has no opening time. Everybody ticked
// on a printed list counts as having entered then, before any scan that shows them leaving.
func (g *Service) Opening(list, day string) time.Time {
	d, _ := g.Content.Day(day)
	opens, _ := time.Parse(time.RFC3339, d.StartUTC) // valid, because the generator formatted it
	if l, _ := g.Content.GateList(list); l.From != "" {
		if from, err := time.ParseInLocation("2006-01-02 15:04", day+" "+string(l.From), g.Content.Zone); err == nil {
			opens = from
		}
	}
	return opens
}

// RecordTicks records each tick on a printed list as one entry; recording a list twice changes nothing. Nobody is
// refused, because the people have already entered. A time in the future is replaced by the current time.
func (g *Service) RecordTicks(ctx context.Context, ticketID string, p Post, times int) (added int, err error) {
	if err := g.CheckList(p.List, p.Day); err != nil {
		return 0, err
	}
	if p.At.After(g.Clock.Now()) {
		p.At = time.Time{}
	}
	err = g.Store.WriteGate(ctx, func(tx Tx) error {
		added = 0
		if _, err := tx.FindGateTicket(ctx, ticketID, g.Rehearsal); err != nil {
			return err
		}
		scans, err := tx.GateScansOf(ctx, ticketID, p.List, p.Day)
		if err != nil {
			return err
		}
		have := 0
		for _, scan := range scans {
			if scan.Device == "paper "+p.PaperList {
				have++
			}
		}
		for ; have < times; have++ {
			if err := g.record(ctx, tx, ticketID, p, g.Clock.Now()); err != nil {
				return err
			}
			added++
		}
		return nil
	})
	return added, err
}

// Tickets returns all tickets, for printed lists.
func (g *Service) Tickets(ctx context.Context) ([]domain.GateTicket, error) {
	return g.Store.GateTickets(ctx, g.Rehearsal)
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
