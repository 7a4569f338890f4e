// Package invented fills an empty rehearsal with registrations of invented people in every state, so that staff can try
// out the desk. The names, addresses and companies are recognisably invented, and the same in every rehearsal.
package invented

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"time"

	"transom/api/blob"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/gateway/sandbox"
	"transom/api/store"
	"transom/api/ticket"
	"transom/generator/schema"
)

// Setup holds the dependencies of Fill.
type Setup struct {
	// Rehearsal must be true; otherwise nothing is written.
	Rehearsal bool
	Store     *store.Store
	// Sandbox receives the invented people's payments. If it is nil, the gateway is real, and nothing is written.
	Sandbox *sandbox.Sandbox
	Tickets *ticket.Issuer
	Content *domain.Content
	Clock   domain.Clock
	SiteURL string
	// Sealer is nil if the form does not ask for identity documents.
	Blobs  blob.Store
	Sealer *blob.Sealer
}

// ErrNotARehearsal is returned unless the program runs as a rehearsal with the sandbox.
var ErrNotARehearsal = errors.New("people can be invented only for a rehearsal with the sandbox")

// Number is how many people are invented if there are enough seats.
const Number = 200

// Fill writes the invented people and returns how many there are: 0 if somebody has already registered.
func Fill(ctx context.Context, s Setup) (int, error) {
	if !s.Rehearsal || s.Sandbox == nil {
		return 0, ErrNotARehearsal
	}
	if len(s.Content.Tickets.Categories) == 0 {
		return 0, nil
	}
	var links []sandbox.Link
	written := 0
	now := s.Clock.Now()
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		links, written = nil, 0
		held := map[string]int{}
		if any, err := tx.HasBookings(ctx); err != nil || any {
			return err
		}
		var people []person
		for n := range Number {
			p, ok := s.person(n, now, held)
			if !ok {
				break
			}
			people = append(people, p)
		}
		// Invoices and receipts are numbered in the order of their dates.
		slices.SortStableFunc(people, func(a, b person) int {
			return a.booking.CreatedAt.Compare(b.booking.CreatedAt)
		})
		for _, p := range people {
			more, err := s.write(ctx, tx, p)
			if err != nil {
				return fmt.Errorf("invent registration %d: %w", p.n, err)
			}
			links, written = append(links, more...), written+1
		}
		return s.hear(ctx, tx, now)
	})
	if err != nil || written == 0 {
		return 0, err
	}
	if err := s.Sandbox.Fill(ctx, links); err != nil {
		return 0, err
	}
	if err := s.addPictures(ctx, written); err != nil {
		return written, err
	}
	if err := s.erase(ctx, written, now); err != nil {
		return written, err
	}
	return written, s.arrive(ctx, now)
}

// hear records a message from the gateway, so that the gateway's silence does not raise an alarm.
func (s Setup) hear(ctx context.Context, tx *store.Tx, now time.Time) error {
	e := booking.PaymentEvent{Provider: sandbox.Name, EventID: "invented", Kind: "invented", ReceivedAt: now,
		BodyRedacted: []byte("{}")}
	if _, err := tx.InsertEvent(ctx, e); err != nil {
		return err
	}
	return tx.FinishEvent(ctx, e, now)
}

func (s Setup) erase(ctx context.Context, written int, now time.Time) error {
	for n := range written {
		if fateOf(n) != erased {
			continue
		}
		key := domain.EmailKey(emailOf(n))
		if _, err := s.Store.ErasePerson(ctx, store.Person{EmailKey: key}, now); err != nil {
			return fmt.Errorf("erase invented person: %w", err)
		}
	}
	return nil
}

var deviceNames = []string{"Main door (invented)", "Side door (invented)"}

const (
	admitting = 2 * time.Hour
	// arrivals is how many tickets are scanned: the last in the list, because the gate page offers the first.
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
	entry, _ := s.Content.GateList(domain.EntryList)
	from, until := s.doors(string(entry.From), live.Day, now)
	arrived, err := opened.Store.GateTickets(ctx, opened.Rehearsal)
	if err != nil {
		return err
	}
	arrived = slices.DeleteFunc(arrived, func(t domain.GateTicket) bool {
		return t.State != domain.GateValid || t.Holder == "" ||
			!gate.MayEnter(entry, schema.Date(live.Day), t.CategoryType) || until.Sub(from) < 10*time.Minute
	})
	arrived = arrived[max(0, len(arrived)-arrivals):]
	for i, name := range deviceNames {
		device, err := s.enrol(ctx, opened, name, live.Day)
		if err != nil {
			return fmt.Errorf("invent %s: %w", name, err)
		}
		report := gate.Report{Wall: now.UnixMilli(), Origin: 1, Battery: 80 - 10*i,
			Scans: scansOf(arrived, i, live.Day, device.Venue, from, until)}
		if _, err := s.gate(now).Take(ctx, device, report); err != nil {
			return fmt.Errorf("invent entries at %s: %w", name, err)
		}
	}
	return nil
}

// doors returns the time of the check-ins: the last two hours, but not before the entry list opens. If it opens later
// today, and today is not the day of the gate, the check-ins were yesterday.
func (s Setup) doors(opens, day string, now time.Time) (from, until time.Time) {
	from = now.Add(-admitting)
	zone := s.Content.Zone
	today := now.In(zone).Format(time.DateOnly)
	open, err := time.ParseInLocation("2006-01-02 15:04", today+" "+opens, zone)
	if err != nil { // it has no opening time
		return from, now
	}
	if now.Before(open) && today != day {
		open = open.AddDate(0, 0, -1)
		return open, open.Add(admitting)
	}
	if from.Before(open) {
		from = open
	}
	return from, now
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

// scansOf returns one entrance's scans, ever more frequent. All on a ticket enter, and some leave again.
func scansOf(arrived []domain.GateTicket, device int, day, venue string, from, until time.Time) (
	scans []domain.GateScan) {
	for i, t := range arrived {
		if i%len(deviceNames) != device {
			continue
		}
		left := float64(len(arrived)-i) / float64(len(arrived))
		at := until.Add(-time.Minute - time.Duration(left*left*float64(until.Sub(from)-5*time.Minute)))
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
