package mail

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

const (
	pollEvery    = 250 * time.Millisecond
	batch        = 64
	lanes        = 4
	firstBackOff = 10 * time.Second
	lastBackOff  = time.Hour
	giveUpAfter  = 3 * 24 * time.Hour
	firstPause   = time.Second
	longestPause = time.Minute
)

// Outbox is the part of the database that the worker uses.
type Outbox interface {
	DueMails(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]domain.QueuedMail, error)
	FinishMails(ctx context.Context, ids []int64, now time.Time) error
	RetryMail(ctx context.Context, id int64, reason string, next time.Time) error
	BuryMail(ctx context.Context, id int64, reason string, task booking.Task, now time.Time) error
}

// Worker sends the messages in the outbox. A message stays there until the server has accepted it. If the program
// crashes before it records this, the message is sent again with the same Message-ID.
type Worker struct {
	outbox   Outbox
	composer *Composer
	sender   Sender
	clock    domain.Clock
	log      *slog.Logger
	// Failed counts attempts, Buried counts messages that were given up.
	Sent, Failed, Buried atomic.Int64
}

// NewWorker returns a worker for an outbox.
func NewWorker(o Outbox, c *Composer, s Sender, clock domain.Clock, log *slog.Logger) *Worker {
	return &Worker{outbox: o, composer: c, sender: s, clock: clock, log: log}
}

// Run sends messages until the context ends. While the mail server is down, each round tries only one message.
func (w *Worker) Run(ctx context.Context) error {
	pause := pollEvery
	for {
		down, err := w.Round(ctx)
		if err != nil && ctx.Err() == nil {
			w.log.ErrorContext(ctx, "outbox", "error", err)
		}
		if err != nil || down {
			pause = min(max(2*pause, firstPause), longestPause)
		} else {
			pause = pollEvery
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// Round sends the messages that are due. The first is sent alone: if the mail server is down, the others are not tried.
func (w *Worker) Round(ctx context.Context) (down bool, err error) {
	due, err := w.outbox.DueMails(ctx, w.clock.Now(), batch, lastBackOff)
	if err != nil || len(due) == 0 {
		return false, err
	}
	down, err = w.deliver(ctx, due[0])
	if down || err != nil {
		return down, err
	}
	return w.deliverAll(ctx, due[1:])
}

func (w *Worker) deliverAll(ctx context.Context, due []domain.QueuedMail) (bool, error) {
	var isDown atomic.Bool
	var running errgroup.Group
	running.SetLimit(lanes)
	for _, m := range due {
		if isDown.Load() || ctx.Err() != nil {
			break
		}
		running.Go(func() error {
			down, err := w.deliver(ctx, m)
			if down {
				isDown.Store(true)
			}
			return err
		})
	}
	err := running.Wait()
	return isDown.Load(), err
}

func (w *Worker) deliver(ctx context.Context, m domain.QueuedMail) (down bool, err error) {
	now := w.clock.Now()
	if m.Discard {
		return false, w.outbox.FinishMails(ctx, []int64{m.ID}, now)
	}
	if m.Template == domain.CodeTemplate && now.Sub(m.CreatedAt) >= codeLifetime(m) {
		return false, w.outbox.BuryMail(ctx, m.ID, "the code has expired", booking.Task{}, now)
	}
	message, err := w.composer.Compose(m)
	if err != nil {
		return false, w.bury(ctx, m, err.Error())
	}
	err = w.sender.Send(ctx, message)
	if err == nil {
		w.Sent.Add(1)
		return false, w.outbox.FinishMails(ctx, []int64{m.ID}, now)
	}
	if ctx.Err() != nil {
		return false, nil // the program is stopping, so the message has not failed
	}
	w.Failed.Add(1)
	failure, known := errors.AsType[*Failure](err)
	if !known {
		failure = &Failure{Reason: err.Error(), Down: true}
	}
	if failure.Permanent || now.Sub(m.CreatedAt) >= giveUpAfter {
		return false, w.bury(ctx, m, failure.Reason)
	}
	w.log.WarnContext(ctx, "email not sent yet", "mail", m.ID, "template", m.Template, "tries", m.Tries+1, "reason",
		failure.Reason)
	return failure.Down, w.outbox.RetryMail(ctx, m.ID, failure.Reason,
		now.Add(min(firstBackOff<<min(m.Tries, 10), lastBackOff)))
}

func codeLifetime(m domain.QueuedMail) time.Duration {
	minutes, _ := strconv.Atoi(m.Data["minutes"])
	return time.Duration(minutes) * time.Minute
}

func (w *Worker) bury(ctx context.Context, m domain.QueuedMail, reason string) error {
	w.Buried.Add(1)
	w.log.ErrorContext(ctx, "email could not be delivered", "mail", m.ID, "template", m.Template, "reason", reason)
	return w.outbox.BuryMail(ctx, m.ID, reason, booking.Task{
		Kind: booking.TaskMailUndeliverable, DedupeKey: "mail:" + m.MessageID, BookingID: m.Data["booking_id"],
		Text: texts.TaskMailUndeliverable(m.Template, reason),
	}, w.clock.Now())
}
