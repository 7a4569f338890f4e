package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// A pooler (PgBouncer and its like) in transaction mode lends one of its connections for a transaction at a time. Tried
// with PgBouncer 1.18: what lasts for a transaction works (advisory locks with xact, everything that the site does);
// what lasts for a session belongs to whoever comes next (the lock of the copy that leads, prepared statements), and
// settings of a connection are refused or thrown away. So leading, migrations and commands take the direct address
// beside it, and the rest names no statement and finds its settings on the role.

// protocolViolation is PgBouncer's error code for an unknown setting.
const protocolViolation = "08P01"

const poolerAdvice = "a pooler stands before it, which takes the lock of the copy that leads away. Write the " +
	"address of the database itself, " +
	"or keep the pooler's in TRANSOM_DATABASE and write the direct one into TRANSOM_DATABASE_DIRECT"

// OpenBehind opens a database through a pooler, and brings its schema up to date at its direct address.
func (m Migrations) OpenBehind(ctx context.Context, pooler, direct string) (*DB, error) {
	return openBehind(ctx, pooler, direct, m.run)
}

// TryPooler returns why a pooler cannot be used for a database. It changes nothing.
func (m Migrations) TryPooler(ctx context.Context, pooler, direct string) error {
	s, err := openBehind(ctx, pooler, direct, m.mustBeCurrent)
	if err != nil {
		return err
	}
	return s.Close()
}

func openBehind(ctx context.Context, pooler, direct string, prepare preparation) (*DB, error) {
	own, err := ownConnections(direct)
	if err != nil {
		return nil, fmt.Errorf("the address of TRANSOM_DATABASE_DIRECT %w", err)
	}
	lent, err := ownConnections(pooler)
	if err != nil {
		return nil, fmt.Errorf("the address of TRANSOM_DATABASE %w", err)
	}
	maps.DeleteFunc(lent.RuntimeParams, func(name, _ string) bool {
		return slices.Contains(roleSettings(), name) || strings.HasPrefix(name, "tcp_")
	})
	lent.DefaultQueryExecMode = pgx.QueryExecModeExec
	lent.StatementCacheCapacity, lent.DescriptionCacheCapacity = 0, 0
	return connect(ctx, lent, own, direct, prepare, func(ctx context.Context,
		s *DB) error {
		return s.mustBeLent(ctx, own)
	})
}

// roleSettings are settings that a pooler does not pass on. It does pass on the program's name and the time zone.
func roleSettings() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(sessionSettings)), func(name string) bool {
		return name == "application_name" || name == "timezone" || strings.HasPrefix(name, "tcp_")
	})
}

// mustBeOwn returns an error if the address is a pooler's.
func mustBeOwn(ctx context.Context, s *DB) error {
	own, err := areOwn(ctx, s.leader, s.write)
	if err == nil && !own {
		err = errors.New("open the database of TRANSOM_DATABASE: " + poolerAdvice)
	}
	return err
}

// areOwn returns false if two connections share a session, or if settings do not arrive.
func areOwn(ctx context.Context, first, second *sql.DB) (bool, error) {
	var pids [2]int
	var timeout string
	for i, db := range []*sql.DB{first, second} {
		query := `SELECT pg_backend_pid(), current_setting('lock_timeout')` // a pooler may know a name
		if err := db.QueryRowContext(ctx, query, pgx.QueryExecModeExec).Scan(&pids[i], &timeout); err != nil {
			return false, err
		}
	}
	return pids[0] != pids[1] && timeout == sessionSettings["lock_timeout"], nil
}

// mustBeLent checks that the direct address is direct, that both addresses lead to the same database, and that required
// settings are stored where a pooler applies them.
func (s *DB) mustBeLent(ctx context.Context, direct *pgx.ConnConfig) error {
	another := connections(direct, 1)
	defer another.Close()
	own, err := areOwn(ctx, s.leader, another)
	if err == nil && !own {
		err = errors.New("TRANSOM_DATABASE_DIRECT also goes through a pooler: write the address of the database itself")
	}
	if err != nil {
		return err
	}
	if err := s.mustBeTheSame(ctx); err != nil {
		return err
	}
	return s.mustHaveSettings(ctx)
}

func (s *DB) mustHaveSettings(ctx context.Context) error {
	var missing []string
	for _, name := range roleSettings() {
		var value, database string
		if err := s.write.QueryRowContext(ctx, `SELECT current_setting($1), current_database()`, name).Scan(&value,
			&database); err != nil {
			return err
		}
		if want := sessionSettings[name]; value != want {
			missing = append(missing, fmt.Sprintf(`ALTER ROLE CURRENT_USER IN DATABASE %s SET %s = '%s';`,
				pgx.Identifier{database}.Sanitize(), name, want))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("a pooler passes no settings on, so they belong to the role. Run this once at the direct "+
		"address, as the program's user, "+
		"and let the pooler connect anew:\n%s", strings.Join(missing, "\n"))
}

// mustBeTheSame takes a random lock at the direct address and checks that the pooler's database sees it.
func (s *DB) mustBeTheSame(ctx context.Context) error {
	tx, err := s.leader.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // it is only a lock
	name, free := rand.Int64(), false
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, name); err != nil {
		return err
	}
	if err := s.write.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock($1)`, name).Scan(&free); err != nil {
		return err
	}
	if free {
		return errors.New("TRANSOM_DATABASE and TRANSOM_DATABASE_DIRECT are two databases: write two addresses of one. " +
			"Nothing was started")
	}
	return nil
}
