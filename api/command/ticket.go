package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"transom/api/cli"
	"transom/api/domain"
	"transom/api/ticket"
)

// ticketCommand is what a gate and the organisers do with tickets.
var ticketCommand = Command{
	Name: "ticket", Usage: "verify | admit | keys | rotate", Help: "Work with tickets and their signing keys; each of the four words has a help of its own",
	Example: "ticket verify -h", Found: "not a genuine ticket, or not admitted",
	words: []Command{verifyTicketCommand, admitTicketCommand, ticketKeysCommand, rotateKeyCommand},
}

var verifyTicketCommand = Command{
	Name: "ticket verify", Usage: "QR", Help: "Check a QR code's signature without a network, and where the database is, whether the ticket is void",
	Example: "ticket verify --keys keys.json https://example.org/event-ticket/…#…", Found: "not a genuine ticket, or a void one",
	anyway: true, // with a file of keys a gate needs no settings
	flags: func(c *call) {
		c.StringVar(&c.keys, "keys", "", "a copy of /.well-known/transom-ticket-key; without it the keys of TRANSOM_VAR")
	},
	run: func(ctx context.Context, e *Env, c *call) error {
		qr, err := c.one()
		if err != nil {
			return err
		}
		gate, err := openGate(e, c.keys)
		if err != nil {
			return err
		}
		claims, err := gate.check(qr)
		if err != nil {
			return err
		}
		if claims.Event == 0 {
			return errors.New("this QR code holds no signature; only `transom ticket admit` can look it up")
		}
		status, err := gate.status(ctx, e, claims.TicketID)
		if err != nil {
			return err
		}
		return c.print(e, map[string]any{
			"genuine": true, "status": status, "holder": claims.Holder, "ticket": claims.TicketID, "category": gate.category(claims.Category),
			"seats": claims.Seats, "days": claims.Days,
		}, func(out io.Writer) error {
			_, err := fmt.Fprintf(out, "genuine\nholder    %s\nticket    %s\ncategory  %s\nseats     %d\ndays      %d\nstatus    %s\n",
				claims.Holder, claims.TicketID, gate.category(claims.Category), claims.Seats, claims.Days, status)
			return err
		})
	},
}

const signatureOnly = "signature only; whether it was refunded is not known here"

// status is what the database of this machine says of a ticket; a void one, or one that it does not have, is an error. A
// gate with nothing but keys, or without the database, knows the signature only.
func (g *gate) status(ctx context.Context, e *Env, id string) (string, error) {
	if g.content == nil {
		return signatureOnly, nil
	}
	d, err := e.Open(ctx)
	if err != nil {
		return signatureOnly, nil
	}
	found, err := d.Store.FindTicket(ctx, id)
	switch {
	case errors.Is(err, domain.ErrNotFound):
		return "", errors.New("the signature is genuine, but no ticket here has this id")
	case err != nil:
		return "", err
	case found.Status == domain.TicketVoid:
		return "", errors.New("the ticket is void: the signature is genuine, but the registration was refunded or erased")
	}
	return found.Status, nil
}

var admitTicketCommand = Command{
	Name: "ticket admit", Usage: "QR", Help: "Check a ticket and take one entry",
	Example: "ticket admit --gate north https://example.org/event-ticket/…#…", Found: "not admitted",
	flags: func(c *call) { c.StringVar(&c.gate, "gate", "", "the name of the gate, for the record") },
	run: func(ctx context.Context, e *Env, c *call) error {
		qr, err := c.one()
		if err != nil {
			return err
		}
		if c.gate == "" {
			return misuse{"name the gate: --gate NAME"}
		}
		gate, err := openGate(e, "")
		if err != nil {
			return err
		}
		claims, err := gate.check(qr)
		if err != nil {
			return err
		}
		d, err := e.Open(ctx)
		if err != nil {
			return err
		}
		tickets := ticket.Service{Store: d.Store, Content: gate.content, Clock: domain.SystemClock{}, Rehearsal: e.Facts.Rehearsal}
		admitted, err := tickets.Admit(ctx, claims.TicketID, c.gate)
		if err != nil {
			return fmt.Errorf("not admitted: %w", err)
		}
		return c.print(e, map[string]any{
			"admitted": admitted.HolderName, "entries_remaining": admitted.EntriesRemaining, "entries_total": admitted.EntriesTotal,
		}, func(out io.Writer) error {
			_, err := fmt.Fprintf(out, "admitted  %s\nentries   %d of %d remain\n", admitted.HolderName, admitted.EntriesRemaining, admitted.EntriesTotal)
			return err
		})
	},
}

var ticketKeysCommand = Command{
	Name: "ticket keys", Help: "Print the public keys as JSON, as published for gates", Example: "ticket keys",
	run: func(_ context.Context, e *Env, _ *call) error {
		gate, err := openGate(e, "")
		if err != nil {
			return err
		}
		return cli.PrintJSON(e.Out, gate.keys.Publish(gate.content.Event.Name, gate.mark))
	},
}

var rotateKeyCommand = Command{
	Name: "ticket rotate", Help: "Make a new signing key; tickets of the old one stay good", Example: "ticket rotate",
	run: func(_ context.Context, e *Env, c *call) error {
		if _, err := openGate(e, ""); err != nil {
			return err
		}
		if _, err := ticket.Rotate(filepath.Join(e.Var, "keys")); err != nil {
			return err
		}
		return c.print(e, map[string]bool{"rotated": true}, func(out io.Writer) error {
			_, err := fmt.Fprintln(out, "There is a new signing key. Start the server again, then give gates the new document of /.well-known/transom-ticket-key.")
			return err
		})
	},
}

// gate is what checks a QR code: the keys and the event that the ticket must be for.
type gate struct {
	content *domain.Content // nil with a file of keys
	keys    *ticket.Keys    // nil with a file of keys
	ring    ticket.Ring
	mark    uint32
}

// openGate opens the keys of this machine, or with a file those in it: a gate needs nothing else.
func openGate(e *Env, file string) (*gate, error) {
	if file != "" {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read ticket keys: %w", err)
		}
		ring, document, err := ticket.ParsePublished(raw)
		return &gate{ring: ring, mark: document.EventMark}, err
	}
	if err := e.Facts.wrong(); err != nil {
		return nil, err
	}
	content, keys, err := e.Gate()
	if err != nil {
		return nil, err
	}
	return &gate{content: content, keys: keys, ring: keys.Ring, mark: ticket.EventMarkOf(content)}, nil
}

// check reads a QR code's text. A code without a signature yields the id alone: with 128 random bits it is as good where
// the database is at hand.
func (g *gate) check(qr string) (ticket.Claims, error) {
	id, token, err := ticket.ParseQR(qr)
	if err != nil {
		return ticket.Claims{}, err
	}
	if token == "" {
		return ticket.Claims{TicketID: id}, nil
	}
	claims, err := g.ring.Verify(token, g.mark)
	if err == nil && id != "" && id != claims.TicketID {
		err = ticket.ErrForged // the address of one ticket with the signature of another
	}
	return claims, err
}

func (g *gate) category(plan int) string {
	if g.content != nil {
		for _, c := range g.content.Tickets.Categories {
			if c.ID == plan {
				return c.Name
			}
		}
	}
	return fmt.Sprint("plan ", plan)
}
