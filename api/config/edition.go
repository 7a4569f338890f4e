package config

import (
	"context"
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
