// Command desk measures how long staff wait when 50,000 registrations are stored, with SQLite and, if `-postgres` gives
// the address of an empty database, with PostgreSQL. Run it from the root: `make bench ONLY=desk` (needs `make gen`).
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"time"

	"transom/api/desk"
	"transom/api/domain"
	"transom/api/store"
	"transom/bench/stored"
)

func main() {
	many := flag.Int("stored", 50_000, "registrations that are stored")
	postgres := flag.String("postgres", "", "the address of an empty PostgreSQL database")
	flag.Parse()
	if err := run(*many, *postgres); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(many int, postgres string) error {
	dir, err := os.MkdirTemp("", "transom-bench-desk-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	places := map[string]string{"SQLite": dir}
	if postgres != "" {
		places["PostgreSQL"] = postgres
	}
	for name, place := range places {
		if err := measure(name, place, many); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// The limits are the budgets, at the 95th percentile.
var goals = []struct {
	name  string
	limit time.Duration
	ask   func(ctx context.Context, r *desk.Reads, i int) error
}{
	{"a search", 50 * time.Millisecond, search},
	{"overview", 100 * time.Millisecond, func(ctx context.Context, r *desk.Reads, _ int) error {
		_, err := r.Overview(ctx, desk.Everything)
		return err
	}},
	{"a registration", 20 * time.Millisecond, func(ctx context.Context, r *desk.Reads, i int) error {
		_, err := r.Registration(ctx, stored.ID(i*97%1000), desk.Everything)
		return err
	}},
}

const times = 100

func measure(name, place string, many int) error {
	ctx := context.Background()
	content, err := domain.LoadContent("data/site")
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, place)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := stored.Fill(ctx, db, content, many); err != nil {
		return err
	}
	reads := &desk.Reads{Store: db.Desk(), Content: content, Clock: domain.SystemClock{}}
	for _, goal := range goals {
		var took []time.Duration
		for i := range times + 5 {
			began := time.Now()
			if err := goal.ask(ctx, reads, i); err != nil {
				return fmt.Errorf("%s: %w", goal.name, err)
			}
			if i >= 5 { // the first requests fill the caches
				took = append(took, time.Since(began))
			}
		}
		slices.Sort(took)
		p95 := took[len(took)*95/100]
		fmt.Printf("%-12s %-16s median %8v   p95 %8v   of %v\n", name, goal.name,
			took[len(took)/2].Round(100*time.Microsecond), p95.Round(100*time.Microsecond), goal.limit)
		fmt.Printf("@ desk, %s, %s / %v | %.3f | at most 1\n", name, goal.name, goal.limit,
			float64(p95)/float64(goal.limit))
	}
	return nil
}

var queries = []string{
	"q=first12+last7", "q=ZO%C3%8B", "q=98765+10%d", "q=person%d", "q=works+4", "q=bcd+fgh", "q=pay_%d", "state=expired",
	"state=part+refunded&q=last", "",
	"state=paid&sort=name&page=3", "flag=task", "from=2025-03-01&to=2025-03-03", "q=nobody+of+this+name",
}

func search(ctx context.Context, r *desk.Reads, i int) error {
	text := queries[i%len(queries)]
	if slices.Contains([]byte(text), 'd') && len(text) > 2 && text[len(text)-2:] == "%d" {
		text = fmt.Sprintf(text[:len(text)-2]+"%d", 100+i)
	}
	q, err := r.ParseQuery(text)
	if err != nil {
		return err
	}
	_, err = r.Registrations(ctx, q, desk.Everything)
	return err
}
