package app

import (
	"bufio"
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"transom/api/apitest/check"
)

// standIns writes files into a new folder; those in bin/ replace programs that take long.
func standIns(t *testing.T, files map[string]string) (folder string, environment []string) {
	t.Helper()
	folder = t.TempDir()
	for path, text := range files {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, path)), 0o755))
		must(t, os.WriteFile(filepath.Join(folder, path), []byte(text), 0o700))
	}
	return folder, append(os.Environ(), "MAKEFLAGS=", "PATH="+filepath.Join(folder, "bin")+":"+os.Getenv("PATH"))
}

// A release has checksums, and a list of components with all modules of the program and packages of the site.
func TestReleaseIsComplete(t *testing.T) {
	t.Parallel()
	program, err := plain()
	must(t, err)
	goTool, err := exec.LookPath("go")
	must(t, err)
	lock := string(readFile(t, "../../site/package-lock.json"))
	folder, environment := standIns(t, map[string]string{
		"Makefile":               string(readFile(t, "../../Makefile")),
		"deploy/sbom.mjs":        string(readFile(t, "../../deploy/sbom.mjs")),
		"site/package-lock.json": lock, "site/package.json": "", "site/dist/index.html": "page", "site/src/main.ts": "",
		"site/vite.config.ts": "", "site/tsconfig.json": "", "data/site/event.json": "{}", "content/event.yaml": "",
		"netlify.toml": "", ".env.example": "", "LICENSE": "", "go.mod": "", "go.sum": "",
		"bin/npm": "#!/bin/sh\n", "bin/npx": "#!/bin/sh\n",
		"bin/go": "#!/bin/sh\nif [ \"$1\" = version ]; then exec " + goTool + " version -m -json " + program +
			"; fi\nwhile [ $# -gt 1 ]; do [ \"$1\" != -o ] || echo \"$GOARCH\" > \"$2\"; shift; done\n",
	})
	release := exec.CommandContext(t.Context(), "make", "release", "VERSION=v1.2.3")
	release.Dir, release.Env = folder, environment
	if out, err := release.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	packed := filepath.Join(folder, "release")
	check := exec.CommandContext(t.Context(), "sha256sum", "--check", "--strict", "SHA256SUMS")
	check.Dir = packed
	out, err := check.CombinedOutput()
	if err != nil || strings.Count(string(out), ": OK\n") != 3 {
		t.Errorf("%v: %s", err, out)
	}
	if files, _ := os.ReadDir(packed); len(files) != 4 {
		t.Errorf("the release has %d files", len(files))
	}
	for _, arch := range []string{"amd64", "arm64"} {
		for path, want := range map[string]string{"bin/transom": arch + "\n", "site/dist/index.html": "page",
			"data/site/event.json": "{}"} {
			out, err := exec.CommandContext(t.Context(), "tar", "-xOf", filepath.Join(packed, "transom-v1.2.3-linux-"+arch+
				".tar.gz"), "transom-v1.2.3/"+path).Output()
			if err != nil || string(out) != want {
				t.Errorf("%s: %s: %v: %q", arch, path, err, out)
			}
		}
	}
	built, err := buildinfo.ReadFile(program)
	must(t, err)
	checkComponents(t, readFile(t, filepath.Join(packed, "transom-v1.2.3.cdx.json")), lock, built.Deps)
}

func checkComponents(t *testing.T, raw []byte, lock string, modules []*debug.Module) {
	t.Helper()
	var list struct {
		BOMFormat, SpecVersion string
		Metadata               struct {
			Component struct{ Name, Version string }
		}
		Components []struct{ PURL, Scope string }
	}
	must(t, json.Unmarshal(raw, &list))
	if list.BOMFormat != "CycloneDX" || list.SpecVersion != "1.5" || list.Metadata.Component.Version != "v1.2.3" {
		t.Errorf("%+v", list.Metadata)
	}
	var named []string
	for _, c := range list.Components {
		named = append(named, c.PURL)
	}
	var locked struct {
		Packages map[string]struct{ Version string }
	}
	must(t, json.Unmarshal([]byte(lock), &locked))
	if len(locked.Packages) < 100 || len(modules) < 20 {
		t.Fatalf("%d packages, %d modules", len(locked.Packages), len(modules))
	}
	for path, p := range locked.Packages {
		if at := strings.LastIndex(path, "node_modules/"); at >= 0 {
			name := strings.Replace(path[at+len("node_modules/"):], "@", "%40", 1)
			if !slices.Contains(named, "pkg:npm/"+name+"@"+p.Version) {
				t.Errorf("no component %s %s", name, p.Version)
			}
		}
	}
	for _, module := range modules {
		if !slices.Contains(named, "pkg:golang/"+module.Path+"@"+module.Version) {
			t.Errorf("no component %s %s", module.Path, module.Version)
		}
	}
	slices.Sort(named)
	check.Equal(t, len(named), len(slices.Compact(slices.Clone(named))), "components, each listed once")
}

// `make dev` can run twice at once: each takes a free port for its API.
func TestDevTakesAFreePort(t *testing.T) {
	t.Parallel()
	folder, environment := standIns(t, map[string]string{
		"site/dev.mjs": string(readFile(t, "../../site/dev.mjs")), "api/x": "", "generator/schema/x": "", "data/site/x": "",
		"site/node_modules/vite/bin/vite.js": "console.log(process.env.API_TARGET); setInterval(() => {}, 1000)",
		"bin/go":                             "#!/bin/sh\n",
		"bin/transom":                        "#!/bin/sh\necho \"$TRANSOM_ADDR\"\nexec sleep 600\n",
	})
	var taken []string
	for range 2 {
		dev := exec.Command("node", "dev.mjs") // not with the context, whose end would leave the children running
		dev.Dir, dev.Env = filepath.Join(folder, "site"), environment
		var failed bytes.Buffer
		dev.Stderr = &failed
		out, err := dev.StdoutPipe()
		must(t, err)
		must(t, dev.Start())
		t.Cleanup(func() {
			dev.Process.Signal(syscall.SIGTERM)
			dev.Wait()
		})
		said := map[string]bool{}
		for lines := bufio.NewScanner(out); len(said) < 2 && lines.Scan(); {
			line, err := url.Parse("http://" + strings.TrimPrefix(lines.Text(), "http://"))
			must(t, err)
			said[lines.Text()] = true
			if !slices.Contains(taken, line.Host) {
				taken = append(taken, line.Host)
			}
		}
		if len(said) < 2 {
			t.Fatal(failed.String())
		}
	}
	if len(taken) != 2 { // API and Vite agree, and the two runs differ
		t.Fatalf("the addresses are %v", taken)
	}
	for _, address := range taken {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			t.Errorf("%s is not free: %v", address, err)
			continue
		}
		listener.Close()
	}
}
