// Package identity checks identity documents and membership numbers: it lists the registrations to be checked, returns
// encrypted documents, and stores the institutes' lists of numbers. It cannot decrypt a document; a staff member's
// browser, or `transom identity open`, does that with a key that the server does not have. Approval and rejection are
// actions of package desk. The package must not know about HTTP.
package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/api/wire"
)

// Store's methods are documented in store/.
type Store interface {
	Write(ctx context.Context, f func(Tx) error) error
	RegistrationIDs(ctx context.Context, f booking.RegistrationFilter) ([]string, error)
	DeskBookings(ctx context.Context, ids []string) ([]booking.DeskBooking, error)
	FindBooking(ctx context.Context, id string) (booking.Booking, error)
	RejectedDocuments(ctx context.Context) ([]booking.Booking, error)
	ReplacedDocuments(ctx context.Context, ids []string) ([]string, error)
	CountNumbers(ctx context.Context) (map[string]int, error)
	ListedNumbers(ctx context.Context, hashes []string) ([]string, error)
	SameNumbers(ctx context.Context, ids []string) (map[string][]string, error)
}

// Tx is the part of a transaction that the service uses.
type Tx interface {
	AddAction(ctx context.Context, a domain.Action) error
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
	LogAccess(ctx context.Context, a booking.Access) error
	CountUndecided(ctx context.Context, since time.Time) (int, error)
	ReplaceNumbers(ctx context.Context, institute string, hashes []string) error
}

// Service checks documents and numbers.
type Service struct {
	Store     Store
	Content   *domain.Content
	Clock     domain.Clock
	Accepts   func(institute, number string) bool
	Encrypted func(ctx context.Context, asset string) ([]byte, error)
	// Recipients are the public keys that documents are encrypted to.
	Recipients []string
	Key        []byte // the key for hashes of membership numbers
}

const queueLength = 50

// Queue leaves out the first `from` registrations, which staff have skipped. If staff have skipped all of them, Queue
// starts again with the first. If the registration `first` is in the queue, Queue begins with it.
func (s *Service) Queue(ctx context.Context, from int, first string) (out wire.DeskChecksResponse, err error) {
	ids, err := s.Store.RegistrationIDs(ctx, booking.RegistrationFilter{Flags: []string{"document"}, Sort: "paid"})
	if err != nil {
		return out, err
	}
	if at := slices.Index(ids, first); at >= 0 {
		from = at
	}
	if from < 0 || from >= len(ids) {
		from = 0
	}
	people, err := s.Store.DeskBookings(ctx, ids[from:min(from+queueLength, len(ids))])
	if err != nil {
		return out, err
	}
	read := len(people)
	people = slices.DeleteFunc(people, func(b booking.DeskBooking) bool { // a colleague decided between the two reads
		return !b.CheckedAt.IsZero() || !b.RejectedAt.IsZero()
	})
	rejected, err := s.Store.RejectedDocuments(ctx)
	if err != nil {
		return out, err
	}
	replaced, err := s.Store.ReplacedDocuments(ctx, ids)
	if err != nil {
		return out, err
	}
	numbers, lists, err := s.numbers(ctx, people)
	if err != nil {
		return out, err
	}
	out = wire.DeskChecksResponse{Total: len(ids) - read + len(people), From: from, Rejected: len(rejected),
		Recipients: s.Recipients, Checks: make([]wire.DeskCheck, len(people)), Institutes: []wire.DeskInstitute{}}
	for i, b := range people {
		out.Checks[i] = wire.DeskCheck{
			ID: b.ID, Code: b.Code, Version: b.Version, Name: b.Name(), DOB: b.DOB,
			CategoryName: s.Content.CategoryName(b.CategoryType), Institute: b.InstituteName, MembershipNo: b.MembershipNo,
			HasPhoto: b.PhotoAsset != "", HasDocument: b.IDAsset != "", DeskNumber: numbers[i],
			Replaced: slices.Contains(replaced, b.ID),
		}
	}
	if s.Content.Asks("membership_no") {
		for _, one := range s.Content.Registration.Institutes {
			out.Institutes = append(out.Institutes, wire.DeskInstitute{ID: string(one.ID), Name: one.Name,
				Numbers: lists[string(one.ID)]})
		}
	}
	return out, nil
}

// Open logs who opens a paid registration's document and why, and then returns it encrypted.
func (s *Service) Open(ctx context.Context, bookingID, why string, who domain.Actor, requestID string) ([]byte, error) {
	b, err := s.Store.FindBooking(ctx, bookingID)
	if err != nil {
		return nil, err
	}
	if b.IDAsset == "" || b.Status != booking.Success {
		return nil, domain.Refuse(domain.CodeNotFound, texts.DeskNoDocument)
	}
	now := s.Clock.Now()
	err = s.Store.Write(ctx, func(tx Tx) error {
		if err := tx.LogAccess(ctx, booking.Access{At: now, Who: who.Name, Why: why, Action: "open", BookingID: b.ID,
			AssetID: b.IDAsset}); err != nil {
			return err
		}
		if who.ID != domain.ActorCommand { // `transom identity open` logs its own action
			if err := tx.AddAction(ctx, domain.Action{At: now, Actor: who, Name: domain.ActionDocumentOpen, BookingID: b.ID,
				Why: why, RequestID: requestID}); err != nil {
				return err
			}
		}
		views, err := tx.CountUndecided(ctx, now.Add(-time.Hour))
		if err != nil || views <= booking.ManyIdentityViews {
			return err
		}
		return tx.AddTask(ctx, booking.Task{Kind: booking.TaskManyIdentityViews,
			DedupeKey: "views:" + now.Format("2006010215"), Text: texts.TaskManyViews(booking.ManyIdentityViews)}, now)
	})
	if err != nil {
		return nil, err
	}
	sealed, err := s.Encrypted(ctx, b.IDAsset)
	// If it is missing, a colleague has just rejected the document.
	return sealed, domain.IfMissing(err, domain.Refuse(domain.CodeNotFound, texts.DeskNoDocument))
}

const lateEvery = time.Hour

// Run adds a task for each overdue document, every hour, until the context ends.
func (s *Service) Run(ctx context.Context, log *slog.Logger) error {
	return domain.Every(ctx, lateEvery, nil, func() {
		if err := s.AddLate(ctx); err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "find late documents", "error", err)
		}
	})
}

// AddLate adds a task for each rejected document that was not replaced in time; staff decide what to do.
func (s *Service) AddLate(ctx context.Context) error {
	now := s.Clock.Now()
	if now.Before(s.Content.Desk.DocumentUntil.Time) {
		return nil
	}
	late, err := s.Store.RejectedDocuments(ctx)
	if err != nil || len(late) == 0 {
		return err
	}
	return s.Store.Write(ctx, func(tx Tx) error {
		for _, b := range late {
			if err := tx.AddTask(ctx, booking.Task{Kind: booking.TaskIdentityRejected, BookingID: b.ID,
				DedupeKey: "identity:" + b.ID + b.RejectedAt.Format(":20060102T150405"), Text: texts.TaskDocumentLate},
				now); err != nil {
				return err
			}
		}
		return nil
	})
}

// NumberOf returns what is known about one registration's membership number.
func (s *Service) NumberOf(ctx context.Context, bookingID string) (out wire.DeskNumber, err error) {
	people, err := s.Store.DeskBookings(ctx, []string{bookingID})
	if err != nil || len(people) == 0 {
		return out, err
	}
	numbers, _, err := s.numbers(ctx, people)
	return numbers[0], err
}

const (
	NumberFound    = "found"
	NumberNotFound = "not_found"
	NumberTwice    = "twice"
)

// numbers also returns the lengths of the institutes' lists.
func (s *Service) numbers(ctx context.Context, people []booking.DeskBooking) (out []wire.DeskNumber,
	lists map[string]int, err error) {
	out = make([]wire.DeskNumber, len(people))
	if lists, err = s.Store.CountNumbers(ctx); err != nil {
		return out, nil, err
	}
	ids, hashes := make([]string, len(people)), make([]string, len(people))
	for i, b := range people {
		ids[i] = b.ID
		if institute := s.instituteID(b.InstituteName); b.MembershipNo != "" && lists[institute] > 0 {
			hashes[i] = s.hash(institute, b.MembershipNo)
		}
	}
	same, err := s.Store.SameNumbers(ctx, ids)
	if err != nil {
		return out, nil, err
	}
	listed, err := s.Store.ListedNumbers(ctx, hashes)
	for i, hash := range hashes {
		out[i].SameNumber = append([]string{}, same[ids[i]]...)
		switch {
		case len(same[ids[i]]) > 0:
			out[i].Number = NumberTwice
		case hash == "":
		case slices.Contains(listed, hash):
			out[i].Number = NumberFound
		default:
			out[i].Number = NumberNotFound
		}
	}
	return out, lists, err
}

func (s *Service) instituteID(name string) string {
	for _, one := range s.Content.Registration.Institutes {
		if one.Name == name {
			return string(one.ID)
		}
	}
	return ""
}

// hash returns a keyed hash of an institute and a number, so that nobody can recover numbers by trying them all.
func (s *Service) hash(institute, number string) string {
	sum := hmac.New(sha256.New, s.Key)
	sum.Write([]byte("membership number\x00" + institute + "\x00" + domain.MembershipKey(number)))
	return hex.EncodeToString(sum.Sum(nil))
}
