package gateway

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// personal are the JSON members that say who paid and with what. The bank's reference number stays, for support.
var personal = []string{
	"email", "contact", "vpa", "card", "name", "customer", "upi", "bank_account", "token",
	"customer_details", "customer_name", "customer_email", "customer_phone", "payment_method", "wallet",
}

const maxKept = 16 << 10

// Redact removes personal data from a gateway's message, so that it can be stored. It returns nothing for a message
// that is not JSON or is too long.
func Redact(raw []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return []byte("{}")
	}
	kept, err := json.Marshal(withoutPersonal(value))
	if err != nil || len(kept) > maxKept {
		return []byte("{}")
	}
	return kept
}

func withoutPersonal(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			if slices.Contains(personal, strings.ToLower(name)) {
				delete(v, name)
				continue
			}
			v[name] = withoutPersonal(member)
		}
	case []any:
		for i, member := range v {
			v[i] = withoutPersonal(member)
		}
	}
	return value
}
