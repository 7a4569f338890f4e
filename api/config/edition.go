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
		return fmt.Errorf("this rehearsal was started for %s. Delete %s to start a new one, or write `edition: "+
			"%s` again",
			held, c.Var, held)
	}
	where, settings := c.Var, "its own folder (TRANSOM_VAR)"
	if c.HasInstances() {
		where, settings = "the database", "its own database and folder (TRANSOM_DATABASE, TRANSOM_VAR)"
	}
	return fmt.Errorf("%s belongs to the edition %s, but the content (%s) is of the edition %s: give %s %s. To "+
		"continue with %s, use its content again. Nothing was started or changed",
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

// LastEdition returns the name of the previous edition, if its staff may also work for the edition in the settings.
func (c Config) LastEdition(ctx context.Context, last *store.Store) (string, error) {
	content, err := domain.LoadContent(c.Content)
	mark := func(name string) string {
		value, _, markErr := last.Mark(ctx, name)
		err = errors.Join(err, markErr)
		return value
	}
	edition, moved := mark(engine.MarkEdition), mark(engine.MarkMoved)
	rehearsal := mark(engine.MarkPurpose) == ForRehearsal
	used, seriesErr := last.Series(ctx)
	err = errors.Join(err, seriesErr)
	reused := ""
	if err == nil && content.Invoice.GSTIN != "" { // the numbers of plain receipts may be used again
		reused = content.Invoice.Series.FirstOf(used)
	}
	switch {
	case err != nil:
		return "", err
	case edition == "":
		return "", errors.New("no server has ever been started with the folder of the last edition. Nothing was done")
	case edition == string(content.Event.Edition):
		return "", fmt.Errorf("the content is also of the edition %s: write the next edition in event.yaml, and "+
			"build. Nothing was done", edition)
	case rehearsal != c.Rehearsal:
		return "", errors.New("one edition is a rehearsal, the other is for the public. Nothing was done")
	case reused != "":
		return "", fmt.Errorf("the last edition has issued documents with the prefix %s: write another one in invoice.yaml, and "+
			"build. Nothing was done", reused)
	case moved != "":
		return "", fmt.Errorf("the last edition was moved to %s: give that address. Nothing was done", moved)
	}
	return edition, nil
}
