package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"transom/api/cli"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/staff"
)

var staffCommand = Command{
	Name: "staff", Usage: "add | list | invite | role | end | reset", Help: "Say who works with the desk, and as what",
	Example: "staff list",
	words: []Command{staffAddCommand, staffListCommand, staffInviteCommand, staffRoleCommand, staffEndCommand,
		staffResetCommand},
}

var roleList = strings.Join(domain.Roles, ", ")

var staffAddCommand = Command{
	Name: "staff add", Usage: "EMAIL", Help: "Add somebody to the staff and mail an invitation; its link is printed once",
	Example: `staff add asha@example.org --name "Asha Rao" --role organiser --why "runs the desk"`,
	flags:   func() flagged { return new(staffAddFlags) },
}

var staffListCommand = Command{
	Name: "staff list", Help: "List the staff: role, passkeys, last use, invitation", Example: "staff list --json",
	run: func(ctx context.Context, e *product.Env, c *call) error {
		d, err := openStaff(ctx, e)
		if err != nil {
			return err
		}
		members, err := d.Staff.Members(ctx)
		if err != nil {
			return err
		}
		lines := []memberLine{}
		for _, m := range members {
			lines = append(lines, memberLineOf(m))
		}
		return c.print(e, lines, func(out io.Writer) error {
			table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			for _, m := range lines {
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", cli.Plain(m.Email), cli.Plain(m.Name), m.Role, m.State,
					cli.Count(m.Passkeys, "passkey"))
			}
			if err := table.Flush(); err != nil {
				return err
			}
			_, err := fmt.Fprintf(out, "%s\n", cli.Count(len(lines), "member"))
			return err
		})
	},
}

var staffInviteCommand = Command{
	Name: "staff invite", Usage: "EMAIL", Help: "Invite once more somebody who has made no passkey yet",
	Example: `staff invite asha@example.org --why "the mail never came"`,
	flags:   func() flagged { return &staffActFlags{act: inviteAgain} },
}

var staffRoleCommand = Command{
	Name: "staff role", Usage: "EMAIL ROLE", Help: "Give somebody another role; it counts at once",
	Example: `staff role asha@example.org treasurer --why "does the accounts"`,
	flags:   func() flagged { return &staffActFlags{act: changeRole} },
}

var staffEndCommand = Command{
	Name: "staff end", Usage: "EMAIL", Help: "End somebody's work at the desk: passkeys, invitation and sessions, at once",
	Example: `staff end asha@example.org --why "left the team"`,
	flags:   func() flagged { return &staffActFlags{act: endMember} },
}

var staffResetCommand = Command{
	Name: "staff reset", Usage: "EMAIL",
	Help:    "Take all passkeys and sessions of somebody who has lost a device, and invite them anew for fifteen minutes",
	Example: `staff reset asha@example.org --why "lost the phone; called back on the known number"`,
	flags:   func() flagged { return &staffResetFlags{} },
}

// staffActFlags are of what is done to a member, for which a reason is needed.
type staffActFlags struct {
	who, why string
	act      func(ctx context.Context, e *product.Env, c *call, d *product.Product, by staff.By, m domain.Member) error
}

func (f *staffActFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.who, "who", "", "your name, for the log of acts; without it the account that calls")
	set.StringVar(&f.why, "why", "", "the reason, for the log of acts")
}

func (f *staffActFlags) by() (staff.By, error) {
	if f.why == "" {
		return staff.By{}, misuse{"say why with --why; it stands in the log"}
	}
	return staff.By{Actor: Caller(f.who), Why: f.why}, nil
}

func (f *staffActFlags) run(ctx context.Context, e *product.Env, c *call) error {
	by, err := f.by()
	if err != nil {
		return err
	}
	return c.withMember(ctx, e, func(d *product.Product, m domain.Member) error { return f.act(ctx, e, c, d, by, m) })
}

type staffAddFlags struct {
	staffActFlags
	name, role string
}

func (f *staffAddFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.name, "name", "", "the name as it shall stand in the log")
	set.StringVar(&f.role, "role", "", roleList)
	f.staffActFlags.define(set)
}

func (f *staffAddFlags) run(ctx context.Context, e *product.Env, c *call) error {
	email, err := c.one()
	if err != nil {
		return err
	}
	if f.name == "" || f.role == "" {
		return misuse{"--name and --role are needed; a role is one of " + roleList}
	}
	by, err := f.by()
	if err != nil {
		return err
	}
	d, err := openStaff(ctx, e)
	if err != nil {
		return err
	}
	invitation, err := d.Staff.Invite(ctx, by, f.name, email, f.role)
	return c.sayInvited(e, invitation, err)
}

func inviteAgain(ctx context.Context, e *product.Env, c *call, d *product.Product, by staff.By, m domain.Member) error {
	invitation, err := d.Staff.Invite(ctx, by, m.Name, m.Email, m.Role)
	return c.sayInvited(e, invitation, err)
}

// staffResetFlags ask once more before the last organiser is shut out.
type staffResetFlags struct {
	staffActFlags
	last bool
}

func (f *staffResetFlags) define(set *flag.FlagSet) {
	f.staffActFlags.define(set)
	set.BoolVar(&f.last, "yes-last", false,
		"also the last organiser: nobody can do an organiser's acts until the link was used")
}

func (f *staffResetFlags) run(ctx context.Context, e *product.Env, c *call) error {
	f.act = func(ctx context.Context, _ *product.Env, c *call, d *product.Product, by staff.By, m domain.Member) error {
		by.Last = f.last
		invitation, err := d.Staff.Reset(ctx, by, m.ID)
		if err := inWords(err); err != nil && !f.last && m.EndedAt.IsZero() && m.Role == domain.RoleOrganiser {
			return fmt.Errorf("%w If nobody else can, say it with --yes-last", err)
		}
		return c.sayInvited(e, invitation, err)
	}
	return f.staffActFlags.run(ctx, e, c)
}

func changeRole(ctx context.Context, e *product.Env, c *call, d *product.Product, by staff.By, m domain.Member) error {
	if len(c.args) != 2 {
		return errUsage
	}
	if err := d.Staff.ChangeRole(ctx, by, m.ID, c.args[1]); err != nil {
		return inWords(err)
	}
	return c.say(e, map[string]string{"member": m.ID, "role": c.args[1]}, "%s is %s now.\n", cli.Plain(m.Name), c.args[1])
}

func endMember(ctx context.Context, e *product.Env, c *call, d *product.Product, by staff.By, m domain.Member) error {
	if err := d.Staff.End(ctx, by, m.ID); err != nil {
		return inWords(err)
	}
	return c.say(e, map[string]string{"ended": m.ID}, "%s no longer works at the desk; all sessions have ended.\n",
		cli.Plain(m.Name))
}

// openStaff opens the office of a desk that is not switched off.
func openStaff(ctx context.Context, e *product.Env) (*product.Product, error) {
	d, err := e.Open(ctx)
	if err == nil && d.Staff == nil {
		err = errors.New("the desk is switched off (TRANSOM_DESK=off), so there is no staff")
	}
	return d, err
}

// withMember finds the member whose address is the first argument.
func (c *call) withMember(ctx context.Context, e *product.Env, f func(d *product.Product, m domain.Member) error) error {
	if len(c.args) == 0 {
		return errUsage
	}
	key, err := addressKey(c.args[0])
	if err != nil {
		return err
	}
	d, err := openStaff(ctx, e)
	if err != nil {
		return err
	}
	members, err := d.Staff.Members(ctx)
	if err != nil {
		return err
	}
	for _, m := range members {
		if m.EmailKey == key {
			return f(d, m.Member)
		}
	}
	return errors.New("nobody on the staff has this address; `transom staff list` shows all")
}

func (c *call) sayInvited(e *product.Env, i staff.Invitation, err error) error {
	if err != nil {
		return inWords(err)
	}
	return c.say(e, map[string]string{"member": i.Member.ID, "link": i.Link, "until": i.Until.UTC().Format(time.RFC3339)},
		"%s is invited as %s. The mail is on its way; the link works once, until %s:\n  %s\n", cli.Plain(i.Member.Name),
		i.Member.Role, i.Until.Format(time.RFC1123), i.Link)
}

// inWords says what is wrong with each field, as the desk does beside it.
func inWords(err error) error {
	var known *domain.Error
	if !errors.As(err, &known) {
		return err
	}
	words := []string{}
	for _, fault := range known.Fields {
		words = append(words, fault)
	}
	if len(words) == 0 {
		words = []string{known.Message}
	}
	return errors.New(strings.Join(words, " "))
}

// memberLine is a member as --json prints one.
type memberLine struct {
	ID       string `json:"id"`
	Email    string `json:"email"`
	Name     string `json:"name"`
	Role     string `json:"role"`
	State    string `json:"state"`
	Passkeys int    `json:"passkeys"`
}

func memberLineOf(m domain.MemberState) memberLine {
	line := memberLine{m.ID, m.Email, m.Name, m.Role, "works", m.Passkeys}
	switch {
	case !m.EndedAt.IsZero():
		line.State = "ended"
	case m.Passkeys == 0 && m.InvitedUntil.IsZero():
		line.State = "the invitation has expired"
	case m.Passkeys == 0:
		line.State = "invited"
	}
	return line
}
