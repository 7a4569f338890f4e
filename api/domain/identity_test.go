package domain

import (
	"strings"
	"testing"

	"transom/api/apitest/check"
)

func TestPersonKey(t *testing.T) {
	one := PersonKey("Ásha", "Verma", "1990-05-17")
	for name, same := range map[string]string{
		"spaces and capitals": PersonKey("  ÁSHA ", " verma", "1990-05-17"),
		"composed otherwise":  PersonKey("A\u0301sha", "Verma", "1990-05-17"),
		"wide letters":        PersonKey("Ásha", "Ｖｅｒｍａ", "1990-05-17"),
		"fields swapped":      PersonKey("Verma", "Ásha", "1990-05-17"),
		"all in one field":    PersonKey("Ásha Verma", "", "1990-05-17"),
	} {
		if same != one {
			t.Errorf("%s: taken for another person", name)
		}
	}
	for name, other := range map[string]string{
		"name":      PersonKey("Ásha", "Sharma", "1990-05-17"),
		"mark":      PersonKey("Asha", "Verma", "1990-05-17"),
		"birth day": PersonKey("Ásha", "Verma", "1990-05-18"),
		"part":      PersonKey("Ásha", "", "1990-05-17"),
		"script":    PersonKey("आशा", "वर्मा", "1990-05-17"),
	} {
		if other == one {
			t.Errorf("another %s: taken for the same person", name)
		}
	}
	if PersonKey("वर्म", "", "1990-05-17") == PersonKey("वर्मा", "", "1990-05-17") {
		t.Error("a vowel sign was lost")
	}
}

// Only ASCII capitals are folded: addresses with the Kelvin sign or the Turkish letter are different mailboxes.
func TestEmailKey(t *testing.T) {
	for email, key := range map[string]string{
		" Mike@Example.ORG ": "mike@example.org", "mi\u212Ae@example.org": "mi\u212Ae@example.org",
		"m\u0130ke@example.org": "m\u0130ke@example.org",
	} {
		check.Equal(t, EmailKey(email), key, "%q", email)
	}
}

func TestToken(t *testing.T) {
	token, hash := NewToken()
	if other, _ := NewToken(); other == token {
		t.Fatal("two tokens are the same")
	}
	if strings.Contains(hash, token) || len(hash) != 64 || Hash(token) != hash {
		t.Errorf("%q is stored as %q", token, hash)
	}
	for header, want := range map[string]string{
		"": "", "Bearer": "", "Bearer ": "", "  ": "",
		token: token, "Bearer " + token: token, "bearer  " + token: token,
	} {
		if got, err := ParseAuthorization(header); err != nil || got != want {
			t.Errorf("%q: %q, %v", header, got, err)
		}
	}
	for _, header := range []string{
		"x", token[:46], token + "A", strings.ToUpper(token), "tn2_" + token[4:], "Basic " + token, token + " " + token,
		"tn1_" + strings.Repeat("=", 43), strings.Repeat("a", 257), "Bearer Bearer " + token, "null", "undefined",
		token[:46] + "\x00",
	} {
		if got, err := ParseAuthorization(header); err == nil {
			t.Errorf("%q was read as %q", header, got)
		}
	}
}

func FuzzParseAuthorization(f *testing.F) {
	token, _ := NewToken()
	for _, seed := range []string{"", token, "Bearer " + token, "Bearer", "tn1_"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if token, err := ParseAuthorization(header); err == nil && token != "" && len(token) != tokenLength {
			t.Errorf("%q was read as %q", header, token)
		}
	})
}
