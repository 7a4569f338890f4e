package source

import "sync"

// marks are what is kept about the values of one file, by their address: where they stand and whether something was
// wrong with them. Of a file in order nearly no place is ever asked for, so they are only listed, and the index is made
// at the first question.
type marks struct {
	file string
	list []mark
	bad  map[any]bool

	mu      sync.Mutex // a page is checked while another one asks
	index   map[any]int
	indexed int
	lately  int // the place that was asked for last
}

// mark is the place of one value.
type mark struct {
	value        any
	line, column int32
}

// newMarks makes room for about so many values.
func newMarks(file string, values int) *marks {
	return &marks{file: file, list: make([]mark, 0, values), bad: map[any]bool{}}
}

// put notes where a value is; what was noted before is replaced.
func (m *marks) put(value any, line, column int) {
	m.list = append(m.list, mark{value, int32(line), int32(column)})
}

// near returns where a value is that was noted a little behind the last one, in the order in which nearly all are
// asked for.
func (m *marks) near(value any) (Position, bool) {
	const far = 200
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := m.lately; i < min(m.lately+far, len(m.list)); i++ {
		if m.list[i].value == value {
			m.lately = i
			return Position{m.file, int(m.list[i].line), int(m.list[i].column)}, true
		}
	}
	return Position{}, false
}

// at returns where a value is, given its address.
func (m *marks) at(value any) (Position, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.index == nil {
		m.index = make(map[any]int, len(m.list))
	}
	for ; m.indexed < len(m.list); m.indexed++ {
		m.index[m.list[m.indexed].value] = m.indexed
	}
	i, ok := m.index[value]
	if !ok {
		return Position{}, false
	}
	m.lately = i
	return Position{m.file, int(m.list[i].line), int(m.list[i].column)}, true
}
