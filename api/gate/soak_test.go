package gate_test

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/server"
)

const firstDay = "2025-04-11"

// Ten phones with wrong clocks and an unreliable network admit people and let them out. The phones sleep, are killed,
// lose responses, send stored scans again, and lose their storage. The server must store exactly once every scan that a
// phone can send, and report each real conflict exactly once.
func TestEveryAdmissionIsExplained(t *testing.T) {
	tickets, steps := 60, 1500
	if os.Getenv("TRANSOM_SOAK") != "" {
		tickets, steps = 3000, 40_000
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	h := newHall(t, seed, tickets)
	for range steps {
		h.step()
	}
	for _, d := range h.devices {
		h.wake(d)
		d.online = true
		for range 4 { // even a small run has manual check-ins
			h.s.Clock.Add(time.Second) // the order of two events at the same time is unknown
			h.manual(d)
		}
		h.handIn(d, false)
		h.handIn(d, false)
	}
	h.check()
}

// hall holds what really happened, in order.
type hall struct {
	t          *testing.T
	s          *apitest.Server
	random     *rand.Rand
	tickets    []booking.Ticket
	byHash     map[string]string
	devices    []*device
	truth      []event
	records    map[string]int // how many records each device has written
	unreadSeqs map[string][]int64
}

type event struct {
	ticket, verdict, device string
	seq                     int64
}

type device struct {
	domain.GateDevice
	wrong   time.Duration // how wrong the phone's clock is
	offset  int64         // the clock error that the server has reported
	origin  int64         // when the page was loaded
	slept   int64         // how long the phone has slept since its page was loaded
	asleep  time.Time     // when the phone fell asleep; it wakes up at the time `wakes`
	wakes   time.Time
	online  bool
	scans   []domain.GateScan
	have    int64
	covered int64
	cursor  int64
	inside  map[string]int // the people inside by ticket, according to the server
}

func newHall(t *testing.T, seed uint64, tickets int) *hall {
	s := apitest.Start(t, apitest.Options{Settings: func(s *server.Settings) { s.Rehearsal = true }})
	h := &hall{t: t, s: s, random: rand.New(rand.NewPCG(seed, 1)), byHash: map[string]string{}, records: map[string]int{},
		unreadSeqs: map[string][]int64{}}
	h.tickets = s.PaidTickets(tickets)
	for _, one := range h.tickets {
		h.byHash[string(gate.TicketHash(s.Gate.Salt(), one.ID))] = one.ID
	}
	for n := range 10 {
		h.devices = append(h.devices, h.enrol(fmt.Sprint("gate ", n)))
	}
	return h
}

func (h *hall) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *hall) enrol(name string) *device {
	h.t.Helper()
	ctx := context.Background()
	secret, _, err := h.s.Gate.Invite(ctx, domain.GateInvitation{Name: name, Venue: "bhopal", Why: "a test"},
		domain.Actor{ID: "test", Name: "Test"})
	h.must(err)
	token := "tg1_" + base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(make([]byte, 24),
		h.random.Uint64()))
	made, err := h.s.Gate.Enrol(ctx, secret, token)
	h.must(err)
	again, err := h.s.Gate.Enrol(ctx, secret, token) // the response was lost
	h.must(err)
	if again.ID != made.ID {
		h.t.Fatal("the same phone became two devices")
	}
	d := &device{GateDevice: made, wrong: h.wrong(), online: true, inside: map[string]int{}}
	d.offset, d.origin = -d.wrong.Milliseconds(), h.s.Clock.Now().UnixMilli()
	return d
}

func (h *hall) wrong() time.Duration {
	return time.Duration(h.random.IntN(48*3600*1000))*time.Millisecond - 24*time.Hour
}

func (h *hall) mono(d *device) int64 { return h.s.Clock.Now().UnixMilli() - d.origin - d.slept }

func (h *hall) wake(d *device) {
	if !d.asleep.IsZero() {
		d.slept += h.s.Clock.Now().Sub(d.asleep).Milliseconds()
		d.asleep = time.Time{}
	}
}

func (h *hall) step() {
	h.s.Clock.Add(time.Duration(1+h.random.IntN(4000)) * time.Millisecond)
	i := h.random.IntN(len(h.devices))
	d := h.devices[i]
	if h.s.Clock.Now().Before(d.wakes) {
		return
	}
	h.wake(d)
	switch n := h.random.IntN(100); {
	case n < 4:
		d.online = !d.online
	case n < 6: // the page is reloaded after a crash or an empty battery
		d.origin, d.slept = h.s.Clock.Now().UnixMilli(), 0
	case n < 8 && d.online: // the clock was set; the next response gives the new offset
		h.handIn(d, false)
		d.wrong = h.wrong()
		h.handIn(d, false)
	case n < 9 && d.online: // the browser has cleared its storage: a new device
		h.forget(d)
		h.devices[i] = h.enrol(fmt.Sprint("gate ", i))
	case n < 12: // the phone sleeps in a pocket
		d.asleep = h.s.Clock.Now()
		d.wakes = d.asleep.Add(time.Duration(h.random.IntN(600)) * time.Second)
	case n < 22:
		h.handIn(d, h.random.IntN(4) == 0)
	case n < 25 && !d.online: // a code that cannot be read
		h.manual(d)
	default:
		h.scan(d)
	}
}

// Scans that were not sent are lost.
func (h *hall) forget(d *device) {
	have := int64(h.s.Count(`SELECT have FROM gate_devices WHERE id = ?`, d.ID))
	h.records[d.ID] = int(have)
	h.unreadSeqs[d.ID] = slices.DeleteFunc(h.unreadSeqs[d.ID], func(seq int64) bool { return seq > have })
	h.truth = slices.DeleteFunc(h.truth, func(e event) bool { return e.device == d.ID && e.seq > have })
}

func (h *hall) scan(d *device) {
	ticket := h.tickets[int(float64(len(h.tickets))*h.random.Float64()*h.random.Float64())]
	inside := d.inside[ticket.ID]
	for _, scan := range d.scans[d.covered:] {
		if scan.TicketID != ticket.ID && scan.TicketID != booking.TicketCode(ticket.ID) {
			continue
		}
		switch scan.Verdict {
		case domain.ScanIn:
			inside = max(inside, min(inside+1, ticket.Seats))
		case domain.ScanOverruled:
			inside++
		case domain.ScanOut:
			inside = max(inside-1, 0)
		}
	}
	verdict, reason := domain.ScanIn, ""
	if h.random.IntN(3) == 0 {
		verdict = domain.ScanOut
	}
	if verdict == domain.ScanIn && inside >= ticket.Seats {
		verdict, reason = domain.ScanRefused, gate.ReasonAlreadyIn
		if h.random.IntN(10) == 0 {
			verdict = domain.ScanOverruled
		}
	} else if verdict == domain.ScanOut && inside == 0 {
		verdict, reason = domain.ScanRefused, gate.ReasonNotInside
	}
	now, seq := h.s.Clock.Now(), int64(len(d.scans)+1)
	d.scans = append(d.scans, domain.GateScan{
		Seq: seq, TicketID: ticket.ID, List: domain.EntryList, Day: firstDay, Venue: "bhopal", Verdict: verdict,
		Reason: reason,
		By:     "camera", Offline: !d.online, Wall: now.Add(d.wrong).UnixMilli(), Mono: h.mono(d), Origin: d.origin,
		Offset: d.offset,
	})
	h.records[d.ID]++
	if verdict != domain.ScanRefused {
		h.truth = append(h.truth, event{ticket.ID, verdict, d.ID, seq})
	}
}

func (h *hall) manual(d *device) {
	now, seq := h.s.Clock.Now(), int64(len(d.scans)+1)
	scan := domain.GateScan{
		Seq: seq, List: domain.EntryList, Day: firstDay, Venue: "bhopal", Verdict: domain.ScanIn,
		Reason: gate.ReasonUnreadable, Why: "torn",
		By: "typed", Offline: true, Wall: now.Add(d.wrong).UnixMilli(), Mono: h.mono(d), Origin: d.origin, Offset: d.offset,
	}
	switch h.random.IntN(6) {
	case 0:
		scan.TicketID = "22222222" // almost certainly not a ticket's code
		h.unreadSeqs[d.ID] = append(h.unreadSeqs[d.ID], seq)
	case 1:
		h.unreadSeqs[d.ID] = append(h.unreadSeqs[d.ID], seq)
	default:
		ticket := h.tickets[h.random.IntN(len(h.tickets))]
		scan.TicketID = booking.TicketCode(ticket.ID)
		knows := func(one domain.GateScan) bool {
			return booking.TicketCode(one.TicketID) == scan.TicketID &&
				(one.Verdict == domain.ScanIn || one.Verdict == domain.ScanOverruled)
		}
		if slices.ContainsFunc(d.scans, knows) { // the phone says "already in", and a person decides
			scan.Verdict = domain.ScanOverruled
		}
		h.truth = append(h.truth, event{ticket.ID, domain.ScanIn, d.ID, seq}) // a typed code always needs a free place
	}
	d.scans = append(d.scans, scan)
	h.records[d.ID]++
}

// handIn sometimes sends earlier scans again; the response may be lost.
func (h *hall) handIn(d *device, lost bool) {
	if !d.online {
		return
	}
	ctx := context.Background()
	from := int(d.have)
	if from > 0 && h.random.IntN(3) == 0 {
		from -= h.random.IntN(from) // a repetition
	}
	now := h.s.Clock.Now()
	sent := slices.Clone(d.scans[from:min(from+500, len(d.scans))])
	taken, err := h.s.Gate.Take(ctx, d.GateDevice, gate.Report{
		Wall: now.Add(d.wrong).UnixMilli(), Mono: h.mono(d), Origin: d.origin, Scans: sent, Battery: -1, ListAge: -1,
	})
	h.must(err)
	if taken.DuplicateScans > 0 {
		h.t.Fatal("a repeated scan was stored as another one")
	}
	if lost {
		return
	}
	d.have, d.offset = taken.Have, -d.wrong.Milliseconds()
	for {
		changes, err := h.s.Gate.Changes(ctx, d.cursor)
		h.must(err)
		rows, err := base64.StdEncoding.DecodeString(changes.Entries)
		h.must(err)
		for ; len(rows) > 0; rows = rows[17:] {
			d.inside[h.byHash[string(rows[:8])]] = int(rows[10])
		}
		if d.cursor = changes.Cursor; !changes.More {
			break
		}
	}
	d.covered = taken.Have
}

// check compares the database with the hall's own record.
func (h *hall) check() {
	t, s := h.t, h.s
	total := 0
	for id, n := range h.records {
		total += n
		s.WantCount(n, `SELECT COUNT(*) FROM gate_scans WHERE device = ?`, id)
	}
	unread := 0
	for _, seqs := range h.unreadSeqs {
		unread += len(seqs)
	}
	for _, query := range []string{
		`SELECT COUNT(*) FROM gate_scans WHERE quarantine <> ''`,
		`SELECT COUNT(*) FROM gate_scans WHERE quarantine = 'unread' AND ticket_id = ''`,
		`SELECT COUNT(*) FROM tasks WHERE kind = 'gate_unread'`,
		`SELECT COUNT(*) + (SELECT COUNT(*) FROM gate_scans WHERE quarantine = 'unread'
				AND why = 'torn') FROM gate_scans WHERE why LIKE '%22222222%'`,
	} {
		s.WantCount(unread, query)
	}
	inside, tooMany := map[string]int{}, map[string]int{}
	seats := map[string]int{}
	for _, one := range h.tickets {
		seats[one.ID] = one.Seats
	}
	for _, e := range h.truth {
		switch {
		case e.verdict == domain.ScanOut && inside[e.ticket] > 0:
			inside[e.ticket]--
		case e.verdict == domain.ScanOverruled, e.verdict == domain.ScanIn && inside[e.ticket] < seats[e.ticket]:
			inside[e.ticket]++
		case e.verdict == domain.ScanIn:
			tooMany[e.ticket]++
		}
	}
	conflicts := 0
	for _, one := range h.tickets {
		conflicts += tooMany[one.ID]
		open := s.Count(`SELECT COUNT(*) FROM gate_conflicts WHERE ticket_id = ? AND explained_at IS NULL`, one.ID)
		if open != tooMany[one.ID] {
			t.Errorf("ticket %s: %d conflicts are reported, %d are true", one.ID, open, tooMany[one.ID])
		}
		if n := s.Count(`SELECT COALESCE(SUM(inside), 0) FROM gate_entries WHERE ticket_id = ?`,
			one.ID); n != inside[one.ID] {
			t.Errorf("ticket %s: %d are inside, not %d", one.ID, n, inside[one.ID])
		}
	}
	t.Logf("%d records of %d devices, %d conflicts, %d without a ticket", total, len(h.records), conflicts, unread)
	if conflicts == 0 || total == 0 || unread == 0 {
		t.Error("nothing was tried")
	}
}

func TestASecondScanWithOneNumber(t *testing.T) {
	h := newHall(t, 1, 2)
	d := h.devices[0]
	h.scan(d)
	h.handIn(d, true)
	d.scans[0].TicketID = h.tickets[1].ID + "x"
	for range 2 {
		taken, err := h.s.Gate.Take(context.Background(), d.GateDevice, gate.Report{Scans: d.scans})
		if err != nil || taken.DuplicateScans != 1 || taken.Have != 1 {
			t.Fatalf("%+v, %v", taken, err)
		}
	}
	h.s.WantCount(1, `SELECT COUNT(*) FROM gate_scans`)
	h.s.WantCount(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'gate_duplicate_scan'`)
}

// Scans made before a device was revoked count, even if they arrive later.
func TestARevokedDevice(t *testing.T) {
	h := newHall(t, 2, 2)
	d, ctx := h.devices[0], context.Background()
	d.online = false
	scan := func(n int) {
		now := h.s.Clock.Now()
		d.scans = append(d.scans, domain.GateScan{
			Seq: int64(len(d.scans) + 1), TicketID: h.tickets[n].ID, List: domain.EntryList, Day: firstDay,
			Verdict: domain.ScanIn,
			Wall:    now.Add(d.wrong).UnixMilli(), Mono: h.mono(d), Origin: d.origin, Offset: d.offset,
		})
		h.s.Clock.Add(time.Minute)
	}
	scan(0)
	d.asleep = h.s.Clock.Now()
	h.s.Clock.Add(time.Hour)
	h.must(h.s.Gate.Revoke(ctx, d.ID, "lost", domain.Actor{ID: "test"}))
	h.s.Clock.Add(time.Hour)
	h.wake(d)
	scan(1)
	now := h.s.Clock.Now()
	_, err := h.s.Gate.Take(ctx, d.GateDevice, gate.Report{Wall: now.Add(d.wrong).UnixMilli(), Mono: h.mono(d),
		Origin: d.origin, Scans: d.scans})
	var refused *domain.Error
	if !errors.As(err, &refused) || refused.Code != domain.CodeUnauthorized || refused.Extra["have"] != int64(2) {
		t.Fatalf("%v", err)
	}
	h.s.WantCount(1, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries`)
	h.s.WantCount(1, `SELECT COUNT(*) FROM gate_scans WHERE quarantine = 'revoked'`)
}
