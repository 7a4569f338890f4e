package config

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/gateway/sandbox"
	"transom/api/keys"
	"transom/api/store"
	"transom/api/store/engine"
)

// CheckEdition refuses content that is not for the database's edition (decision 0033), if one is stored.
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
		return fmt.Errorf("this rehearsal was started for %s, but the content (%s) is for %s. To keep its staff, "+
			"rename %s to data/last and run `make new-edition`. Delete it to start a new one, or write `edition: %s` again",
			held, c.Content, edition, c.Var, held)
	}
	where, settings := c.Var, "its own folder (TRANSOM_VAR)"
	if c.HasInstances() {
		where, settings = "the database", "its own database and folder (TRANSOM_DATABASE, TRANSOM_VAR)"
	}
	return fmt.Errorf("%s belongs to the edition %s, but the content (%s) is for the edition %s: give %s %s. To "+
		"continue with %s, use its content again. Nothing was started or changed",
		where, held, c.Content, edition, edition, settings, held)
}

// MarkEdition stores the database's edition. The server calls it once all checks at its start have passed.
func (c Config) MarkEdition(ctx context.Context, db *store.Store) error {
	content, err := domain.LoadContent(c.Content)
	if err == nil {
		_, err = db.FirstMark(ctx, engine.MarkEdition, string(content.Event.Edition), time.Now())
	}
	return err
}

// LastEdition returns the last edition's name, or an error if its staff may not work for the content's edition.
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
	if err == nil && content.Invoice.GSTIN != "" { // plain receipts may have the last edition's numbers; invoices may not
		reused = content.Invoice.Series.FirstOf(used)
	}
	switch {
	case err != nil:
		return "", err
	case edition == "":
		return "", errors.New("no server has ever been started with the last edition's folder. Nothing was copied")
	case edition == string(content.Event.Edition):
		return "", fmt.Errorf("the content is also for the edition %s: write the next edition in event.yaml, and "+
			"build. Nothing was copied", edition)
	case rehearsal != c.Rehearsal:
		return "", errors.New("one edition is a rehearsal, the other is for the public. Nothing was copied")
	case reused != "":
		return "", fmt.Errorf("the last edition has issued documents with the prefix %s: write another one in "+
			"invoice.yaml, and build. Nothing was copied", reused)
	case moved != "":
		return "", fmt.Errorf("the last edition was moved to %s: give that address. Nothing was copied", moved)
	}
	return edition, nil
}

// A folder's purpose (decision 0046) is next to the keys, and in the database for backups and other instances.
const (
	PurposeFile   = "purpose"
	ForRehearsal  = "rehearsal"
	forThePublic  = "public"
	anotherFolder = "use another folder (TRANSOM_VAR), or move this one away; TRANSOM_REHEARSAL chooses " +
		"between rehearsal and public"
)

func (c Config) purpose() string {
	if c.Rehearsal {
		return ForRehearsal
	}
	return forThePublic
}

// CheckPurpose refuses a folder that the server has marked for another purpose than the settings'.
func (c Config) CheckPurpose() error {
	marked, err := readPurpose(c.Var)
	if err != nil || marked == "" || marked == c.purpose() {
		return err
	}
	return fmt.Errorf("%s was created for %s and cannot be used for %s: %s", c.Var, named(marked),
		named(c.purpose()), anotherFolder)
}

// MayRestore returns an error if a backup was not made for the purpose (public or rehearsal) in the settings.
func (c Config) MayRestore(folder string) error {
	c.Var = folder
	return c.CheckPurpose()
}

func named(purpose string) string {
	if purpose == ForRehearsal {
		return "a rehearsal"
	}
	return "the public"
}

func readPurpose(folder string) (string, error) {
	raw, err := os.ReadFile(filepath.Join(folder, keyFolder, PurposeFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	purpose := strings.TrimSpace(string(raw))
	if err == nil && purpose != ForRehearsal && purpose != forThePublic {
		err = fmt.Errorf("%s says %q instead of %s or %s: restore it from a backup",
			filepath.Join(folder, keyFolder, PurposeFile), purpose, ForRehearsal, forThePublic)
	}
	return purpose, err
}

// MarkPurpose checks the purpose at a start, and marks a folder without a mark: by its payments if it is from an
// earlier version. With both real and sandbox payments it is public, because sales must continue.
func (c Config) MarkPurpose(ctx context.Context, db *store.Store) error {
	if err := c.CheckPurpose(); err != nil {
		return err
	}
	sandboxed, others, err := db.CountAttempts(ctx, sandbox.Name)
	if err != nil {
		return err
	}
	marked, err := readPurpose(c.Var)
	if err != nil {
		return err
	}
	if err := c.FitsPurpose(marked, sandboxed, others); err != nil {
		return err
	}
	counts, err := db.FirstMark(ctx, engine.MarkPurpose, c.purpose(), time.Now())
	if err != nil {
		return err
	}
	if counts != c.purpose() {
		return fmt.Errorf("this database was created for %s and cannot be used for %s: TRANSOM_REHEARSAL chooses "+
			"between rehearsal and public, TRANSOM_DATABASE and TRANSOM_VAR choose the database", named(counts),
			named(c.purpose()))
	}
	if marked != "" {
		return nil
	}
	return keys.Write(c.KeyFolder(), PurposeFile, []byte(c.purpose()+"\n"))
}

// FitsPurpose returns an error if a folder's payments do not match the purpose in the settings.
func (c Config) FitsPurpose(marked string, sandboxed, others int) error {
	switch {
	case c.Rehearsal && marked == "" && others > 0:
		return fmt.Errorf("%s contains payments from a real gateway and cannot be used for a rehearsal: %s", c.Var,
			anotherFolder)
	case !c.Rehearsal && sandboxed > 0 && others == 0 && (marked == "" || c.Provider != sandbox.Name):
		return fmt.Errorf(
			"%s contains only sandbox payments, which are not real, and cannot be used for the public: %s", c.Var,
			anotherFolder)
	}
	return nil
}
