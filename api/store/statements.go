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
	stmt, err := s.statement(ctx, query)
	switch {
	case err != nil:
	case stmt == nil:
		found, err = s.DB.QueryContext(ctx, s.d.text(query), filled(s.d, args)...)
	default:
		found, err = stmt.QueryContext(ctx, filled(s.d, args)...)
	}
	return &toldRows{found, s.d}, s.d.explain(err)
}

// QueryRowContext is sql.DB's, with the query prepared.
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) toldRow {
	stmt, err := s.statement(ctx, query)
	if err != nil || stmt == nil { // a row that holds the error, or the answer
		return toldRow{s.DB.QueryRowContext(ctx, s.d.text(query), filled(s.d, args)...), s.d}
	}
	return toldRow{stmt.QueryRowContext(ctx, filled(s.d, args)...), s.d}
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
