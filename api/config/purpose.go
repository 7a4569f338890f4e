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

	"transom/api/gateway/sandbox"
	"transom/api/keys"
	"transom/api/store"
	"transom/api/store/engine"
)

// A folder is for a rehearsal or for the public, never for both: a rehearsal's ticket costs nothing and is signed
// with the folder's key. The first start stores the purpose next to the keys and in the database, so that every
// backup and every other instance has it.
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

// CheckPurpose refuses a folder that was created for the other purpose. A folder without a mark is accepted: only a
// start sets the mark.
func (c Config) CheckPurpose() error {
	marked, err := readPurpose(c.Var)
	if err != nil || marked == "" || marked == c.purpose() {
		return err
	}
	return fmt.Errorf("%s was created for %s and cannot be used for %s: %s", c.Var, named(marked),
		named(c.purpose()), anotherFolder)
}

// MayRestore is CheckPurpose for a backup.
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

// MarkPurpose is CheckPurpose for a start, which marks a folder without a mark. For a folder of an earlier version,
// its payments decide. If it has real and sandbox payments, it is for the public, because the site must continue;
// the sandbox's tickets are not valid there.
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

// FitsPurpose reports whether the payments of a folder match the purpose in the settings.
func (c Config) FitsPurpose(marked string, sandboxed, others int) error {
	switch {
	case c.Rehearsal && marked == "" && others > 0:
		return fmt.Errorf("%s contains payments of a real gateway and cannot be used for a rehearsal: %s", c.Var,
			anotherFolder)
	case !c.Rehearsal && sandboxed > 0 && others == 0 && (marked == "" || c.Provider != sandbox.Name):
		return fmt.Errorf(
			"%s contains only payments of the sandbox, which are not real, and cannot be used for the public: %s", c.Var,
			anotherFolder)
	}
	return nil
}
