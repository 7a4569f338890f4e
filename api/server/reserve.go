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
// reserve: its connections are on trial until their first request, which is answered if it is for the gate and refused
// otherwise. A connection of an enrolled device, here or in a share, gets a place of its own; any other connection on
// trial is closed after its answer.
const (
	maxOnTrial = 64
	maxKept    = 128
)

// access is what a request on trial may do.
type access int

const (
	refused  access = iota // not for the gate
	once                   // answered once: enrolment, or a call without a key
	enrolled               // an enrolled device: it keeps its place
)

// reserve are the connections beyond the shares, if access is set.
type reserve struct {
	access        func(*http.Request) access
	onTrial, kept int
	waiting       *list.List // of *sharedConn on trial on which nothing is asked, oldest first
}

// Reserve lets the gate in beyond its network's share.
func (c *Connections) Reserve(g *gateservice.Service) {
	c.reserve.access = func(r *http.Request) access {
		if !gate.IsCall(r) {
			return refused
		}
		if _, err := g.Device(r.Context(), r.Header.Get("Authorization")); err != nil {
			return once
		}
		return enrolled
	}
}

type connKey struct{}

// withConn lets a request know its connection.
func withConn(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}

// admitRequests answers requests on trial by their access, and keeps the connections of devices.
func (c *Connections) admitRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s, _ := r.Context().Value(connKey{}).(*sharedConn)
		if s == nil || s.key == "" || c.reserve.access == nil {
			next.ServeHTTP(w, r)
			return
		}
		onTrial, kept := c.placeOf(s)
		if kept || !onTrial && !gate.IsCall(r) {
			next.ServeHTTP(w, r)
			return
		}
		may := c.reserve.access(r)
		kept = may == enrolled && c.keep(s)
		if onTrial && !kept {
			w.Header().Set("Connection", "close")
		}
		if onTrial && may == refused {
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

// try gives a connection a place on trial, if necessary that of the one that has waited longest.
func (c *Connections) try(s *sharedConn) bool {
	if c.reserve.access == nil || c.reserve.onTrial >= maxOnTrial && !c.evict(c.reserve.waiting) {
		return false
	}
	s.trial = true
	c.reserve.onTrial++
	s.inReserve = c.reserve.waiting.PushBack(s)
	return true
}

// keep gives a connection the place of a device, which is never evicted; its former place becomes free.
func (c *Connections) keep(s *sharedConn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.gone || c.reserve.kept >= maxKept {
		return false
	}
	c.unlist(s)
	c.release(s)
	s.trial, s.kept = false, true
	c.reserve.kept++
	return true
}

// release frees the place of a connection, of whichever kind.
func (c *Connections) release(s *sharedConn) {
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
