package domain

import "net"

// Network is where a request comes from, as keyed hashes of an IPv4 address or of three prefixes of an IPv6 one; all
// are "" when networks are not limited.
type Network struct {
	Narrow string // /64, what one subscriber has; "" for IPv4
	Middle string // /56; "" for IPv4
	Wide   string // /48, or the IPv4 address
}

// IsThisMachine reports whether a host is the one that asks: what is said to it needs no encryption.
func IsThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
