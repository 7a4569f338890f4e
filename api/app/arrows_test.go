package app

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows lists the packages that each package may import. A package declares an interface for the database instead of
// importing the store. Packages that may import domain may also import booking, search and texts.
var arrows = map[string][]string{
	"domain":       {"generator/schema", "api/texts"},
	"search":       nil,
	"texts":        nil,
	"booking":      {"api/domain", "api/search"},
	"registration": {"api/domain", "api/invoice", "generator/schema"},
	"invoice":      {"api/domain", "generator/schema"},
	"refund":       {"api/domain", "api/invoice", "generator/schema"},
	"payment":      {"api/domain", "api/invoice", "api/refund", "generator/schema"},
	"desk": {"api/domain", "api/invoice", "api/payment", "api/refund", "api/registration", "api/staff", "api/wire",
		"generator/schema", "generator/spelling"},
	"identity": {"api/domain", "api/wire", "generator/schema"},
	"signin":   {"api/domain", "api/onetime"},
	"onetime":  {"api/domain"},
	"staff":    {"api/domain", "api/onetime"},
	"ticket":   {"api/domain", "api/keys", "generator/schema"},
	"gate":     {"api/domain", "api/wire", "generator/schema"},
	"upload":   {"api/domain", "api/blob", "api/picture", "generator/schema"},
	"mail":     {"api/domain", "generator/schema"},
	"store": {"api/domain", "api/store/audit", "api/store/bookings", "api/store/engine", "api/store/gate",
		"api/store/invoices", "api/store/mail", "api/store/migrations", "api/store/payments", "api/store/people",
		"api/store/pictures", "api/store/signin", "api/store/staff"},
	"store/engine":     {"api/domain"},
	"store/audit":      {"api/domain", "api/store/engine"},
	"store/bookings":   {"api/domain", "api/store/audit", "api/store/engine", "api/store/pictures"},
	"store/gate":       {"api/domain", "api/store/engine"},
	"store/invoices":   {"api/domain", "api/store/bookings", "api/store/engine", "api/store/payments"},
	"store/mail":       {"api/domain", "api/store/audit", "api/store/engine"},
	"store/migrations": {"api/domain", "api/store/bookings", "api/store/engine"},
	"store/payments":   {"api/domain", "api/store/bookings", "api/store/engine"},
	"store/people": {"api/domain", "api/store/bookings", "api/store/engine", "api/store/payments",
		"api/store/pictures"},
	"store/pictures": {"api/domain", "api/blob", "api/store/engine"},
	"store/signin":   {"api/domain", "api/store/bookings", "api/store/engine"},
	"store/staff":    {"api/domain", "api/store/engine", "api/store/signin"},
	"product": {"api/blob", "api/cli", "api/desk", "api/domain", "api/gate", "api/identity", "api/payment",
		"api/registration", "api/staff", "api/store", "api/ticket", "api/upload"},
	"backup": {"api/blob", "api/domain", "api/product", "api/store", "api/store/engine", "api/store/pictures",
		"api/store/engine", "api/store/pictures", "api/upload", "api/cli"},
	"doctor": {"api/backup", "api/cli", "api/domain", "api/mail", "api/payment", "api/product", "api/store",
		"api/store/engine", "api/version", "api/wire", "generator/schema"},
	"command": {
		"api/backup", "api/blob", "api/cli", "api/desk", "api/doctor", "api/domain", "api/gate", "api/keys", "api/mail",
		"api/payment", "api/product", "api/registration", "api/staff", "api/store", "api/ticket", "api/upload",
		"api/version", "api/wire", "generator/schema",
	},
	"website": {"api/domain", "api/gateway/sandbox", "api/mail", "api/payment", "generator/schema"},
	"metrics": {"api/mail", "api/payment", "api/version"},
	"server": {"api/desk", "api/domain", "api/gate", "api/metrics", "api/server/common", "api/server/desk",
		"api/server/gate", "api/server/public", "api/staff", "api/version", "api/website", "api/wire"},
	"server/common": {"api/blob", "api/desk", "api/domain", "api/gateway/sandbox", "api/metrics", "api/product",
		"api/signin", "api/ticket", "api/upload", "api/wire"},
	"server/public": {"api/blob", "api/desk", "api/domain", "api/gate", "api/picture", "api/registration",
		"api/server/common", "api/signin", "api/ticket", "api/upload", "api/wire", "generator/schema"},
	"server/desk": {"api/desk", "api/domain", "api/gate", "api/payment", "api/refund", "api/registration",
		"api/server/common", "api/server/gate", "api/staff", "api/store", "api/ticket", "api/wire"},
	"server/gate": {"api/domain", "api/gate", "api/server/common", "api/staff", "api/ticket", "api/website",
		"api/wire"},
	"gateway":          {"api/domain", "api/payment"},
	"gateway/razorpay": {"api/domain", "api/gateway", "api/payment"},
	"gateway/cashfree": {"api/domain", "api/gateway", "api/payment"},
	"gateway/sandbox":  {"api/domain", "api/gateway", "api/payment", "api/store/engine"},
	"invented": {"api/blob", "api/domain", "api/gate", "api/gateway/sandbox", "api/invoice", "api/store", "api/ticket",
		"generator/schema"},
	"cli": {"generator/spelling"},
	"config": {"api/blob", "api/domain", "api/gateway", "api/gateway/cashfree", "api/gateway/razorpay",
		"api/gateway/sandbox", "api/keys", "api/mail", "api/store", "api/store/engine", "api/store/migrations",
		"api/ticket", "generator/spelling"},
	"wire":    {"api/domain", "generator/schema"},
	"keys":    nil,
	"version": nil,
	"blob":    {"api/keys"},
	"picture": {"generator/heads"},
}

func TestNothingImportsBackwards(t *testing.T) {
	for room, allowed := range arrows {
		for _, path := range importsOf(t, room) {
			ours, is := strings.CutPrefix(path, "transom/")
			base := slices.Contains([]string{"api/booking", "api/search", "api/texts"}, ours)
			if base && slices.Contains(allowed, "api/domain") {
				continue
			}
			if is && !slices.Contains(allowed, ours) {
				t.Errorf("%s imports %s", room, path)
			}
			if path == "net/http" && slices.Contains([]string{"domain", "booking", "search", "gate", "registration",
				"signin", "staff", "ticket", "upload", "store", "desk", "refund"}, room) {
				t.Errorf("%s uses HTTP", room)
			}
		}
	}
}

func importsOf(t *testing.T, room string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", room, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no files: %v", room, err)
	}
	var paths []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		must(t, err)
		for _, one := range parsed.Imports {
			path, err := strconv.Unquote(one.Path.Value)
			must(t, err)
			paths = append(paths, path)
		}
	}
	return paths
}

func TestReadmeNamesEveryPackage(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	must(t, err)
	folders, err := os.ReadDir("..")
	must(t, err)
	for _, folder := range folders {
		if _, has := arrows[folder.Name()]; folder.IsDir() && !has &&
			!slices.Contains([]string{"app", "apitest", "testdata"}, folder.Name()) {
			t.Errorf("nothing says what %s may import: give it a line in arrows", folder.Name())
		}
		if folder.IsDir() && folder.Name() != "testdata" && !strings.Contains(string(readme), "\n| `"+folder.Name()+"/` |") {
			t.Errorf("the table in README.md does not name %s", folder.Name())
		}
	}
}
