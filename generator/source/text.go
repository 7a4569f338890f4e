package source

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"transom/generator/lazy"
)

// No real content comes near these limits. A file that exceeds one is refused.
const (
	maxFileBytes = 2 << 20
	maxNodes     = 200_000
	maxDepth     = 40
)

// readText reports a file that cannot be text once, and returns nil. Smaller mistakes are reported and corrected in
// memory, so that the rest is checked too.
func (c *Content) readText(path, name string, problems *Problems) []byte {
	file, err := os.Open(path)
	if err != nil {
		problems.Add(Position{File: name}, "this file is missing; every edition needs it")
		return nil
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		problems.Add(Position{File: name}, "this is a folder, but a file is needed here")
		return nil
	}
	if err == nil && info.Size() > maxFileBytes {
		problems.Add(Position{File: name, Line: 1, Column: 1}, "the file has %s, and the limit for a text file is 2 MB. Is "+
			"it a picture or an export with the wrong name?", megabytes(info.Size()))
		return nil
	}
	var raw []byte
	if err == nil {
		raw = make([]byte, info.Size())
		var n int
		n, err = io.ReadFull(file, raw)
		raw = raw[:n]
	}
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		problems.Add(Position{File: name}, "the file cannot be read; check its permissions")
		return nil
	}
	if c.sums != nil {
		c.sums.Store(path, sha256.Sum256(raw))
	}
	if !plainASCII(raw) {
		raw = cleanText(raw, name, problems)
	}
	return raw
}

// plainASCII reports whether a string contains only printable ASCII, tabs and line breaks.
func plainASCII[T string | []byte](raw T) bool {
	for i := range len(raw) {
		if b := raw[i]; b-' ' > '~'-' ' && b != '\n' && b != '\t' {
			return false
		}
	}
	return true
}

func cleanText(raw []byte, name string, problems *Problems) []byte {
	if raw = decoded(raw, name, problems); raw == nil {
		return nil
	}
	return visible(unscrambled(raw, name, problems), name, problems)
}

// decoded reports a file that is not saved as UTF-8, and returns it as if it were. Line endings and a byte-order mark,
// which Windows programs add, make no difference.
func decoded(raw []byte, name string, problems *Problems) []byte {
	raw = bytes.TrimPrefix(raw, []byte("\xEF\xBB\xBF"))
	if bytes.HasPrefix(raw, []byte{0xFF, 0xFE}) || bytes.HasPrefix(raw, []byte{0xFE, 0xFF}) {
		problems.Add(Position{File: name, Line: 1, Column: 1}, "the file is saved as UTF-16; save it again as UTF-8 (in "+
			"the editor: Save with encoding, UTF-8)")
		raw, _ = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(raw)
	}
	if i := bytes.IndexByte(raw, 0); i >= 0 {
		problems.Add(placeOf(name, raw, i), "there is a NUL byte here, so the file is damaged or not a text file; restore "+
			"it from an earlier version")
		if bytes.Count(raw, []byte{0}) > 100 {
			return nil
		}
		raw = bytes.ReplaceAll(raw, []byte{0}, nil)
	}
	if i := firstInvalid(raw); i >= 0 {
		letter := charmap.Windows1252.DecodeByte(raw[i])
		problems.Add(placeOf(name, raw, i), `this letter is encoded as Windows-1252, where it is "%c"; save the file with `+
			`the encoding UTF-8 and check the letter`, letter)
		raw = fromWindows(raw)
	}
	if bytes.IndexByte(raw, '\r') >= 0 {
		raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	}
	return raw
}

func visible(raw []byte, name string, problems *Problems) []byte {
	wrong := func(r rune) bool { return r != '\n' && r != '\t' && control(r) || invisible(r) }
	if !bytes.ContainsFunc(raw, wrong) {
		return raw
	}
	for i, r := range string(raw) {
		if wrong(r) && control(r) {
			problems.Add(placeOf(name, raw, i), "this is an invisible control character (U+%04X); delete it", r)
		} else if invisible(r) {
			at := placeOf(name, raw, i)
			was, _, _ := strings.Cut(string(raw[bytes.LastIndexByte(raw[:i], '\n')+1:]), "\n")
			now := strings.Map(func(r rune) rune { return only(!invisible(r), r) }, was)
			problems.AddFixed(at, &Fix{Line: at.Line, Was: was, Now: now, Certain: true}, "this is an invisible character "+
				"(U+%04X, often copied from a web page); delete it and type the word again", r)
		}
	}
	return bytes.Map(func(r rune) rune { return only(!wrong(r), r) }, raw)
}

func control(r rune) bool { return r < ' ' || r == 0x7f }

// `only` is for strings.Map: it returns r if the condition is true, and -1, which drops r, if it is not.
func only(condition bool, r rune) rune {
	if condition {
		return r
	}
	return -1
}

// fromWindows reads bytes that are not UTF-8 as Windows-1252, as older programs write it.
func fromWindows(raw []byte) []byte {
	var out []byte
	for i, r := range string(raw) {
		if r == utf8.RuneError && !bytes.HasPrefix(raw[i:], []byte("\uFFFD")) {
			r = charmap.Windows1252.DecodeByte(raw[i])
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

var notASCII = lazy.Regexp(`[^\x00-\x7F]+`)

// unscrambled reports and corrects text that was saved as UTF-8 and read as Windows-1252 ("â‚¹" is "₹").
func unscrambled(raw []byte, name string, problems *Problems) []byte {
	if bytes.IndexByte(raw, "Ã"[0]) < 0 || !bytes.ContainsAny(raw, "ÃÂâà") {
		return raw // scrambled text contains one of these characters
	}
	lines := strings.Split(string(raw), "\n")
	for i, line := range lines {
		was, meant := "", "" // the first scrambled letters, and the intended text
		lines[i] = notASCII().ReplaceAllStringFunc(line, func(run string) string {
			text, err := charmap.Windows1252.NewEncoder().String(run)
			if err != nil || !utf8.ValidString(text) {
				return run
			}
			was, meant = cmp.Or(was, run), cmp.Or(meant, text)
			return text
		})
		if was != "" {
			problems.AddFixed(Position{name, i + 1, 1 + utf8.RuneCountInString(line[:strings.Index(line, was)])},
				&Fix{Line: i + 1, Was: line, Now: lines[i], Certain: true}, `"%s" is "%s" in the wrong encoding; write: %s`,
				was, meant, cut(lines[i]))
		}
	}
	return []byte(strings.Join(lines, "\n"))
}

// invisible reports whether a character cannot be seen and breaks names and searches. Devanagari needs the joiners
// U+200C and U+200D, so they are allowed.
func invisible(r rune) bool {
	switch r {
	case 0x200B, 0x200E, 0x200F, 0x2060, 0x00AD, 0xFEFF, 0x2028, 0x2029, 0x0085:
		return true
	}
	return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
}

func firstInvalid(raw []byte) int {
	if utf8.Valid(raw) {
		return -1
	}
	for i, r := range string(raw) {
		if r == utf8.RuneError && !bytes.HasPrefix(raw[i:], []byte("\uFFFD")) {
			return i
		}
	}
	return -1
}

func placeOf(name string, raw []byte, offset int) Position {
	before := raw[:offset]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return Position{name, line, column}
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/(1<<20)) }
