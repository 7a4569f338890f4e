package wire

import (
	"encoding/json"
	"testing"
)

func TestRupees(t *testing.T) {
	for text, want := range map[string]Rupees{
		"3540": 354000, "3540.5": 354050, "3540.05": 354005, `"3540.00"`: 354000, "0": 0, "-1": -100, "147500": 14750000,
	} {
		var got Rupees
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s: got %d, %v; want %d", text, got, err, want)
		}
		if raw, err := json.Marshal(want); err != nil || string(raw) != text && text != `"3540.00"` {
			t.Errorf("%d: %s, %v; want %s", want, raw, err, text)
		}
	}
	for _, text := range []string{"1e3", "3540.001", `"NaN"`, `"3,540"`, "[1]", "{}", "true", `"0x10"`, "99999999999999",
		`".5"`, `"1."` + "x"} {
		var got Rupees
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s was read as %d", text, got)
		}
	}
}
