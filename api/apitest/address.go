package apitest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// The range is below the ports that the system assigns to outgoing connections. Such a connection could take the port
// while the program that uses it restarts.
const firstPort, ports = 10_000, 20_000

// FreeAddress returns a local address on which nothing is listening, for a program that a test starts.
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
