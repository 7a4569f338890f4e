package command

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	outbox "transom/api/mail"
	"transom/api/store"
)

var personCommand = Command{
	Name: "person", Usage: "export | withdraw",
	Help: "Hand out what is kept about one person, or note that consent was withdrawn; each of the words has a help " +
		"of its own",
	Example: "person export -h",
	words:   []Command{personExportCommand, withdrawCommand},
}

var personExportCommand = Command{
	Name: "person export", Usage: "E-MAIL|BOOKING",
	Help: "Print everything that is kept about one person as JSON, or write it into an archive that " +
		"the person can read",
	Example: "person export asha@example.org --out /var/lib/transom/asha.zip",
	flags:   func() flagged { return new(personFlags) },
}

type personFlags struct {
	everybody bool
	out       string
}

func (f *personFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.out, "out", "", "a new file: an archive (.zip) with a text for the person, the pictures and the JSON")
	everybodyFlag(set, &f.everybody)
}

func (f *personFlags) run(ctx context.Context, e *Env, c *call) error {
	typed, err := c.one()
	if err != nil {
		return err
	}
	d, person, err := e.openPerson(ctx, typed, f.everybody)
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
	if f.out != "" {
		if err := writePrivate(f.out, func(out io.Writer) error { return d.writePerson(ctx, out, data) }); err != nil {
			return err
		}
		return c.say(e, map[string]string{"file": f.out},
			"%s: for this person only. Send it by a way that nobody else reads, and delete it.\n", f.out)
	}
	encoder := json.NewEncoder(e.Out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(data)
}

var eraseCommand = Command{
	Name: "erase", Usage: "E-MAIL|BOOKING",
	Help:    "Erase one person: names, contacts, pictures and account; numbers and amounts stay for the books",
	Example: `erase asha@example.org --yes --who "A. Rao" --why "asked by letter"`,
	flags:   func() flagged { return new(eraseFlags) },
}

type eraseFlags struct{ confirm, everybody, dryRun bool }

func (f *eraseFlags) define(set *flag.FlagSet) {
	set.BoolVar(&f.dryRun, "dry-run", false, "only say what would be erased")
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
	if f.dryRun {
		return d.wouldErase(ctx, e, c, person)
	}
	if !f.confirm {
		return misuse{"this cannot be undone and voids the person's ticket; add --yes. `transom person export` shows what " +
			"is kept"}
	}
	if err := d.endLinks(ctx, person); err != nil {
		return err
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
		"Erased from %s; %s%s destroyed. Backups that were made before still hold the person: let them expire within 30 "+
			"days.\n",
		count(n, "registration"), count(pictures, "picture"), written)
}

// wouldErase says what is kept of a person, without changing it.
func (d *Office) wouldErase(ctx context.Context, e *Env, c *call, person store.Person) error {
	data, err := d.Store.PersonData(ctx, person)
	if errors.Is(err, domain.ErrNotFound) {
		return errNobody
	}
	if err != nil {
		return err
	}
	rows := map[string]int{}
	for name, of := range data {
		rows[name] = len(of)
	}
	return c.print(e, rows, func(out io.Writer) error {
		for _, name := range slices.Sorted(maps.Keys(rows)) {
			if rows[name] > 0 {
				fmt.Fprintf(out, "%6d  %s\n", rows[name], strings.ReplaceAll(name, "_", " "))
			}
		}
		_, err := fmt.Fprintln(out,
			"Nothing was changed. Names, contacts, pictures and the account would go, tickets become void, open payment "+
				"links end.")
		return err
	})
}

// endLinks closes the payment links of a person who is to be erased. Who has paid meanwhile is told about: their money
// comes first.
func (d *Office) endLinks(ctx context.Context, person store.Person) error {
	bookings, err := d.Store.BookingsOf(ctx, person)
	if err != nil {
		return err
	}
	for _, id := range bookings {
		b, err := d.Store.FindBooking(ctx, id)
		if err != nil || b.Status != booking.Initiated {
			if err != nil {
				return err
			}
			continue
		}
		status, err := d.Payments.EndLink(ctx, id)
		if errors.Is(err, domain.ErrNotFound) {
			continue // no link was ever made
		}
		if err != nil {
			return fmt.Errorf("the payment link of %s cannot be closed, so nothing was erased: %w", id, err)
		}
		if status == booking.Success {
			return fmt.Errorf("%s was paid just now, so nothing was erased: refund it first if that is wanted, and call this "+
				"again", id)
		}
	}
	return nil
}

// RemoveErasedMails removes the mails of erased people where mails are files.
func (e *Env) RemoveErasedMails(ctx context.Context, d *Office) error {
	_, err := e.removeErasedMails(ctx, d)
	return err
}

// removeErasedMails removes the mails of erased people where mails are files: a rehearsal writes them instead of
// sending them.
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
