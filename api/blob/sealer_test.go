package blob

import (
	"os"
	"path/filepath"
	"testing"

	"filippo.io/age"
)

// Recipients that cannot be combined are refused when the program starts, not with the first document.
func TestRecipientsThatCannotSealTogether(t *testing.T) {
	strong, err := age.GenerateHybridIdentity()
	must(t, err)
	second, err := age.GenerateHybridIdentity()
	must(t, err)
	plain, err := age.GenerateX25519Identity()
	must(t, err)
	path := filepath.Join(t.TempDir(), "recipients")
	for _, c := range []struct {
		lines string
		good  bool
	}{
		{strong.Recipient().String() + "\n# sealed in an envelope\n" + second.Recipient().String() + "\n", true},
		{strong.Recipient().String() + "\n" + plain.Recipient().String() + "\n", false},
		{"", false},
	} {
		must(t, os.WriteFile(path, []byte(c.lines), 0o600))
		if _, err := ReadSealer(path); (err == nil) != c.good {
			t.Errorf("%q: %v", c.lines, err)
		}
	}
}
