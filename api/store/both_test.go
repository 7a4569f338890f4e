package store

import (
	"context"
	"database/sql"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"

	"transom/api/apitest/pgtest"
	"transom/api/domain"
)

// fillPostgres makes the tables in an empty PostgreSQL database.
func fillPostgres(address string) error {
	s, err := Open(context.Background(), address)
	if err != nil {
		return err
	}
	return s.Close()
}

// postgres opens a PostgreSQL database of the test's own, and says where it is.
func postgres(t *testing.T) (*Store, string) {
	t.Helper()
	address := pgtest.Database(t, fillPostgres)
	s, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, address
}

// Both databases have the same tables, columns and indexes, except what dialect.go gives a reason for.
func TestBothSchemasAreTheSame(t *testing.T) {
	sqlite, _ := open(t)
	pg, _ := postgres(t)
	compare := func(what, inSQLite, inPostgres string) {
		t.Helper()
		a, b := lines(t, sqlite.read, inSQLite), lines(t, pg.read, inPostgres)
		for _, line := range a {
			if !slices.Contains(b, line) {
				t.Errorf("%s only in SQLite: %s", what, line)
			}
		}
		for _, line := range b {
			if !slices.Contains(a, line) {
				t.Errorf("%s only in PostgreSQL: %s", what, line)
			}
		}
		if len(a) < 20 {
			t.Errorf("%s: only %d were compared", what, len(a))
		}
	}
	compare("column", `
		SELECT m.name || '.' || c.name || ' ' || c.type || CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN ' NOT NULL' ELSE '' END ||
		       CASE WHEN c.pk > 0 THEN ' KEY' ELSE '' END
		FROM sqlite_master m
		JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table'`, `
		SELECT c.table_name || '.' || c.column_name || ' ' ||
		       CASE c.data_type WHEN 'bigint' THEN 'INTEGER' WHEN 'bytea' THEN 'BLOB' ELSE upper(c.data_type) END ||
		       CASE c.is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END ||
		       CASE WHEN EXISTS (SELECT 1 FROM information_schema.key_column_usage k
		                         JOIN information_schema.table_constraints USING (constraint_name, table_name)
		                         WHERE constraint_type = 'PRIMARY KEY' AND k.table_name = c.table_name AND k.column_name = c.column_name)
		            THEN ' KEY' ELSE '' END
		FROM information_schema.columns c
		WHERE c.table_schema = 'public' AND c.column_name <> 'rowid' AND c.table_name <> 'schema_version'`)
	compare("index", `
		SELECT tbl_name || ' ' || name || CASE WHEN sql LIKE 'CREATE UNIQUE%' THEN ' UNIQUE' ELSE '' END || CASE WHEN sql LIKE '%WHERE%' THEN ' partial' ELSE '' END
		FROM sqlite_master
		WHERE type = 'index' AND sql IS NOT NULL`, `
		SELECT tablename || ' ' || indexname || CASE WHEN indexdef LIKE 'CREATE UNIQUE%' THEN ' UNIQUE' ELSE '' END || CASE WHEN indexdef LIKE '%WHERE%' THEN ' partial' ELSE '' END
		FROM pg_indexes
		WHERE schemaname = 'public' AND indexname NOT LIKE '%\_key' AND indexname NOT LIKE '%\_pkey'`)
}

// withPerson fills in whose rows a text is about, as its method does: after the parameters that it has of its own.
func withPerson(text string) string {
	if strings.Contains(text, "?2") {
		return personSQL(text, "?3")
	}
	return personSQL(text, "?2")
}

func lines(t *testing.T, db *statements, query string) []string {
	t.Helper()
	found, err := db.QueryContext(t.Context(), query)
	all, err := collect(found, err, "list", func(r interface{ Scan(...any) error }) (line string, err error) {
		return line, r.Scan(&line)
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Every text of this package is one that both databases understand, in the words of each.
func TestEveryTextIsUnderstoodByBoth(t *testing.T) {
	sqlite, _ := open(t)
	pg, _ := postgres(t)
	texts := textsOf(t, ".")
	if len(texts) < 100 {
		t.Fatalf("only %d texts were found", len(texts))
	}
	for text, where := range texts {
		text = withPerson(text)
		if strings.Contains(where, "sqlite.go") || strings.Contains(where, "organiser.go") && strings.HasPrefix(text, "VACUUM") {
			continue // SQLite's own housekeeping
		}
		ours := []*Store{sqlite, pg}
		if slices.ContainsFunc([]string{"postgres.go", "keyed.go", "leader.go", "copies.go"}, func(own string) bool { return strings.HasPrefix(where, own) }) {
			ours = ours[1:]
		}
		for _, s := range ours {
			stmt, err := s.write.PrepareContext(t.Context(), s.d.text(text))
			if err != nil {
				t.Errorf("%s: %T: %v\n%s", where, s.d, err, text)
				continue
			}
			stmt.Close()
			if s == pg {
				checkParameters(t, pg, where, text)
			}
		}
	}
}

// checkParameters asks what PostgreSQL takes the parameters of a text for: a flag is a number here, and the milliseconds of a
// time do not fit into what it makes of a small number. Either would only fail when it is run.
func checkParameters(t *testing.T, pg *Store, where, text string) {
	t.Helper()
	conn, err := pg.write.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	err = conn.Raw(func(driver any) error {
		described, err := driver.(*stdlib.Conn).Conn().Prepare(t.Context(), "", pg.d.text(text))
		if err != nil {
			return err
		}
		for i, kind := range described.ParamOIDs {
			small := kind == pgtype.Int4OID && !strings.Contains(text, " = 1") && !strings.Contains(text, " = 0") // compared with a flag
			if kind == pgtype.BoolOID || small {
				t.Errorf("%s: parameter %d is of the kind %d\n%s", where, i+1, kind, text)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// composed are the parts of texts that are made of the lists of columns.
var composed = map[string]string{
	"bookingNames": bookingNames, "bookingMarks": bookingMarks, "bookingChanges": bookingChanges, "bookingErased": bookingErased,
	"accountNames": accountNames, "accountPlaces": accountPlaces, "accountMarks": accountMarks, "profileChanges": profileChanges,
}

// textsOf finds the SQL in the sources of a folder: every text that begins with a verb of it. One that cannot be known here is
// a failure: it would be tried on neither database.
func textsOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := token.NewFileSet()
	names, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var parsed []*ast.File
	constants := map[string]ast.Expr{}
	for _, name := range names {
		if !strings.HasSuffix(name.Name(), ".go") || strings.HasSuffix(name.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == len(spec.Names) {
				for i, name := range spec.Names {
					constants[name.Name] = spec.Values[i]
				}
			}
			return true
		})
	}
	texts := map[string]string{}
	for _, file := range parsed {
		ast.Inspect(file, func(n ast.Node) bool {
			expr, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			text, ok := constantText(expr, constants)
			if sum, is := expr.(*ast.BinaryExpr); is && !ok && beginsWithVerb(text) {
				t.Errorf("%s: part of this text is unknown; name it in \"composed\"", files.Position(sum.Pos()))
				return false
			}
			if !ok {
				return true
			}
			if beginsWithVerb(text) {
				texts[text] = files.Position(n.Pos()).String()
			}
			return false // its parts are no texts of their own
		})
	}
	return texts
}

// beginsWithVerb reports whether a text is SQL; a verb alone is none.
func beginsWithVerb(text string) bool {
	text = strings.TrimSpace(text)
	return slices.ContainsFunc([]string{"SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "}, func(verb string) bool { return strings.HasPrefix(text, verb) })
}

// constantText is the value of a text that is put together of literals, constants and what is composed of columns. When it
// is not known, what stands before the unknown part is returned.
func constantText(e ast.Expr, constants map[string]ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.ParenExpr:
		return constantText(e.X, constants)
	case *ast.Ident:
		if text, known := composed[e.Name]; known {
			return text, true
		}
		value := constants[e.Name]
		if value == nil {
			return "", false
		}
		return constantText(value, constants)
	case *ast.BinaryExpr:
		a, okA := constantText(e.X, constants)
		if !okA {
			return a, false
		}
		b, okB := constantText(e.Y, constants)
		return a + b, okB
	}
	return "", false
}

func TestPlaceholders(t *testing.T) {
	for query, want := range map[string]string{
		`SELECT 1`:                                 `SELECT 1`,
		`a = ? AND b = ?`:                          `a = $1 AND b = $2`,
		`a = ?2 AND b = ?1 AND c > ?2`:             `a = $2 AND b = $1 AND c > $2`,
		`VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`: `VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		`LIMIT ?`:                                  `LIMIT $1`,
	} {
		if got := new(postgresDialect).text(query); got != want {
			t.Errorf("%s became %s, want %s", query, got, want)
		}
	}
}

// A setting that reaches one connection of a pool only is the classic fault, so each is asked.
func TestSettingsOfEveryPostgresConnection(t *testing.T) {
	s, _ := postgres(t)
	for _, p := range []struct {
		db       *sql.DB
		readOnly string
	}{{s.write, "off"}, {s.read.DB, "on"}} {
		want := maps.Clone(sessionSettings)
		want["default_transaction_read_only"], want["synchronous_commit"] = p.readOnly, "on"
		var conns []*sql.Conn // held together, so that the pool must open each anew
		for range p.db.Stats().MaxOpenConnections {
			conn, err := p.db.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			conns = append(conns, conn)
			for name, value := range want {
				var got string
				err := conn.QueryRowContext(t.Context(), `SELECT current_setting($1)`, name).Scan(&got)
				onlyTCP := strings.HasPrefix(name, "tcp_") // a socket has none of these
				if err != nil || got != value && !onlyTCP {
					t.Errorf("%s is %q, want %q (%v)", name, got, value, err)
				}
			}
		}
		for _, conn := range conns {
			conn.Close()
		}
	}
	if _, err := s.read.ExecContext(t.Context(), `DELETE FROM bookings`); err == nil {
		t.Error("the pool for reading can write")
	}
}

// Several copies that start at once on an empty database make its tables once.
func TestSeveralStartAtOnce(t *testing.T) {
	address := pgtest.Empty(t)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if err := fillPostgres(address); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Write(t.Context(), func(tx *Tx) error { return tx.InsertAsset(t.Context(), testAsset("a")) }); err != nil {
		t.Error(err)
	}
	if _, err := s.write.Exec(`UPDATE schema_version SET n = 9999`); err != nil {
		t.Fatal(err)
	}
	if err := fillPostgres(address); err == nil || !strings.Contains(err.Error(), "newer program") {
		t.Errorf("a database of a newer program was opened: %v", err)
	}
}

// A database that goes away is refused in a sentence, and works again without a restart.
func TestAConnectionThatBreaks(t *testing.T) {
	s, _ := postgres(t)
	broken := 0
	for range 20 {
		err := s.Write(t.Context(), func(tx *Tx) error {
			if err := tx.InsertAsset(t.Context(), testAsset(domain.NewAssetID())); err != nil {
				return err
			}
			var me int
			if err := tx.QueryRowContext(t.Context(), `SELECT pg_backend_pid()`).Scan(&me); err != nil {
				return err
			}
			if _, err := s.read.ExecContext(t.Context(), fmt.Sprintf(`SELECT pg_terminate_backend(%d, 1000)`, me)); err != nil {
				return err
			}
			return tx.InsertAsset(t.Context(), testAsset(domain.NewAssetID()))
		})
		if !domain.IsCode(err, domain.CodeUnavailable) {
			t.Fatalf("got %v", err)
		}
		broken++
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	if stale, err := s.StaleAssets(t.Context(), testAsset("").CreatedAt.AddDate(1, 0, 0), 10); err != nil || len(stale) != 0 {
		t.Errorf("%d half-written of %d, %v", len(stale), broken, err)
	}
}

// What others are in the way of is tried again, and begins anew.
func TestTriedAgain(t *testing.T) {
	s, _ := postgres(t)
	tries := 0
	err := s.Write(t.Context(), func(tx *Tx) error {
		if tries++; tries < 3 {
			_, err := tx.ExecContext(t.Context(), `DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`)
			return err
		}
		return tx.InsertAsset(t.Context(), testAsset("a"))
	})
	if live, liveErr := s.HasLiveAsset(t.Context(), "a"); err != nil || tries != 3 || !live {
		t.Errorf("%d tries, live %v: %v, %v", tries, live, err, liveErr)
	}
}

func TestAddresses(t *testing.T) {
	const secret = "s3cr3t"
	for address, want := range map[string]string{
		"postgres://u:" + secret + "@127.0.0.1:5432/db":                     "",
		"postgresql://u:" + secret + "@localhost/db":                        "",
		"postgres://u@/db?host=/run/postgresql":                             "",
		"postgres://u:" + secret + "@db.example.org/db?sslmode=verify-full": "",
		"postgres://u:" + secret + "@db.example.org/db":                     "sslmode=verify-full",
		"postgres://u:" + secret + "@db.example.org/db?sslmode=require":     "sslmode=verify-full",
		"postgres://u:" + secret + "@127.0.0.1,db.example.org/db":           "sslmode=verify-full",
		"postgres://u:" + secret + "@db.example.org/?sslmode=verify-full":   "names no database",
		"postgres://u:" + secret + "#x@127.0.0.1/db":                        "cannot be read",
		"postgres://u:" + secret + "@127.0.0.1:port/db":                     "cannot be read",
		"postgres://u:" + secret + "@127.0.0.1/db?sslmode=yes":              "cannot be read",
		"mysql://u:" + secret + "@127.0.0.1/db":                             "postgres://user",
		"data/transom.db":                                                   "postgres://user",
	} {
		err := CheckAddress(address)
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", address, err, want)
		case err != nil && strings.Contains(err.Error(), secret):
			t.Errorf("the password is told: %v", err)
		}
	}
}

// What is wrong with a database is said when the program starts, with what to do and without the password.
func TestStartingWithoutADatabase(t *testing.T) {
	address := pgtest.Empty(t)
	for changed, want := range map[string]string{
		strings.Replace(address, "/test_", "/no_such_", 1):          "create it",
		strings.Replace(address, "transom-pg-", "transom-none-", 1): "is it running",
		strings.Replace(address, "transom@", "stranger:s3cr3t@", 1): "refuses the user",
		"postgres://u:s3cr3t@127.0.0.1:9/db":                        "is it running",
	} {
		err := fillPostgres(changed)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("%s: %v, want %q", changed, err, want)
		}
	}
}

// Of three copies one leads; when it loses its connection another one does, and its workers are told to stop.
func TestOneCopyLeads(t *testing.T) {
	first, address := postgres(t)
	copies := []*Store{first}
	for range 2 {
		s, err := Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		copies = append(copies, s)
	}
	ctx, stop := context.WithCancel(t.Context())
	began, ended := make(chan int, 10), make(chan int, 10)
	var all sync.WaitGroup
	for i, s := range copies {
		all.Go(func() {
			err := s.Lead(ctx, func(ctx context.Context) error {
				began <- i
				<-ctx.Done()
				ended <- i
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	for range 3 {
		leader := <-began
		_, err := copies[leader].write.Exec(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 3 AND granted`)
		if err != nil {
			t.Fatal(err)
		}
		if was := <-ended; was != leader {
			t.Errorf("%d was told to stop instead of %d", was, leader)
		}
	}
	last := <-began
	select {
	case other := <-began:
		t.Errorf("%d leads beside %d", other, last)
	case <-time.After(3 * leaderPause): // several tries of the others
	}
	stop()
	all.Wait()
}

// A code that was made by one copy is as old for another; keys that differ stop the start.
func TestCopiesAgree(t *testing.T) {
	a, address := postgres(t)
	b, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	made := a.Uptime().Now()
	if age, known := b.Uptime().Now().AgeOf(made); !known || age < 0 {
		t.Errorf("age %v, known %v", age, known)
	}
	if err := a.SameKeys(t.Context(), map[string]string{"signin.pepper": "one", "ticket.key": "two"}); err != nil {
		t.Fatal(err)
	}
	if err := b.SameKeys(t.Context(), map[string]string{"signin.pepper": "one", "ticket.key": "two"}); err != nil {
		t.Error(err)
	}
	if err := b.SameKeys(t.Context(), map[string]string{"signin.pepper": "other", "ticket.key": "two"}); err == nil || !strings.Contains(err.Error(), "signin.pepper") {
		t.Errorf("another pepper: %v", err)
	}
}
