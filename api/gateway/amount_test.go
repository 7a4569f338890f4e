package gateway

import (
	"encoding/hex"
	"encoding/json"
	"testing"
)

func TestPaiseAreWholeNumbers(t *testing.T) {
	for text, want := range map[string]int64{
		"354000": 354000, "0": 0, "null": 0, "9007199254740991": 9007199254740991, "354000.0": -1, "3.54e5": -1,
		`"354000"`: -1, "-354000": -1, "1e3": -1, "true": -1, "{}": -1, "[354000]": -1, "9007199254740993000": -1,
	} {
		var p struct{ A Paise }
		if err := json.Unmarshal([]byte(`{"A":`+text+`}`), &p); err != nil || int64(p.A) != want {
			t.Errorf("%s: %d, %v", text, p.A, err)
		}
	}
}

func TestRupeesAreExact(t *testing.T) {
	for text, want := range map[string]int64{
		"3540.00": 354000, "3540.0": 354000, "3540": 354000, `"3540.00"`: 354000, "0.5": 50, "0.05": 5,
		"147500.00": 14750000, "null": 0, "3540.001": -1, "3.54e3": -1, `"1e3"`: -1, "-1.00": -1, `"3,540.00"`: -1,
		`" 3540.00"`: -1, `"3540."`: -1, `""`: -1, `"0x10"`: -1, "[1]": -1, "true": -1,
	} {
		var r struct{ A Rupees }
		if err := json.Unmarshal([]byte(`{"A":`+text+`}`), &r); err != nil || int64(r.A) != want {
			t.Errorf("%s: %d, %v", text, r.A, err)
		}
	}
	for paise, want := range map[Rupees]string{354000: "3540.00", 5: "0.05", 14750050: "147500.50"} {
		if raw, err := json.Marshal(paise); err != nil || string(raw) != want {
			t.Errorf("%d: %s, %v", paise, raw, err)
		}
	}
}

func TestPaymentPagesAreWhereTheyShouldBe(t *testing.T) {
	hosts := PaymentHosts{"rzp.io", "razorpay.com"}
	const api = "https://api.razorpay.com/v1"
	for address, good := range map[string]bool{
		"https://rzp.io/rzp/abc": true, "https://pages.razorpay.com/x": true, "https://RZP.IO/rzp/abc": true,
		"https://rzp.io:443/x": true, "http://rzp.io/rzp/abc": false, "https://rzp.io.evil.example/x": false,
		"https://evilrzp.io/x": false, "https://evil.example/rzp.io": false, "https://rzp.io@evil.example/x": false,
		"javascript:alert(1)": false, "//rzp.io/x": false, "": false, "https://rzp.io:8443/x": false,
		"https://user@rzp.io/x": false, "data:text/html,x": false, "http://127.0.0.1:9999/x": false,
		"https://xn--rzp-io.example": false,
	} {
		if err := hosts.Check(address, api); (err == nil) != good {
			t.Errorf("%s: %v", address, err)
		}
	}
	if err := hosts.Check("http://127.0.0.1:9999/pay/1", "http://127.0.0.1:9999/v1"); err != nil {
		t.Errorf("a gateway on this machine: %v", err)
	}
}

// Test vectors that several gateways have published, for the function that checks all signatures. Source: payments
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
