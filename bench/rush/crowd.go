package main

import (
	"slices"
	"sync"
	"time"
)

// crowd is many who do one thing, each at its own pace whatever the answers take: a queue that grows is seen.
type crowd struct {
	name  string
	size  int           // how many there are
	pause time.Duration // from one thing that one of them does to the next
	limit time.Duration // the goal at the 95th percentile under load, 0 for none
	do    func(who, turn int) error
	ready func(who int) error // done before each, in its own time; nil for nothing

	turns           []int // what each has done so far
	alone, together figures
}

// figures are what a crowd has met.
type figures struct {
	took    time.Duration
	times   []time.Duration
	failed  int
	failure error
}

func (f figures) perSecond() float64 { return float64(len(f.times)) / f.took.Seconds() }

// at is a percentile.
func (f figures) at(percent int) time.Duration {
	if len(f.times) == 0 {
		return 0
	}
	return f.times[min(len(f.times)*percent/100, len(f.times)-1)].Round(100 * time.Microsecond)
}

// measure lets crowds do their things at the same time.
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

// pass is what one of a crowd does. They begin spread over a pause; whoever waits for an answer when its next turn
// comes is late, and the time counts from when it should have been asked.
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
