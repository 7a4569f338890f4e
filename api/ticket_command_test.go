package main

import (
	"errors"
	"testing"

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
