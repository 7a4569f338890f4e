package gate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
)

// The lists contain no names: a ticket appears as the first 64 bits of SHA-256(salt ‖ id), and an id is 128 random
// bits. Hashes of this length are practically exact (decision 0038).

const hashBytes = 8

// Salt differs for each event.
func (g *Service) Salt() []byte {
	sum := sha256.Sum256(binary.BigEndian.AppendUint32([]byte("salt of the gate\x00"), g.Mark))
	return sum[:16]
}

// TicketHash returns the hash that identifies a ticket in the lists.
func TicketHash(salt []byte, id string) []byte {
	sum := sha256.Sum256(append(bytes.Clone(salt), id...))
	return sum[:hashBytes]
}

// A volunteer types the printed code or the booking code if the QR code cannot be read.
func codeHashes(salt []byte, id, bookingCode string) [][]byte {
	hashes := [][]byte{TicketHash(salt, id), TicketHash(salt, booking.TicketCode(id))}
	if bookingCode != "" {
		hashes = append(hashes, TicketHash(salt, strings.ToLower(bookingCode)))
	}
	return hashes
}

// Withdrawn returns the sorted hashes of tickets that are no longer valid, by reason, with a version.
func (g *Service) Withdrawn(ctx context.Context) (w wire.GateWithdrawn, err error) {
	tickets, err := g.Store.WithdrawnTickets(ctx, g.Rehearsal)
	salt, sorted, all := g.Salt(), map[string][][]byte{}, sha256.New()
	for _, t := range tickets {
		code := t.Code
		if t.State == domain.GateReplaced {
			code = "" // the newer ticket has the same booking code
		}
		sorted[t.State] = append(sorted[t.State], codeHashes(salt, t.ID, code)...)
	}
	for _, list := range []struct {
		state string
		into  *string
	}{{domain.GateReplaced, &w.Replaced}, {domain.GateUnpaid, &w.Unpaid}, {domain.GateVoid, &w.Void}} {
		slices.SortFunc(sorted[list.state], bytes.Compare)
		joined := bytes.Join(sorted[list.state], nil)
		*list.into = base64.StdEncoding.EncodeToString(joined)
		all.Write([]byte(list.state))
		all.Write(joined)
	}
	w.Version = base64.RawURLEncoding.EncodeToString(all.Sum(nil)[:9])
	return w, err
}

const entriesAtOnce = 2000

// Changes holds the entries that have changed since a cursor.
type Changes struct {
	Cursor int64
	Last   int64 // the number of the last change overall
	More   bool
	// Entries are described in wire.GateSyncResponse; an entry has one row for each hash from codeHashes.
	Entries string
}

// If `since` is 0, Changes returns everything.
func (g *Service) Changes(ctx context.Context, since int64) (Changes, error) {
	entries, err := g.Store.GateEntriesSince(ctx, since, entriesAtOnce)
	c := Changes{Cursor: since, More: len(entries) == entriesAtOnce}
	salt, lists, days := g.Salt(), g.Content.GateLists(), g.Content.Days("")
	var rows []byte
	for _, e := range entries {
		c.Cursor = e.Changed
		list, day := slices.Index(lists, e.List), slices.Index(days, e.Day)
		if list < 0 || day < 0 {
			continue // the content no longer has the list
		}
		for _, hash := range codeHashes(salt, e.TicketID, e.Code) {
			rows = append(rows, hash...)
			rows = append(rows, byte(list), byte(day), byte(min(e.Inside, 255)))
			rows = binary.BigEndian.AppendUint16(rows, uint16(e.LastDevice))
			rows = binary.BigEndian.AppendUint32(rows, uint32(max(e.LastAt.Unix()/60, 0)))
		}
	}
	c.Entries = base64.StdEncoding.EncodeToString(rows)
	if err == nil { // if Last were read first, a change in between would look like a restored server
		c.Last, err = g.Store.LastGateChange(ctx)
	}
	return c, err
}
