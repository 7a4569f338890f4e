package domain

import (
	"net"
	"time"
)

// CodeLifetime is how long a sign-in code is valid. Source: security reference, C2.
const CodeLifetime = 10 * time.Minute

// CodeTemplate is the email with a sign-in code. It is never sent late and its text is not kept.
const CodeTemplate = "code"

// Challenge is a sign-in code that has not been entered yet.
type Challenge struct {
	CodeQuestion
	ID                   string
	CodeHash, Salt       string
	CreatedAt, ExpiresAt time.Time
	MadeAt               Running // by the machine's uptime
	SendsEmail, Paid     bool    // Leaves is true if the email is really sent; Paid if the mailbox has a paid booking
}

// CodeQuestion identifies who asks for a code.
type CodeQuestion struct {
	EmailKey   string
	DeviceHash string // "" if the mailbox does not know the device
	Network    Network
}

// CodeCounts are the numbers of codes requested for an address, either by one known device or by the requesting
// network from unknown devices.
type CodeCounts struct {
	LastAt                    time.Time // zero if there is none
	InHour, InDay             int
	OldestInHour, OldestInDay time.Time
	Live                      int
	FirstEnds                 time.Time // when the first of the valid codes expires
	InDayOfAll                int       // from all networks
}

// NetworkCounts are the numbers of codes that a network requested in the last hour.
type NetworkCounts struct{ Narrow, Middle, Wide, MailsToUnpaid int }

// TryCounts are the numbers of guesses for an address, either by one known device or for a network's codes from
// unknown devices.
type TryCounts struct {
	InHour, InDay             int
	OldestInHour, OldestInDay time.Time
}

// Network identifies where a request comes from, as keyed hashes of an IPv4 address or of three prefixes of an IPv6
// address; all are "" if networks are not limited.
type Network struct {
	Narrow string // /64, which is one subscriber; "" for IPv4
	Middle string // /56; "" for IPv4
	Wide   string // /48, or the IPv4 address
}

// IsThisMachine reports whether a host name means the local machine, in which case no encryption is needed.
func IsThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
