package apitest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"transom/api/domain"
)

// WriteContent writes an edition as the generator does.
func WriteContent(t testing.TB, dir string, c *domain.Content) {
	t.Helper()
	if err := WriteEdition(dir, c); err != nil {
		t.Fatal(err)
	}
}

// WriteEdition does the same for programs other than tests.
func WriteEdition(dir string, c *domain.Content) error {
	for name, content := range map[string]any{
		"event": c.Event, "tickets": c.Tickets, "registration": c.Registration, "countries": c.Countries,
		"states": c.States, "mail": c.Mails, "gate": c.Gate, "desk": c.Desk, "invoice": c.Invoice, "badge": c.Badge,
		"brand": c.Brand, "pages": c.Pages,
	} {
		raw, err := json.Marshal(content)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name+".json"), raw, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// Environment returns a rehearsal's variables, with the small edition; pairs of names and values override them.
func Environment(t testing.TB, pairs ...string) func(string) string {
	t.Helper()
	content := t.TempDir()
	WriteContent(t, content, Edition())
	env := map[string]string{"TRANSOM_CONTENT": content, "TRANSOM_VAR": t.TempDir(), "TRANSOM_REHEARSAL": "1"}
	for i := 0; i < len(pairs); i += 2 {
		env[pairs[i]] = pairs[i+1]
	}
	return func(name string) string { return env[name] }
}

// The range is below the ports that the system assigns to outgoing connections, so that no connection takes a program's
// port while it restarts. The browser tests use the range above.
const firstPort, ports = 10_000, 10_000

// given holds the addresses that this process has returned. No other test process calls FreeAddress.
var given sync.Map

// FreeAddress returns a local address on which nothing is listening yet, for a program that a test starts.
func FreeAddress(t testing.TB) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprint("127.0.0.1:", firstPort+rand.IntN(ports))
		port, err := net.Listen("tcp", address)
		if err != nil {
			continue
		}
		port.Close()
		if _, taken := given.LoadOrStore(address, true); !taken {
			return address
		}
	}
	t.Fatal("none of a hundred ports is free")
	return ""
}
