package engine

import (
	"context"
	"database/sql"
	"time"
)

var (
	SessionSettings = sessionSettings
	RunTool         = runTool
	WithoutPassword = withoutPassword
)

const (
	Dumper      = dumper
	LeaderLock  = leaderLock
	LeaderPause = leaderPause
	LockSpace   = lockSpace
	LongestWait = longestWait
)

func (s *DB) WritePool() *sql.DB  { return s.write }
func (s *DB) ReadPool() *sql.DB   { return s.read.DB }
func (s *DB) DeskPool() *sql.DB   { return s.desk.DB }
func (s *DB) LeaderPool() *sql.DB { return s.leader }

func (s *DB) Text(query string) string { return s.d.text(query) }

func PostgresText(query string) string { return new(postgresDialect).text(query) }

func (s *DB) SetPatience(longest time.Duration) { s.d.(*postgresDialect).longest = longest }

// WithoutLocks disables PostgreSQL's lock for control tests, in which whatever the lock protects must fail.
func (s *DB) WithoutLocks() { s.d = careless{s.d} }

type careless struct{ dialect }

func (careless) begin(context.Context, *Tx) error { return nil }
