package engine

import (
	"context"
	"database/sql"
	"sync"
)

type pool struct {
	*sql.DB
	d     dialect
	known *statements
}

// QueryContext is like sql.DB.QueryContext.
func (p *pool) QueryContext(ctx context.Context, query string, args ...any) (*Rows, error) {
	var found *sql.Rows
	ctx, done := p.d.patient(ctx)
	stmt, err := p.known.prepare(ctx, query)
	switch {
	case err != nil:
	case stmt == nil:
		found, err = p.DB.QueryContext(ctx, p.d.text(query), filled(p.d, args)...)
	default:
		found, err = stmt.QueryContext(ctx, filled(p.d, args)...)
	}
	if err != nil {
		done()
	}
	return &Rows{found, p.d, done}, p.d.explain(err)
}

// QueryRowContext is like sql.DB.QueryRowContext.
func (p *pool) QueryRowContext(ctx context.Context, query string, args ...any) Row {
	ctx, done := p.d.patient(ctx)
	stmt, err := p.known.prepare(ctx, query)
	if err != nil || stmt == nil { // the Row returns the error, or reads an unprepared query
		return Row{p.DB.QueryRowContext(ctx, p.d.text(query), filled(p.d, args)...), p.d, done}
	}
	return Row{stmt.QueryRowContext(ctx, filled(p.d, args)...), p.d, done}
}

// `statements` holds SQLite's prepared statements, without which a ticket page takes three times as long. It is nil for
// PostgreSQL, whose driver has its own cache. Queries are constants, so there are few.
type statements struct {
	db     *sql.DB
	byText sync.Map // text -> *sql.Stmt
}

func (s *statements) find(query string) *sql.Stmt {
	if s == nil {
		return nil
	}
	stmt, _ := s.byText.Load(query)
	found, _ := stmt.(*sql.Stmt)
	return found
}

// prepare prepares a query, which needs a free connection.
func (s *statements) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt := s.find(query); s == nil || stmt != nil {
		return stmt, nil
	}
	fresh, err := s.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if known, raced := s.byText.LoadOrStore(query, fresh); raced {
		fresh.Close()
		return known.(*sql.Stmt), nil
	}
	return fresh, nil
}

// Brief returns a context for frequent requests that read a few rows: watching for a cancelled request would take a
// sixth of the query's time, and SQLite responds before anybody can cancel.
func (s *DB) Brief(ctx context.Context) context.Context {
	if s.Shared() {
		return ctx
	}
	return context.WithoutCancel(ctx)
}

// Exec runs one statement in its own transaction, for a change on which nothing else depends.
func (s *DB) Exec(ctx context.Context, query string, args ...any) (sql.Result, error) {
	ctx, done := s.d.patient(ctx)
	defer done()
	result, err := s.write.ExecContext(ctx, s.d.text(query), filled(s.d, args)...)
	return result, s.d.explain(err)
}
