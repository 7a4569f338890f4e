package desk

import (
	"context"
	"errors"
	"unicode/utf8"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
)

const maxNoteLength = 2000

// Note writes something beside a registration, or takes it away again. It is no change: it needs no version, and no
// reason.
func (d *Acts) Note(ctx context.Context, r Request, in wire.DeskNoteRequest) (out Outcome, err error) {
	if in.Delete != 0 {
		return d.deleteNote(ctx, r, in.Delete)
	}
	text := domain.Typed(in.Text)
	if text == "" || utf8.RuneCountInString(text) > maxNoteLength {
		return out, domain.Invalid(map[string]string{"text": "Please write a note of at most 2,000 characters."})
	}
	return d.beside(ctx, r, func(s *step) error {
		if s.b.Erased() {
			return notPossible("The data of this person was erased, so nothing can be done here any more.")
		}
		s.out.Undo = "note"
		s.note("text", text)
		s.out.Note, err = s.tx.InsertNote(s.ctx, booking.Note{BookingID: s.b.ID, At: s.now, Who: s.r.Who, Text: text})
		return err
	})
}

func (d *Acts) deleteNote(ctx context.Context, r Request, id int64) (Outcome, error) {
	r.word = domain.ActNoteDelete
	return d.beside(ctx, r, func(s *step) error {
		n, err := s.tx.DeleteNote(s.ctx, s.b.ID, id, s.now)
		if errors.Is(err, domain.ErrNotFound) {
			return &domain.Error{Code: domain.CodeNotFound, Message: "This note was taken away already."}
		}
		s.act.Before = map[string]string{"text": n.Text}
		return err
	})
}

// beside runs an act that leaves the registration as it is.
func (d *Acts) beside(ctx context.Context, r Request, f func(*step) error) (Outcome, error) {
	return d.on(ctx, r, func(s *step) error {
		if err := f(s); err != nil {
			return err
		}
		if s.out.Booking = s.b; r.Preview {
			return errPreview
		}
		s.out.Done = true
		return s.tx.AddAct(s.ctx, s.act)
	})
}
