package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Position is a place in a content file. Lines and columns are counted from 1; line 0 means the whole file.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Compare orders positions by file, line and column.
func (p Position) Compare(o Position) int {
	return cmp.Or(cmp.Compare(p.File, o.File), cmp.Compare(p.Line, o.Line), cmp.Compare(p.Column, o.Column))
}

// Problem is one mistake in the content, with a message that an editor can act on.
type Problem struct {
	Position
	Message string `json:"message"`
	// Warning is true if this may be intended; a warning does not stop the build.
	Warning bool `json:"-"`
	Fix     *Fix `json:"fix,omitempty"`
}

// Fix is a corrected line, or a file's new name.
type Fix struct {
	Line   int    `json:"line,omitempty"`
	Was    string `json:"was,omitempty"`
	Now    string `json:"now,omitempty"`
	Rename string `json:"rename,omitempty"`
	// Certain is true for a fix that check -fix makes.
	Certain bool `json:"certain"`
}

func (p Problem) String() string {
	if p.Warning {
		return p.Position.String() + ": warning: " + p.Message
	}
	return p.Position.String() + ": " + p.Message
}

// Problems collects the mistakes in all files, and is safe for concurrent use.
type Problems struct {
	mu   sync.Mutex
	list []Problem
}

// Add stores a mistake at a position.
func (p *Problems) Add(at Position, format string, args ...any) {
	p.add(Problem{Position: at, Message: fmt.Sprintf(format, args...)})
}

// AddFixed stores a mistake with its correction, if fix is not nil.
func (p *Problems) AddFixed(at Position, fix *Fix, format string, args ...any) {
	p.add(Problem{Position: at, Message: fmt.Sprintf(format, args...), Fix: fix})
}

// Warn stores a probable mistake.
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

// Sorted returns the mistakes by file, line and column, each once.
func (p *Problems) Sorted() []Problem {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := slices.Clone(p.list)
	slices.SortFunc(list, func(a, b Problem) int {
		return cmp.Or(a.Compare(b.Position), cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(list, func(a, b Problem) bool { return a.Position == b.Position && a.Message == b.Message })
}
