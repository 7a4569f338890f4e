package config

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
	"transom/api/store"
	"transom/api/store/engine"
)

// A database belongs to one edition: with another edition's content, its people would hold tickets that they have
// not paid for, and its seats would count as sold. The first start stores the edition; a database without one comes
// from an earlier program.

// CheckEdition refuses the content of another edition.
func (c Config) CheckEdition(ctx context.Context, db *store.Store) error {
	content, err := domain.LoadContent(c.Content)
	if err != nil {
		return err
	}
	edition := string(content.Event.Edition)
	held, _, err := db.Mark(ctx, engine.MarkEdition)
	if err != nil || held == "" || held == edition {
		return err
	}
	if c.Rehearsal && !c.HasInstances() {
		return fmt.Errorf("this rehearsal was begun for %s. Delete %s to begin a new one, or write `edition: %s` again",
			held, c.Var, held)
	}
	where, settings := c.Var, "a folder of its own (TRANSOM_VAR)"
	if c.HasInstances() {
		where, settings = "the database", "a database and a folder of its own (TRANSOM_DATABASE, TRANSOM_VAR)"
	}
	return fmt.Errorf("%s holds the edition %s, and the content (%s) is of the edition %s: give %s %s. "+
		"To go on with %s, use its content again. Nothing was started or changed",
		where, held, c.Content, edition, edition, settings, held)
}

// MarkEdition stores the edition of a database, once all checks of a start have passed.
func (c Config) MarkEdition(ctx context.Context, db *store.Store) error {
	content, err := domain.LoadContent(c.Content)
	if err == nil {
		_, err = db.FirstMark(ctx, engine.MarkEdition, string(content.Event.Edition), time.Now())
	}
	return err
}

// LastEdition returns the name of the last edition, if its staff may work for that of the settings.
func (c Config) LastEdition(ctx context.Context, last *store.Store) (string, error) {
	content, err := domain.LoadContent(c.Content)
	mark := func(name string) string {
		value, _, markErr := last.Mark(ctx, name)
		err = errors.Join(err, markErr)
		return value
	}
	edition, moved := mark(engine.MarkEdition), mark(engine.MarkMoved)
	rehearsal := mark(engine.MarkPurpose) == ForRehearsal
	switch {
	case err != nil:
		return "", err
	case edition == "":
		return "", errors.New("no server was ever started on the last edition's folder. Nothing was done")
	case edition == string(content.Event.Edition):
		return "", fmt.Errorf("%s is the edition of the content, too: write the next one in event.yaml, and build. Nothing "+
			"was done", edition)
	case rehearsal != c.Rehearsal:
		return "", errors.New("one edition is a rehearsal, the other is for the public. Nothing was done")
	case moved != "":
		return "", fmt.Errorf("the last edition has moved to %s: name that. Nothing was done", moved)
	}
	return edition, nil
}
