package describe

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// enumeration is a set of words that API and site share. It becomes a TypeScript union, so that a table of texts
// (`Record<StaffRole, string>`) must have all words. A field in package wire names its enumeration in the tag `ts`.
type enumeration struct {
	name, about string
	dir         string // the folder with the constants
	of          string // the constants' type, or the prefix of untyped constants
}

var enumerations = []enumeration{
	{"BookingState", "is the state of a booking that people see.", "api/booking", "BookingState"},
	{"DocumentKind", "is the kind of a document about a payment.", "api/booking", "DocumentKind"},
	{"StaffRole", "is a role of staff at the desk.", "api/domain", "Role"},
	{"Permission", "is something that a role may do at the desk.", "api/staff", "Permission"},
	{"ScanVerdict", "is the result of a scan at the gate.", "api/domain", "Scan"},
	{"NumberMark", "says what is known about a membership number.", "api/identity", "Number"},
	{"GateRefusal", "is the reason why somebody is not admitted.", "api/gate", "Reason"},
}

func unions(root string) ([]byte, error) {
	var b strings.Builder
	for _, e := range enumerations {
		words, err := e.words(filepath.Join(root, e.dir))
		if err != nil {
			return nil, err
		}
		if len(words) == 0 {
			return nil, fmt.Errorf("%s has no constants of %s: describe/enumerations.go names another place", e.dir, e.of)
		}
		fmt.Fprintf(&b, "\n/** %s %s */\nexport type %s =\n  | '%s';\n", e.name, e.about, e.name,
			strings.Join(words, "'\n  | '"))
	}
	return []byte(b.String()), nil
}

func (e enumeration) words(dir string) (words []string, err error) {
	err = declarations(dir, func(general *ast.GenDecl) {
		if general.Tok != token.CONST {
			return
		}
		for _, spec := range general.Specs {
			value := spec.(*ast.ValueSpec)
			kind, isTyped := value.Type.(*ast.Ident)
			if isTyped && kind.Name != e.of || value.Type == nil && !strings.HasPrefix(value.Names[0].Name, e.of) ||
				len(value.Values) == 0 {
				continue
			}
			if literal, ok := value.Values[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
				word, _ := strconv.Unquote(literal.Value)
				words = append(words, word)
			}
		}
	})
	return words, err
}

// enumerated returns the TypeScript type for a field that has the tag `ts`.
func enumerated(kind, name string) (string, error) {
	for _, e := range enumerations {
		if e.name == name {
			return strings.Replace(kind, "string", name, 1), nil
		}
	}
	return "", fmt.Errorf("there is no enumeration %s", name)
}
