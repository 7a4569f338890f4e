package app

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"gopkg.in/yaml.v3"
)

// No test can run the workflows. They must parse, get no more rights than they need, use actions pinned to a commit and
// the versions in netlify.toml, and call existing Makefile targets.
func TestWorkflows(t *testing.T) {
	node := regexp.MustCompile(`NODE_VERSION = "(.*)"`).FindStringSubmatch(string(readFile(t, "../../netlify.toml")))[1]
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) < 3 {
		t.Fatalf("%v, %v", files, err)
	}
	var runs []string
	events := map[string]map[string]any{}
	for _, file := range files {
		var workflow struct {
			On          map[string]any
			Permissions map[string]string
			Jobs        map[string]struct {
				RunsOn         string `yaml:"runs-on"`
				TimeoutMinutes int    `yaml:"timeout-minutes"`
				Permissions    map[string]string
				Steps          []struct {
					Run, Uses string
					With      map[string]string
				}
			}
		}
		if err := yaml.Unmarshal(readFile(t, file), &workflow); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		events[filepath.Base(file)] = workflow.On
		if len(workflow.On) == 0 || len(workflow.Permissions) != 1 || workflow.Permissions["contents"] != "read" {
			t.Errorf("%s: on %v with %v", file, workflow.On, workflow.Permissions)
		}
		for name, job := range workflow.Jobs {
			if len(job.Permissions) > 0 && filepath.Base(file) != "release.yml" || job.TimeoutMinutes == 0 || job.RunsOn == "" {
				t.Errorf("%s: %s: %+v", file, name, job)
			}
			for _, step := range job.Steps {
				runs = append(runs, step.Run)
				if step.Uses != "" &&
					!regexp.MustCompile(`^actions/(checkout|setup-go|setup-node)@[0-9a-f]{40}$`).MatchString(step.Uses) {
					t.Errorf("%s: %s", file, step.Uses)
				}
				if strings.Contains(step.Uses, "setup-node") && step.With["node-version"] != node {
					t.Errorf("%s: node %s, and netlify.toml has %s", file, step.With["node-version"], node)
				}
				if target, is := strings.CutPrefix(step.Run, "make "); is {
					if out, err := exec.Command("sh", "-c", "make -C ../.. -n "+target).CombinedOutput(); err != nil {
						t.Errorf("%s: %s: %v %s", file, step.Run, err, out)
					}
				}
			}
		}
	}
	lines := "\n" + strings.Join(runs, "\n") + "\n"
	if strings.Contains(lines, "go run ./generator") {
		t.Error("a workflow runs the generator without make, so not in the language of event.yaml")
	}
	for _, want := range []string{"\nmake test\n", "\nmake release\n", "\nnpm audit ", "/govulncheck@"} {
		if !strings.Contains(lines, want) {
			t.Errorf("no workflow runs %q", want)
		}
	}
	for file, want := range map[string]string{"test.yml": "pull_request:", "release.yml": "tags:[v*]"} {
		if on := fmt.Sprint(events[file]); !strings.Contains(on, want) {
			t.Errorf("%s: on %s", file, on)
		}
	}
}

// The target `archive` has the same name as the folder that it writes, and the site's build depends on files there.
func TestArchiveIsBuiltOnlyOnDemand(t *testing.T) {
	folder := t.TempDir()
	for path, text := range map[string][]byte{
		"Makefile":                readFile(t, "../../Makefile"),
		"archive/2025/index.html": []byte("<html>"),
	} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, path)), 0o755))
		must(t, os.WriteFile(filepath.Join(folder, path), text, 0o600))
	}
	// The folder has no sources, so make fails.
	out, _ := exec.Command("make", "-C", folder, "-n", "-k", "build").CombinedOutput()
	if text := string(out); !strings.Contains(text, "go run ./generator build") || strings.Contains(text, "ARCHIVING") ||
		strings.Contains(text, "Circular") {
		t.Errorf("make build: %s", text)
	}
}

// The site is built from CONTENT even if the generator last ran for another folder, and only if something has changed.
func TestSiteIsBuiltFromTheChosenContent(t *testing.T) {
	folder := t.TempDir()
	for path, text := range map[string]string{
		"Makefile":         string(readFile(t, "../../Makefile")),
		"netlify.toml":     "",
		"a/event.yaml":     "a",
		"b/event.yaml":     "b",
		"site/src/main.ts": "",
		"go.mod":           "", "go.sum": "", "site/vite.config.ts": "", "site/tsconfig.json": "",
		"site/package.json": "", "site/package-lock.json": "",
		"bin/npm": "#!/bin/sh\n",
		"bin/npx": "#!/bin/sh\necho built >> ../built; cp ../data/site/event.json ../published",
		"bin/go": "#!/bin/sh\nmkdir -p data/site\n" +
			`cmp -s "$5/event.yaml" data/site/event.json || cp "$5/event.yaml" data/site/event.json`,
	} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, path)), 0o755))
		must(t, os.WriteFile(filepath.Join(folder, path), []byte(text), 0o700))
	}
	start := func(name string, args ...string) ([]byte, error) {
		command := exec.Command(name, args...)
		command.Dir = folder
		command.Env = append(os.Environ(), "MAKEFLAGS=", "PATH="+filepath.Join(folder, "bin")+":"+os.Getenv("PATH"))
		return command.CombinedOutput()
	}
	run := func(name string, args ...string) {
		t.Helper()
		if out, err := start(name, args...); err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
	}
	run("make", ".make/site", "CONTENT=b")
	run("make", ".make/site", "CONTENT=b")
	if built := string(readFile(t, filepath.Join(folder, "built"))); built != "built\n" {
		t.Errorf("without a change, the site was built again: %q", built)
	}
	run(filepath.Join(folder, "bin/go"), "run", "./generator", "build", "-content", "a")
	run("make", ".make/site", "CONTENT=b")
	if have := string(readFile(t, filepath.Join(folder, "published"))); have != "b" ||
		string(readFile(t, filepath.Join(folder, "data/site/event.json"))) != "b" {
		t.Errorf("the site was built from %q", have)
	}

	// make does not replace the files of a running program with a build of another content folder.
	running, err := os.Open(filepath.Join(folder, ".make/content"))
	must(t, err)
	must(t, syscall.Flock(int(running.Fd()), syscall.LOCK_SH))
	run("make", "gen", "CONTENT=b")
	for _, target := range []string{"gen", "run", "dev", ".make/site"} {
		if out, err := start("make", target, "CONTENT=a", "-o", "bin/transom", "-o", ".make/npm"); err == nil ||
			!strings.Contains(string(out), "still uses b/; stop it first") {
			t.Errorf("make %s: %v\n%s", target, err, out)
		}
	}
	must(t, running.Close())
	run("make", "gen", "CONTENT=a")
}
