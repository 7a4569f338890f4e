package apitest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// Below the ports that the system gives to connections that go out: one of those may take a port at any moment, also
// while the program that it belongs to starts again.
const firstPort, ports = 10_000, 20_000

// FreeAddress is one of this machine at which nobody listens just now, for a program that a test starts.
func FreeAddress(t testing.TB) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprint("127.0.0.1:", firstPort+rand.IntN(ports))
		if port, err := net.Listen("tcp", address); err == nil {
			port.Close()
			return address
		}
	}
	t.Fatal("of a hundred ports none is free")
	return ""
}
