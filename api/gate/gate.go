// Package gate decides who is admitted. At the event, ten phones do so in a hall whose network fails, so each
// decides on its own: the ticket's signature proves that it is genuine (package ticket), and lists of hashes,
// downloaded while there was a network, say which tickets were withdrawn and who is inside. A scan records what the
// volunteer saw and did; it is never changed, and the phone keeps it until the server has it (sync.go). Who is
// inside is derived from all scans (derive.go), whatever the order in which they arrive, and however often.
//
// Two phones without a network can admit one ticket twice. This is a conflict: it is reported once to the desk, to
// the phones concerned and in the daily report, and a person decides.
//
// A wrong clock never causes a refusal (correct in sync.go). A time stays wrong if the clock is changed and the page
// reloaded before the next scan, or if the clock is set forward while the phone sleeps.
//
// The package knows nothing about HTTP or signatures.
package gate

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// Store is the database as the gate uses it.
type Store interface {
	reader
	// WriteGate runs f in one transaction that no other writer overlaps, with priority over those of visitors.
	WriteGate(ctx context.Context, f func(Tx) error) error
}

// reader reads, or writes single statements, outside of a transaction.
type reader interface {
	FindGateDeviceByToken(ctx context.Context, tokenHash string) (domain.GateDevice, error) // ErrNotFound
	GateDevices(ctx context.Context) ([]domain.GateDevice, error)
	FindGateInvitation(ctx context.Context, hash string) (domain.GateInvitation, error) // ErrNotFound
	// FindGateTickets finds tickets by the beginning of the id, by the registration's code, or by registrations.
	FindGateTickets(ctx context.Context, code string, bookings []string, sandboxPays bool, limit int) ([]domain.GateTicket,
		error)
	// FindNamed lists the registrations that the desk would find by these words.
	FindNamed(ctx context.Context, text string, limit int) (bookings []string, err error)
	GateTickets(ctx context.Context, sandboxPays bool) ([]domain.GateTicket, error)
	WithdrawnTickets(ctx context.Context, sandboxPays bool) ([]domain.GateTicket, error)
	GateEntriesSince(ctx context.Context, cursor int64, limit int) ([]domain.GateEntry, error)
	LastGateChange(ctx context.Context) (int64, error) // 0 if there is none
	// GateConflicts lists all conflicts, or those of a device or day, newest first.
	GateConflicts(ctx context.Context, device, day string, offset, limit int) (all []domain.GateConflict, total int,
		err error)
	GateInside(ctx context.Context, day string) ([]domain.GateCount, error)
	GateCounts(ctx context.Context, day string) ([]domain.GateCount, error)
	ExpectedSeats(ctx context.Context, sandboxPays bool) ([]domain.GateSeats, error)
	ArrivedSeats(ctx context.Context, sandboxPays bool, days []string) ([]domain.GateSeats, error)
	GateScansToShow(ctx context.Context, sandboxPays bool, day string, eventDays []string, offset,
		limit int) (domain.GateToShow, error)
	CountDuplicateScans(ctx context.Context) (map[string]int, error)
}

// Tx is a database transaction as the gate uses it.
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
	// GateTicketsOfCode returns the tickets whose id begins with the code, or the last one of the registration with
	// this code; at most two.
	GateTicketsOfCode(ctx context.Context, code string) ([]string, error)
	// InsertGateScan adds a scan. If it is already stored, isNew is false and known is the hash of the stored body.
	InsertGateScan(ctx context.Context, s domain.GateScan) (n int64, isNew bool, known string, err error)
	// FindGateScan returns the scan that a device has sent under a number, or ErrNotFound.
	FindGateScan(ctx context.Context, device string, seq int64) (domain.GateScan, error)
	InsertDuplicateScan(ctx context.Context, s domain.GateScan) (isNew bool, err error)
	LastGateScan(ctx context.Context, device string) (domain.GateScan, error)
	// TicketNow returns the last ticket of a ticket's booking.
	TicketNow(ctx context.Context, ticketID string) (string, error)
	// GateScansOf returns the valid scans of a ticket and of those that it replaced, in the order in which they
	// happened.
	GateScansOf(ctx context.Context, ticketID, list, day string) ([]domain.GateScan, error)
	SaveGateEntry(ctx context.Context, e domain.GateEntry) error
	CountDown(ctx context.Context, ticketID string) error
	SaveGateConflicts(ctx context.Context, ticketID, list, day string, tooMany int, now time.Time) (found int, err error)
	AddAction(ctx context.Context, a domain.Action) error
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
	// CloseTask closes an open task; it returns false if none has this key.
	CloseTask(ctx context.Context, dedupeKey string, now time.Time) (open bool, err error)
}

// database is a database with its own transaction type.
type database[T Tx] interface {
	reader
	WriteGate(ctx context.Context, f func(T) error) error
}

// On adapts a database to the Store of this package.
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
	// Rehearsal also admits bookings that were paid in the sandbox.
	Rehearsal bool

	news     news
	arrivals arrivals
}
