package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Position is a place in a file of content/. Lines and columns count from 1; line 0 means the file as a whole.
type Position struct {
	File   string
	Line   int
	Column int
}

func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Problem is one mistake in the content, told in a sentence that an editor can act on.
type Problem struct {
	Position
	Message string
	// Warning reports what may be right all the same: nothing is refused for it.
	Warning bool
	// Fix is how the line should be, where the reader knows.
	Fix *Fix
}

// Fix is what would put a mistake right: a line as it should be, a file's other name, or the text saved anew.
type Fix struct {
	Line   int    `json:"line,omitempty"`
	Was    string `json:"was,omitempty"`
	Now    string `json:"now,omitempty"`
	Rename string `json:"rename,omitempty"`
	// Save says what saving the whole text as UTF-8 with LF would change.
	Save string `json:"save,omitempty"`
	// Certain fixes may be made without asking.
	Certain bool `json:"certain"`
}

func (p Problem) String() string {
	if p.Warning {
		return p.Position.String() + ": warning: " + p.Message
	}
	return p.Position.String() + ": " + p.Message
}

// Problems collects the mistakes of all files. It is safe for use by several goroutines.
type Problems struct {
	mu   sync.Mutex
	list []Problem
}

// Add notes a mistake at a place.
func (p *Problems) Add(at Position, format string, args ...any) {
	p.add(Problem{Position: at, Message: fmt.Sprintf(format, args...)})
}

// AddFixed notes a mistake that is known how to be put right; fix may be nil.
func (p *Problems) AddFixed(at Position, fix *Fix, format string, args ...any) {
	p.add(Problem{Position: at, Message: fmt.Sprintf(format, args...), Fix: fix})
}

// Warn notes what is probably a mistake.
func (p *Problems) Warn(at Position, format string, args ...any) {
	p.add(Problem{Position: at, Message: fmt.Sprintf(format, args...), Warning: true})
}

func (p *Problems) add(list ...Problem) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, problem := range list {
		problem.Message = strings.TrimSpace(problem.Message)
		p.list = append(p.list, problem)
	}
}

// Count is the number of mistakes and warnings found so far.
func (p *Problems) Count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.list)
}

// Sorted returns the mistakes by file, line and column, each once.
func (p *Problems) Sorted() []Problem {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := slices.Clone(p.list)
	slices.SortFunc(list, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column), cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(list, func(a, b Problem) bool { return a.Position == b.Position && a.Message == b.Message })
}
