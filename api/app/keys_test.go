package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/blob"
	"transom/api/config"
	"transom/api/keys"
	"transom/api/store"
	"transom/api/ticket"
)

// startOnce returns the error of a server whose address is in use (see busy).
func startOnce(t *testing.T) string {
	t.Helper()
	_, err := runPrinting(t, "serve")
	if err == nil {
		t.Fatal("the server ended by itself")
	}
	return err.Error()
}

func issueOne(t *testing.T, folder string) {
	t.Helper()
	s := apitest.Start(t, apitest.Options{Dir: folder})
	s.RegisterPaid(nil)
}

const listenerTaken = "address already in use"

func TestALostKeyStopsTheStart(t *testing.T) {
	for _, name := range []string{ticket.KeyFile, config.PepperFile, config.AddressKeyFile, blob.RecipientsFile} {
		t.Run(name, func(t *testing.T) {
			folder := settle(t)
			busy(t)
			if why := startOnce(t); !strings.Contains(why, listenerTaken) {
				t.Fatal(why)
			}
			issueOne(t, folder)
			path := filepath.Join(folder, "keys", name)
			was := readFile(t, path)
			for what, change := range map[string]func() error{
				"is missing": func() error { return os.Remove(path) },
				"was changed": func() error {
					return os.WriteFile(path, bytes.ToUpper(bytes.Repeat([]byte("x"), len(was))), 0o600)
				},
			} {
				must(t, change())
				if why := startOnce(t); !strings.Contains(why, path+" "+what) || !strings.Contains(why, "restore") {
					t.Errorf("%s: %s", what, why)
				}
				for _, args := range [][]string{{"list"}, {"ticket", "rotate"}} {
					if _, err := runPrinting(t, args...); err == nil {
						t.Errorf("%s: %v works", what, args)
					}
				}
				if _, err := os.Stat(path); what == "is missing" && err == nil {
					t.Error("the key was created again")
				}
				must(t, os.WriteFile(path, was, 0o600))
				apitest.Says(t, startOnce(t), listenerTaken)
			}
		})
	}
}

// Nothing depends on the keys until there are tickets.
func TestAKeyIsReplacedWhileThereAreNoTickets(t *testing.T) {
	folder := settle(t)
	busy(t)
	startOnce(t)
	must(t, os.Remove(filepath.Join(folder, "keys", ticket.KeyFile)))
	for range 2 {
		apitest.Says(t, startOnce(t), listenerTaken)
	}
}

// Earlier versions stored no fingerprints, so the first start accepts any keys. Only the ticket key must exist.
func TestKeysOfAnEarlierProgramAreAdopted(t *testing.T) {
	folder := settle(t)
	busy(t)
	startOnce(t)
	issueOne(t, folder)
	forget := func() {
		db, err := store.OpenExisting(t.Context(), folder)
		must(t, err)
		defer db.Close()
		err = db.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.ExecContext(t.Context(), `DELETE FROM key_fingerprints`)
			return err
		})
		must(t, err)
	}
	forget()
	must(t, keys.Write(filepath.Join(folder, "keys"), config.AddressKeyFile, bytes.Repeat([]byte("y"), 32)))
	apitest.Says(t, startOnce(t), listenerTaken)
	must(t, os.Remove(filepath.Join(folder, "keys", config.AddressKeyFile)))
	apitest.Says(t, startOnce(t), config.AddressKeyFile+" is missing")
	forget()
	must(t, os.Remove(filepath.Join(folder, "keys", ticket.KeyFile)))
	apitest.Says(t, startOnce(t), ticket.KeyFile+" is missing")
}

func TestARotatedKeyStarts(t *testing.T) {
	folder := settle(t)
	busy(t)
	startOnce(t)
	issueOne(t, folder)
	if out, err := runPrinting(t, "ticket", "rotate"); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	apitest.Says(t, startOnce(t), listenerTaken)
}
