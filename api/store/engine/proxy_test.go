package engine_test

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// proxy delays a server's responses, like a network.
type proxy struct {
	// delay is the time added to each response, in nanoseconds; it may be changed at any time.
	delay   atomic.Int64
	address string
}

// `between` starts a proxy in front of the server at an address, and returns the proxy's address.
func between(t testing.TB, address string) (*proxy, string) {
	t.Helper()
	u, err := url.Parse(address)
	must(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { listener.Close() })
	p := &proxy{address: filepath.Join(u.Query().Get("host"), ".s.PGSQL.5432")}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go p.carry(conn)
		}
	}()
	u.Host, u.RawQuery = listener.Addr().String(), url.Values{"sslmode": {"disable"}}.Encode()
	return p, u.String()
}

func (p *proxy) carry(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("unix", p.address)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(server, client) // when one side closes, close the other side too
		server.Close()
	}()
	answers, out := bufio.NewReader(server), bufio.NewWriter(client)
	for {
		var head [5]byte // a letter, then the length of the rest in four bytes, which are included
		if _, err := io.ReadFull(answers, head[:]); err != nil {
			return
		}
		_, _ = out.Write(head[:]) // Flush reports a failure
		if _, err := io.CopyN(out, answers, int64(binary.BigEndian.Uint32(head[1:]))-4); err != nil {
			return
		}
		if head[0] != 'Z' { // ready for the next query
			continue
		}
		time.Sleep(time.Duration(p.delay.Load()))
		if out.Flush() != nil {
			return
		}
	}
}
