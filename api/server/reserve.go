package server

import (
	"container/list"
	"context"
	"net"
	"net/http"

	gateservice "transom/api/gate"
	"transom/api/server/gate"
	"transom/api/texts"
)

// A hall's visitors and its doors share one address, and with it one share of connections. So beyond a share there is a
// reserve: its connections are on trial until their first request, which is answered when it is the gate's and refused
// otherwise. What comes from an enrolled telephone, here or in a share, gets a place of its own; the rest of a trial
// ends with its answer.
const (
	onTrialMost = 64
	keptMost    = 128
)

// standing is what a request on trial may.
type standing int

const (
	stranger  standing = iota // refused
	tolerated                 // answered once: somebody enrols, or asks without a key
	enrolled                  // an enrolled telephone: it keeps its place
)

// reserve are the connections beyond the shares. Nothing of it is used without standing.
type reserve struct {
	standing      func(*http.Request) standing
	onTrial, kept int
	waiting       *list.List // of *sharedConn on trial on which nothing is asked, oldest first
}

// Reserve lets the gate in beyond its network's share.
func (c *Connections) Reserve(g *gateservice.Service) {
	c.reserve.standing = func(r *http.Request) standing {
		if !gate.IsCall(r) {
			return stranger
		}
		if _, err := g.Device(r.Context(), r.Header.Get("Authorization")); err != nil {
			return tolerated
		}
		return enrolled
	}
}

type connKey struct{}

// withConn lets a request know its connection.
func withConn(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}

// judge answers requests on trial by who asks, and keeps the connections of telephones.
func (c *Connections) judge(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s, _ := r.Context().Value(connKey{}).(*sharedConn)
		if s == nil || s.key == "" || c.reserve.standing == nil {
			next.ServeHTTP(w, r)
			return
		}
		onTrial, kept := c.placeOf(s)
		if kept || !onTrial && !gate.IsCall(r) {
			next.ServeHTTP(w, r)
			return
		}
		who := c.reserve.standing(r)
		kept = who == enrolled && c.keep(s)
		if onTrial && !kept {
			w.Header().Set("Connection", "close")
		}
		if onTrial && who == stranger {
			w.Header().Set("Retry-After", "1")
			http.Error(w, texts.TooManyConnections, http.StatusServiceUnavailable)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (c *Connections) placeOf(s *sharedConn) (onTrial, kept bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return s.trial, s.kept
}

// try gives a connection a place on trial, if need be that of the one that has waited longest.
func (c *Connections) try(s *sharedConn) bool {
	if c.reserve.standing == nil || c.reserve.onTrial >= onTrialMost && !c.evict(c.reserve.waiting) {
		return false
	}
	s.trial = true
	c.reserve.onTrial++
	s.inReserve = c.reserve.waiting.PushBack(s)
	return true
}

// keep makes the place of a connection that of a telephone, which nobody closes; its former place is free.
func (c *Connections) keep(s *sharedConn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.gone || c.reserve.kept >= keptMost {
		return false
	}
	c.unlist(s)
	c.giveUp(s)
	s.trial, s.kept = false, true
	c.reserve.kept++
	return true
}

// giveUp frees the place that a connection has, of whichever kind.
func (c *Connections) giveUp(s *sharedConn) {
	switch {
	case s.trial:
		c.reserve.onTrial--
	case s.kept:
		c.reserve.kept--
	default:
		c.open--
		if s.client != nil {
			if s.client.open--; s.client.open == 0 {
				delete(c.clients, s.key)
			}
		}
		c.freed.Signal()
	}
}
