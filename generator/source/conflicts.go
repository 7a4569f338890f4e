package source

import "bytes"

// resolveConflicts tells the marks that a version control leaves where two people changed the same lines, and reads the
// first version. The lines keep their numbers.
func resolveConflicts(raw []byte, name string, problems *Problems) []byte {
	begin, middle, end := []byte("<<<<<<< "), []byte("======="), []byte(">>>>>>> ")
	if at := bytes.Index(raw, begin); at < 0 || at > 0 && !bytes.Contains(raw, append([]byte("\n"), begin...)) {
		return raw
	}
	lines := bytes.Split(raw, []byte("\n"))
	inside, second := false, false
	for i, line := range lines {
		switch {
		case bytes.HasPrefix(line, begin):
			inside, second = true, false
			problems.Add(Position{name, i + 1, 1}, "two people changed the lines from here to \">>>>>>>\" at the same time, and both versions stand here; keep the right one of the two and delete the lines \"<<<<<<<\", \"=======\" and \">>>>>>>\"")
			lines[i] = nil
		case inside && bytes.Equal(line, middle):
			second, lines[i] = true, nil
		case inside && bytes.HasPrefix(line, end):
			inside, second, lines[i] = false, false, nil
		case second:
			lines[i] = nil
		}
	}
	return bytes.Join(lines, []byte("\n"))
}
