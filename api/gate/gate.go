// Package gate admits people. On the day ten phones do so in a hall whose network fails, so each decides by itself:
// the ticket's signature says that it is genuine (package ticket), and lists of hashes, fetched while there was a
// network, say what was withdrawn and who is inside. What the volunteer saw and did is a scan: a record that is never
// changed and that the phone keeps until the server has it (sync.go). Scans are a set that only grows; who is
// inside is derived from it (derive.go), so that it does not matter in which order they arrive, or how often.
//
// Two phones without a network can admit one ticket twice. Nobody is thrown out by a merge: it is a conflict, told
// once to the desk, to the phones concerned and in the report of the day, and a person decides.
//
// A wrong clock refuses nobody (correct in sync.go). A time stays wrong if the clock is changed and the page reloaded
// before the next scan, or if the clock is set forward during a sleep.
//
// The package knows nothing of HTTP or of signatures.
package gate

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// Store is what the gate needs of the database.
type Store interface {
	reader
	// WriteGate runs f in one transaction that no other writer overlaps, and before those of visitors.
	WriteGate(ctx context.Context, f func(Tx) error) error
}

// reader is what is read outside of a transaction, or written by itself.
type reader interface {
	FindGateDeviceByToken(ctx context.Context, tokenHash string) (domain.GateDevice, error) // ErrNotFound
	GateDevices(ctx context.Context) ([]domain.GateDevice, error)
	FindGateInvitation(ctx context.Context, hash string) (domain.GateInvitation, error) // ErrNotFound
	// FindGateTickets looks by the beginning of the id, by the registration's code, or for those of some registrations.
	FindGateTickets(ctx context.Context, code string, bookings []string, sandboxPays bool, limit int) ([]domain.GateTicket,
		error)
	// FindNamed lists the registrations that the desk would find by these words.
	FindNamed(ctx context.Context, text string, limit int) (bookings []string, err error)
	GateTickets(ctx context.Context, sandboxPays bool) ([]domain.GateTicket, error)
	WithdrawnTickets(ctx context.Context, sandboxPays bool) ([]domain.GateTicket, error)
	GateEntriesSince(ctx context.Context, cursor int64, limit int) ([]domain.GateEntry, error)
	LastGateChange(ctx context.Context) (int64, error) // 0 while there is none
	// GateConflicts lists all conflicts, or those of a device or day, the newest first.
	GateConflicts(ctx context.Context, device, day string, offset, limit int) (all []domain.GateConflict, total int,
		err error)
	GateInside(ctx context.Context, day string) ([]domain.GateCount, error)
	GateCounts(ctx context.Context, day string) ([]domain.GateCount, error)
	GateScansToShow(ctx context.Context, sandboxPays bool, day string, eventDays []string, offset,
		limit int) (domain.GateToShow, error)
	CountDuplicateScans(ctx context.Context) (map[string]int, error)
}

// Tx is a transaction of the gate.
type Tx interface {
	FindGateInvitation(ctx context.Context, hash string) (domain.GateInvitation, error) // ErrNotFound
	InsertGateInvitation(ctx context.Context, i domain.GateInvitation) error
	TakeGateInvitation(ctx context.Context, hash, device string) error
	InsertGateDevice(ctx context.Context, d domain.GateDevice, tokenHash string) error
	FindGateDevice(ctx context.Context, id string) (domain.GateDevice, error) // ErrNotFound
	RevokeGateDevice(ctx context.Context, id string, now time.Time) (known bool, err error)
	WipeGateDevice(ctx context.Context, id string, now time.Time) (isNew bool, err error)
	IsGateToken(ctx context.Context, tokenHash string) (bool, error) // of any device
	GateDeviceNames(ctx context.Context) ([]string, error)
	HasGateToken(ctx context.Context, device, tokenHash string) (bool, error)
	SaveGateDevice(ctx context.Context, d domain.GateDevice) error
	AddGateClock(ctx context.Context, device string, at time.Time, offset time.Duration) error
	FindGateTicket(ctx context.Context, id string, sandboxPays bool) (domain.GateTicket, error) // ErrNotFound
	// GateTicketsOfCode are the tickets whose id begins so, or the last one of the registration with this code; at most
	// two.
	GateTicketsOfCode(ctx context.Context, code string) ([]string, error)
	// InsertGateScan adds a scan; for one that is there already isNew is false and known the hash of its body.
	InsertGateScan(ctx context.Context, s domain.GateScan) (n int64, isNew bool, known string, err error)
	// FindGateScan is what a device has sent under a number; ErrNotFound.
	FindGateScan(ctx context.Context, device string, seq int64) (domain.GateScan, error)
	InsertDuplicateScan(ctx context.Context, s domain.GateScan) (isNew bool, err error)
	LastGateScan(ctx context.Context, device string) (domain.GateScan, error)
	// TicketNow is the last ticket of the booking of a ticket.
	TicketNow(ctx context.Context, ticketID string) (string, error)
	// GateScansOf are the scans of a ticket, and of those that it replaced, that count, in the order in which they
	// happened.
	GateScansOf(ctx context.Context, ticketID, list, day string) ([]domain.GateScan, error)
	SaveGateEntry(ctx context.Context, e domain.GateEntry) error
	CountDown(ctx context.Context, ticketID string) error
	SaveGateConflicts(ctx context.Context, ticketID, list, day string, tooMany int, now time.Time) (found int, err error)
	AddAction(ctx context.Context, a domain.Action) error
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
	// CloseTask closes an open task; false when none has this key.
	CloseTask(ctx context.Context, dedupeKey string, now time.Time) (open bool, err error)
}

// database is a database whose transactions are of a type of its own.
type database[T Tx] interface {
	reader
	WriteGate(ctx context.Context, f func(T) error) error
}

// On makes a database the Store of this package.
func On[T Tx](db database[T]) Store { return on[T]{db} }

type on[T Tx] struct{ database[T] }

func (o on[T]) WriteGate(ctx context.Context, f func(Tx) error) error {
	return o.database.WriteGate(ctx, func(tx T) error { return f(tx) })
}

// Service is the gate of an event.
type Service struct {
	Store   Store
	Content *domain.Content
	Clock   domain.Clock
	// Mark is the mark of the edition's tickets; it salts the hashes of ids.
	Mark uint32
	// Rehearsal admits what was paid in the sandbox.
	Rehearsal bool

	news news
}
