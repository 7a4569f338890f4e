package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"transom/api/booking"
	"transom/api/cli"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/keys"
	"transom/api/product"
	"transom/api/store"
	"transom/api/ticket"
)

var ticketCommand = Command{
	Name: "ticket", Usage: "verify | keys | rotate | pack",
	Help:    "Check tickets, their signing keys and the gate's lists; each subcommand has its own help",
	Example: "ticket verify -h", Found: "not a genuine ticket",
	words: []Command{verifyTicketCommand, ticketKeysCommand, rotateKeyCommand, gatePackCommand},
}

var verifyTicketCommand = Command{
	Name: "ticket verify", Usage: "QR",
	Help: "Check a QR code's signature without a network and, if there is a database, whether the ticket " +
		"is void or unpaid",
	Example: "ticket verify --keys keys.json https://example.org/event-ticket/…#…",
	Found:   "not a genuine ticket, or a void one",
	needs:   nothing, // with a key file, no settings are needed
	flags:   func() flagged { return new(verifyTicketFlags) },
}

type verifyTicketFlags struct{ keys string }

func (f *verifyTicketFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.keys, "keys", "", "a copy of /.well-known/transom-ticket-key; the default is the keys in "+
		"TRANSOM_VAR")
}

func (f *verifyTicketFlags) run(ctx context.Context, _ *product.Product, c *call) error {
	checker, err := openChecker(ctx, c, f.keys)
	if err != nil {
		return err
	}
	claims, err := checker.check(c.args[0])
	if err != nil {
		return err
	}
	if claims.Event == 0 {
		return errors.New("this QR code contains no signature; `transom list --text …` finds the ticket by its code")
	}
	status, err := checker.status(ctx, claims.TicketID)
	if err != nil {
		return err
	}
	return c.say(map[string]any{
		"genuine": true, "status": status, "holder": claims.Holder, "ticket": claims.TicketID,
		"category": checker.category(claims.Category), "seats": claims.Seats, "days": claims.Days,
	}, "genuine\nholder    %s\nticket    %s\ncategory  %s\nseats     %d\ndays      %d\nstatus    %s\n",
		claims.Holder, claims.TicketID, checker.category(claims.Category), claims.Seats, claims.Days, status)
}

const signatureOnly = "only the signature was checked; whether the ticket was refunded is not known here"

// status returns an error for a void, unpaid or unknown ticket. Without a database, only the signature was checked.
func (g *ticketChecker) status(ctx context.Context, id string) (string, error) {
	if g.product == nil {
		return signatureOnly, nil
	}
	found, err := g.product.Store.FindTicket(ctx, id)
	switch {
	case errors.Is(err, domain.ErrNotFound):
		return "", errors.New("the signature is genuine, but no ticket here has this id")
	case err != nil:
		return "", err
	case found.Status == booking.TicketVoid:
		return "", errors.New("the ticket is void: the signature is genuine, but the registration was refunded or erased")
	}
	states, err := g.product.Store.FindGateTickets(ctx, id, nil, g.rehearsal, 1)
	if err == nil && len(states) == 1 && states[0].State == domain.GateUnpaid {
		err = errors.New("the signature is genuine, but nothing was paid for this ticket: it is from a rehearsal " +
			"or the sandbox, and no gate admits it")
	}
	return found.Status, err
}

func gateService(c *call, d *product.Product, content *domain.Content) *gate.Service {
	return &gate.Service{Store: store.For[gate.Tx](d.Store), Content: content, Clock: d.Clock,
		Mark: ticket.MarkOf(content.Event.Edition), Rehearsal: c.env.Facts.Rehearsal}
}

var ticketKeysCommand = Command{
	Name: "ticket keys", needs: settings,
	Help: "Print the public keys as JSON, as published for gates", Example: "ticket keys",
	run: func(ctx context.Context, _ *product.Product, c *call) error {
		content, keys, _, err := gateKeys(ctx, c)
		if err != nil {
			return err
		}
		return cli.PrintJSON(c.env.Out, keys.Publish(content.Event.Name))
	},
}

var rotateKeyCommand = Command{
	Name: "ticket rotate", Help: "Create a new signing key; existing tickets stay valid", Example: "ticket rotate",
	run: func(ctx context.Context, d *product.Product, c *call) error {
		if _, _, err := c.env.Gate(); err != nil {
			return err
		}
		then, err := rotate(ctx, d, c)
		if err != nil {
			return err
		}
		return c.say(map[string]bool{"rotated": true},
			"There is a new signing key. %s, then give the gates the new document from /.well-known/transom-ticket-key.\n", then)
	},
}

// When the server starts, it compares its keys with the fingerprints in the database, so rotate also stores the new
// fingerprint; other instances need a copy of the key.
func rotate(ctx context.Context, d *product.Product, c *call) (then string, err error) {
	folder := filepath.Join(c.env.Var, "keys")
	if _, err := ticket.Rotate(folder); err != nil {
		return "", err
	}
	fingerprint, err := keys.Fingerprint(folder, ticket.KeyFile)
	if err != nil {
		return "", err
	}
	if err := d.Store.KeyFingerprint(ctx, ticket.KeyFile, fingerprint); err != nil {
		return "", fmt.Errorf("there is a new key, but it is not stored in the database (%w): run `transom "+
			"ticket rotate` again before you start a server", err)
	}
	if c.env.Database == "" {
		return "Start the server again", nil
	}
	return "Copy the folder " + folder + " to every other machine and restart the server on each, one after the other",
		nil
}

type ticketChecker struct {
	content   *domain.Content // nil if a key file is used
	ring      ticket.Ring
	marks     []uint32
	product   *product.Product // nil if there is no database
	rehearsal bool
}

func openChecker(ctx context.Context, c *call, file string) (*ticketChecker, error) {
	if file != "" {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read ticket keys: %w", err)
		}
		ring, document, err := ticket.ParsePublished(raw)
		return &ticketChecker{ring: ring, marks: document.Marks()}, err
	}
	if err := c.env.Facts.Err(); err != nil {
		return nil, err
	}
	content, keys, d, err := gateKeys(ctx, c)
	if err != nil {
		return nil, err
	}
	return &ticketChecker{content, keys.Ring, keys.Marks, d, c.env.Facts.Rehearsal}, nil
}

// gateKeys adds the marks of earlier tickets if there is a database: only the database has them.
func gateKeys(ctx context.Context, c *call) (*domain.Content, *ticket.Keys, *product.Product, error) {
	content, keys, err := c.env.Gate()
	if err != nil {
		return nil, nil, nil, err
	}
	d, err := c.open(ctx)
	if err == nil {
		keys.Marks = d.TicketKeys.Marks
	}
	return content, keys, d, nil
}

// check returns a claim without an event for a code that contains only the ticket's id, without a signature.
func (g *ticketChecker) check(qr string) (ticket.Claims, error) {
	id, token, err := ticket.ParseQR(qr)
	if err != nil {
		return ticket.Claims{}, err
	}
	if token == "" {
		return ticket.Claims{TicketID: id}, nil
	}
	claims, err := g.ring.Verify(token, g.marks...)
	if err == nil && id != "" && id != claims.TicketID {
		err = ticket.ErrForged // one ticket's address with another ticket's signature
	}
	return claims, err
}

func (g *ticketChecker) category(plan int) string {
	if g.content != nil {
		for _, c := range g.content.Tickets.Categories {
			if c.ID == plan {
				return c.Name
			}
		}
	}
	return fmt.Sprint("plan ", plan)
}
