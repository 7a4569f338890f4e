package main

import (
	"slices"
	"sync"
	"time"
)

// All clients of a crowd make the same kind of request, on schedule even if responses are slow, so that a growing queue
// becomes visible.
type crowd struct {
	name  string
	size  int
	pause time.Duration
	limit time.Duration // the goal at the 95th percentile under load; 0 if there is none
	// reason is " | " and why the limit is not met, or "".
	reason string
	// The 95th percentile under load may be at most twice the one without load.
	doubled bool
	do      func(who, turn int) error
	ready   func(who int) error // runs before each request and is not timed; may be nil

	turns           []int
	alone, together figures
}

type figures struct {
	took    time.Duration
	times   []time.Duration
	failed  int
	failure error
}

func (f figures) perSecond() float64 { return float64(len(f.times)) / f.took.Seconds() }

func (f figures) at(percent int) time.Duration {
	if len(f.times) == 0 {
		return 0
	}
	return f.times[min(len(f.times)*percent/100, len(f.times)-1)].Round(100 * time.Microsecond)
}

func measure(long time.Duration, crowds ...*crowd) []figures {
	all := make([]figures, len(crowds))
	var group sync.WaitGroup
	for i, c := range crowds {
		if c.turns == nil {
			c.turns = make([]int, c.size)
		}
		var lock sync.Mutex
		began := time.Now()
		note := func(took time.Duration, err error) {
			lock.Lock()
			defer lock.Unlock()
			all[i].times = append(all[i].times, took)
			if err != nil {
				all[i].failed++
				all[i].failure = err
			}
		}
		for who := range c.size {
			group.Go(func() { c.pass(who, began, long, note) })
		}
		all[i].took = long
	}
	group.Wait()
	for i := range all {
		slices.Sort(all[i].times)
	}
	return all
}

// pass spreads the clients' starts over one pause. A request's time counts from when it was due, even if a late
// response delayed it.
func (c *crowd) pass(who int, began time.Time, long time.Duration, note func(time.Duration, error)) {
	due := began.Add(c.pause * time.Duration(who) / time.Duration(c.size))
	for ; due.Before(began.Add(long)); due = due.Add(c.pause) {
		if c.ready != nil {
			if err := c.ready(who); err != nil {
				note(time.Since(due), err)
				continue
			}
		}
		time.Sleep(time.Until(due))
		turn := c.turns[who]
		c.turns[who]++
		err := c.do(who, turn)
		note(time.Since(due), err)
	}
}
