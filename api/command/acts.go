package command

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"transom/api/domain"
	"transom/api/store"
)

// JournalSocket is where systemd's journal takes messages.
const JournalSocket = "/run/systemd/journal/socket"

// harmless are commands that neither show nor change what is stored, and the server itself.
var harmless = []string{"serve", "check-settings", "alarm", "doctor"}

// closed are commands that work while the database is closed, or before there is one: the log of acts cannot hold them.
var closed = []string{"make-keys", "restore", "move-database"}

// IsClosed reports whether a command's act is written beside the database.
func IsClosed(name string) bool { return slices.Contains(closed, name) }

// isHarmless reports whether nothing has to be written down.
func isHarmless(name string, args []string) bool {
	return slices.Contains(harmless, name) || slices.ContainsFunc(args, isHelp)
}

// LogAct writes into the log of acts that a command is called, before it does anything: the command, its flags, a booking,
// who (--who, else who called sudo) and why (--why); never what was looked for. False when there was nothing to write.
func (d *Office) LogAct(ctx context.Context, name string, args []string) (bool, error) {
	if isHarmless(name, args) {
		return false, nil
	}
	about, err := d.bookingOf(ctx, args)
	if err != nil {
		return false, err
	}
	act := domain.Act{
		At: d.Clock.Now(), Actor: Caller(valueOf(args, "who")), Action: domain.ActCommand, Object: name, BookingID: about, Why: valueOf(args, "why"),
		After: map[string]string{"with": describeArgs(args)},
	}
	return true, d.Store.Write(ctx, func(tx *store.Tx) error { return tx.AddAct(ctx, act) })
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

// bookingOf is the booking that a command was called with, by its id or its code.
func (d *Office) bookingOf(ctx context.Context, args []string) (string, error) {
	if at := slices.IndexFunc(args, isBooking); at >= 0 {
		return args[at], nil
	}
	for _, arg := range args {
		if id, err := d.named(ctx, arg); err != nil || isBooking(id) {
			return id, err
		}
	}
	return "", nil
}

func isBooking(arg string) bool { return actBooking.MatchString(arg) && digit.MatchString(arg) }

// RecordAct is LogAct without a database: in the journal, beside the server's lines (`journalctl -t transom`), or in a file.
func RecordAct(folder, socket, name string, args []string) error {
	if isHarmless(name, args) {
		return nil
	}
	var line bytes.Buffer
	slog.New(slog.NewTextHandler(&line, nil)).Info("act", "command", name, "with", describeArgs(args), "who", Caller("").Name)
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
	file, err := os.OpenFile(filepath.Join(folder, ActsFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
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

// Words that may be written down: names of flags, subcommands, and the numbers of bookings. Everything else may be a person.
var (
	flagName   = regexp.MustCompile(`^--?[a-z][a-z0-9-]*`)
	subcommand = regexp.MustCompile(`^(done|export|retry|status|verify|admit|keys|rotate|add|list|invite|role|end|reset)$`)
	actBooking = regexp.MustCompile(`^[a-z2-7]{21}$`)
	digit      = regexp.MustCompile(`[2-7]`)
)

func describeArgs(args []string) string {
	var words []string
	for i, arg := range args {
		switch {
		case flagName.MatchString(arg):
			words = append(words, flagName.FindString(arg))
		case isBooking(arg) || i == 0 && subcommand.MatchString(arg):
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
