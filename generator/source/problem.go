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
}

func (p Problem) String() string { return p.Position.String() + ": " + p.Message }

// Problems collects the mistakes of all files. It is safe for use by several goroutines.
type Problems struct {
	mu   sync.Mutex
	list []Problem
}

// Add notes a mistake at a place.
func (p *Problems) Add(at Position, format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, Problem{at, strings.TrimSpace(fmt.Sprintf(format, args...))})
}

// Count is the number of mistakes found so far.
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
	return slices.Compact(list)
}
