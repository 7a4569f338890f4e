package source

import "sync"

// marks stores the positions of values, by address, and whether something was wrong with them. A correct file rarely
// needs positions, so the index is built on the first lookup.
type marks struct {
	file string
	dir  string // the content folder, or "" for a Markdown file
	list []mark
	bad  map[any]bool

	mu      sync.Mutex // pages are checked concurrently
	index   map[any]Position
	indexed int
}

type mark struct {
	value        any
	line, column int32
}

func newMarks(file string, values int) *marks {
	return &marks{file: file, list: make([]mark, 0, values), bad: map[any]bool{}}
}

// put stores the position of a value; a later position replaces an earlier one.
func (m *marks) put(value any, line, column int) {
	m.list = append(m.list, mark{value, int32(line), int32(column)})
}

func (m *marks) at(value any) (Position, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.index == nil {
		m.index = make(map[any]Position, len(m.list))
	}
	for _, each := range m.list[m.indexed:] {
		m.index[each.value] = Position{m.file, int(each.line), int(each.column)}
	}
	m.indexed = len(m.list)
	at, ok := m.index[value]
	return at, ok
}
