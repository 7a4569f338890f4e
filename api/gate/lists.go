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

// To check a ticket without a network, a device needs these lists as well as the ticket's signature. The lists
// contain no names: a ticket appears as the first 64 bits of SHA-256(salt ‖ id), and an id is 128 random bits. Hashes
// of this length are practically exact; a Bloom filter would refuse about ten genuine guests in ten thousand. Source:
// gate reference, section 5.

const hashBytes = 8

// Salt returns the prefix for hashing ids; it differs for each event.
func (g *Service) Salt() []byte {
	sum := sha256.Sum256(binary.BigEndian.AppendUint32([]byte("salt of the gate\x00"), g.Mark))
	return sum[:16]
}

// TicketHash returns the hash that identifies a ticket in the lists.
func TicketHash(salt []byte, id string) []byte {
	sum := sha256.Sum256(append(bytes.Clone(salt), id...))
	return sum[:hashBytes]
}

// codeHashes returns the hashes of a ticket's id, its printed code and, if there is one, its booking code. A volunteer
// types a code if the QR code cannot be read.
func codeHashes(salt []byte, id, bookingCode string) [][]byte {
	hashes := [][]byte{TicketHash(salt, id), TicketHash(salt, booking.TicketCode(id))}
	if bookingCode != "" {
		hashes = append(hashes, TicketHash(salt, strings.ToLower(bookingCode)))
	}
	return hashes
}

// Withdrawn returns the hashes of tickets whose signature is genuine but which are no longer valid, grouped by reason
// and sorted. The version changes whenever the lists change.
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
	// Entries are rows of 17 bytes in base64: hash (8 bytes), list (1), day (1), number of people inside (1), device (2),
	// minutes since 1970 (4). An entry has one row for each hash from codeHashes.
	Entries string
}

// Changes returns what has changed since a cursor; 0 means everything.
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
