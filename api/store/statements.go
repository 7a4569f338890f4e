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
	prepared sync.Map // text -> *sql.Stmt
}

// QueryContext is sql.DB's, with the query prepared.
func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := s.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// QueryRowContext is sql.DB's, with the query prepared.
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	stmt, err := s.statement(ctx, query)
	if err != nil {
		return s.DB.QueryRowContext(ctx, query, args...) // the row holds the error
	}
	return stmt.QueryRowContext(ctx, args...)
}

func (s *statements) statement(ctx context.Context, query string) (*sql.Stmt, error) {
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
