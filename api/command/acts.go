package command

import (
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// JournalSocket is where systemd's journal takes messages.
const JournalSocket = "/run/systemd/journal/socket"

// harmless are commands that neither show nor change what is stored, and the server itself.
var harmless = []string{"serve", "check-settings", "alarm", "doctor"}

// RecordAct writes down that an organiser does something, before it is done: in the journal, beside the server's lines
// (`journalctl -t transom`), or in a file. It names the command, the flags, a booking, and who; never what was looked for.
func RecordAct(folder, socket, name string, args []string) error {
	if slices.Contains(harmless, name) || slices.ContainsFunc(args, isHelp) {
		return nil
	}
	var line bytes.Buffer
	slog.New(slog.NewTextHandler(&line, nil)).Info("act", "command", name, "with", describeArgs(args), "who", whoActs())
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
	subcommand = regexp.MustCompile(`^(done|export|retry|status|verify|admit|keys|rotate)$`)
	actBooking = regexp.MustCompile(`^[a-z2-7]{21}$`)
	digit      = regexp.MustCompile(`[2-7]`)
)

func describeArgs(args []string) string {
	var words []string
	for i, arg := range args {
		switch {
		case flagName.MatchString(arg):
			words = append(words, flagName.FindString(arg))
		case actBooking.MatchString(arg) && digit.MatchString(arg) || i == 0 && subcommand.MatchString(arg):
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
