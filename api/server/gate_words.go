package server

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"time"
)

func base64Text(raw []byte) string { return base64.StdEncoding.EncodeToString(raw) }

// moment is an instant on the wire, "" for never.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func contains(all []string, one string) bool { return slices.Contains(all, one) }

// texts are texts of a type of their own as plain ones; never nil, so that the wire has a list.
func texts[T ~string](all []T) []string {
	out := make([]string, 0, len(all))
	for _, one := range all {
		out = append(out, string(one))
	}
	return out
}

// versionOf changes with anything of a value.
func versionOf(value any) string {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err) // plain structs
	}
	sum := sha256.Sum256(raw)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}
