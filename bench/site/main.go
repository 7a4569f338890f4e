// Command site measures the build from Markdown to HTML: ours, a bare pipeline of the same tools and, if `make peers`
// has installed them, Hugo, Eleventy and Astro. Run it from the root: `make bench ONLY=site` (needs `make build`, which
// also fills the cache of pictures).
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"transom/bench/corpus"
)

func main() {
	pages := flag.Int("pages", 10_000, "Markdown pages of the large site")
	runs := flag.Int("runs", 3, "runs of each program; the median counts")
	content := flag.String("content", "content", "the shipped content")
	temp := flag.String("dir", inMemory(), "where to build")
	slow := flag.Bool("slow", false, "let Eleventy and Astro build the large site too (minutes)")
	flag.Parse()
	if err := run(*content, *pages, *runs, *temp, *slow); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// inMemory is Linux's in-memory folder, if it exists. On a disk, the time to write a new file depends more on recently
// removed files than on the program.
func inMemory() string {
	const folder = "/dev/shm"
	if _, err := os.Stat(folder); err != nil {
		return ""
	}
	return folder
}

func run(content string, pages, runs int, temp string, slow bool) error {
	dir, err := os.MkdirTemp(temp, "transom-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	site, err := newSite(dir)
	if err != nil {
		return err
	}
	if err := shippedSize(site, dir, content, runs); err != nil {
		return err
	}
	return large(site, dir, content, pages, runs, slow)
}

// The peers build as many Markdown pages as the shipped site has HTML pages.
func shippedSize(site *site, dir, content string, runs int) error {
	ours := site.of("shipped", content)
	if err := ours.whole.warm(dir); err != nil {
		return err
	}
	pages, err := htmlFiles(ours.out)
	if err != nil {
		return err
	}
	same := filepath.Join(dir, "same-size")
	if err := corpus.Write(content, same, 0); err != nil {
		return err
	}
	shipped, err := filepath.Glob(filepath.Join(same, "pages", "*.md"))
	if err != nil {
		return err
	}
	if err := corpus.AddPages(same, pages-len(shipped)); err != nil {
		return err
	}
	peers, err := peersFor(dir, "shipped", filepath.Join(same, "pages"), true)
	if err != nil {
		return err
	}
	all := append([]*program{ours.fresh, ours.whole, ours.bare}, peers...)
	if err := measure(all, dir, runs); err != nil {
		return err
	}
	fmt.Printf("the whole site to HTML, shipped size (%d pages), pictures cached:\n", pages)
	list(all, ours.fresh)
	fmt.Printf("@ whole site, shipped size / bare pipeline | %.3f | at most 1.5 | "+
		"the bare pipeline writes no heads and compresses no files\n", over(ours.fresh, ours.bare))
	mark("Astro", "whole site, shipped size", 4, named(all, "Astro"), ours.fresh,
		"two thirds of our time go into bundling with Vite")
	mark("Astro", "whole site, shipped size, both with their caches", 4, named(all, "Astro, caches kept"), ours.whole, "")
	return nil
}

func large(site *site, dir, content string, pages, runs int, slow bool) error {
	many := filepath.Join(dir, "many")
	if err := corpus.Write(content, many, pages); err != nil {
		return err
	}
	ours := site.of("many", many)
	if err := ours.whole.warm(dir); err != nil {
		return err
	}
	peers, err := peersFor(dir, "many", filepath.Join(many, "pages"), slow)
	if err != nil {
		return err
	}
	all := append([]*program{ours.whole, ours.generator}, peers...)
	if err := measure(all, dir, runs); err != nil {
		return err
	}
	fmt.Printf("\nthe whole site to HTML, %d pages, pictures and bundles cached:\n", pages)
	list(all, ours.whole)
	hugo := named(all, "Hugo")
	mark("Hugo", fmt.Sprintf("whole site, %d pages", pages), 1, hugo, ours.whole, "React renders each page in one process")
	mark("Hugo", fmt.Sprintf("generator, %d pages", pages), 3, hugo, ours.generator, "")
	return nil
}

// The programs run in turn, so that a busy moment of the machine affects all of them.
func measure(all []*program, dir string, runs int) error {
	for range runs {
		for _, p := range all {
			if err := p.once(dir); err != nil {
				return err
			}
		}
	}
	return nil
}

func list(all []*program, base *program) {
	for _, p := range all {
		switch {
		case p.missing:
			fmt.Printf("  %-28s not installed: make peers\n", p.name)
		default:
			fmt.Printf("  %-28s %8v   %5.2f\n", p.name, p.median().Round(time.Millisecond), over(p, base))
		}
	}
}

// mark prints nothing for a peer that is not installed.
func mark(peer, what string, goal float64, slower, faster *program, reason string) {
	if !slower.missing {
		fmt.Printf("@ %s / %s | %.3f | at least %g | %s\n", peer, what, over(slower, faster), goal, reason)
	}
}

func named(all []*program, name string) *program {
	return all[slices.IndexFunc(all, func(p *program) bool { return p.peer == name })]
}

func over(a, b *program) float64 { return float64(a.median()) / float64(b.median()) }
