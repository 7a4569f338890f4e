package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// The caches are separate, so that a measurement does not touch site/dist and site/.cache.
type site struct {
	dir, root, generator, cache string
}

// whole is a build with cached bundles, fresh one without them, and bare a minimal build with the same tools.
type ours struct {
	whole, fresh, generator, bare *program
	out                           string
}

func newSite(dir string) (*site, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	s := &site{dir: dir, root: root, generator: filepath.Join(dir, "generator"), cache: filepath.Join(dir, "cache")}
	build := exec.Command("go", "build", "-o", s.generator, "./generator")
	if output, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the generator: %w\n%s", err, output)
	}
	for _, name := range []string{"images", "cards", "icons"} {
		from := filepath.Join(root, "site/.cache", name)
		if err := os.CopyFS(filepath.Join(s.cache, name), os.DirFS(from)); err != nil {
			return nil, fmt.Errorf("%w (run `make build` first)", err)
		}
	}
	return s, nil
}

func (s *site) of(name, content string) ours {
	data, out := filepath.Join(s.dir, name+"-data"), filepath.Join(s.dir, name+"-dist")
	generate := step{s.root, nil, []string{s.generator, "build", "-content", content, "-out", data}}
	env := []string{"TRANSOM_CONTENT=" + data, "TRANSOM_STATIC=" + out, "TRANSOM_CACHE=" + s.cache}
	folder := filepath.Join(s.root, "site")
	build := step{folder, env, []string{"node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "error"}}
	bareOut := filepath.Join(s.dir, name+"-bare")
	bare := step{folder, append(env, "BARE_OUT="+bareOut), []string{"node", filepath.Join(s.root, "bench/site/bare.mjs")}}
	return ours{
		whole: &program{name: "Transom, bundles kept", out: out, caches: []string{data}, steps: []step{generate, build}},
		fresh: &program{name: "Transom, bundles rebuilt", out: out,
			caches: []string{data, filepath.Join(s.cache, "bundles.bin")}, steps: []step{generate, build}},
		generator: &program{name: "  its generator", out: data, steps: []step{generate}},
		bare:      &program{name: "bare Vite, renderToString", out: bareOut, steps: []step{generate, bare}},
		out:       out,
	}
}
