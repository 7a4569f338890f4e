package app

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// soak asks for the full size of every test.
var soak = os.Getenv("TRANSOM_SOAK") != ""

// builds is the folder of the program that the tests share.
var builds string

func TestMain(m *testing.M) {
	flag.Set("test.parallel", "8") // most tests wait for programs of their own; the command line may say otherwise
	code := m.Run()
	if builds != "" {
		os.RemoveAll(builds)
	}
	os.Exit(code)
}

// plain is the program as it is, built by the first test that wants it: linking takes seconds, and the others want the
// same.
var plain = sync.OnceValues(func() (path string, err error) {
	if builds, err = os.MkdirTemp("", "transom-program-"); err != nil {
		return "", err
	}
	path = filepath.Join(builds, "transom")
	return path, build(path)
})

// program is the path of the real program, with further flags of the build when there are any.
func program(t *testing.T, flags ...string) string {
	t.Helper()
	path, err := "", error(nil)
	if len(flags) == 0 {
		path, err = plain()
	} else {
		path = filepath.Join(t.TempDir(), "transom")
		err = build(path, flags...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func build(path string, flags ...string) error {
	if out, err := exec.Command("go", append(append([]string{"build"}, flags...), "-o", path,
		"..")...).CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}
