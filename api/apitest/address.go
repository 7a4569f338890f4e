package apitest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// The range is below the ports that the system assigns to outgoing connections, so that no connection takes a program's
// port while it restarts. The browser tests use the range above.
const firstPort, ports = 10_000, 10_000

// given holds the addresses that this process has returned. No other test process calls FreeAddress.
var given sync.Map

// FreeAddress returns a local address on which nothing is listening yet, for a program that a test starts.
func FreeAddress(t testing.TB) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprint("127.0.0.1:", firstPort+rand.IntN(ports))
		port, err := net.Listen("tcp", address)
		if err != nil {
			continue
		}
		port.Close()
		if _, taken := given.LoadOrStore(address, true); !taken {
			return address
		}
	}
	t.Fatal("none of a hundred ports is free")
	return ""
}
