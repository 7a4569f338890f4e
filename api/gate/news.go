package gate

import (
	"context"
	"sync"
	"time"
)

// Phones that scan hear of each other by waiting: a question that is answered when an entry changes. Two of them
// that meet one ticket are then apart by what a message takes to go from one to the other, and no scan waits for that.
// The answer says only that something is new; the phone fetches it by its usual report, so that what it holds of
// its own and of others is of one moment.

const (
	// maxWait is how long a question waits for news: less than the limits of our connections, and of proxies.
	maxWait = 10 * time.Second
	// pollEvery is for changes that this process has not made: another instance, a command, a new ticket of
	// somebody inside.
	pollEvery = time.Second
)

// news tells those who wait that an entry may have changed. Its zero value is ready.
type news struct {
	mu      sync.Mutex
	changed chan struct{} // closed by the next change
	ended   bool
}

// next is closed by the next change; at the end there is none.
func (n *news) next() (changed <-chan struct{}, ended bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.changed == nil {
		n.changed = make(chan struct{})
	}
	return n.changed, n.ended
}

func (n *news) announce() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.changed != nil {
		close(n.changed)
		n.changed = nil
	}
}

// EndWaits answers all who wait, and lets nobody wait again: the program is asked to stop.
func (g *Service) EndWaits() {
	g.news.mu.Lock()
	g.news.ended = true
	g.news.mu.Unlock()
	g.news.announce()
}

// Wait returns the place of the last change of entries as soon as it is another one than since, at the latest after a
// while.
func (g *Service) Wait(ctx context.Context, since int64) (last int64, err error) {
	until := time.NewTimer(maxWait)
	defer until.Stop()
	for {
		changed, ended := g.news.next() // before it looks, so that nothing falls in between
		last, err = g.Store.LastGateChange(ctx)
		if err != nil || last != since || ended {
			return last, err
		}
		select {
		case <-changed:
		case <-time.After(pollEvery):
		case <-until.C:
			return last, nil
		case <-ctx.Done(): // nobody waits any more
			return last, nil
		}
	}
}
