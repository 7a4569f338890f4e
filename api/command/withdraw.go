package command

import (
	"context"
	"errors"
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
	Name: "withdraw", Usage: "E-MAIL|BOOKING", Help: "Note that a person has withdrawn consent: papers and photos are destroyed after the period of the content, the ticket stays good",
	Example: "withdraw asha@example.org --dry-run",
	flags: func(c *call) {
		c.BoolVar(&c.dryRun, "dry-run", false, "only say what would be destroyed, and when")
		c.everybodyFlag()
	},
	run: func(ctx context.Context, e *Env, c *call) error {
		typed, err := c.one()
		if err != nil {
			return err
		}
		d, person, err := e.openPerson(ctx, c, typed)
		if err != nil {
			return err
		}
		w, err := d.Store.WithdrawConsent(ctx, person, d.Clock.Now(), c.dryRun)
		if errors.Is(err, domain.ErrNotFound) {
			return errors.New("nobody registered with this address; `transom list --text …` finds registrations, `transom erase` removes an account")
		}
		if err != nil {
			return err
		}
		period := time.Duration(d.Content.Registration.IDDocument.Retention.AfterWithdrawalHours) * time.Hour
		result := withdrawn{DryRun: c.dryRun, Registrations: w.Registrations, Pictures: w.Pictures, DestroyedBy: w.Latest.Add(period)}
		return c.print(e, result, func(out io.Writer) error {
			verb := "will be"
			if c.dryRun {
				verb = "would be"
			}
			_, err := fmt.Fprintf(out, "%s: %s %s destroyed by %s. Tickets stay good; the desk asks for a paper at the door.\n",
				count(w.Registrations, "registration"), count(w.Pictures, "picture"), verb, d.local(result.DestroyedBy))
			return err
		})
	},
}
