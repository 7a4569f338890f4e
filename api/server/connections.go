package server

import (
	"container/list"
	"net"
	"net/http"
	"net/netip"
	"sync"

	"transom/api/metrics"
	"transom/api/server/common"
)

const (
	// maxConnections fit into the memory limit of deploy/transom.service.
	maxConnections = 4000
	// otherFiles are open besides connections and what is served on them: database, logs, libraries, and the gate's
	// reserve.
	otherFiles = 192 + maxOnTrial + maxKept
	// shares is the number of parts into which the connections are divided; one client has at most one part.
	shares = 8
)

// ConnectionLimit returns how many connections fit into a limit of open files: each takes two, itself and the file that
// is sent on it.
func ConnectionLimit(files uint64) int {
	if files < 2*otherFiles {
		return otherFiles / 2
	}
	return int(min(maxConnections, (files-otherFiles)/2))
}

// Connections shares the places for connections among clients, so that one client cannot take them all. When a place is
// needed, an idle connection is closed, the oldest first. A connection with a request under way is never closed.
//
// A named proxy brings many clients, so its connections have no share; limitShare counts their requests.
type Connections struct {
	limit, share int
	proxies      []netip.Prefix

	mu      sync.Mutex
	freed   *sync.Cond
	closed  bool
	open    int
	waiting *list.List // of idle *sharedConn, oldest first
	clients map[string]*connClient
	reserve reserve

	evicted, refused int64
}

// connClient counts the connections of one client.
type connClient struct {
	open    int
	waiting *list.List
}

// sharedConn is a connection with its place. The elements are nil while a request is under way on it.
type sharedConn struct {
	net.Conn
	all        *Connections
	key        string
	client     *connClient // nil behind a proxy
	inAll, own *list.Element
	gone       bool
	// In the reserve it is on trial, or kept (reserve.go).
	trial, kept bool
	inReserve   *list.Element
}

// NewConnections shares limit places.
func NewConnections(limit int, trustedProxies []string) *Connections {
	c := &Connections{limit: limit, share: max(1, limit/shares), waiting: list.New(), clients: map[string]*connClient{},
		reserve: reserve{waiting: list.New()}}
	for _, text := range trustedProxies {
		if prefix, err := netip.ParsePrefix(text); err == nil { // the settings were checked at the start
			c.proxies = append(c.proxies, prefix)
		}
	}
	c.freed = sync.NewCond(&c.mu)
	return c
}

// Guard makes a server report which of its connections are idle, and returns the listener that it must serve.
func (c *Connections) Guard(web *http.Server, l net.Listener) net.Listener {
	web.Handler = c.admitRequests(web.Handler)
	web.ConnContext = withConn
	web.ConnState = func(conn net.Conn, state http.ConnState) {
		if shared, ok := conn.(*sharedConn); ok {
			c.note(shared, state == http.StateNew || state == http.StateIdle)
		}
	}
	return &sharedListener{Listener: l, all: c}
}

// Watch shows how full it is among the metrics.
func (c *Connections) Watch(m *metrics.Metrics) {
	read := func(value func() int64) func() int64 {
		return func() int64 {
			c.mu.Lock()
			defer c.mu.Unlock()
			return value()
		}
	}
	open := read(func() int64 { return int64(c.open) })
	m.Gauge("transom_connections", "Connections that are open.", func() (float64, bool) { return float64(open()), true })
	m.Counter("transom_connections_evicted_total", "Connections that were closed because somebody needed their place.",
		read(func() int64 { return c.evicted }))
	m.Counter("transom_connections_refused_total", "Connections for which there was no place.",
		read(func() int64 { return c.refused }))
}

type sharedListener struct {
	net.Listener
	all *Connections
}

// Accept returns the next connection for which there is a place. While all are busy it waits, and others wait in the
// kernel.
func (l *sharedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		shared, ok := l.all.admit(conn)
		if ok {
			return shared, nil
		}
		conn.Close()
		if l.all.isClosed() {
			return nil, net.ErrClosed
		}
	}
}

// Close also ends an Accept that waits for a place.
func (l *sharedListener) Close() error {
	l.all.mu.Lock()
	l.all.closed = true
	l.all.mu.Unlock()
	l.all.freed.Broadcast()
	return l.Listener.Close()
}

func (c *Connections) isClosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

// admit gives a connection a place. Beyond its client's share an idle one of that client makes room, or it is for the
// reserve, or it is refused.
func (c *Connections) admit(conn net.Conn) (*sharedConn, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &sharedConn{Conn: conn, all: c}
	if addr, err := netip.ParseAddrPort(conn.RemoteAddr().String()); err == nil && !c.isProxy(addr.Addr()) {
		s.key = common.AddressKey(addr.Addr(), 64)
		if client := c.clients[s.key]; client != nil && client.open >= c.share && !c.evict(client.waiting) {
			if c.try(s) {
				return s, true
			}
			c.refused++
			return nil, false
		}
	}
	for c.open >= c.limit && !c.closed && !c.evict(c.waiting) {
		c.freed.Wait()
	}
	if c.closed {
		return nil, false
	}
	c.add(s)
	return s, true
}

func (c *Connections) isProxy(addr netip.Addr) bool {
	for _, prefix := range c.proxies {
		if prefix.Contains(addr.Unmap()) {
			return true
		}
	}
	return false
}

// add counts a new connection, which is idle.
func (c *Connections) add(s *sharedConn) {
	c.open++
	s.inAll = c.waiting.PushBack(s)
	if s.key == "" {
		return
	}
	if s.client = c.clients[s.key]; s.client == nil {
		s.client = &connClient{waiting: list.New()}
		c.clients[s.key] = s.client
	}
	s.client.open++
	s.own = s.client.waiting.PushBack(s)
}

// evict closes the connection that has waited longest; false when none waits.
func (c *Connections) evict(waiting *list.List) bool {
	front := waiting.Front()
	if front == nil {
		return false
	}
	oldest := front.Value.(*sharedConn)
	c.evicted++
	c.drop(oldest)
	oldest.Conn.Close()
	return true
}

// drop frees a place, once.
func (c *Connections) drop(s *sharedConn) {
	if s.gone {
		return
	}
	s.gone = true
	c.unlist(s)
	c.release(s)
}

// unlist removes a connection from those that may be closed.
func (c *Connections) unlist(s *sharedConn) {
	if s.inAll != nil {
		c.waiting.Remove(s.inAll)
		s.inAll = nil
	}
	if s.own != nil {
		s.client.waiting.Remove(s.own)
		s.own = nil
	}
	if s.inReserve != nil {
		c.reserve.waiting.Remove(s.inReserve)
		s.inReserve = nil
	}
}

// note records whether a connection is idle.
func (c *Connections) note(s *sharedConn, idle bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.gone || idle && (s.inAll != nil || s.inReserve != nil) {
		return
	}
	c.unlist(s)
	if !idle || s.kept {
		return
	}
	if s.trial {
		s.inReserve = c.reserve.waiting.PushBack(s)
		return
	}
	s.inAll = c.waiting.PushBack(s)
	if s.client != nil {
		s.own = s.client.waiting.PushBack(s)
	}
	c.freed.Signal()
}

// Close closes the connection and frees its place.
func (s *sharedConn) Close() error {
	s.all.mu.Lock()
	s.all.drop(s)
	s.all.mu.Unlock()
	return s.Conn.Close()
}
