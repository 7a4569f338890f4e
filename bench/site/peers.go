package main

import (
	"os"
	"path/filepath"
)

// Each peer gets its own project, with the pages where it expects them. The slow peers are included only if slow is
// true.
func peersFor(dir, name, pages string, slow bool) ([]*program, error) {
	root, err := filepath.Abs("bench/peers")
	if err != nil {
		return nil, err
	}
	hugo := filepath.Join(root, ".cache/hugo")
	peers := []peer{
		{name: "Hugo 0.165.0", short: "Hugo", folder: "hugo", needs: hugo,
			args: []string{hugo, "--quiet", "--noBuildLock", "--destination", "out"}},
	}
	if slow {
		peers = append(peers,
			peer{name: "Eleventy 3.1.5", short: "Eleventy", folder: "eleventy",
				args: []string{"node", "node_modules/@11ty/eleventy/cmd.cjs", "--quiet"}},
			peer{name: "Astro 5.18.2", short: "Astro", folder: "astro", caches: []string{"cache", ".astro"},
				args: []string{"node", "node_modules/astro/astro.js", "build"}})
	}
	var all []*program
	for _, p := range peers {
		project, err := p.project(root, filepath.Join(dir, name+"-"+p.folder), pages)
		if err != nil {
			return nil, err
		}
		all = append(all, project)
	}
	if slow {
		// Astro again, directly after its first run, with its caches.
		kept := *all[len(all)-1]
		kept.name, kept.peer, kept.caches = kept.name+", caches kept", kept.peer+", caches kept", nil
		all = append(all, &kept)
	}
	return all, nil
}

type peer struct {
	name, short, folder string
	needs               string // a file that exists if the peer is installed; for npm packages, their command
	caches              []string
	args                []string
}

func (p peer) project(root, dir, pages string) (*program, error) {
	if p.needs == "" {
		p.needs = filepath.Join(root, p.folder, p.args[1])
	}
	made := &program{name: p.name, peer: p.short, out: filepath.Join(dir, "out")}
	if _, err := os.Stat(p.needs); err != nil {
		made.missing = true
		return made, nil
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, p.folder, "site"))); err != nil {
		return nil, err
	}
	if err := os.CopyFS(filepath.Join(dir, "content"), os.DirFS(pages)); err != nil {
		return nil, err
	}
	if modules := filepath.Join(root, p.folder, "node_modules"); p.args[0] == "node" {
		if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
			return nil, err
		}
	}
	for _, cache := range p.caches {
		made.caches = append(made.caches, filepath.Join(dir, cache))
	}
	made.steps = []step{{dir, []string{"ASTRO_TELEMETRY_DISABLED=1"}, p.args}}
	return made, nil
}
