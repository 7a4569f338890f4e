package app

import (
	"go/ast"
	"go/token"
	"testing"
)

// In `return id, row.Scan(&id)` Go promises no order between reading id and the call that fills it. Nobody sees it
// until a compiler changes its mind.
func TestNoReturnReadsWhatItsCallFills(t *testing.T) {
	eachNode(t, func(at token.Position, n ast.Node) {
		back, is := n.(*ast.ReturnStmt)
		for i := 0; is && i < len(back.Results); i++ {
			if name := nameOf(back.Results[i]); name != "" && fills(back.Results, name) {
				t.Errorf("%s: %s is read and filled by one return; write err = …, and return it", at, name)
			}
		}
	}, "..", "../../generator", "../../bench")
}

// fills tells whether an expression takes the address of a variable, or has a function that writes it.
func fills(all []ast.Expr, name string) (found bool) {
	for _, one := range all {
		ast.Inspect(one, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.UnaryExpr:
				found = found || n.Op == token.AND && nameOf(n.X) == name
			case *ast.AssignStmt:
				for _, left := range n.Lhs {
					found = found || n.Tok != token.DEFINE && nameOf(left) == name
				}
			}
			return true
		})
	}
	return found
}

// nameOf is the variable that an expression is, or is a part of.
func nameOf(e ast.Expr) string {
	for {
		switch at := e.(type) {
		case *ast.Ident:
			return at.Name
		case *ast.SelectorExpr:
			e = at.X
		case *ast.IndexExpr:
			e = at.X
		default:
			return ""
		}
	}
}
