package gateway

import (
	"encoding/hex"
	"testing"
)

// Published test vectors of several gateways for the function that checks all signatures. Source: payments
// reference, sections 3.10 and 8.
func TestPublishedVectors(t *testing.T) {
	for _, c := range []struct{ name, secret, message, signature string }{
		{"order", "EnLs21M47BllR3X8PSFtjtbd", "order_IEIaMR65cu6nz3|pay_IH4NVgf4Dreq1l",
			"0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f"},
		{"time and body", "whsec_test", `1741591506.{"id":"evt_1","object":"event"}`,
			"9f4af131a67de7fdeba204dc0474e9aba7d201ce954b20d0326e19e40b19116a"},
	} {
		if !Signed(c.signature, []string{"another", c.secret}, hex.EncodeToString, []byte(c.message)) {
			t.Errorf("%s: the vector is refused", c.name)
		}
		if Signed(c.signature, []string{"another"}, hex.EncodeToString, []byte(c.message)) {
			t.Errorf("%s: another secret is accepted", c.name)
		}
	}
}

func TestAnEmptySecretSignsNothing(t *testing.T) {
	message := []byte("anything")
	if Signed(hex.EncodeToString(Sum("", message)), []string{""}, hex.EncodeToString, message) {
		t.Error("an empty secret is accepted")
	}
}
