package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"transom/api/cli"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/staff"
)

// staffCommand adds the first organiser and helps members who cannot sign in; the desk does the rest.
var staffCommand = Command{
	Name: "staff", Usage: "add | reset", Help: "Invite staff to the desk, or reset a member's sign-in",
	Example: "staff add -h", words: []Command{staffAddCommand, staffResetCommand},
}

var roleList = strings.Join(domain.Roles, ", ")

var errNoDesk = errors.New("the desk is switched off (TRANSOM_DESK=off), so there is no staff")

var staffAddCommand = Command{
	Name: "staff add", Usage: "EMAIL",
	Help: "Add somebody to the staff, email an invitation and print its link once. Run it again to repeat the " +
		"invitation if the person has no passkey yet",
	Example:  `staff add asha@example.org --name "Asha Rao" --role organiser --why "runs the desk"`,
	required: []string{"name", "role", "why"}, flags: func() flagged { return new(staffAddFlags) },
}

type staffAddFlags struct{ name, role string }

func (f *staffAddFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.name, "name", "", "the name for the activity log")
	set.StringVar(&f.role, "role", "", roleList)
}

func (f *staffAddFlags) run(ctx context.Context, d *product.Product, c *call) error {
	if d.Staff == nil {
		return errNoDesk
	}
	invitation, err := d.Staff.Invite(ctx, c.by(), f.name, c.args[0], f.role)
	return c.sayInvited(invitation, err)
}

var staffResetCommand = Command{
	Name: "staff reset", Usage: "EMAIL",
	Help: "Remove all passkeys and sessions of somebody who has lost a device, and send an invitation that is " +
		"valid for fifteen minutes",
	Example:  `staff reset asha@example.org --why "lost the phone; called back on the known number"`,
	required: []string{"why"}, flags: func() flagged { return new(staffResetFlags) },
}

type staffResetFlags struct{ last bool }

func (f *staffResetFlags) define(set *flag.FlagSet) {
	set.BoolVar(&f.last, "yes-last", false,
		"also reset the last organiser's access: until the link is used, nobody has an organiser's rights")
}

func (f *staffResetFlags) run(ctx context.Context, d *product.Product, c *call) error {
	m, err := c.member(ctx, d)
	if err != nil {
		return err
	}
	by := c.by()
	by.Last = f.last
	invitation, err := d.Staff.Reset(ctx, by, m.ID)
	if err := actionError(err); err != nil && !f.last && m.EndedAt.IsZero() && m.Role == domain.RoleOrganiser {
		return fmt.Errorf("%w If there is no other way, add --yes-last", err)
	}
	return c.sayInvited(invitation, err)
}

func (c *call) by() staff.By { return staff.By{Actor: Caller(c.flag("who")), Why: c.flag("why")} }

func (c *call) member(ctx context.Context, d *product.Product) (m domain.MemberState, err error) {
	key, err := addressKey(c.args[0])
	if err != nil {
		return m, err
	}
	if d.Staff == nil {
		return m, errNoDesk
	}
	members, err := d.Staff.Members(ctx)
	for _, m := range members {
		if m.EmailKey == key {
			return m, nil
		}
	}
	if err == nil {
		err = errors.New("no member of staff has this address")
	}
	return m, err
}

func (c *call) sayInvited(i staff.Invitation, err error) error {
	if err != nil {
		return actionError(err)
	}
	return c.say(map[string]string{"member": i.Member.ID, "link": i.Link, "until": i.Until.UTC().Format(time.RFC3339)},
		"%s has been invited as %s. The email will be sent now; the link can be used once, until %s:\n  %s\n",
		cli.Plain(i.Member.Name), i.Member.Role, i.Until.Format(time.RFC1123), i.Link)
}
