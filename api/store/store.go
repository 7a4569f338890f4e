// Package store combines the queries of all subjects into one Store and one Tx, which satisfy the narrow interfaces of
// the packages that use them. In each subject's folder, the methods of Store run outside transactions, those of Tx run
// inside a write transaction, and those of Queries run in either (decision 0048).
package store

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/store/audit"
	"transom/api/store/bookings"
	"transom/api/store/engine"
	"transom/api/store/gate"
	"transom/api/store/invoices"
	"transom/api/store/mail"
	"transom/api/store/migrations"
	"transom/api/store/payments"
	"transom/api/store/people"
	"transom/api/store/pictures"
	"transom/api/store/signin"
	"transom/api/store/staff"
)

// The embedded types need different names.
type (
	auditStore   = audit.Store
	bookingStore = bookings.Store
	gateStore    = gate.Store
	invoiceStore = invoices.Store
	mailStore    = mail.Store
	paymentStore = payments.Store
	peopleStore  = people.Store
	pictureStore = pictures.Store
	signinStore  = signin.Store
	staffStore   = staff.Store

	auditQueries   = audit.Queries
	bookingQueries = bookings.Queries
	paymentQueries = payments.Queries
	staffQueries   = staff.Queries

	auditTx   = audit.Tx
	bookingTx = bookings.Tx
	gateTx    = gate.Tx
	invoiceTx = invoices.Tx
	mailTx    = mail.Tx
	paymentTx = payments.Tx
	pictureTx = pictures.Tx
	signinTx  = signin.Tx
	staffTx   = staff.Tx
)

type (
	Access      = booking.Access
	AuditAnchor = audit.AuditAnchor
	AuditFilter = audit.AuditFilter
	Alarms      = mail.Alarms
	IDCheck     = bookings.IDCheck
	Person      = people.Person
	PersonOf    = people.PersonOf
)

// Store is the database.
type Store struct {
	*engine.DB
	auditStore
	bookingStore
	gateStore
	invoiceStore
	mailStore
	paymentStore
	peopleStore
	pictureStore
	signinStore
	staffStore
	auditQueries
	bookingQueries
	paymentQueries
	staffQueries
}

// Tx is a write transaction.
type Tx struct {
	*engine.Tx
	auditTx
	bookingTx
	gateTx
	invoiceTx
	mailTx
	paymentTx
	pictureTx
	signinTx
	staffTx
	auditQueries
	bookingQueries
	paymentQueries
	staffQueries
}

func newStore(db *engine.DB) *Store {
	return &Store{db, auditStore{DB: db}, bookingStore{DB: db}, gateStore{DB: db.Gate()},
		invoiceStore{DB: db}, mailStore{DB: db}, paymentStore{DB: db}, peopleStore{DB: db}, pictureStore{DB: db},
		signinStore{DB: db}, staffStore{DB: db},
		auditQueries{Reader: db}, bookingQueries{Reader: db}, paymentQueries{Reader: db}, staffQueries{Reader: db}}
}

func newTx(tx *engine.Tx) *Tx {
	return &Tx{tx, auditTx{Tx: tx}, bookingTx{Tx: tx}, gateTx{Tx: tx}, invoiceTx{Tx: tx}, mailTx{Tx: tx},
		paymentTx{Tx: tx}, pictureTx{Tx: tx}, signinTx{Tx: tx}, staffTx{Tx: tx}, auditQueries{Reader: tx},
		bookingQueries{Reader: tx}, paymentQueries{Reader: tx}, staffQueries{Reader: tx}}
}

func opened(db *engine.DB, err error) (*Store, error) {
	if err != nil {
		return nil, err
	}
	return newStore(db), nil
}

// Open opens or creates a database and brings its schema up to date, as engine.Migrations.Open does.
func Open(ctx context.Context, place string) (*Store, error) {
	return opened(migrations.All.Open(ctx, place))
}

// OpenExisting opens a database that exists and does not change its schema, as engine.Migrations.OpenExisting does.
func OpenExisting(ctx context.Context, place string) (*Store, error) {
	return opened(migrations.All.OpenExisting(ctx, place))
}

// Desk returns the same database with the desk's own read connections, as engine.DB.Desk does.
func (s *Store) Desk() *Store { return newStore(s.DB.Desk()) }

// Write runs f in one transaction that overlaps with no other, as engine.DB.Write does.
func (s *Store) Write(ctx context.Context, f func(*Tx) error) error {
	return s.DB.Write(ctx, func(tx *engine.Tx) error { return f(newTx(tx)) })
}

// WriteGate is like Write, but does not wait behind visitors; it is for the gate.
func (s *Store) WriteGate(ctx context.Context, f func(*Tx) error) error {
	return s.DB.WriteGate(ctx, func(tx *engine.Tx) error { return f(newTx(tx)) })
}

// For returns the database for a package whose interface T lists the transaction methods that it needs.
func For[T any](s *Store) forTx[T] { return forTx[T]{s} }

type forTx[T any] struct{ *Store }

// Write is Store.Write with a T instead of a Tx.
func (s forTx[T]) Write(ctx context.Context, f func(T) error) error {
	return s.Store.Write(ctx, func(tx *Tx) error { return f(any(tx).(T)) })
}

// WriteGate is Store.WriteGate with a T instead of a Tx.
func (s forTx[T]) WriteGate(ctx context.Context, f func(T) error) error {
	return s.Store.WriteGate(ctx, func(tx *Tx) error { return f(any(tx).(T)) })
}

// Verify reads everything and reports what is broken.
func (s *Store) Verify(ctx context.Context) error {
	err := s.DB.Verify(ctx)
	if err == nil {
		err = s.CheckSeats(ctx)
	}
	if err == nil {
		err = s.CheckStates(ctx)
	}
	return err
}

// LatestInstant returns when a booking, payment, email or session last changed, or the zero time.
func (s *Store) LatestInstant(ctx context.Context) (time.Time, error) {
	return engine.Value[time.Time](ctx, s, "find the latest stored time", `
		SELECT COALESCE(MAX(at), 0) FROM (
			SELECT MAX(created_at) AS at FROM bookings UNION ALL
			SELECT MAX(paid_at) FROM bookings UNION ALL
			SELECT MAX(refunded_at) FROM payments UNION ALL
			SELECT MAX(created_at) FROM outbox UNION ALL
			SELECT MAX(sent_at) FROM outbox UNION ALL
			SELECT MAX(at) FROM access_log UNION ALL
			SELECT MAX(at) FROM audit_log UNION ALL
			SELECT MAX(arrived_at) FROM gate_scans UNION ALL
			SELECT MAX(last_used_at) FROM staff_sessions UNION ALL
			SELECT MAX(at) FROM identity_checks UNION ALL
			SELECT MAX(last_used_at) FROM sessions
		) AS instants`)
}
