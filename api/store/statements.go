package store

import (
	"context"
	"database/sql"
	"sync"
)

// statements is a pool that keeps its queries prepared: to parse one takes longer than to answer most of them. Queries
// are constant texts of this package, so there are as many as there are methods.
type statements struct {
	*sql.DB
	d        dialect
	prepare  bool     // PostgreSQL's driver keeps them by itself, one set a connection
	prepared sync.Map // text -> *sql.Stmt
}

// QueryContext is sql.DB's, with the query prepared.
func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*toldRows, error) {
	var found *sql.Rows
	ctx, done := s.d.patient(ctx)
	stmt, err := s.statement(ctx, query)
	switch {
	case err != nil:
	case stmt == nil:
		found, err = s.DB.QueryContext(ctx, s.d.text(query), filled(s.d, args)...)
	default:
		found, err = stmt.QueryContext(ctx, filled(s.d, args)...)
	}
	if err != nil {
		done()
	}
	return &toldRows{found, s.d, done}, s.d.explain(err)
}

// QueryRowContext is sql.DB's, with the query prepared.
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) toldRow {
	ctx, done := s.d.patient(ctx)
	stmt, err := s.statement(ctx, query)
	if err != nil || stmt == nil { // a row that holds the error, or the answer
		return toldRow{Row: s.DB.QueryRowContext(ctx, s.d.text(query), filled(s.d, args)...), d: s.d, done: done}
	}
	return toldRow{Row: stmt.QueryRowContext(ctx, filled(s.d, args)...), d: s.d, done: done}
}

// brief is for what pages ask over and over, each a look at a few rows: to watch whether whoever asked has gone costs a sixth of
// the answer, and a file answers before anybody can go.
func (s *Store) brief(ctx context.Context) context.Context {
	if s.d.shared() {
		return ctx
	}
	return context.WithoutCancel(ctx)
}

// exec runs one statement that is a transaction of its own, because nothing else looks at what it changes.
func (s *Store) exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ctx, done := s.d.patient(ctx)
	defer done()
	return s.write.ExecContext(ctx, s.d.text(query), args...)
}

// statement is nil when the driver prepares by itself.
func (s *statements) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if !s.prepare {
		return nil, nil
	}
	if known, ok := s.prepared.Load(query); ok {
		return known.(*sql.Stmt), nil
	}
	fresh, err := s.DB.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if known, raced := s.prepared.LoadOrStore(query, fresh); raced {
		fresh.Close()
		return known.(*sql.Stmt), nil
	}
	return fresh, nil
}

// writing keeps the statements of transactions prepared where one connection writes, which each transaction has to itself: a
// statement that is met a second time is prepared after it, for the next. It is nil where the driver prepares by itself.
type writing struct {
	db       *sql.DB
	prepared sync.Map // text -> *sql.Stmt, nil when it was met once
}

// statement is nil when the text is not prepared yet.
func (tx *Tx) statement(query string) *sql.Stmt {
	if tx.known == nil {
		return nil
	}
	switch stmt, met := tx.known.prepared.LoadOrStore(query, (*sql.Stmt)(nil)); {
	case !met:
		return nil // perhaps it is never met again
	case stmt.(*sql.Stmt) != nil:
		return tx.tx.(*sql.Tx).StmtContext(tx.ctx, stmt.(*sql.Stmt))
	}
	tx.met = append(tx.met, query)
	return nil
}

// prepare is called when the connection is free. What cannot be prepared stays as it is: a script is not one statement.
func (w *writing) prepare(ctx context.Context, met []string) {
	for _, query := range met {
		fresh, err := w.db.PrepareContext(ctx, query)
		if err != nil {
			continue
		}
		if !w.prepared.CompareAndSwap(query, (*sql.Stmt)(nil), fresh) {
			fresh.Close()
		}
	}
}
