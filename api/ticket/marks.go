package ticket

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"

	"transom/generator/schema"
)

// MarkOf returns the mark that identifies an edition in its tickets: a ticket of another edition is not valid, even
// if the keys are the same. It depends only on the edition's short name, so that the event's name and dates can be
// corrected.
func MarkOf(edition schema.Slug) uint32 {
	sum := sha256.Sum256([]byte("mark of the edition\x00" + edition))
	return binary.BigEndian.Uint32(sum[:])
}

// SetMarks sets the accepted marks: the edition's, which new tickets get, and those of tickets that were issued
// before, oldest first. Earlier programs derived the mark from the event's name and first day.
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

// OldestMark returns the mark of the first tickets. It does not change with an update of the program, so values
// derived from it do not change either.
func (k *Keys) OldestMark() uint32 { return k.Marks[min(1, len(k.Marks)-1)] }
