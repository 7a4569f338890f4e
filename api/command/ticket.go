package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"transom/api/cli"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/ticket"
)

var ticketHelps = map[string]cli.Help{
	"": {
		Name: "ticket", Usage: "verify | admit | keys | rotate", Purpose: "Work with tickets and their signing keys; each of the four words has a help of its own",
		Example: "ticket verify -h", Found: "not a genuine ticket, or not admitted",
	},
	"verify": {
		Name: "ticket verify", Usage: "QR", Purpose: "Check a QR code's signature without a network, and where the database is, whether the ticket is void",
		Example: "ticket verify --keys keys.json https://example.org/event-ticket/…#…", Found: "not a genuine ticket, or a void one",
	},
	"admit":  {Name: "ticket admit", Usage: "QR", Purpose: "Check a ticket and take one entry", Example: "ticket admit --gate north https://example.org/event-ticket/…#…", Found: "not admitted"},
	"keys":   {Name: "ticket keys", Purpose: "Print the public keys as JSON, as published for gates", Example: "ticket keys"},
	"rotate": {Name: "ticket rotate", Purpose: "Make a new signing key; tickets of the old one stay good", Example: "ticket rotate"},
}

// ticketCommand is what a gate and the organisers do with tickets.
func ticketCommand(ctx context.Context, args []string) error {
	commands := map[string]func(context.Context, []string) error{
		"verify": verifyTicket, "admit": admitTicket, "keys": printTicketKeys, "rotate": rotateTicketKey,
	}
	if len(args) > 0 && commands[args[0]] != nil {
		return commands[args[0]](ctx, args[1:])
	}
	help := ticketHelps[""]
	flags, _ := help.Flags()
	rest, err := help.Parse(flags, args, os.Stdout)
	if err == nil && len(rest) > 0 {
		err = cli.Unknown("ticket command", rest[0], slices.Sorted(maps.Keys(commands)))
	}
	return firstError(err, help.Wrong(""))
}

// readQR parses the arguments of a command that takes one QR code's text.
func readQR(help cli.Help, flags *flag.FlagSet, args []string) (qr string, err error) {
	rest, err := help.Parse(flags, args, os.Stdout)
	if err == nil && len(rest) != 1 {
		err = help.Wrong("")
	}
	if err != nil {
		return "", err
	}
	return rest[0], nil
}

// readNothing parses the arguments of a command that takes none.
func readNothing(help cli.Help, args []string) (asJSON bool, err error) {
	flags, json := help.Flags()
	rest, err := help.Parse(flags, args, os.Stdout)
	if err == nil && len(rest) > 0 {
		err = help.Wrong("")
	}
	return *json, err
}

func verifyTicket(ctx context.Context, args []string) error {
	flags, asJSON := ticketHelps["verify"].Flags()
	file := flags.String("keys", "", "a copy of /.well-known/transom-ticket-key; without it the keys of TRANSOM_VAR")
	qr, err := readQR(ticketHelps["verify"], flags, args)
	if err != nil {
		return err
	}
	gate, err := openGate(*file)
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
	status, err := gate.status(ctx, claims.TicketID)
	if err != nil {
		return err
	}
	if *asJSON {
		return cli.PrintJSON(os.Stdout, map[string]any{
			"genuine": true, "status": status, "holder": claims.Holder, "ticket": claims.TicketID, "category": gate.category(claims.Category),
			"seats": claims.Seats, "days": claims.Days,
		})
	}
	fmt.Printf("genuine\nholder    %s\nticket    %s\ncategory  %s\nseats     %d\ndays      %d\nstatus    %s\n",
		claims.Holder, claims.TicketID, gate.category(claims.Category), claims.Seats, claims.Days, status)
	return nil
}

const signatureOnly = "signature only; whether it was refunded is not known here"

// status is what the database of this machine says of a ticket; a void one, or one that it does not have, is an error. A
// gate with nothing but keys, or without the database, knows the signature only.
func (g *gate) status(ctx context.Context, id string) (string, error) {
	if g.content == nil {
		return signatureOnly, nil
	}
	db, err := store.OpenExisting(ctx, g.config.place())
	if err != nil {
		return signatureOnly, nil
	}
	defer db.Close()
	found, err := db.FindTicket(ctx, id)
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

func admitTicket(ctx context.Context, args []string) error {
	flags, asJSON := ticketHelps["admit"].Flags()
	name := flags.String("gate", "", "the name of the gate, for the record")
	qr, err := readQR(ticketHelps["admit"], flags, args)
	if err != nil {
		return err
	}
	if *name == "" {
		return ticketHelps["admit"].Wrong("name the gate: --gate NAME")
	}
	gate, err := openGate("")
	if err != nil {
		return err
	}
	claims, err := gate.check(qr)
	if err != nil {
		return err
	}
	db, err := store.OpenExisting(ctx, gate.config.place())
	if err != nil {
		return err
	}
	defer db.Close()
	tickets := ticket.Service{Store: db, Content: gate.content, Clock: domain.SystemClock{}, Rehearsal: gate.config.Rehearsal}
	admitted, err := tickets.Admit(ctx, claims.TicketID, *name)
	if err != nil {
		return fmt.Errorf("not admitted: %w", err)
	}
	if *asJSON {
		return cli.PrintJSON(os.Stdout, map[string]any{
			"admitted": admitted.HolderName, "entries_remaining": admitted.EntriesRemaining, "entries_total": admitted.EntriesTotal,
		})
	}
	fmt.Printf("admitted  %s\nentries   %d of %d remain\n", admitted.HolderName, admitted.EntriesRemaining, admitted.EntriesTotal)
	return nil
}

func printTicketKeys(_ context.Context, args []string) error {
	if _, err := readNothing(ticketHelps["keys"], args); err != nil {
		return err
	}
	gate, err := openGate("")
	if err != nil {
		return err
	}
	return cli.PrintJSON(os.Stdout, gate.keys.Publish(gate.content.Event.Name, gate.mark))
}

func rotateTicketKey(_ context.Context, args []string) error {
	asJSON, err := readNothing(ticketHelps["rotate"], args)
	if err != nil {
		return err
	}
	gate, err := openGate("")
	if err != nil {
		return err
	}
	if _, err := ticket.Rotate(filepath.Join(gate.config.Var, keyFolder)); err != nil {
		return err
	}
	if asJSON {
		return cli.PrintJSON(os.Stdout, map[string]bool{"rotated": true})
	}
	fmt.Println("There is a new signing key. Start the server again, then give gates the new document of /.well-known/transom-ticket-key.")
	return nil
}

// gate is what checks a QR code: the keys and the event that the ticket must be for.
type gate struct {
	config  config
	content *domain.Content // nil with a file of keys
	keys    *ticket.Keys    // nil with a file of keys
	ring    ticket.Ring
	mark    uint32
}

// openGate opens the keys of this machine, or with a file those in it: a gate needs nothing else.
func openGate(file string) (*gate, error) {
	if file != "" {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read ticket keys: %w", err)
		}
		ring, document, err := ticket.ParsePublished(raw)
		return &gate{ring: ring, mark: document.EventMark}, err
	}
	c, err := readEnvironment()
	if err != nil {
		return nil, badSettings(err)
	}
	if err := c.checkPurpose(); err != nil {
		return nil, err
	}
	content, err := domain.LoadContent(c.Content)
	if err != nil {
		return nil, err
	}
	keys, err := ticket.LoadKeys(filepath.Join(c.Var, keyFolder))
	if err != nil {
		return nil, err
	}
	return &gate{config: c, content: content, keys: keys, ring: keys.Ring, mark: ticket.EventMarkOf(content)}, nil
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
