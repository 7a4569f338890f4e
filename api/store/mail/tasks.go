package mail

import (
	"context"
	"fmt"
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store/audit"
	"transom/api/store/engine"
)

// AddTask ignores a task that was already added, even if it is done. A new text under its key opens it again.
func (tx Tx) AddTask(ctx context.Context, t booking.Task, now time.Time) error {
	if !slices.Contains(booking.TaskKinds, t.Kind) {
		return fmt.Errorf("add task: %q is not one of booking.TaskKinds", t.Kind)
	}
	return tx.Exec(ctx, "add task", `
		INSERT INTO tasks (dedupe_key, kind, booking_id, attempt_ref, text, created_at)
		VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (dedupe_key) DO UPDATE
		SET text = excluded.text, created_at = excluded.created_at, done_at = NULL
		WHERE tasks.text <> excluded.text`,
		t.DedupeKey, t.Kind, t.BookingID, t.AttemptRef, t.Text, now)
}

// FinishTask ends a task whose cause no longer exists, and changes the task's key, so that the cause can add a new one.
func (tx Tx) FinishTask(ctx context.Context, dedupeKey string, now time.Time) error {
	return tx.Exec(ctx, "finish task", `
		UPDATE tasks
		SET done_at = COALESCE(done_at, ?), dedupe_key = dedupe_key || ?
		WHERE dedupe_key = ?`, now, ":"+domain.NewID(80), dedupeKey)
}

// CloseTask marks a task as done by a person. The task keeps its key, so that the same cause does not add it again.
func (tx Tx) CloseTask(ctx context.Context, dedupeKey string, now time.Time) (open bool, err error) {
	return tx.ExecOne(ctx, "close task", `UPDATE tasks SET done_at = ? WHERE dedupe_key = ? AND done_at IS NULL`,
		now, dedupeKey)
}

// FinishTasksOf marks the open tasks of a kind about a booking as done, and returns how many there were.
func (tx Tx) FinishTasksOf(ctx context.Context, bookingID, kind string, now time.Time) (int, error) {
	return tx.ExecN(ctx, "finish tasks of a booking", `
		UPDATE tasks
		SET done_at = ?, dedupe_key = dedupe_key || ?
		WHERE booking_id = ? AND kind = ? AND done_at IS NULL`, now, ":"+domain.NewID(80), bookingID, kind)
}

// HasOpenTask reports whether a task of this kind about a booking is open.
func (tx Tx) HasOpenTask(ctx context.Context, bookingID, kind string) (bool, error) {
	return engine.Value[bool](ctx, tx, "find task", `
		SELECT EXISTS (SELECT 1
			FROM tasks
			WHERE booking_id = ? AND kind = ? AND done_at IS NULL)`, bookingID, kind)
}

// FinishTasks marks all open tasks of a kind as done, except those in `keep`.
func (tx Tx) FinishTasks(ctx context.Context, kind string, now time.Time, keep ...string) error {
	return tx.Exec(ctx, "finish tasks", `
		UPDATE tasks
		SET done_at = ?, dedupe_key = dedupe_key || ?
		WHERE kind = ? AND done_at IS NULL AND dedupe_key NOT IN (SELECT value
			FROM json_each(?))`, now, ":"+domain.NewID(80), kind, engine.AsJSON(keep))
}

const taskColumns = `kind, booking_id, attempt_ref, dedupe_key, text`

func taskPlaces(t *booking.Task) []any {
	return []any{&t.Kind, &t.BookingID, &t.AttemptRef, &t.DedupeKey, &t.Text}
}

// PaymentTasks lists the open tasks about payments, oldest first.
func (s Store) PaymentTasks(ctx context.Context) ([]booking.Task, error) {
	return engine.All(ctx, s, "list tasks", taskPlaces, `
		SELECT `+taskColumns+`
		FROM tasks
		WHERE done_at IS NULL AND attempt_ref <> ''
		ORDER BY created_at, dedupe_key`)
}

// TasksOfKind returns the keys of all tasks of a kind, with true for open tasks.
func (s Store) TasksOfKind(ctx context.Context, kind string) (map[string]bool, error) {
	return engine.ByKey[string, bool](ctx, s, "list tasks", `
		SELECT dedupe_key, done_at IS NULL FROM tasks WHERE kind = ?`, kind)
}

// OpenTasks lists the open tasks, oldest first.
func (s Store) OpenTasks(ctx context.Context) ([]booking.Task, error) {
	return engine.All(ctx, s, "list tasks", taskPlaces, `
		SELECT `+taskColumns+` FROM tasks WHERE done_at IS NULL ORDER BY created_at, dedupe_key`)
}

// WaitingTasks lists the open tasks about one booking or, with "", all of them, oldest first.
func (s Store) WaitingTasks(ctx context.Context, bookingID string) ([]booking.WaitingTask, error) {
	return engine.All(ctx, s, "list tasks", func(t *booking.WaitingTask) []any {
		return append(taskPlaces(&t.Task), &t.At)
	}, `
		SELECT `+taskColumns+`, created_at
		FROM tasks
		WHERE done_at IS NULL AND (?1 = '' OR booking_id = ?1)
		ORDER BY created_at, dedupe_key`, bookingID)
}

// CloseTaskBy also logs who did the task, and why. It returns domain.ErrNotFound if no open task has this key.
func (s Store) CloseTaskBy(ctx context.Context, key string, who domain.Actor, why, requestID string,
	now time.Time) error {
	return s.Write(ctx, func(tx *engine.Tx) error {
		booking, err := engine.Value[string](ctx, tx, "close task", `
			UPDATE tasks SET done_at = ? WHERE dedupe_key = ? AND done_at IS NULL RETURNING booking_id`, now, key)
		if err != nil {
			return err
		}
		return audit.Tx{Tx: tx}.AddAction(ctx, domain.Action{At: now, Actor: who, Name: domain.ActionTaskDone,
			BookingID: booking, Object: key, Why: why, RequestID: requestID})
	})
}
