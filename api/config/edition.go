package config

import (
	"context"
	"fmt"
	"time"

	"transom/api/domain"
	"transom/api/store"
	"transom/api/store/engine"
)

// A database belongs to one edition: with another edition's content its people would hold tickets that they never paid
// for, and its seats would count as sold. The first start writes the edition down; one without a mark is of an earlier
// program.

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

// MarkEdition writes down which edition a database holds, once nothing speaks against its start.
func (c Config) MarkEdition(ctx context.Context, db *store.Store) error {
	content, err := domain.LoadContent(c.Content)
	if err == nil {
		_, err = db.FirstMark(ctx, engine.MarkEdition, string(content.Event.Edition), time.Now())
	}
	return err
}
