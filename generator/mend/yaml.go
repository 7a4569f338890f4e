// Package mend explains text that is meant as YAML and is not: it finds the line that is wrong, says in an editor's words what
// is wrong with it, and reads the file as it was meant. It knows the keys of the content, but no value and no file.
package mend

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

// Fault is one thing that is wrong with a text: where it stands and a sentence for an editor.
type Fault struct {
	Line, Column int
	Message      string
	// Mended is the line as it was probably meant, where one line says it all; Certain that it can only be so.
	Mended  string
	Certain bool
}

// Text explains a text that is not in order. Where it is not YAML, or its values make no sense, it tells the mistakes,
// mends the lines in memory and goes on, so that one wrong line does not hide the others. whole is false when lines had to
// be left out: then what seems to be missing may only be unread.
func Text(raw []byte, judge Judge) (root *yaml.Node, whole bool, faults []Fault) {
	d, now, faults := causes(newDraft(string(raw)), judge)
	for _, f := range now.faults {
		if f.Line >= 1 && f.Line <= len(d.number) {
			f.Line = d.number[f.Line-1]
		}
		if strings.HasPrefix(strings.TrimSpace(f.Mended), "#") {
			f.Mended = "" // that a line is left out is no answer
		}
		faults = append(faults, f)
	}
	if now.root != nil {
		root, _, _ = Parse(now.text) // the judge may have changed the tree
		renumber(root, d.number)
	}
	return root, now.whole, faults
}

// Parse reads the first document of a text; second is the line in which another one begins, or 0. An empty text has no root.
func Parse(text []byte) (root *yaml.Node, second int, err error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document, another yaml.Node
	if err := decoder.Decode(&document); err == io.EOF {
		return nil, 0, nil
	} else if err != nil {
		return nil, 0, err
	}
	if err := decoder.Decode(&another); err == nil {
		second = another.Line
	} else if err != io.EOF {
		return nil, 0, err
	}
	if len(document.Content) > 0 {
		root = document.Content[0]
	}
	return root, second, nil
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
