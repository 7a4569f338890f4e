package command

import (
	"errors"
	"io"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/product"
	"transom/api/store"

	"transom/api/cli"
	"transom/api/ticket"
)

func TestGateChecksAddressAndSignatureTogether(t *testing.T) {
	keys := ticket.NewKeys(make([]byte, 32))
	g := &gate{ring: keys.Ring, marks: []uint32{7}}
	const id, other = "abcdefghijklmnopqrstuvwxya", "bbcdefghijklmnopqrstuvwxya"
	token, err := keys.Sign(ticket.Claims{TicketID: id, Event: 7, Holder: "Asha Verma", Days: 3, Seats: 1})
	must(t, err)
	for text, want := range map[string]string{
		ticket.QR("https://example.org", id, token): id, token: id, other: other,
	} {
		if claims, err := g.check(text); err != nil || claims.TicketID != want {
			t.Errorf("%q: %+v, %v", text, claims, err)
		}
	}
	for _, text := range []string{ticket.QR("https://example.org", other, token),
		ticket.QR("https://example.org", id, token[1:]), "A" + token} {
		if _, err := g.check(text); !errors.Is(err, ticket.ErrForged) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestFlagsBeforeOrAfterTheCode(t *testing.T) {
	fault := errors.New("as far as the settings")
	env := &product.Env{Out: io.Discard, Facts: product.Facts{Fault: fault}}
	for _, args := range [][]string{{"admit", "code", "--gate", "north"}, {"admit", "--gate", "north", "code"}} {
		if err := ticketCommand.Run(t.Context(), env, args); !errors.Is(err, fault) {
			t.Errorf("%q: %v", args, err)
		}
	}
	env.Facts.Fault = nil
	for _, args := range [][]string{{"admit"}, {"admit", "one", "two"}} {
		var wrong *cli.UsageError
		if err := ticketCommand.Run(t.Context(), env, args); !errors.As(err, &wrong) {
			t.Errorf("%q is understood: %v", args, err)
		}
	}
}

// A signature stays valid after a refund; with a database, a void ticket is not reported as genuine.
func TestVerifySaysThatATicketIsVoid(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, _, b, made := s.RegisterPaid(nil)
	here := &gate{content: s.Content, product: &product.Product{Store: s.Store}}
	if status, err := here.status(t.Context(), made.ID); err != nil || status != "valid" {
		t.Errorf("%q, %v", status, err)
	}
	must(t, s.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.VoidTicket(t.Context(), b.ID, s.Clock.Now())
	}))
	for id, says := range map[string]string{made.ID: "the ticket is void",
		"abcdefghijklmnopqrstuvwxya": "no ticket here has this id"} {
		if _, err := here.status(t.Context(), id); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", id, err)
		}
	}
	for what, g := range map[string]*gate{"keys only": {}, "no database": {content: s.Content}} {
		if status, err := g.status(t.Context(), made.ID); err != nil || status != signatureOnly {
			t.Errorf("%s: %q, %v", what, status, err)
		}
	}
}

// A ticket paid in the sandbox is not admitted at a public event, and is not reported as valid there.
func TestVerifySaysThatNothingWasPaid(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, b := s.Buy(nil)
	id := s.Ticket(b.ID).ID
	for _, rehearsal := range []bool{true, false} {
		here := &gate{content: s.Content, product: &product.Product{Store: s.Store}, rehearsal: rehearsal}
		status, err := here.status(t.Context(), id)
		if rehearsal && (err != nil || status != "valid") {
			t.Errorf("in a rehearsal: %q, %v", status, err)
		}
		if !rehearsal && (err == nil || !strings.Contains(err.Error(), "nothing was paid for this ticket")) {
			t.Errorf("in public: %q, %v", status, err)
		}
	}
}
