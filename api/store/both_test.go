package store

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"

	"transom/api/apitest/pgtest"
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
	s.SealActs([]byte("a key"))
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

// withPerson fills in whose rows a text is about, as its method does: after the parameters that it has of its own.
func withPerson(text string) string {
	if strings.Contains(text, "?2") {
		return personSQL(text, "?3")
	}
	return personSQL(text, "?2")
}

func lines(t *testing.T, db *pool, query string) []string {
	t.Helper()
	found, err := db.QueryContext(t.Context(), query)
	all, err := collect(found, err, "list", scanOne[string])
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
		if strings.Contains(where, "sqlite.go") || strings.Contains(where, "organiser.go") &&
			strings.HasPrefix(text, "VACUUM") {
			continue // SQLite's own housekeeping
		}
		ours := []*Store{sqlite, pg}
		if slices.ContainsFunc([]string{"postgres.go", "leader.go", "copies.go", "server.go", "dump.go", "pooler.go"},
			func(own string) bool { return strings.HasPrefix(where, own) }) {
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

// checkParameters asks what PostgreSQL takes the parameters of a text for: a flag is a number here, and the
// milliseconds of a time do not fit into what it makes of a small number. Either would only fail when it is run.
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
			// compared with a flag
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

// composed are the parts of texts that are made of the lists of columns.
var composed = map[string]string{
	"bookingNames": bookingNames, "bookingMarks": bookingMarks, "bookingChanges": bookingChanges,
	"bookingErased": bookingErased,
	"accountNames":  accountNames, "accountPlaces": accountPlaces, "accountMarks": accountMarks,
	"profileChanges": profileChanges,
	"codeAs":         "code",
}

// textsOf finds the SQL in the sources of a folder: every text that begins with a verb of it. One that cannot be known
// here is a failure: it would be tried on neither database.
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
		// whose texts are made of the schema; move_test.go runs them
		if !strings.HasSuffix(name.Name(), ".go") || strings.HasSuffix(name.Name(), "_test.go") || name.Name() == "move.go" {
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
	return slices.ContainsFunc([]string{"SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "},
		func(verb string) bool { return strings.HasPrefix(text, verb) })
}

// constantText is the value of a text that is put together of literals, constants and what is composed of columns. When
// it is not known, what stands before the unknown part is returned.
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
