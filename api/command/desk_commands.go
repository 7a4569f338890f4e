package command

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"

	"transom/api/desk"
	"transom/api/domain"
	"transom/api/wire"
)

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// alone is an act that takes a booking and nothing else.
func alone(act func(*desk.Acts, context.Context, desk.Request) (desk.Outcome, error)) func() flagged {
	return func() flagged {
		return &actCall{do: func(ctx context.Context, a *desk.Acts, r desk.Request, args []string) (desk.Outcome, error) {
			if len(args) > 0 {
				return desk.Outcome{}, errUsage
			}
			return act(a, ctx, r)
		}}
	}
}

// values reads FIELD=VALUE arguments.
func values(args []string) (map[string]string, error) {
	typed := map[string]string{}
	for _, arg := range args {
		name, value, found := strings.Cut(arg, "=")
		if !found {
			return nil, misuse{fmt.Sprintf("%q is no FIELD=VALUE", arg)}
		}
		typed[name] = value
	}
	return typed, nil
}

// checkFields refuses what nobody has a field for, with those that there are.
func checkFields(typed map[string]string) error {
	known := append(new(domain.Person).Names(), "spouseName")
	for _, name := range sortedKeys(typed) {
		if !slices.Contains(known, name) {
			return misuse{fmt.Sprintf("there is no field %q, but %s", name, strings.Join(known, ", "))}
		}
	}
	return nil
}

// deskCommands are the acts of the desk, in the order of the help.
var deskCommands = []Command{
	correctCommand, addCommand, paidCommand, transferCommand, withdrawTransferCommand, cancelCommand, partRefundCommand, uncancelCommand, approveCommand, givenBackCommand,
	seatCommand, voidCommand, reissueCommand, noteCommand,
}

var correctCommand = Command{
	Name: "correct", Usage: "BOOKING FIELD=VALUE…", Help: "Correct what somebody typed: another name or mailbox makes a new ticket, and the one before is void",
	Example: `correct c5ta3zr2kkysbqxi3njn2 lastname=Sharma --why "typed wrong"`,
	flags: func() flagged {
		override := false
		return &actCall{
			more: func(set *flag.FlagSet) {
				set.BoolVar(&override, "override", false, "set the rules of age and membership aside")
			},
			do: func(ctx context.Context, a *desk.Acts, r desk.Request, args []string) (desk.Outcome, error) {
				changes, err := values(args)
				if err == nil {
					err = checkFields(changes)
				}
				if err != nil {
					return desk.Outcome{}, err
				}
				return a.Correct(ctx, r, changes, override)
			},
		}
	},
}

// howFlags are how a registration is paid.
func howFlags(set *flag.FlagSet, how *desk.HowPaid) {
	set.StringVar(&how.Kind, "by", "", "bank, cheque, cash, free or link")
	set.StringVar(&how.Reference, "reference", "", "the UTR of a transfer, the number of a cheque or of a receipt; it can be used once")
	set.StringVar(&how.Date, "date", "", "the day of the payment, like 2025-03-31")
	set.StringVar(&how.Reason, "reason", "", "why it is free: an id of `complimentary` in content/desk.yaml")
}

var addCommand = Command{
	Name: "add", Usage: "CATEGORY FIELD=VALUE…", Help: "Register somebody who paid another way, comes for free, or is to pay by a link that is mailed; the form's rules hold",
	Example: `add MEMBER firstname=Asha lastname=Rao … --by bank --reference UTR123 --date 2025-03-31 --why "wrote to the office"`,
	flags: func() flagged {
		added := desk.Added{}
		return &actCall{
			more: func(set *flag.FlagSet) {
				howFlags(set, &added.Paid)
				set.BoolVar(&added.Override, "override", false, "set the rules of age and membership aside")
			},
			do: func(ctx context.Context, a *desk.Acts, r desk.Request, args []string) (desk.Outcome, error) {
				typed, err := values(args)
				if err != nil {
					return desk.Outcome{}, err
				}
				if err := fill(&added, typed); err != nil {
					return desk.Outcome{}, err
				}
				added.TicketCategory, r.BookingID = r.BookingID, ""
				return a.Add(ctx, r, added)
			},
		}
	},
}

// fill writes what was typed. Somebody with spouseName comes with a spouse.
func fill(a *desk.Added, typed map[string]string) error {
	a.SpouseName, a.Spouse = typed["spouseName"], typed["spouseName"] != ""
	delete(typed, "spouseName")
	for _, field := range a.Person.Fields() {
		*field.Value = typed[field.Name]
		delete(typed, field.Name)
	}
	if len(typed) > 0 {
		return misuse{fmt.Sprintf("the form has no %s", strings.Join(sortedKeys(typed), ", "))}
	}
	return nil
}

var paidCommand = Command{
	Name: "paid", Usage: "BOOKING", Help: "Write down that a registration which waits was paid another way; its link is closed first",
	Example: `paid c5ta3zr2kkysbqxi3njn2 --by bank --reference UTR123 --date 2025-03-31 --why "statement of 31 March"`,
	flags: func() flagged {
		how := desk.HowPaid{}
		return &actCall{
			more: func(set *flag.FlagSet) { howFlags(set, &how) },
			do: func(ctx context.Context, a *desk.Acts, r desk.Request, _ []string) (desk.Outcome, error) {
				return a.Paid(ctx, r, how)
			},
		}
	},
}

var transferCommand = Command{
	Name: "transfer", Usage: "BOOKING E-MAIL", Help: "Offer a ticket to a colleague, who types their own data; then the old ticket is void",
	Example: `transfer c5ta3zr2kkysbqxi3njn2 bela@example.org --why "asked by mail"`,
	flags: func() flagged {
		return &actCall{do: func(ctx context.Context, a *desk.Acts, r desk.Request, args []string) (desk.Outcome, error) {
			if len(args) != 1 {
				return desk.Outcome{}, errUsage
			}
			return a.Transfer(ctx, r, args[0])
		}}
	},
}

var withdrawTransferCommand = Command{
	Name: "transfer-withdraw", Usage: "BOOKING", Help: "Take the offer of a ticket back; its link works no more",
	Example: `transfer-withdraw c5ta3zr2kkysbqxi3njn2 --why "changed their mind"`, flags: alone((*desk.Acts).Withdraw),
}

var cancelCommand = Command{
	Name: "cancel", Usage: "BOOKING", Help: "Cancel a registration, and give a part of its money back, or nothing; above the limit of the content a second person approves",
	Example: `cancel c5ta3zr2kkysbqxi3njn2 --refund 1000 --why "illness"`,
	flags: func() flagged {
		refund := ""
		return &actCall{
			more: func(set *flag.FlagSet) {
				set.StringVar(&refund, "refund", "0", "how many rupees go back, like 1500 or 1500.50")
			},
			do: func(ctx context.Context, a *desk.Acts, r desk.Request, _ []string) (desk.Outcome, error) {
				paise, err := rupees(refund)
				if err != nil {
					return desk.Outcome{}, err
				}
				return a.Cancel(ctx, r, paise)
			},
		}
	},
}

// rupees reads an amount that was typed, in paise.
func rupees(typed string) (int64, error) {
	var paise wire.Rupees
	if err := paise.UnmarshalJSON([]byte(typed)); err != nil || typed == "" {
		return 0, misuse{fmt.Sprintf("%q is no amount of rupees", typed)}
	}
	return int64(paise), nil
}

var partRefundCommand = Command{
	Name: "refund-part", Usage: "BOOKING RUPEES", Help: "Give a part back and leave the ticket as it is, or give back what is left of a cancelled registration; above the limit a second person approves",
	Example: `refund-part c5ta3zr2kkysbqxi3njn2 500 --why "wheelchair place was not free"`,
	flags: func() flagged {
		return &actCall{do: func(ctx context.Context, a *desk.Acts, r desk.Request, args []string) (desk.Outcome, error) {
			if len(args) != 1 {
				return desk.Outcome{}, errUsage
			}
			paise, err := rupees(args[0])
			if err != nil {
				return desk.Outcome{}, err
			}
			return a.Refund(ctx, r, paise)
		}}
	},
}

var uncancelCommand = Command{
	Name: "uncancel", Usage: "BOOKING", Help: "Take a cancellation back while no money has moved and there is a seat; there is a new ticket",
	Example: `uncancel c5ta3zr2kkysbqxi3njn2 --why "the wrong Sharma"`, flags: alone((*desk.Acts).Uncancel),
}

var approveCommand = Command{
	Name: "approve", Usage: "REQUEST", Help: "Approve a refund that somebody else has asked for, or refuse it; `transom tasks` has the request",
	Example: `approve k3zq7vbn2xkw4hta --who "B. Iyer" --why "agreed by the committee"`,
	flags: func() flagged {
		refuse := false
		return &actCall{
			more: func(set *flag.FlagSet) { set.BoolVar(&refuse, "refuse", false, "refuse it; nothing is done") },
			do: func(ctx context.Context, a *desk.Acts, r desk.Request, _ []string) (desk.Outcome, error) {
				id := r.BookingID
				r.BookingID = ""
				if err := isRequest(ctx, a, id); err != nil {
					return desk.Outcome{}, err
				}
				return a.Approve(ctx, r, id, refuse)
			},
		}
	},
}

// isRequest refuses a booking where a request is meant, with the request of it that waits.
func isRequest(ctx context.Context, a *desk.Acts, id string) error {
	if _, err := a.Store.FindBooking(ctx, id); err != nil {
		return nil // Approve says what it is
	}
	waiting, err := a.Store.OpenRequests(ctx, id)
	switch {
	case err != nil:
		return err
	case len(waiting) == 0:
		return fmt.Errorf("%s is a registration, and no refund of it waits for a second person; `transom tasks` lists those that do", id)
	}
	return fmt.Errorf("%s is a registration; the refund of it that waits is approved with: transom approve %s --why …", id, waiting[0].ID)
}

var givenBackCommand = Command{
	Name: "given-back", Usage: "BOOKING", Help: "Write down that money which came another way was given back by hand",
	Example: `given-back c5ta3zr2kkysbqxi3njn2 --reference UTR900 --why "transfer of 2 April"`,
	flags: func() flagged {
		reference := ""
		return &actCall{
			more: func(set *flag.FlagSet) {
				set.StringVar(&reference, "reference", "", "the bank transfer or the receipt by which it went back")
			},
			do: func(ctx context.Context, a *desk.Acts, r desk.Request, _ []string) (desk.Outcome, error) {
				return a.GivenBack(ctx, r, reference)
			},
		}
	},
}

var seatCommand = Command{
	Name: "seat", Usage: "BOOKING GATE ROW SEAT", Help: "Write gate, row and seat of a ticket, - for none; the ticket stays the same",
	Example: `seat c5ta3zr2kkysbqxi3njn2 2 C 14 --why "sits with the jury"`,
	flags: func() flagged {
		return &actCall{do: func(ctx context.Context, a *desk.Acts, r desk.Request, args []string) (desk.Outcome, error) {
			if len(args) != 3 {
				return desk.Outcome{}, errUsage
			}
			for i := range args {
				args[i] = strings.Trim(args[i], "-")
			}
			return a.Seat(ctx, r, args[0], args[1], args[2])
		}}
	},
}

var voidCommand = Command{
	Name: "void", Usage: "BOOKING", Help: "Take a ticket out of use; the registration stays paid, and `transom reissue` makes a new one",
	Example: `void c5ta3zr2kkysbqxi3njn2 --why "telephone stolen"`, flags: alone((*desk.Acts).Void),
}

var reissueCommand = Command{
	Name: "reissue", Usage: "BOOKING", Help: "Make a new ticket in place of the last one, and mail it",
	Example: `reissue c5ta3zr2kkysbqxi3njn2 --why "telephone stolen"`, flags: alone((*desk.Acts).Reissue),
}

var noteCommand = Command{
	Name: "note", Usage: "BOOKING TEXT", Help: "Write something beside a registration, or take it away again",
	Example: `note c5ta3zr2kkysbqxi3njn2 "comes by wheelchair" --why "called"`,
	flags: func() flagged {
		number := int64(0)
		return &actCall{
			more: func(set *flag.FlagSet) {
				set.Int64Var(&number, "delete", 0, "the number of a note that is taken away")
			},
			do: func(ctx context.Context, a *desk.Acts, r desk.Request, args []string) (desk.Outcome, error) {
				if number != 0 {
					return a.DeleteNote(ctx, r, number)
				}
				return a.Note(ctx, r, strings.Join(args, " "))
			},
		}
	},
}
