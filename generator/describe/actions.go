package describe

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

const actionsFile = "api/desk/actions.go"

// actionTypes reads each action's name and the type of its request from action[wire.REQUEST]("NAME", …).
func actionTypes(root string) ([]byte, error) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, actionsFile), nil, 0)
	if err != nil {
		return nil, fmt.Errorf("read the desk's actions: %w", err)
	}
	var lines strings.Builder
	ast.Inspect(file, func(node ast.Node) bool {
		call, isCall := node.(*ast.CallExpr)
		if !isCall || len(call.Args) == 0 {
			return true
		}
		of, isIndex := call.Fun.(*ast.IndexExpr)
		name, isText := call.Args[0].(*ast.BasicLit)
		if !isIndex || !isText {
			return true
		}
		request, isSelector := of.Index.(*ast.SelectorExpr)
		if entry, is := of.X.(*ast.Ident); !is || entry.Name != "action" || !isSelector {
			return true
		}
		text, _ := strconv.Unquote(name.Value)
		if strings.Contains(text, "-") {
			text = "'" + text + "'"
		}
		fmt.Fprintf(&lines, "  %s: %s;\n", text, request.Sel.Name)
		return true
	})
	if lines.Len() == 0 {
		return nil, errors.New("no desk action was found in " + actionsFile)
	}
	return []byte("\n/** The actions of staff on a registration, with the request of each (" + actionsFile +
		"). */\n" +
		"export interface ActionRequests {\n" + lines.String() + "}\n\nexport type ActionName = keyof ActionRequests;\n"), nil
}
