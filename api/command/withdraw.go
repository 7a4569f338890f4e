package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"transom/api/domain"
)

// withdrawn is the result of a withdrawal.
type withdrawn struct {
	DryRun        bool      `json:"dry_run"`
	Registrations int       `json:"registrations"`
	Pictures      int       `json:"pictures"`
	DestroyedBy   time.Time `json:"destroyed_by"` // the purge runs every hour, so within the hour after it
}

var withdrawCommand = Command{
	Name: "person withdraw", Usage: "E-MAIL|BOOKING",
	Help: "Note that a person has withdrawn consent: documents and photos are destroyed after the period of the " +
		"content, the ticket stays good",
	Example: `person withdraw asha@example.org --who "A. Rao" --why "wrote to the office"`,
	flags:   func() flagged { return new(withdrawFlags) },
}

type withdrawFlags struct{ dryRun, everybody bool }

func (f *withdrawFlags) define(set *flag.FlagSet) {
	set.BoolVar(&f.dryRun, "dry-run", false, "only say what would be destroyed, and when")
	everybodyFlag(set, &f.everybody)
}

func (f *withdrawFlags) run(ctx context.Context, e *Env, c *call) error {
	typed, err := c.one()
	if err != nil {
		return err
	}
	d, person, err := e.openPerson(ctx, typed, f.everybody)
	if err != nil {
		return err
	}
	w, err := d.Store.WithdrawConsent(ctx, person, d.Clock.Now(), f.dryRun)
	if errors.Is(err, domain.ErrNotFound) {
		return errors.New("nobody registered with this address; `transom list --text …` finds registrations, `transom " +
			"erase` removes an account")
	}
	if err != nil {
		return err
	}
	period := time.Duration(d.Content.Registration.IDDocument.Retention.AfterWithdrawalHours) * time.Hour
	result := withdrawn{DryRun: f.dryRun, Registrations: w.Registrations, Pictures: w.Pictures,
		DestroyedBy: w.Latest.Add(period)}
	return c.print(e, result, func(out io.Writer) error {
		verb := "will be"
		if f.dryRun {
			verb = "would be"
		}
		_, err := fmt.Fprintf(out,
			"%s: %s %s destroyed by %s. Tickets stay good; the desk asks for a document at the door.\n",
			count(w.Registrations, "registration"), count(w.Pictures, "picture"), verb, d.local(result.DestroyedBy))
		return err
	})
}
