package main

import (
	"errors"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/store"
	"transom/api/ticket"
)

func TestGateChecksAddressAndSignatureTogether(t *testing.T) {
	keys := ticket.NewKeys(make([]byte, 32))
	g := &gate{ring: keys.Ring, mark: 7}
	const id, other = "abcdefghijklmnopqrstuvwxya", "bbcdefghijklmnopqrstuvwxya"
	token, err := keys.Sign(ticket.Claims{TicketID: id, Event: 7, Holder: "Asha Verma", Days: 3, Seats: 1})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		ticket.QR("https://example.org", id, token): id, token: id, other: other,
	} {
		if claims, err := g.check(text); err != nil || claims.TicketID != want {
			t.Errorf("%q: %+v, %v", text, claims, err)
		}
	}
	for _, text := range []string{ticket.QR("https://example.org", other, token), ticket.QR("https://example.org", id, token[1:]), "A" + token} {
		if _, err := g.check(text); !errors.Is(err, ticket.ErrForged) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestFlagsStandBeforeOrAfterTheCode(t *testing.T) {
	help := ticketHelps["admit"]
	for _, args := range [][]string{{"code", "--gate", "north"}, {"--gate", "north", "code"}} {
		flags, _ := help.Flags()
		name := flags.String("gate", "", "")
		if qr, err := readQR(help, flags, args); qr != "code" || *name != "north" || err != nil {
			t.Errorf("%q: %q %q %v", args, qr, *name, err)
		}
	}
	for _, args := range [][]string{nil, {"one", "two"}} {
		flags, _ := help.Flags()
		if _, err := readQR(help, flags, args); err == nil {
			t.Errorf("%q is understood", args)
		}
	}
}

// A signature outlives a refund; where the database is, a void ticket is not called genuine.
func TestVerifySaysThatATicketIsVoid(t *testing.T) {
	testdb.OnlySQLite(t, "the gate opens the database of a folder")
	s := apitest.Start(t, apitest.Options{})
	_, _, b, made := s.RegisterPaid(nil)
	here := &gate{config: config{Var: s.Dir}, content: s.Content}
	if status, err := here.status(t.Context(), made.ID); err != nil || status != "valid" {
		t.Errorf("%q, %v", status, err)
	}
	if err := s.Store.Write(t.Context(), func(tx *store.Tx) error { return tx.VoidTicket(t.Context(), b.ID) }); err != nil {
		t.Fatal(err)
	}
	for id, says := range map[string]string{made.ID: "the ticket is void", "abcdefghijklmnopqrstuvwxya": "no ticket here has this id"} {
		if _, err := here.status(t.Context(), id); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", id, err)
		}
	}
	for what, g := range map[string]*gate{"keys only": {}, "no database": {config: config{Var: t.TempDir()}, content: s.Content}} {
		if status, err := g.status(t.Context(), made.ID); err != nil || status != signatureOnly {
			t.Errorf("%s: %q, %v", what, status, err)
		}
	}
}
