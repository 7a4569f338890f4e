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

	"transom/api/domain"
	"transom/api/store"
)

// Store is the database as the gate uses it; its methods are explained in store/gate.
type Store interface {
	WriteGate(ctx context.Context, f func(Tx) error) error
	FindGateDeviceByToken(ctx context.Context, tokenHash string) (domain.GateDevice, error) // ErrNotFound
	GateDevices(ctx context.Context) ([]domain.GateDevice, error)
	FindGateInvitation(ctx context.Context, hash string) (domain.GateInvitation, error) // ErrNotFound
	FindGateTickets(ctx context.Context, code string, bookings []string, sandboxPays bool, limit int) ([]domain.GateTicket,
		error)
	FindNamed(ctx context.Context, text string, limit int) (bookings []string, err error)
	GateTickets(ctx context.Context, sandboxPays bool) ([]domain.GateTicket, error)
	WithdrawnTickets(ctx context.Context, sandboxPays bool) ([]domain.GateTicket, error)
	GateEntriesSince(ctx context.Context, cursor int64, limit int) ([]domain.GateEntry, error)
	LastGateChange(ctx context.Context) (int64, error) // 0 if there is none
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

// Tx is a write transaction.
type Tx = *store.Tx

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
