package source

import (
	"bytes"
	"io"
	"strings"

	"gopkg.in/yaml.v3"
)

const (
	// maxRepairs and maxWork (bytes parsed) bound what is done for a file that is not YAML; past them it is something else
	// altogether.
	maxRepairs = 40
	maxWork    = 32 << 20
	// followed is how many lines a quote or bracket that stays open may plausibly have.
	followed = 8
)

// parseYAML parses one document. When the text is not YAML it tells the mistake, mends the line in memory and goes on,
// so that one wrong line does not hide the others. The second result is false when lines had to be left out: then what
// seems to be missing may only be unread.
func parseYAML(raw []byte, name string, firstLine int, problems *Problems) (*yaml.Node, bool) {
	lines := strings.Split(string(raw), "\n")
	mendTabs(lines, name, firstLine, problems)
	whole := mendShapes(lines, name, firstLine, problems)
	work := 0
	for repairs := 0; repairs < maxRepairs && work < maxWork; repairs++ {
		node, err := decodeOne([]byte(strings.Join(lines, "\n")), name, firstLine, problems)
		if err == nil {
			return node, whole
		}
		f := diagnose(lines, err.Error(), &work)
		problems.Add(Position{name, firstLine + f.line - 1, f.column}, "%s", f.message)
		if f.line < 1 || f.line > len(lines) || lines[f.line-1] == f.mended {
			return nil, false
		}
		f.mend(lines)
		whole = whole && f.mended != "" && !f.lost
	}
	return nil, false
}

func decodeOne(text []byte, name string, firstLine int, problems *Problems) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
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

// failsAt is the first line with which the text stops being YAML: the lines before it parse. (The parser itself names the
// line where the surrounding block began.) The search halves; where a quote or bracket is open the lines before do not
// parse either, so what it finds is followed a little further.
func failsAt(lines []string, work *int) int {
	parses := func(n int) bool {
		text := strings.Join(lines[:n], "\n")
		*work += len(text)
		var ignored yaml.Node
		return yaml.Unmarshal([]byte(text), &ignored) == nil
	}
	good := 0
	for bad := len(lines); ; bad = len(lines) {
		for bad-good > 1 {
			if middle := (good + bad) / 2; parses(middle) {
				good = middle
			} else {
				bad = middle
			}
		}
		further := good
		for n := good + 2; n < min(good+2+followed, len(lines)); n++ {
			if parses(n) {
				further = n
			}
		}
		if further == good {
			return good + 1
		}
		good = further
	}
}
