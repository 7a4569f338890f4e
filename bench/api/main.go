// Command api compares the requests per second that the API handles with those of a minimal program for the same job,
// in one run on one machine. Run it from the root: `make bench ONLY=api` (needs `make gen`).
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	people := flag.Int("people", 1500, "registrations to measure")
	stored := flag.Int("stored", 50_000, "registrations that are stored when the start is measured")
	databases := flag.Bool("databases", false, "compare SQLite and PostgreSQL instead, with one, two and three instances")
	flag.Parse()
	measure := func() error { return run(*people, *stored) }
	if *databases {
		measure = compareDatabases
	}
	if err := measure(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const clients = 32

func run(people, stored int) error {
	dir, err := os.MkdirTemp("", "transom-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	bare, err := measureFloor(dir, people)
	if err != nil {
		return err
	}
	p, err := newProduct(dir)
	if err != nil {
		return err
	}
	defer p.stop()
	if err := p.start(); err != nil {
		return err
	}
	registration, ids, links, err := p.measureRegistration(people)
	if err != nil {
		return err
	}
	reads, peer, err := measureReads(p, dir, ids, links)
	if err != nil {
		return err
	}
	complete, err := p.measureComplete(60)
	if err != nil {
		return err
	}
	bombs, err := p.measureBombs()
	if err != nil {
		return err
	}
	ready, err := p.measureStart(stored)
	if err != nil {
		return err
	}
	fmt.Printf("chi and nothing else           %8.0f /s\n", bare.nothing.perSecond())
	fmt.Printf("chi and one durable insert     %8.0f /s   p95 %v\n", bare.insert.perSecond(), bare.insert.percentile(95))
	fmt.Printf("chi and one read               %8.0f /s\n", bare.read.perSecond())
	share := registration.perSecond() / (bare.insert.perSecond() / commitsPerRegistration)
	fmt.Printf("registration, pictures ready   %8.0f /s   p95 %v   %.2f of the floor divided by its %d commits\n",
		registration.perSecond(), registration.percentile(95), share, commitsPerRegistration)
	fmt.Printf("registration with two pictures %8.0f /s   p95 %v   (1600 px each, a new one every time)\n",
		complete.perSecond(), complete.percentile(95))
	for _, r := range reads {
		fmt.Printf("%-30s %8.0f /s   p95 %v   %.2f of the floor\n", r.name, r.perSecond(), r.percentile(95),
			r.perSecond()/bare.read.perSecond())
	}
	if peer == nil {
		fmt.Printf("PocketBase, one record         not installed: make peers\n")
	} else {
		fmt.Printf("PocketBase, one record         %8.0f /s   p95 %v\n", peer.perSecond(), peer.percentile(95))
	}
	fmt.Printf("memory, highest                %8d MiB  with 100 picture bombs at once\n", bombs>>20)
	fmt.Printf("start to ready                 %8v   with %d registrations stored\n", ready, stored)
	fmt.Printf("the program                    %8d MiB\n", p.size>>20)
	fmt.Printf("@ registration / (durable floor / commits) | %.3f | at least 0.5\n", share)
	if peer != nil {
		for _, r := range reads {
			fmt.Printf("@ %s / PocketBase, one record | %.3f | at least 2 | %s\n", r.name,
				r.perSecond()/peer.perSecond(), r.reason)
		}
	}
	fmt.Printf("@ highest memory / 300 MB | %.3f | at most 1\n", float64(bombs)/300e6)
	fmt.Printf("@ program / 40 MB | %.3f | at most 1\n", float64(p.size)/40e6)
	return nil
}
