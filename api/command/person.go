package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/cli"
	"transom/api/domain"
	"transom/api/mail"
	"transom/api/product"
	"transom/api/store"
)

var personCommand = Command{
	Name: "person", Usage: "export | withdraw | erase",
	Help:    "Export or erase one person's data, or record that consent was withdrawn; each subcommand has its own help",
	Example: "person export -h", words: []Command{personExportCommand, withdrawCommand, eraseCommand},
}

var personExportCommand = Command{
	Name: "person export", Usage: personUsage,
	Help:    "Print all stored data about one person as JSON, or write it to an archive for the person",
	Example: "person export asha@example.org --out /var/lib/transom/asha.zip",
	flags:   func() flagged { return new(personFlags) },
}

type personFlags struct {
	everybody bool
	out       string
}

func (f *personFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.out, "out", "",
		"a new file: an archive (.zip) with a text for the person, the pictures and the JSON")
	everybodyFlag(set, &f.everybody)
}

func (f *personFlags) run(ctx context.Context, d *product.Product, c *call) error {
	person, err := findPerson(ctx, d, c.args[0], f.everybody)
	if err != nil {
		return err
	}
	data, err := d.Store.PersonData(ctx, person)
	if err != nil {
		return orNobody(err)
	}
	if f.out != "" {
		if err := product.WritePrivate(f.out, func(out io.Writer) error {
			return writePerson(ctx, d, out, data)
		}); err != nil {
			return err
		}
		return c.say(map[string]string{"file": f.out},
			"%s: for this person only. Send it so that nobody else can read it, then delete it.\n", f.out)
	}
	return cli.PrintJSON(c.env.Out, data)
}

var eraseCommand = Command{
	Name: "person erase", Usage: personUsage,
	Help: "Erase one person's data: names, contact data, pictures and account; numbers and amounts " +
		"remain for accounting",
	Example: `person erase asha@example.org --yes --who "A. Rao" --why "asked by letter"`,
	flags:   func() flagged { return new(eraseFlags) },
}

type eraseFlags struct{ confirm, everybody, dryRun bool }

func (f *eraseFlags) define(set *flag.FlagSet) {
	set.BoolVar(&f.dryRun, "dry-run", false, "only show what would be erased")
	set.BoolVar(&f.confirm, "yes", false, "do it; the ticket becomes void, and this cannot be undone")
	everybodyFlag(set, &f.everybody)
}

func (f *eraseFlags) run(ctx context.Context, d *product.Product, c *call) error {
	person, err := findPerson(ctx, d, c.args[0], f.everybody)
	if err != nil {
		return err
	}
	if f.dryRun {
		return c.wouldErase(ctx, d, person)
	}
	if !f.confirm {
		return misuse{"this cannot be undone and voids the person's ticket; add --yes. `transom person export` " +
			"shows the stored data"}
	}
	if err := endLinks(ctx, d, person); err != nil {
		return err
	}
	n, err := d.Store.ErasePerson(ctx, person, d.Clock.Now())
	if err != nil {
		return orNobody(err)
	}
	pictures, err := d.Retention().DestroyReleased(ctx)
	if err != nil {
		return err
	}
	mails, err := RemoveErasedMails(ctx, c.env, d)
	if err != nil {
		return err
	}
	written := ""
	if mails > 0 {
		written = fmt.Sprintf(" and %s in the outbox folder", cli.Count(mails, "email"))
	}
	return c.say(map[string]int{"registrations": n, "pictures": pictures, "mails": mails},
		"Erased from %s; %s%s deleted. Earlier backups still contain the data: delete them within 30 days.\n", cli.Count(n,
			"registration"), cli.Count(pictures, "picture"), written)
}

func (c *call) wouldErase(ctx context.Context, d *product.Product, person store.Person) error {
	data, err := d.Store.PersonData(ctx, person)
	if err != nil {
		return orNobody(err)
	}
	rows := map[string]int{}
	for name, of := range data {
		rows[name] = len(of)
	}
	return c.print(rows, func(out io.Writer) error {
		for _, name := range slices.Sorted(maps.Keys(rows)) {
			if rows[name] > 0 {
				fmt.Fprintf(out, "%6d  %s\n", rows[name], strings.ReplaceAll(name, "_", " "))
			}
		}
		_, err := fmt.Fprintln(out,
			"Nothing was changed. Names, contact data, pictures and the account would be erased, tickets would "+
				"become void, and open payment links would be closed.")
		return err
	})
}

func orNobody(err error) error {
	return domain.IfMissing(err, errors.New("there is no data about this address, so nothing was done: check the "+
		"spelling. `transom list --text …` finds registrations"))
}

// endLinks returns an error if a link was paid in the meantime: that payment must be settled before the erasure.
func endLinks(ctx context.Context, d *product.Product, person store.Person) error {
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
			continue // no link was ever created
		}
		if err != nil {
			return fmt.Errorf("the payment link for %s cannot be closed, so nothing was erased: %w", id, err)
		}
		if status == booking.Success {
			return fmt.Errorf("%s was paid just now, so nothing was erased: refund it first if necessary, then run "+
				"this again", id)
		}
	}
	return nil
}

// RemoveErasedMails deletes emails to erased people if emails are written to files, as in a rehearsal.
func RemoveErasedMails(ctx context.Context, e *product.Env, d *product.Product) (int, error) {
	erased, err := d.Store.ErasedMails(ctx)
	if err != nil {
		return 0, err
	}
	folder := filepath.Join(e.Var, mail.OutboxFolder)
	n, err := mail.RemoveFrom(folder, erased)
	if err != nil {
		err = fmt.Errorf("the personal data is erased, but emails in %s remain; delete those about the person: %w", folder,
			err)
	}
	return n, err
}

const personUsage = "EMAIL|BOOKING"

var bookingID = regexp.MustCompile(`^[a-z2-7]{16,32}$`)

func checkPerson(typed string) (err error) {
	if _, isCode := booking.ParseCode(typed); !isCode && !bookingID.MatchString(typed) {
		_, err = addressKey(typed)
	}
	return err
}

func everybodyFlag(set *flag.FlagSet, everybody *bool) {
	set.BoolVar(everybody, "everybody", false, "everybody who registered with this address, if several people "+
		"share it")
}

// If several people share a mailbox, the booking must be named, so that nobody else's ticket becomes void.
func findPerson(ctx context.Context, d *product.Product, typed string, everybody bool) (p store.Person, err error) {
	var b booking.DeskBooking
	if strings.Contains(typed, "@") {
		p.EmailKey, err = addressKey(typed)
	} else {
		b, err = find(ctx, d, typed)
		p.EmailKey = b.EmailKey
	}
	if err != nil {
		return p, err
	}
	people, err := d.Store.PeopleOf(ctx, p.EmailKey)
	if err != nil || len(people) <= 1 || everybody {
		return p, err
	}
	if b.ID == "" {
		return p, misuse{severalPeople(people)}
	}
	p.PersonKey = b.PersonKey
	return p, nil
}

func severalPeople(people []store.PersonOf) string {
	names := domain.Each(people, func(p store.PersonOf) string {
		return fmt.Sprintf("%s (%s)", cli.Plain(p.Name), p.BookingID)
	})
	return fmt.Sprintf("%d people registered with this address: %s. Give the booking of the person you mean, "+
		"or add --everybody", len(people), strings.Join(names, ", "))
}

type withdrawn struct {
	DryRun        bool      `json:"dry_run"`
	Registrations int       `json:"registrations"`
	Pictures      int       `json:"pictures"`
	DestroyedBy   time.Time `json:"destroyed_by"` // at most an hour later, because the purge runs hourly
}

var withdrawCommand = Command{
	Name: "person withdraw", Usage: personUsage,
	Help: "Record that a person has withdrawn consent: documents and photos are deleted after the period that " +
		"the content sets; the ticket stays valid",
	Example: `person withdraw asha@example.org --who "A. Rao" --why "wrote to the office"`,
	flags:   func() flagged { return new(withdrawFlags) },
}

type withdrawFlags struct{ dryRun, everybody bool }

func (f *withdrawFlags) define(set *flag.FlagSet) {
	set.BoolVar(&f.dryRun, "dry-run", false, "only show what would be deleted, and when")
	everybodyFlag(set, &f.everybody)
}

func (f *withdrawFlags) run(ctx context.Context, d *product.Product, c *call) error {
	person, err := findPerson(ctx, d, c.args[0], f.everybody)
	if err != nil {
		return err
	}
	w, err := d.Store.WithdrawConsent(ctx, person, d.Clock.Now(), f.dryRun)
	if err != nil {
		return domain.IfMissing(err, errors.New("nobody registered with this address; `transom list --text …` finds "+
			"registrations, and `transom person erase` removes an account"))
	}
	period := time.Duration(d.Content.Registration.IDDocument.Retention.AfterWithdrawalHours) * time.Hour
	result := withdrawn{DryRun: f.dryRun, Registrations: w.Registrations, Pictures: w.Pictures,
		DestroyedBy: w.Latest.Add(period)}
	return c.print(result, func(out io.Writer) error {
		verb := "will be"
		if f.dryRun {
			verb = "would be"
		}
		_, err := fmt.Fprintf(out,
			"%s: %s %s deleted by %s. Tickets stay valid; the desk asks for a document at the door.\n",
			cli.Count(w.Registrations, "registration"), cli.Count(w.Pictures, "picture"), verb, d.Local(result.DestroyedBy))
		return err
	})
}
