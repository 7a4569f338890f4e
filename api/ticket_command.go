package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"transom/api/domain"
	"transom/api/store"
	"transom/api/ticket"
)

const ticketUsage = `usage: transom ticket verify QR [--keys FILE]   read a QR code's text and check its signature, without a network
       transom ticket admit QR --gate NAME       check it and take one entry
       transom ticket keys                       print the public keys, as published for gates
       transom ticket rotate                     make a new signing key; tickets of the old one stay good`

// ticketCommand is what a gate and the organisers do with tickets.
func ticketCommand(ctx context.Context, args []string) error {
	commands := map[string]func(context.Context, []string) error{
		"verify": verifyTicket, "admit": admitTicket, "keys": printTicketKeys, "rotate": rotateTicketKey,
	}
	if len(args) == 0 || commands[args[0]] == nil {
		return errors.New(ticketUsage)
	}
	return commands[args[0]](ctx, args[1:])
}

// parseQRCommand reads flags before and after the one text.
func parseQRCommand(flags *flag.FlagSet, args []string) (qr string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return "", err
		}
		if flags.NArg() == 0 {
			break
		}
		if qr != "" {
			return "", errors.New(ticketUsage)
		}
		qr, args = flags.Arg(0), flags.Args()[1:]
	}
	if qr == "" {
		return "", errors.New(ticketUsage)
	}
	return qr, nil
}

func verifyTicket(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("ticket verify", flag.ContinueOnError)
	file := flags.String("keys", "", "a copy of /.well-known/transom-ticket-key; without it the keys of TRANSOM_VAR")
	qr, err := parseQRCommand(flags, args)
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
	fmt.Printf("genuine\nholder    %s\nticket    %s\ncategory  %s\nseats     %d\ndays      %d\n",
		claims.Holder, claims.TicketID, gate.category(claims.Category), claims.Seats, claims.Days)
	return nil
}

func admitTicket(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("ticket admit", flag.ContinueOnError)
	name := flags.String("gate", "", "the name of the gate, for the record")
	qr, err := parseQRCommand(flags, args)
	if err != nil {
		return err
	}
	if *name == "" {
		return errors.New("name the gate: --gate NAME")
	}
	gate, err := openGate("")
	if err != nil {
		return err
	}
	claims, err := gate.check(qr)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, gate.config.Var)
	if err != nil {
		return err
	}
	defer db.Close()
	tickets := domain.Tickets{Store: db, Content: gate.content, Clock: domain.SystemClock{}}
	admitted, err := tickets.Admit(ctx, claims.TicketID, *name)
	if err != nil {
		return fmt.Errorf("not admitted: %w", err)
	}
	fmt.Printf("admitted  %s\nentries   %d of %d remain\n", admitted.HolderName, admitted.EntriesRemaining, admitted.EntriesTotal)
	return nil
}

func printTicketKeys(_ context.Context, _ []string) error {
	gate, err := openGate("")
	if err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(gate.keys.Publish(gate.content.Event.Name, gate.mark))
}

func rotateTicketKey(_ context.Context, _ []string) error {
	gate, err := openGate("")
	if err != nil {
		return err
	}
	if _, err := ticket.Rotate(filepath.Join(gate.config.Var, keyFolder)); err != nil {
		return err
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
	c, err := readConfig(os.Getenv)
	if err != nil {
		return nil, fmt.Errorf("these settings must be put right:\n%w", err)
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
