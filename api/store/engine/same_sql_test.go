package engine_test

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"

	"transom/api/apitest/check"
	"transom/api/apitest/pgtest"
	"transom/api/store"
	"transom/api/store/bookings"
	"transom/api/store/engine"
	"transom/api/store/people"
	"transom/api/store/signin"
)

func fillPostgres(address string) error {
	s, err := store.Open(context.Background(), address)
	if err != nil {
		return err
	}
	return s.Close()
}

func postgres(t *testing.T) (*store.Store, string) {
	t.Helper()
	address := pgtest.Database(t, fillPostgres)
	s, err := store.Open(t.Context(), address)
	must(t, err)
	t.Cleanup(func() { s.Close() })
	s.SetAuditKey([]byte("a key"))
	return s, address
}

func TestBothSchemasAreTheSame(t *testing.T) {
	sqlite, _ := open(t)
	pg, _ := postgres(t)
	compare := func(what, inSQLite, inPostgres string) {
		t.Helper()
		a, b := lines(t, sqlite, inSQLite), lines(t, pg, inPostgres)
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
		SELECT m.name || '.' || c.name || ' ' || c.type || CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN ' NOT NULL'
			ELSE '' END ||
		       CASE WHEN c.pk > 0 THEN ' KEY' ELSE '' END
		FROM sqlite_master m
		JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table'`, `
		SELECT c.table_name || '.' || c.column_name || ' ' ||
		       CASE c.data_type WHEN 'bigint' THEN 'INTEGER' WHEN 'bytea' THEN 'BLOB' ELSE upper(c.data_type) END ||
		       CASE c.is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END ||
		       CASE WHEN EXISTS (SELECT 1 FROM information_schema.key_column_usage k
		                         JOIN information_schema.table_constraints USING (constraint_name, table_name)
		                         WHERE constraint_type = 'PRIMARY KEY' AND k.table_name = c.table_name
		                         	AND k.column_name = c.column_name)
		            THEN ' KEY' ELSE '' END
		FROM information_schema.columns c
		WHERE c.table_schema = 'public' AND c.column_name <> 'rowid' AND c.table_name <> 'schema_version'`)
	compare("index", `
		SELECT tbl_name || ' ' || name || CASE WHEN sql LIKE 'CREATE UNIQUE%' THEN ' UNIQUE' ELSE '' END || CASE
			WHEN sql LIKE '%WHERE%' THEN ' partial' ELSE '' END
		FROM sqlite_master
		WHERE type = 'index' AND sql IS NOT NULL`, `
		SELECT tablename || ' ' || indexname || CASE WHEN indexdef LIKE 'CREATE UNIQUE%' THEN ' UNIQUE' ELSE '' END || CASE
			WHEN indexdef LIKE '%WHERE%' THEN ' partial' ELSE '' END
		FROM pg_indexes
		WHERE schemaname = 'public' AND indexname NOT LIKE '%\_key' AND indexname NOT LIKE '%\_pkey'`)
}

// withPerson inserts the conditions for a person's rows, as the store does.
func withPerson(text string) string {
	if strings.Contains(text, "?2") {
		return people.PersonSQL(text, "?3")
	}
	return people.PersonSQL(text, "?2")
}

func lines(t *testing.T, db engine.Reader, query string) []string {
	t.Helper()
	all, err := engine.Values[string](t.Context(), db, "list", query)
	must(t, err)
	return all
}

func TestEveryTextIsUnderstoodByBoth(t *testing.T) {
	sqlite, _ := open(t)
	pg, _ := postgres(t)
	texts := readSQL(t).texts(t)
	if len(texts) < 100 {
		t.Fatalf("only %d texts were found", len(texts))
	}
	for text, where := range texts {
		text = withPerson(text)
		if strings.Contains(where, "sqlite.go") {
			continue // SQLite's internal statements
		}
		ours := []*store.Store{sqlite, pg}
		if slices.ContainsFunc([]string{"postgres.go", "leader.go", "instances.go", "server.go", "dump.go"},
			func(own string) bool { return strings.Contains(where, "engine/"+own) }) {
			ours = ours[1:]
		}
		for _, s := range ours {
			stmt, err := s.WritePool().PrepareContext(t.Context(), s.Text(text))
			if err != nil {
				t.Errorf("%s: %v\n%s", where, err, text)
				continue
			}
			stmt.Close()
			if s == pg {
				checkParameters(t, pg, where, text)
			}
		}
	}
}

// checkParameters checks the types that PostgreSQL infers for the parameters of a query: flags must be numbers, and
// times in milliseconds need 64 bits. A wrong type would fail only when the query runs.
func checkParameters(t *testing.T, pg *store.Store, where, text string) {
	t.Helper()
	conn, err := pg.WritePool().Conn(t.Context())
	must(t, err)
	defer conn.Close()
	err = conn.Raw(func(driver any) error {
		described, err := driver.(*stdlib.Conn).Conn().Prepare(t.Context(), "", pg.Text(text))
		if err != nil {
			return err
		}
		for i, kind := range described.ParamOIDs {
			// 32 bits are enough only for a parameter that is compared with a flag
			small := kind == pgtype.Int4OID && !strings.Contains(text, " = 1") && !strings.Contains(text, " = 0")
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

// `composed` lists the parts of queries that are made from lists of columns.
var composed = map[string]string{
	"bookings.Columns": bookings.Columns, "bookings.Marks": bookings.Marks, "bookings.Changes": bookings.Changes,
	"people.BookingErased": people.BookingErased, "people.table": "bookings",
	"signin.ProfileChanges": signin.ProfileChanges,
	"signin.AccountNames":   signin.AccountNames, "signin.AccountPlaces": signin.AccountPlaces,
	"signin.AccountMarks": signin.AccountMarks, "signin.profile": ", " + signin.AccountNames, "migrations.codeAs": "code",
	"tables.codes": "staff_codes", "tables.tries": "staff_code_tries", "tables.devices": "staff_devices",
	"tables.live": "used_at IS NULL", "signin.ChallengeNames": signin.ChallengeNames,
	"signin.ChallengeMarks": signin.ChallengeMarks,
}

type sqlOf struct {
	files     *token.FileSet
	parsed    []*ast.File
	constants map[string]ast.Expr // by package and name
}

func readSQL(t *testing.T) sqlOf {
	t.Helper()
	sql := sqlOf{token.NewFileSet(), nil, map[string]ast.Expr{}}
	names, err := filepath.Glob("../*/*.go")
	more, moreErr := filepath.Glob("../*.go")
	if err != nil || moreErr != nil {
		t.Fatal(err, moreErr)
	}
	for _, name := range append(names, more...) {
		// move.go builds its queries from the schema, and move_test.go runs them
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "engine/move.go") {
			continue
		}
		file, err := parser.ParseFile(sql.files, name, nil, 0)
		must(t, err)
		sql.parsed = append(sql.parsed, file)
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == len(spec.Names) {
				for i, name := range spec.Names {
					sql.constants[file.Name.Name+"."+name.Name] = spec.Values[i]
				}
			}
			return true
		})
	}
	return sql
}

// `texts` finds every string that begins with an SQL verb. A string that cannot be evaluated here fails the test,
// because it could be checked with neither database.
func (sql sqlOf) texts(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, file := range sql.parsed {
		ast.Inspect(file, func(n ast.Node) bool {
			expr, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			text, ok := sql.text(file.Name.Name, expr)
			if sum, is := expr.(*ast.BinaryExpr); is && !ok && beginsWithVerb(text) {
				t.Errorf("%s: part of this text is unknown; name it in \"composed\"", sql.files.Position(sum.Pos()))
				return false
			}
			if !ok {
				return true
			}
			if beginsWithVerb(text) {
				texts[text] = sql.files.Position(n.Pos()).String()
			}
			return false // the string's parts are not separate queries
		})
	}
	return texts
}

func beginsWithVerb(text string) bool {
	text = strings.TrimSpace(text)
	return slices.ContainsFunc([]string{"SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "},
		func(verb string) bool { return strings.HasPrefix(text, verb) })
}

// `text` evaluates a string made of literals, constants and composed lists of columns, up to the first unknown part.
func (sql sqlOf) text(pkg string, e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.ParenExpr:
		return sql.text(pkg, e.X)
	case *ast.SelectorExpr:
		from := e.X
		if one, is := from.(*ast.IndexExpr); is { // tables[of].codes
			from = one.X
		}
		name, ok := from.(*ast.Ident)
		if !ok {
			return "", false
		}
		return sql.text(name.Name, e.Sel)
	case *ast.Ident:
		if text, known := composed[pkg+"."+e.Name]; known {
			return text, true
		}
		value := sql.constants[pkg+"."+e.Name]
		if value == nil {
			return "", false
		}
		return sql.text(pkg, value)
	case *ast.BinaryExpr:
		a, okA := sql.text(pkg, e.X)
		if !okA {
			return a, false
		}
		b, okB := sql.text(pkg, e.Y)
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
		check.Equal(t, engine.PostgresText(query), want, "%s", query)
	}
}
