package command

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"path/filepath"

	"transom/api/domain"
	outbox "transom/api/mail"
)

var personCommand = Command{
	Name: "person", Usage: "export E-MAIL|BOOKING", Help: "Print everything that is kept about one person, as JSON",
	Example: "person export asha@example.org",
	flags:   func() flagged { return new(personFlags) },
}

type personFlags struct{ everybody bool }

func (f *personFlags) define(set *flag.FlagSet) {
	everybodyFlag(set, &f.everybody)
}

func (f *personFlags) run(ctx context.Context, e *Env, c *call) error {
	if len(c.args) != 2 || c.args[0] != "export" {
		return errUsage
	}
	d, person, err := e.openPerson(ctx, c.args[1], f.everybody)
	if err != nil {
		return err
	}
	data, err := d.Store.PersonData(ctx, person)
	if errors.Is(err, domain.ErrNotFound) {
		return errNobody
	}
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(e.Out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(data)
}

var eraseCommand = Command{
	Name: "erase", Usage: "E-MAIL|BOOKING", Help: "Erase one person: names, contacts, pictures and account; numbers and amounts stay for the books",
	Example: `erase asha@example.org --yes --who "A. Rao" --why "asked by letter"`,
	flags:   func() flagged { return new(eraseFlags) },
}

type eraseFlags struct{ confirm, everybody bool }

func (f *eraseFlags) define(set *flag.FlagSet) {
	set.BoolVar(&f.confirm, "yes", false, "do it; the ticket becomes void and nothing brings it back")
	everybodyFlag(set, &f.everybody)
}

func (f *eraseFlags) run(ctx context.Context, e *Env, c *call) error {
	typed, err := c.one()
	if err != nil {
		return err
	}
	d, person, err := e.openPerson(ctx, typed, f.everybody)
	if err != nil {
		return err
	}
	if !f.confirm {
		return misuse{"this cannot be undone and voids the person's ticket; add --yes. `transom person export` shows what is kept"}
	}
	n, err := d.Store.ErasePerson(ctx, person, d.Clock.Now())
	if errors.Is(err, domain.ErrNotFound) {
		return errNobody
	}
	if err != nil {
		return err
	}
	pictures, err := d.keeper().DestroyReleased(ctx)
	if err != nil {
		return err
	}
	mails, err := e.removeErasedMails(ctx, d)
	if err != nil {
		return err
	}
	written := ""
	if mails > 0 {
		written = fmt.Sprintf(" and %s in the folder of the outbox", count(mails, "mail"))
	}
	return c.say(e, map[string]int{"registrations": n, "pictures": pictures, "mails": mails},
		"Erased from %s; %s%s destroyed. Backups that were made before still hold the person: let them expire within 30 days.\n",
		count(n, "registration"), count(pictures, "picture"), written)
}

// removeErasedMails removes the mails of erased people where mails are files: a rehearsal writes them instead of sending them.
func (e *Env) removeErasedMails(ctx context.Context, d *Office) (int, error) {
	erased, err := d.Store.ErasedMails(ctx)
	if err != nil {
		return 0, err
	}
	folder := filepath.Join(e.Var, outbox.OutboxFolder)
	n, err := outbox.RemoveFrom(folder, erased)
	if err != nil {
		err = fmt.Errorf("the person is erased, but mails in %s are left; remove those that name them: %w", folder, err)
	}
	return n, err
}
