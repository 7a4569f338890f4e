package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"transom/api/domain"
	"transom/api/product"
	"transom/api/store"
	"transom/api/ticket"
)

// JournalSocket is where systemd's journal takes messages.
const JournalSocket = "/run/systemd/journal/socket"

// harmless are commands that neither show nor change what is stored, and the server itself.
var harmless = []string{"serve", "check-settings", "alarm", "doctor", "version"}

// closed are commands that work while the database is closed, or before there is one: the log of acts cannot hold them.
var closed = []string{"make-keys", "restore", "move-database"}

// IsClosed reports whether a command's act is written beside the database.
func IsClosed(name string) bool { return slices.Contains(closed, name) }

// isHarmless reports whether nothing has to be written down.
func isHarmless(name string, args []string) bool {
	return slices.Contains(harmless, name) || slices.ContainsFunc(args, isHelp)
}

// LogAct writes into the log of acts that a command is called, before it does anything: the command, its flags, each
// booking that it is about, who (--who, else who called sudo) and why (--why); never what was looked for. False when
// there was nothing to write.
func LogAct(ctx context.Context, d *product.Product, name string, args []string) (bool, error) {
	if isHarmless(name, args) {
		return false, nil
	}
	about, err := bookingsOf(ctx, d, name, args)
	if err != nil {
		return false, err
	}
	act := domain.Act{
		At: d.Clock.Now(), Actor: Caller(valueOf(args, "who")), Action: domain.ActCommand, Object: name,
		Why:   valueOf(args, "why"),
		After: map[string]string{"with": describeArgs(args)},
	}
	if name == erase {
		if act.Why, err = withoutNames(ctx, d, act.Why, about); err != nil {
			return false, err
		}
	}
	if len(about) == 0 {
		about = []string{""}
	}
	return true, d.Store.Write(ctx, func(tx *store.Tx) error {
		for _, act.BookingID = range about {
			if err := tx.AddAct(ctx, act); err != nil {
				return err
			}
		}
		return nil
	})
}

// erase is the command whose reason stays when all else of a person goes.
const erase = "erase"

// withoutNames takes out of a reason what names the people of these bookings.
func withoutNames(ctx context.Context, d *product.Product, why string, bookings []string) (string, error) {
	for _, id := range bookings {
		b, err := d.Store.FindBooking(ctx, id)
		if err != nil && !errors.Is(err, domain.ErrNotFound) {
			return "", err
		}
		for _, value := range []string{b.Email, b.Mobile, b.FirstName, b.LastName, b.SpouseName, b.MembershipNo} {
			for _, word := range append([]string{value}, strings.Fields(value)...) {
				if len(word) > 1 { // an initial is in many words
					why = regexp.MustCompile(`(?i)`+regexp.QuoteMeta(word)).ReplaceAllString(why, "…")
				}
			}
		}
	}
	return why, nil
}

// Caller is who works on the command line.
func Caller(who string) domain.Actor {
	return domain.Actor{ID: domain.ActorCommand, Name: cmp.Or(who, whoActs()), Role: domain.ActorCommand}
}

// valueOf is the value of a flag, "" when it is not there.
func valueOf(args []string, flag string) string {
	for i, arg := range args {
		name, value, inOne := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"), "=")
		switch {
		case name != flag || !strings.HasPrefix(arg, "-"):
		case inOne:
			return value
		case i+1 < len(args):
			return args[i+1]
		}
	}
	return ""
}

// ofPeople are the commands that find a person by a mailbox. The address of others is a member's of the staff, or a
// colleague's.
var ofPeople = []string{"person", erase}

// bookingsOf are the bookings that a command was called with: by an id or a code, else by what it knows besides.
func bookingsOf(ctx context.Context, d *product.Product, name string, args []string) ([]string, error) {
	words := slices.Clone(args)
	for i := range words {
		if i > 0 && slices.Contains([]string{"who", "why"}, strings.TrimLeft(args[i-1], "-")) {
			words[i] = "" // what is said there is no registration, whatever it looks like
		}
	}
	if at := slices.IndexFunc(words, isBooking); at >= 0 {
		return words[at : at+1], nil
	}
	for _, arg := range words {
		if id, err := bookingBy(ctx, d, arg); err != nil || id != "" {
			return []string{id}, err
		}
	}
	for _, arg := range words {
		if arg == "" || strings.HasPrefix(arg, "-") {
			continue
		}
		if found, err := bookingsBy(ctx, d, name, arg, args); err != nil || len(found) > 0 {
			return found, err
		}
	}
	return nil, nil
}

// bookingBy is the booking that a word names by its code, or by a number that has no digit and may be any other word;
// "" for none.
func bookingBy(ctx context.Context, d *product.Product, word string) (string, error) {
	id, err := named(ctx, d, word)
	if err != nil || id != word {
		return id, err
	}
	if id = strings.TrimSpace(word); !actBooking.MatchString(id) {
		return "", nil
	}
	_, err = d.Store.FindBooking(ctx, id)
	if errors.Is(err, domain.ErrNotFound) {
		return "", nil
	}
	return id, err
}

// bookingsBy are the bookings that a word leads to in a command: a mailbox, a task, a request or a ticket.
func bookingsBy(ctx context.Context, d *product.Product, name, word string, args []string) (ids []string, err error) {
	switch {
	case slices.Contains(ofPeople, name):
		return ofMailbox(ctx, d, word, slices.ContainsFunc(args,
			func(arg string) bool { return strings.TrimLeft(arg, "-") == "everybody" }))
	case name == "act" && args[0] == "approve":
		requests, err := d.Store.OpenRequests(ctx, "")
		for _, r := range requests {
			if r.ID == word {
				ids = append(ids, r.BookingID)
			}
		}
		return ids, err
	case name == "ticket":
		id, _, err := ticket.ParseQR(word)
		if err != nil {
			return nil, nil // another word of the call
		}
		t, err := d.Store.FindTicket(ctx, id)
		if errors.Is(err, domain.ErrNotFound) {
			return nil, nil
		}
		return []string{t.BookingID}, err
	}
	return nil, nil
}

// ofMailbox are the bookings of whom an address is; of several who share it only when all are meant.
func ofMailbox(ctx context.Context, d *product.Product, typed string, everybody bool) ([]string, error) {
	key, err := addressKey(typed)
	if err != nil {
		return nil, nil // no address
	}
	people, err := d.Store.PeopleOf(ctx, key)
	if err != nil || len(people) > 1 && !everybody {
		return nil, err
	}
	return d.Store.BookingsOf(ctx, store.Person{EmailKey: key})
}

func isBooking(arg string) bool { return actBooking.MatchString(arg) && digit.MatchString(arg) }

// RecordAct is LogAct without a database: in the journal, beside the server's lines (`journalctl -t transom`), or in a
// file.
func RecordAct(folder, socket, name string, args []string) error {
	if isHarmless(name, args) {
		return nil
	}
	var line bytes.Buffer
	slog.New(slog.NewTextHandler(&line, nil)).Info("act", "command", name, "with", describeArgs(args), "who",
		Caller("").Name)
	if conn, err := net.Dial("unixgram", socket); err == nil {
		defer conn.Close()
		_, err := fmt.Fprintf(conn, "PRIORITY=6\nSYSLOG_IDENTIFIER=transom\nMESSAGE=%s", line.Bytes())
		return err
	}
	if name == "restore" { // its folder may be new
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
	}
	file, err := os.OpenFile(filepath.Join(folder, product.ActsFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(line.Bytes())
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	return err
}

func isHelp(arg string) bool {
	return strings.TrimLeft(arg, "-") == "h" || arg == "--help" || arg == "-help"
}

// Words that may be written down: names of flags, subcommands, and the numbers of bookings. Everything else may be a
// person.
var (
	flagName   = regexp.MustCompile(`^--?[a-z][a-z0-9-]*`)
	actBooking = regexp.MustCompile(`^[a-z2-7]{21}$`)
	digit      = regexp.MustCompile(`[2-7]`)
)

// isSubcommand reports whether a word stands below a command.
func isSubcommand(arg string) bool {
	return arg == "status" || arg == "retry" || slices.ContainsFunc(All(), func(c Command) bool {
		return slices.Contains(c.Words(), arg)
	})
}

func describeArgs(args []string) string {
	var words []string
	for i, arg := range args {
		switch {
		case flagName.MatchString(arg):
			words = append(words, flagName.FindString(arg))
		case isBooking(arg) || i == 0 && isSubcommand(arg):
			words = append(words, arg)
		default:
			words = append(words, "…")
		}
	}
	return strings.Join(words, " ")
}

// whoActs is the name that deploy/t hands over, or the number of the user.
func whoActs() string {
	if name := os.Getenv("SUDO_USER"); name != "" {
		return name
	}
	return fmt.Sprint("uid ", os.Getuid())
}
