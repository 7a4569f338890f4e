// Command rush uses the desk, the gate and the public site on one machine: 2,000 visitors reading, a rush of
// registrations, staff searching 50,000 registrations, and ten gates scanning, first each group alone, then all
// together. Run it from the root, after `make build`: `make bench ONLY=rush`.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"transom/api/apitest"
	"transom/api/store"
	"transom/bench/stored"
)

func main() {
	many := flag.Int("stored", 50_000, "registrations that are stored")
	visitors := flag.Int("visitors", 2_000, "visitors with an open connection")
	alone := flag.Duration("alone", 5*time.Second, "how long each is measured alone")
	together := flag.Duration("together", 25*time.Second, "how long all are measured together")
	flag.Parse()
	if err := run(*many, *visitors, *alone, *together); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(many, visitors int, alone, together time.Duration) error {
	dir, err := os.MkdirTemp("", "transom-bench-rush-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	p, err := newProduct(dir)
	if err != nil {
		return err
	}
	defer p.stop()
	// The first start creates the folder and stores its purpose and edition there.
	if err := p.start(); err != nil {
		return err
	}
	p.stop()
	if err := fill(p.folder, many); err != nil {
		return err
	}
	if err := p.start(); err != nil {
		return err
	}
	phones, err := p.enrol()
	if err != nil {
		return err
	}
	crowds, err := p.crowds(phones, visitors, many)
	if err != nil {
		return err
	}
	for _, c := range crowds {
		c.alone = measure(alone, c)[0]
	}
	for i, f := range measure(together, crowds...) {
		crowds[i].together = f
	}
	if err := report(p, crowds, visitors, many); err != nil {
		return err
	}
	scans := crowds[len(crowds)-1]
	flooded := measure(alone, p.flooding(phones[gates]), scans)
	if flooded[1].failed > 0 {
		return flooded[1].failure
	}
	fmt.Printf("with a flood of %.0f reports a second: p95 %v\n", flooded[0].perSecond(), flooded[1].at(95))
	fmt.Printf("@ in a flood of large reports, %s / %v | %.3f | at most 1\n", scans.name, scans.limit,
		float64(flooded[1].at(95))/float64(scans.limit))
	return nil
}

func fill(folder string, many int) error {
	ctx := context.Background()
	db, err := store.Open(ctx, folder)
	if err != nil {
		return err
	}
	defer db.Close()
	return stored.Fill(ctx, db, apitest.Edition(), many)
}

func report(p *product, crowds []*crowd, visitors, many int) error {
	memory, err := p.memory()
	if err != nil {
		return err
	}
	fmt.Printf("\n%d visitors, %d registrations stored; the load itself runs on the same machine:\n\n", visitors, many)
	fmt.Printf("%-34s %9s %22s %22s %8s\n", "", "a second", "alone: median, p95", "together: median, p95", "refused")
	for _, c := range crowds {
		fmt.Printf("%-34s %9.1f %10v %11v %10v %11v %8d\n", c.name, c.together.perSecond(), c.alone.at(50), c.alone.at(95),
			c.together.at(50), c.together.at(95), c.together.failed)
		if c.together.failed > 0 {
			fmt.Printf("    the first refusal: %v\n", c.together.failure)
		}
		if c.doubled {
			fmt.Printf("@ under load, %s, p95 / alone | %.3f | at most 2\n", c.name,
				float64(c.together.at(95))/float64(c.alone.at(95)))
		}
		if c.limit > 0 {
			fmt.Printf("@ under load, %s / %v | %.3f | at most 1%s\n", c.name, c.limit,
				float64(c.together.at(95))/float64(c.limit), c.reason)
		}
	}
	fmt.Printf("%-34s %d MiB\n", "memory, highest", memory>>20)
	return nil
}
