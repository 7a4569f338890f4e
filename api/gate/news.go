package gate

import (
	"context"
	"sync"
	"time"
)

// Phones learn of each other's scans by long polling (decision 0039). The response only says that there are changes;
// the phone fetches them with its usual report, so that its own and other scans are from the same time.

const (
	// maxWait is less than the time limits of our connections and of proxies.
	maxWait = 10 * time.Second
	// A waiting request polls for changes by other instances and commands, and new tickets of people inside.
	pollEvery = time.Second
)

type news struct {
	mu      sync.Mutex
	changed chan struct{} // closed by the next change
	ended   bool
}

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

// EndWaits answers all waiting requests and stops new ones from waiting, because the program is stopping.
func (g *Service) EndWaits() {
	g.news.mu.Lock()
	g.news.ended = true
	g.news.mu.Unlock()
	g.news.announce()
}

// Wait returns once the number of the last change differs from `since`, or after maxWait.
func (g *Service) Wait(ctx context.Context, since int64) (last int64, err error) {
	until := time.NewTimer(maxWait)
	defer until.Stop()
	for {
		changed, ended := g.news.next() // called before reading, so that no change is missed
		last, err = g.Store.LastGateChange(ctx)
		if err != nil || last != since || ended {
			return last, err
		}
		select {
		case <-changed:
		case <-time.After(pollEvery):
		case <-until.C:
			return last, nil
		case <-ctx.Done(): // the client has disconnected
			return last, nil
		}
	}
}
