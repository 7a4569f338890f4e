package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"

	"transom/api/domain"
	"transom/api/product"
	"transom/api/store"
)

// JournalSocket is the socket of systemd's journal.
const JournalSocket = "/run/systemd/journal/socket"

// The words of a search are never recorded.
func (c *call) record(ctx context.Context, d *product.Product) error {
	about, err := c.bookings(ctx, d)
	if err != nil {
		return err
	}
	object, _, _ := strings.Cut(c.name, " ")
	action := domain.Action{
		At: d.Clock.Now(), Actor: Caller(c.flag("who")), Name: domain.ActionCommand, Object: object, Why: c.flag("why"),
		After: map[string]string{"with": c.describe(about)},
	}
	if c.name == eraseCommand.Name { // the entry stays when the personal data is erased (store/people/erasure.go)
		action.Object = "erase"
		if action.Why, err = withoutNames(ctx, d, action.Why, about); err != nil {
			return err
		}
	}
	if len(about) == 0 {
		about = []string{""}
	}
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		for _, action.BookingID = range about {
			if err := tx.AddAction(ctx, action); err != nil {
				return err
			}
		}
		return nil
	})
}

func withoutNames(ctx context.Context, d *product.Product, why string, bookings []string) (string, error) {
	for _, id := range bookings {
		b, err := d.Store.FindBooking(ctx, id)
		if err != nil && !errors.Is(err, domain.ErrNotFound) {
			return "", err
		}
		for _, value := range []string{b.Email, b.Mobile, b.FirstName, b.LastName, b.SpouseName, b.MembershipNo} {
			for _, word := range append([]string{value}, strings.Fields(value)...) {
				if len(word) > 1 { // a single letter occurs in many words
					why = regexp.MustCompile(`(?i)`+regexp.QuoteMeta(word)).ReplaceAllString(why, "…")
				}
			}
		}
	}
	return why, nil
}

// Caller returns who is using the command line: the given name, otherwise the account's name.
func Caller(who string) domain.Actor {
	name := cmp.Or(who, os.Getenv("SUDO_USER")) // deploy/t passes SUDO_USER on
	if account, err := user.Current(); name == "" && err == nil {
		name = account.Username
	}
	if name == "" && os.Getuid() == 0 {
		name = "root"
	}
	name = cmp.Or(name, fmt.Sprint("account ", os.Getuid()))
	return domain.Actor{ID: domain.ActorCommand, Name: name, Role: domain.ActorCommand}
}

func (c *call) bookings(ctx context.Context, d *product.Product) (ids []string, err error) {
	switch {
	case c.name == "action approve":
		requests, err := d.Store.OpenRequests(ctx, "")
		for _, r := range requests {
			if r.ID == c.flag("request") {
				ids = append(ids, r.BookingID)
			}
		}
		return ids, err
	case len(c.args) == 0:
		return nil, nil
	}
	b, err := d.Reads().Find(ctx, c.args[0])
	if err == nil {
		return []string{b.ID}, nil
	}
	key, wrong := addressKey(c.args[0])
	if !domain.IsCode(err, domain.CodeNotFound) || wrong != nil || c.set.Lookup("everybody") == nil {
		return nil, nil // the command reports the error, or the address belongs to a staff member
	}
	people, err := d.Store.PeopleOf(ctx, key)
	if err != nil || len(people) > 1 && c.flag("everybody") != "true" {
		return nil, err
	}
	return d.Store.BookingsOf(ctx, store.Person{EmailKey: key})
}

// describe leaves out everything that may be personal data.
func (c *call) describe(bookings []string) string {
	_, words, _ := strings.Cut(c.name, " ")
	said := []string{words}
	for _, arg := range c.args {
		if len(bookings) != 1 || arg != bookings[0] {
			arg = "…"
		}
		said = append(said, arg)
	}
	c.set.Visit(func(f *flag.Flag) { said = append(said, "--"+f.Name) })
	return strings.TrimSpace(strings.Join(said, " "))
}

// recordOutside writes to the journal (`journalctl -t transom`) or to a file. If both fail, the command runs anyway.
func (c *call) recordOutside() {
	var line bytes.Buffer
	object, _, _ := strings.Cut(c.name, " ")
	slog.New(slog.NewTextHandler(&line, nil)).Info("action", "command", object, "with", c.describe(nil), "who",
		Caller(c.flag("who")).Name)
	if err := writeLine(c.env.Var, c.env.Journal, line.Bytes(), c.name == "restore"); err != nil {
		fmt.Fprintln(c.env.Progress, "this action could not be recorded:", err)
	}
}

func writeLine(folder, socket string, line []byte, makeFolder bool) error {
	if conn, err := net.Dial("unixgram", socket); err == nil {
		defer conn.Close()
		_, err := fmt.Fprintf(conn, "PRIORITY=6\nSYSLOG_IDENTIFIER=transom\nMESSAGE=%s", line)
		return err
	}
	if makeFolder {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
	}
	file, err := os.OpenFile(filepath.Join(folder, product.AuditFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(line)
	return errors.Join(err, file.Close())
}
