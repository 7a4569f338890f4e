package domain

import (
	"net"
	"time"
)

// CodeLifetime is how long a code works. Source: security reference, C2.
const CodeLifetime = 10 * time.Minute

// CodeTemplate is the mail with a code: never sent late, and never kept.
const CodeTemplate = "code"

// Challenge is a code that waits to be entered.
type Challenge struct {
	CodeQuestion
	ID                   string
	CodeHash, Salt       string
	CreatedAt, ExpiresAt time.Time
	MadeAt               Running // by the machine's own time
	Leaves, Paid         bool    // its mail really goes out; to a mailbox with a paid booking
}

// CodeQuestion is who asks for a code.
type CodeQuestion struct {
	EmailKey   string
	DeviceHash string // "" for a device that is not known to the mailbox
	Network    Network
}

// CodeCounts are the codes that were asked for with an address: from one known device, or from the network that asks
// now on all others.
type CodeCounts struct {
	LastAt                    time.Time // zero when there is none
	InHour, InDay             int
	OldestInHour, OldestInDay time.Time
	Live                      int
	FirstEnds                 time.Time // the first of the live ones
	InDayOfAll                int       // from whatever network
}

// NetworkCounts are the codes that a network asked for in the last hour.
type NetworkCounts struct{ Narrow, Middle, Wide, MailsToUnpaid int }

// TryCounts are the tries of an address, from one known device or of a network's codes on all others.
type TryCounts struct {
	InHour, InDay             int
	OldestInHour, OldestInDay time.Time
}

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
