package gate_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"transom/api/gate"
	"transom/api/ticket"
)

var update = flag.Bool("update", false, "write testdata/codes.json again")

// codes are texts that a camera may read, with the expected results. The page is tested with the same file
// (cases.test.ts).
type codes struct {
	EventMark uint32     `json:"event_mark"`
	Earlier   []uint32   `json:"earlier_marks"`
	Salt      string     `json:"salt"`
	Keys      []codeKey  `json:"keys"`
	Cases     []codeCase `json:"cases"`
}

type codeKey struct {
	ID        string `json:"id"`
	PublicKey string `json:"public_key"`
}

type codeCase struct {
	What   string `json:"what"`
	Text   string `json:"text"`
	Kind   string `json:"kind"` // ticket, id, forged, other_event or unreadable
	Ticket string `json:"ticket,omitempty"`
	Holder string `json:"holder,omitempty"`
	Seats  int    `json:"seats,omitempty"`
	Hash   string `json:"hash,omitempty"`
}

const codesFile = "testdata/codes.json"

func TestCodesOfThePage(t *testing.T) {
	if *update {
		writeCodes(t)
	}
	raw, err := os.ReadFile(codesFile)
	if err != nil {
		t.Fatal(err)
	}
	var c codes
	if err := json.Unmarshal(raw, &c); err != nil {
		t.Fatal(err)
	}
	keys := ticket.NewKeys(bytes.Repeat([]byte{7}, 32))
	salt, err := hex.DecodeString(c.Salt)
	if err != nil || len(c.Cases) < 10 {
		t.Fatalf("%v, %d cases", err, len(c.Cases))
	}
	for _, one := range c.Cases {
		kind, claims := kindOf(keys, append([]uint32{c.EventMark}, c.Earlier...), one.Text)
		if kind != one.Kind || claims.TicketID != one.Ticket || claims.Holder != one.Holder || claims.Seats != one.Seats {
			t.Errorf("%s: %s %+v", one.What, kind, claims)
		}
		if one.Kind == "ticket" && hex.EncodeToString(gate.TicketHash(salt, one.Ticket)) != one.Hash {
			t.Errorf("%s: another hash", one.What)
		}
	}
}

func kindOf(keys *ticket.Keys, marks []uint32, text string) (string, ticket.Claims) {
	id, token, err := ticket.ParseQR(text)
	if err != nil {
		return "unreadable", ticket.Claims{}
	}
	if token == "" {
		return "id", ticket.Claims{TicketID: id}
	}
	for kind, event := range map[string][]uint32{"ticket": marks, "other_event": {marks[0] + 1}} {
		claims, err := keys.Ring.Verify(token, event...)
		if errors.Is(err, ticket.ErrForged) || id != "" && id != claims.TicketID {
			continue
		}
		if kind == "other_event" {
			claims = ticket.Claims{}
		}
		return kind, claims
	}
	return "forged", ticket.Claims{}
}

func writeCodes(t *testing.T) {
	const mark, earlier, id, other = 77, 55, "abcdefghijklmnopqrstuvwxya", "bbcdefghijklmnopqrstuvwxya"
	keys, strange := ticket.NewKeys(bytes.Repeat([]byte{7}, 32)), ticket.NewKeys(bytes.Repeat([]byte{8}, 32))
	sign := func(k *ticket.Keys, event uint32, holder string) string {
		token, err := k.Sign(ticket.Claims{TicketID: id, Event: event, Category: 1, Days: 3, Seats: 2, Holder: holder})
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	good, site := sign(keys, mark, "Asha Verma"), "https://example.org"
	hindi, salt := sign(keys, mark, "आशा वर्मा"), []byte("sixteen bytes...")
	keys.Marks = []uint32{mark}
	published := keys.Publish("x")
	c := codes{EventMark: mark, Earlier: []uint32{earlier}, Salt: hex.EncodeToString(salt),
		Keys: []codeKey{{published.Keys[0].ID, published.Keys[0].PublicKey}}}
	hash := hex.EncodeToString(gate.TicketHash(salt, id))
	genuine := func(what, text, holder string) {
		c.Cases = append(c.Cases, codeCase{what, text, "ticket", id, holder, 2, hash})
	}
	genuine("a ticket", ticket.QR(site, id, good), "Asha Verma")
	genuine("its token alone", good, "Asha Verma")
	genuine("a name in another script", ticket.QR(site, id, hindi), "आशा वर्मा")
	genuine("issued under an earlier mark", ticket.QR(site, id, sign(keys, earlier, "Asha Verma")), "Asha Verma")
	genuine("with spaces around", "  "+ticket.QR(site, id, good)+"\n", "Asha Verma")
	c.Cases = append(c.Cases, codeCase{What: "the id alone", Text: id, Kind: "id", Ticket: id},
		codeCase{What: "an address without a token", Text: site + "/event-ticket/" + id, Kind: "id", Ticket: id})
	for what, text := range map[string]string{
		"the address of another ticket":      ticket.QR(site, other, good),
		"a key that is not ours":             ticket.QR(site, id, sign(strange, mark, "Asha Verma")),
		"a letter less":                      ticket.QR(site, id, good[:len(good)-1]),
		"another first letter":               ticket.QR(site, id, "B"+good[1:]),
		"another spelling of the same bytes": ticket.QR(site, id, good+"="),
		"much too long":                      ticket.QR(site, id, strings.Repeat("A", 400)),
		"another name":                       ticket.QR(site, id, good[:40]+"x"+good[41:]),
	} {
		c.Cases = append(c.Cases, codeCase{What: what, Text: text, Kind: "forged"})
	}
	c.Cases = append(c.Cases, codeCase{What: "a ticket for another event",
		Text: ticket.QR(site, id, sign(keys, mark+1, "Asha Verma")), Kind: "other_event"})
	for _, text := range []string{"https://example.org/menu", "BEGIN:VCARD of a guest", "", site +
		"/event-ticket/short#x"} {
		c.Cases = append(c.Cases, codeCase{What: "no ticket: " + text, Text: text, Kind: "unreadable"})
	}
	raw, err := json.MarshalIndent(c, "", " ")
	if err == nil {
		err = os.WriteFile(codesFile, append(raw, '\n'), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
