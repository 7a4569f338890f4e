package invented

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"time"

	"transom/api/domain"
	"transom/api/gate"
	"transom/api/store"
	"transom/api/ticket"
)

var deviceNames = []string{"Main door (invented)", "Side door (invented)"}

const (
	admitting = 2 * time.Hour
	// arrivals is the number of scanned tickets. They are the last in the list, because the rehearsal's gate page offers
	// the first.
	arrivals = 48
)

// arrive enrols two devices and reports their scans, as real devices do, on the day of the rehearsal's gate: the first
// day if the event has not begun by the rehearsal's clock.
func (s Setup) arrive(ctx context.Context, now time.Time) error {
	opened := s.gate(now.Add(-admitting))
	live, err := opened.Live(ctx, "", gate.Part{})
	if err != nil || live.Day == "" {
		return err
	}
	arrived, err := opened.Tickets(ctx)
	if err != nil {
		return err
	}
	arrived = slices.DeleteFunc(arrived, func(t domain.GateTicket) bool {
		return t.State != domain.GateValid || t.Holder == ""
	})
	arrived = arrived[max(0, len(arrived)-arrivals):]
	for i, name := range deviceNames {
		device, err := s.enrol(ctx, opened, name, live.Day)
		if err != nil {
			return fmt.Errorf("invent %s: %w", name, err)
		}
		report := gate.Report{Wall: now.UnixMilli(), Origin: 1, Battery: 80 - 10*i,
			Scans: scansOf(arrived, i, live.Day, device.Venue, now)}
		if _, err := s.gate(now).Take(ctx, device, report); err != nil {
			return fmt.Errorf("invent entries at %s: %w", name, err)
		}
	}
	return nil
}

func (s Setup) gate(at time.Time) *gate.Service {
	return &gate.Service{Store: store.For[gate.Tx](s.Store), Content: s.Content, Clock: instant(at),
		Mark: ticket.MarkOf(s.Content.Event.Edition), Rehearsal: s.Rehearsal}
}

type instant time.Time

func (i instant) Now() time.Time { return time.Time(i) }

func (s Setup) enrol(ctx context.Context, g *gate.Service, name, day string) (domain.GateDevice, error) {
	here, _ := s.Content.Day(day)
	secret, _, err := g.Invite(ctx, domain.GateInvitation{Name: name, Venue: string(here.Venue), Why: "invented"},
		domain.Actor{ID: domain.ActorCommand, Name: "Invented", Role: domain.ActorCommand})
	if err != nil {
		return domain.GateDevice{}, err
	}
	key := sha256.Sum256([]byte(secret))
	return g.Enrol(ctx, secret, "tg1_"+base64.RawURLEncoding.EncodeToString(key[:]))
}

// scansOf returns the scans at one entrance, which become more frequent towards the present. Everybody on a ticket
// enters, and some leave again.
func scansOf(arrived []domain.GateTicket, device int, day, venue string, now time.Time) (scans []domain.GateScan) {
	for i, t := range arrived {
		if i%len(deviceNames) != device {
			continue
		}
		left := float64(len(arrived)-i) / float64(len(arrived))
		at := now.Add(-time.Minute - time.Duration(left*left*float64(admitting-5*time.Minute)))
		verdicts := slices.Repeat([]string{domain.ScanIn}, t.Seats)
		if i%8 == 0 {
			verdicts = append(verdicts, domain.ScanOut)
		}
		for n, verdict := range verdicts {
			scans = append(scans, domain.GateScan{
				Seq: int64(len(scans) + 1), TicketID: t.ID, List: domain.EntryList, Day: day, Venue: venue, Verdict: verdict,
				By: "camera", Wall: at.Add(time.Duration(n) * 3 * time.Second).UnixMilli(),
			})
		}
	}
	return scans
}
