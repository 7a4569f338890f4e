package source

import (
	"io"
	"strings"

	"gopkg.in/yaml.v3"
)

// maxRepairs bounds the mistakes told in one file that is not YAML; past it the file is something else altogether.
const maxRepairs = 40

// parseYAML parses one document. When the text is not YAML it tells the mistake, mends the line in memory and goes on,
// so that one wrong line does not hide the others. The second result is false when lines had to be left out: then what
// seems to be missing may only be unread.
func parseYAML(raw []byte, name string, firstLine int, problems *Problems) (*yaml.Node, bool) {
	lines := strings.Split(string(raw), "\n")
	mendTabs(lines, name, firstLine, problems)
	whole := mendShapes(lines, name, firstLine, problems)
	for range maxRepairs {
		node, err := decodeOne(strings.Join(lines, "\n"), name, firstLine, problems)
		if err == nil {
			return node, whole
		}
		f := diagnose(lines, err.Error())
		problems.Add(Position{name, firstLine + f.line - 1, f.column}, "%s", f.message)
		if f.line < 1 || f.line > len(lines) || lines[f.line-1] == f.mended {
			return nil, false
		}
		f.mend(lines)
		whole = whole && f.mended != ""
	}
	return nil, false
}

func decodeOne(text, name string, firstLine int, problems *Problems) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var document yaml.Node
	if err := decoder.Decode(&document); err != nil {
		if err == io.EOF {
			return nil, nil
		}
		return nil, err
	}
	var second yaml.Node
	if err := decoder.Decode(&second); err == nil {
		problems.Add(Position{name, firstLine + second.Line - 1, 1}, "a second document begins after \"---\"; a file holds one only. Delete the line \"---\"")
	} else if err != io.EOF {
		return nil, err
	}
	if len(document.Content) == 0 {
		return nil, nil
	}
	return document.Content[0], nil
}

// failsAt is the first line with which the text stops being YAML: all lines before it parse. (The parser itself names
// the line where the surrounding block began.)
func failsAt(lines []string) int {
	for n := len(lines) - 1; n > 0; n-- {
		var ignored yaml.Node
		if yaml.Unmarshal([]byte(strings.Join(lines[:n], "\n")), &ignored) == nil {
			return n + 1
		}
	}
	return 1
}
