package picture

import (
	"errors"

	"transom/generator/heads"
)

// Head is what the first bytes say about a picture.
type Head struct{ heads.Head }

// Inspect reads the header of a whole file without decoding and refuses what is no picture or would cost too much.
func Inspect(data []byte) (Head, error) {
	head, err := inspect(data)
	if errors.Is(err, heads.ErrNeedMore) {
		return head, ErrBroken
	}
	return head, err
}

// inspectStart is Inspect for the first part of a file: it refuses as soon as the bytes are enough to know.
func inspectStart(data []byte) error {
	_, err := inspect(data)
	if errors.Is(err, heads.ErrNeedMore) {
		return nil
	}
	return err
}

func inspect(data []byte) (Head, error) {
	found, err := heads.Read(data)
	head := Head{found}
	switch {
	case head.Width > maxSide || head.Height > maxSide || head.Width*head.Height > maxPixels ||
		head.Memory > budgetUnits*unitBytes || head.Scans > maxScans:
		return head, ErrTooManyPixels
	case errors.Is(err, heads.ErrUnknown):
		return head, ErrNotPicture
	case errors.Is(err, heads.ErrBroken):
		return head, ErrBroken
	}
	return head, err
}
