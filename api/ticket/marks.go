package ticket

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"

	"transom/generator/schema"
)

// MarkOf returns the mark that stands for an edition in its tickets: the ticket of another edition is not valid, even
// when the keys are the same. It depends on the edition's short name only, so that the event's name and dates can be
// corrected.
func MarkOf(edition schema.Slug) uint32 {
	sum := sha256.Sum256([]byte("mark of the edition\x00" + edition))
	return binary.BigEndian.Uint32(sum[:])
}

// SetMarks sets the marks that are accepted: that of the edition, which new tickets get, and those of tickets that were
// issued before, oldest first. Earlier programs made the mark of the event's name and first day.
func (k *Keys) SetMarks(edition schema.Slug, issued []string) {
	k.Marks = []uint32{MarkOf(edition)}
	for _, token := range issued {
		raw, err := base64.RawURLEncoding.DecodeString(token)
		if err != nil || len(raw) < headerBytes {
			continue
		}
		if mark := binary.BigEndian.Uint32(raw[5:9]); !slices.Contains(k.Marks, mark) {
			k.Marks = append(k.Marks, mark)
		}
	}
}

// OldestMark returns the mark of the first tickets. Unlike that of new tickets, it is the same before and after an
// update of the program, and so is what is derived from it.
func (k *Keys) OldestMark() uint32 { return k.Marks[min(1, len(k.Marks)-1)] }
