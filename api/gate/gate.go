// Package gate decides who is admitted. Each phone decides on its own, because the network in the hall may fail: it
// checks the ticket's signature and the lists that it has downloaded (decision 0035). A scan records what the volunteer
// saw and did, and is never changed. Who is inside is derived from all scans, in whatever order and however often they
// arrive. If two phones without a network admit one ticket twice, staff decide (decision 0036). The package knows
// nothing about HTTP or signatures.
package gate

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// The methods of Store and Tx are documented in store/gate.
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
	LastGateChange(ctx context.Context) (int64, error) // 0 if nothing has changed yet
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

// Tx is the part of a transaction that the gate uses.
type Tx interface {
	AddAction(ctx context.Context, a domain.Action) error
	InsertGateDevice(ctx context.Context, d domain.GateDevice, tokenHash string) error
	FindGateDevice(ctx context.Context, id string) (domain.GateDevice, error)
	SaveGateDevice(ctx context.Context, d domain.GateDevice) error
	RevokeGateDevice(ctx context.Context, id string, now time.Time) (known bool, err error)
	WipeGateDevice(ctx context.Context, id string, now time.Time) (isNew bool, err error)
	AddGateClock(ctx context.Context, device string, at time.Time, offset time.Duration) error
	InsertGateInvitation(ctx context.Context, i domain.GateInvitation) error
	FindGateInvitation(ctx context.Context, hash string) (domain.GateInvitation, error)
	TakeGateInvitation(ctx context.Context, hash, device string) error
	HasGateToken(ctx context.Context, device, tokenHash string) (bool, error)
	IsGateToken(ctx context.Context, tokenHash string) (bool, error)
	GateDeviceNames(ctx context.Context) ([]string, error)
	FindGateTicket(ctx context.Context, id string, sandboxPays bool) (domain.GateTicket, error)
	GateTicketsOfCode(ctx context.Context, code string) ([]string, error)
	InsertGateScan(ctx context.Context, s domain.GateScan) (n int64, isNew bool, known string, err error)
	LastGateScan(ctx context.Context, device string) (s domain.GateScan, err error)
	InsertDuplicateScan(ctx context.Context, s domain.GateScan) (isNew bool, err error)
	FindGateScan(ctx context.Context, device string, seq int64) (domain.GateScan, error)
	GateScansOf(ctx context.Context, ticketID, list, day string) ([]domain.GateScan, error)
	TicketNow(ctx context.Context, ticketID string) (string, error)
	SaveGateEntry(ctx context.Context, e domain.GateEntry) error
	CountDown(ctx context.Context, ticketID string) error
	SaveGateConflicts(ctx context.Context, ticketID, list, day string, tooMany int, now time.Time) (found int, err error)
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
	CloseTask(ctx context.Context, dedupeKey string, now time.Time) (open bool, err error)
}

// Service decides who is admitted to an event, and stores the scans.
type Service struct {
	Store   Store
	Content *domain.Content
	Clock   domain.Clock
	// Mark is the mark on the edition's tickets; the salt for hashing ids is derived from it.
	Mark uint32
	// Rehearsal also admits tickets that were paid in the sandbox.
	Rehearsal bool

	news     news
	arrivals arrivals
}
