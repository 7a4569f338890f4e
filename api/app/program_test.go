package app

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"transom/api/apitest/check"
	"transom/api/command"
)

var must = check.Must

var soak = os.Getenv("TRANSOM_SOAK") != ""

var builds string

func TestMain(m *testing.M) {
	flag.Set("test.parallel", "8") // 8, because most tests only wait for their own programs; -parallel overrides this
	var err error
	if builds, err = os.MkdirTemp("", "transom-program-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(builds)
	os.Exit(code)
}

// Each program is built by the first test that needs it, because linking takes seconds.
var (
	plain = sync.OnceValues(func() (string, error) { return build("plain") })
	// This build lacks two protections. Control tests prove that the other tests find this fault.
	unprotected = sync.OnceValues(func() (string, error) {
		return build("unprotected", replacement{"store/engine/sqlite.go", "_journal_mode=WAL&_synchronous=FULL",
			"_journal_mode=WAL&_synchronous=NORMAL"},
			replacement{"upload/retention.go", "		if err := k.Store.ReleaseDue(ctx, due, k.Clock.Now()); err != nil {",
				`		for _, p := range due {
			if err := k.Blobs.Delete(ctx, BlobName(p.Kind, p.AssetID)); err != nil {
				return result, err
			}
		}
		if err := k.Store.ReleaseDue(ctx, due, k.Clock.Now()); err != nil {`})
	})
	// This build does not write to the test machine's journal.
	silent = sync.OnceValues(func() (string, error) {
		if _, err := os.Stat(command.JournalSocket); err != nil {
			return plain()
		}
		return build("silent", replacement{"command/record.go", command.JournalSocket, "/nowhere"})
	})
)

type replacement struct{ file, old, changed string }

func build(name string, changes ...replacement) (path string, err error) {
	path = filepath.Join(builds, name)
	args, files := []string{"build", "-o", path}, map[string]string{}
	for i, c := range changes {
		source, err := os.ReadFile(filepath.Join("..", c.file))
		if err != nil {
			return "", err
		}
		if n := strings.Count(string(source), c.old); n != 1 {
			return "", fmt.Errorf("%s says %q %d times: the control no longer finds what to change", c.file, c.old, n)
		}
		original, err := filepath.Abs(filepath.Join("..", c.file))
		if err != nil {
			return "", err
		}
		files[original] = fmt.Sprintf("%s-%d.go", path, i)
		if err := os.WriteFile(files[original], []byte(strings.Replace(string(source), c.old, c.changed, 1)),
			0o600); err != nil {
			return "", err
		}
	}
	if len(files) > 0 {
		raw, err := json.Marshal(map[string]any{"Replace": files})
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(path+".json", raw, 0o600); err != nil {
			return "", err
		}
		args = append(args, "-overlay", path+".json")
	}
	if out, err := exec.Command("go", append(args, "..")...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
}
