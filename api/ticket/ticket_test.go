package ticket

import (
	"encoding/base64"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/domain"
	"transom/generator/schema"
)

var must = check.Must

var claims = Claims{
	TicketID: "abcdefghijklmnopqrstuvwxya", Event: MarkOf("natcon-2025"),
	Category: 1, Days: 3, Seats: 2, Holder: "Asha Verma",
}

func seed(n byte) []byte {
	s := make([]byte, 32)
	s[0] = n
	return s
}

func signed(t testing.TB, k *Keys, c Claims) string {
	t.Helper()
	token, err := k.Sign(c)
	must(t, err)
	return token
}

func TestTokenSaysWhatWasSigned(t *testing.T) {
	k := NewKeys(seed(1))
	for _, name := range []string{"Asha Verma", "", "आशा वर्मा", strings.Repeat("ॐ", 60)} {
		c := claims
		c.Holder = name
		token := signed(t, k, c)
		got, err := k.Ring.Verify(token, claims.Event)
		c.Holder = shorten(name)
		if err != nil || got != c {
			t.Errorf("%q: %+v, %v", name, got, err)
		}
		if len(QR("https://transom.example.org", c.TicketID, token)) > 290 {
			t.Errorf("the QR code of %q gets too dense: %d characters", name, len(token))
		}
	}
}

// Source: security reference, row 44.
func TestEverySingleBitFlipIsRefused(t *testing.T) {
	k := NewKeys(seed(1))
	token := signed(t, k, claims)
	raw, err := base64.RawURLEncoding.DecodeString(token)
	must(t, err)
	for bit := range len(raw) * 8 {
		raw[bit/8] ^= 1 << (bit % 8)
		if _, err := k.Ring.Verify(base64.RawURLEncoding.EncodeToString(raw), claims.Event); !errors.Is(err, ErrForged) {
			t.Fatalf("bit %d of the bytes: accepted", bit)
		}
		raw[bit/8] ^= 1 << (bit % 8)
	}
	text := []byte(token)
	for bit := range len(text) * 8 {
		text[bit/8] ^= 1 << (bit % 8)
		if _, err := k.Ring.Verify(string(text), claims.Event); !errors.Is(err, ErrForged) {
			t.Fatalf("bit %d of the text: accepted", bit)
		}
		text[bit/8] ^= 1 << (bit % 8)
	}
	if _, err := k.Ring.Verify(token, claims.Event); err != nil {
		t.Errorf("the untouched token: %v", err)
	}
}

func TestOthersTickets(t *testing.T) {
	ours, theirs := NewKeys(seed(1)), NewKeys(seed(2))
	other := claims
	other.Event = MarkOf("natcon-2026")
	for name, token := range map[string]string{
		"another key":              signed(t, theirs, claims),
		"another event, same key":  signed(t, ours, other),
		"empty":                    "",
		"padding":                  signed(t, ours, claims) + "=",
		"line break":               signed(t, ours, claims)[:20] + "\n" + signed(t, ours, claims)[20:],
		"cut short":                signed(t, ours, claims)[:100],
		"a megabyte":               strings.Repeat("A", 1<<20),
		"standard base64 alphabet": base64.StdEncoding.EncodeToString([]byte(signed(t, ours, claims))),
	} {
		if _, err := ours.Ring.Verify(token, claims.Event); !errors.Is(err, ErrForged) {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestRotation(t *testing.T) {
	dir := t.TempDir()
	first, err := LoadKeys(dir)
	must(t, err)
	info, err := os.Stat(dir + "/" + KeyFile)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	old := signed(t, first, claims)
	second, err := Rotate(dir)
	must(t, err)
	fresh := signed(t, second, claims)
	for name, token := range map[string]string{"signed before": old, "signed after": fresh} {
		if _, err := second.Ring.Verify(token, claims.Event); err != nil {
			t.Errorf("%s the rotation: %v", name, err)
		}
	}
	if _, err := first.Ring.Verify(fresh, claims.Event); !errors.Is(err, ErrForged) {
		t.Error("the old ring contains the new key")
	}
	must(t, os.Remove(dir+"/"+retiredFile))
	withdrawn, err := LoadKeys(dir)
	must(t, err)
	if _, err := withdrawn.Ring.Verify(old, claims.Event); !errors.Is(err, ErrForged) {
		t.Error("a withdrawn key is still accepted")
	}
}

func TestGateVerifiesWithThePublishedDocument(t *testing.T) {
	k := NewKeys(seed(1))
	k.SetMarks("natcon-2025", nil)
	document := k.Publish("Transom Natcon 2025")
	public, err := base64.RawURLEncoding.DecodeString(document.Keys[0].PublicKey)
	must(t, err)
	ring := Ring{}
	ring.add(public)
	if got, err := ring.Verify(signed(t, k, claims), document.EventMark); err != nil || got != claims {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestParseQR(t *testing.T) {
	id := claims.TicketID
	for _, c := range []struct{ text, id, token string }{
		{"https://example.org/event-ticket/" + id + "#abc", id, "abc"},
		{" http://localhost:8080/event-ticket/" + id + "#abc\n", id, "abc"},
		{"https://example.org/event-ticket/" + id, id, ""},
		{id, id, ""},
		{"AQIDBA", "", "AQIDBA"},
	} {
		gotID, token, err := ParseQR(c.text)
		if err != nil || gotID != c.id || token != c.token {
			t.Errorf("%q: %q %q %v", c.text, gotID, token, err)
		}
	}
	for _, text := range []string{"", "https://example.org/", "https://example.org/event-ticket/../x#y",
		"https://example.org/event-ticket/" + strings.ToUpper(id)} {
		if _, _, err := ParseQR(text); err == nil {
			t.Errorf("%q is accepted as a ticket", text)
		}
	}
}

func FuzzVerify(f *testing.F) {
	k := NewKeys(seed(1))
	token := signed(f, k, claims)
	f.Add(token)
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := k.Ring.Verify(text, claims.Event); err == nil && text != token {
			t.Fatalf("accepted %q", text)
		}
	})
}

// A device at the gate must distinguish a typed code from a name, so every ticket code contains a digit. One in five
// random codes would contain no digit.
func TestTheCodeOfATicketHasADigit(t *testing.T) {
	content := &domain.Content{Tickets: schema.Tickets{Categories: []schema.Category{{Type: "a", ID: 1}}}}
	issuer := NewIssuer(NewKeys(seed(1)), content)
	for range 200 {
		issued, err := issuer.Issue(booking.Booking{CategoryType: "a", Seats: 1}, time.Unix(0, 0))
		must(t, err)
		if code := booking.TicketCode(issued.ID); !strings.ContainsAny(code, "234567") {
			t.Fatalf("%s may be a name", code)
		}
	}
}
