package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// Readers have their own connections: each waiting writer holds one, and writers must not block the payment page.
const (
	writeConnections = 8
	readConnections  = 8
	deskConnections  = 4 // staff's read connections, with SQLite too
	gateReaders      = 2 // the gate's read connections, with SQLite too
	// connectionLife limits how long connections to a previous address of the database are used.
	connectionLife = 30 * time.Minute
	connectTimeout = 3 * time.Second // applies unless the address has connect_timeout
)

// sessionSettings limit every wait: the operating system would notice a dead database server only after two hours.
var sessionSettings = map[string]string{
	"application_name":                    "transom",
	"timezone":                            "UTC",
	"default_transaction_isolation":       "read committed",
	"statement_timeout":                   "10s",
	"lock_timeout":                        "8s",
	"idle_in_transaction_session_timeout": "5s",
	"tcp_keepalives_idle":                 "10",
	"tcp_keepalives_interval":             "5",
	"tcp_keepalives_count":                "3",
	"tcp_user_timeout":                    "15000",
}

// IsPostgres reports whether an address is the address of a PostgreSQL database.
func IsPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// CheckAddress never includes the address in its error, because the address may contain a password.
func CheckAddress(address string) error {
	_, err := readAddress(address)
	return err
}

func readAddress(address string) (*pgx.ConnConfig, error) {
	if !IsPostgres(address) {
		return nil, errors.New("is not an address like postgres://user:password@host:5432/database?sslmode=verify-full")
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("cannot be read: write characters of the password other than letters and digits as %23 for " +
			"#, %2F for /, %3A for :, %3F for ?, %40 for @, %25 for %")
	}
	if strings.Trim(u.Path, "/") == "" {
		return nil, errors.New("has no database name: it must end with /name, before any question mark")
	}
	c, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, errors.New("cannot be read: check the port, sslmode (disable, require, verify-full), the file of " +
			"sslrootcert, and everything after the question mark")
	}
	if slices.ContainsFunc(hosts(c), isFar) && u.Query().Get("sslmode") != "verify-full" {
		return nil, errors.New("is on another machine: add sslmode=verify-full, so that nobody can read or forge " +
			"the traffic (with sslrootcert=FILE if the provider gives you a certificate)")
	}
	return c, nil
}

func hosts(c *pgx.ConnConfig) []string {
	all := []string{c.Host}
	for _, other := range c.Fallbacks {
		all = append(all, other.Host)
	}
	return all
}

// isFar reports whether a host is another machine. A Unix socket is always on this machine.
func isFar(host string) bool {
	addr, err := netip.ParseAddr(host)
	return !strings.HasPrefix(host, "/") && host != "localhost" && (err != nil || !addr.IsLoopback())
}

func openPostgres(ctx context.Context, address string, prepare preparation) (*DB, error) {
	own, err := ownConnections(address)
	if err != nil {
		return nil, fmt.Errorf("the address of TRANSOM_DATABASE %w", err)
	}
	return connect(ctx, own, address, prepare)
}

func ownConnections(address string) (*pgx.ConnConfig, error) {
	c, err := readAddress(address)
	if err != nil {
		return nil, err
	}
	maps.Copy(c.RuntimeParams, sessionSettings)
	if !strings.Contains(address, "connect_timeout=") {
		c.ConnectTimeout = connectTimeout
	}
	c.DialFunc = (&net.Dialer{Timeout: c.ConnectTimeout, KeepAliveConfig: keepAlive, Control: giveUp}).DialContext
	return c, nil
}

func connect(ctx context.Context, own *pgx.ConnConfig, address string, prepare preparation) (*DB, error) {
	d := &postgresDialect{address: address, longest: longestWait}
	leading := own.Copy()
	leading.RuntimeParams["idle_session_timeout"] = leaderIdle
	reading := own.Copy()
	reading.RuntimeParams["default_transaction_read_only"] = "on"
	readers := func(size int) *pool { return &pool{connections(reading, size), d, nil} }
	s := &DB{
		d: d, write: connections(own, writeConnections), read: readers(readConnections), desk: readers(deskConnections),
		leader: connections(leading, 1), gate: readers(gateReaders),
		turns: make(chan struct{}, writeConnections-gateReaders), key: new(logKey),
	}
	err := mustBeOwn(ctx, s)
	if err == nil {
		err = prepare(ctx, s.leader, d)
	}
	if err != nil {
		return nil, errors.Join(explainStart(err), s.Close())
	}
	return s, nil
}

func connections(c *pgx.ConnConfig, size int) *sql.DB {
	db := stdlib.OpenDB(*c)
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	db.SetConnMaxLifetime(connectionLife)
	return db
}

// keepAlive and giveUp let this side notice that the database's machine has died.
var keepAlive = net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3}

func giveUp(network, _ string, conn syscall.RawConn) (err error) {
	const tcpUserTimeout = 18 // Linux's number for this option; see tcp(7)
	if runtime.GOOS != "linux" || !strings.HasPrefix(network, "tcp") {
		return nil
	}
	controlErr := conn.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, 15000)
	})
	return errors.Join(err, controlErr)
}

// explainStart adds advice to the driver's message, which never contains the password.
func explainStart(err error) error {
	cause := new(pgconn.PgError)
	advice, _ := "", errors.As(err, &cause)
	switch {
	case cause.Code == "28P01" || cause.Code == "28000":
		advice = "it refuses the user or the password: compare TRANSOM_DATABASE with the provider's settings"
	case cause.Code == "3D000":
		advice = "there is no such database: create it, with the encoding UTF8"
	case cause.Code == "42501":
		advice = "the user may not create tables: run GRANT ALL ON SCHEMA public TO the user, or make the user " +
			"the owner of the database"
	case cause.Code == "53300":
		advice = fmt.Sprintf("it has no connections left: each instance of this program needs %d", CopyConnections)
	case cause.Code == protocolViolation:
		advice = poolerAdvice
	case strings.HasPrefix(cause.Code, "57P"):
		advice = "it is starting or stopping: try again in a few seconds"
	case cause.Code == "" && isBroken(err):
		advice = "check that it is running and that this machine can reach it"
	}
	if advice == "" {
		return err
	}
	return fmt.Errorf("open the database of TRANSOM_DATABASE: %s (%w)", advice, err)
}
