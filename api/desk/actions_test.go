package desk

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"transom/api/booking"
	"transom/api/texts"
)

func TestEveryActionInTheLogHasAName(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../domain/activity.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	words, n := texts.Activities, 0
	ast.Inspect(file, func(node ast.Node) bool {
		spec, is := node.(*ast.ValueSpec)
		if !is || !strings.HasPrefix(spec.Names[0].Name, "Act") || strings.HasPrefix(spec.Names[0].Name, "Actor") {
			return true
		}
		n++
		literal := spec.Values[0].(*ast.BasicLit)
		if word, _ := strconv.Unquote(literal.Value); words[word] == "" {
			t.Errorf("%s has no name: add it to texts.Activities", spec.Names[0].Name)
		}
		return true
	})
	if n == 0 {
		t.Error("no action was found")
	}
	for _, a := range Actions() {
		if a.Log == "" {
			t.Errorf("%s has no name: add it to texts.Activities", a.Name)
		}
	}
	for _, c := range slices.Concat(BookingColumns, PersonColumns) {
		if texts.Columns[c.Key] == "" {
			t.Errorf("%s has no heading: add it to texts.Columns", c.Key)
		}
	}
}

func TestTheSiteKnowsEveryAction(t *testing.T) {
	types, err := os.ReadFile("../../site/src/types/wire.gen.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(types), "export interface ActionRequests {")
	for _, a := range Actions() {
		request := reflect.TypeOf(a.Ask().Input()).Elem().Name()
		if !strings.Contains(table, a.Name+": "+request+";") && !strings.Contains(table, "'"+a.Name+"': "+request+";") {
			t.Errorf("%s, with the request %s, is not in wire.gen.ts", a.Name, request)
		}
	}
}

func TestEveryKindOfTaskHasATitle(t *testing.T) {
	for _, kind := range booking.TaskKinds {
		if texts.Tasks[kind].Title == "" {
			t.Errorf("%s has no title in texts.Tasks", kind)
		}
	}
	for kind := range texts.Tasks {
		if !slices.Contains(booking.TaskKinds, kind) {
			t.Errorf("%s of texts.Tasks is not in booking.TaskKinds: nobody can write it", kind)
		}
	}
}

func TestStatesHaveOneName(t *testing.T) {
	pages, err := os.ReadFile("../../site/src/desk/texts.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, state := range booking.BookingStates {
		name := "'" + string(state) + "': '" + StateName(state) + "',"
		if !strings.Contains(string(pages), name) && !strings.Contains(string(pages), strings.Replace(name, "'", "", 2)) {
			t.Errorf("no %s in texts.ts", name)
		}
	}
}

// Printing a list asks for as many rows as a page may have.
func TestThePagePrintsAsManyRowsAsPossible(t *testing.T) {
	page, err := os.ReadFile("../../site/src/desk/pages/registrations.tsx")
	if want := "mostRows = '" + strconv.Itoa(maxPerPage) + "'"; err != nil || !strings.Contains(string(page), want) {
		t.Errorf("registrations.tsx does not have %q (%v)", want, err)
	}
}
