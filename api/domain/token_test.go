package domain

import (
	"strings"
	"testing"
)

func TestToken(t *testing.T) {
	token, hash := NewToken()
	if other, _ := NewToken(); other == token {
		t.Fatal("two tokens are the same")
	}
	if strings.Contains(hash, token) || len(hash) != 64 || HashToken(token) != hash {
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
