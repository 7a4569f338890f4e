package domain

import (
	"net"
	"time"
)

// CodeLifetime is how long a sign-in code is valid. Source: security reference, C2. SharedCodeLifetime applies to a
// mailbox that has been sent many codes: several requests share one code, and the next email is sent 50 minutes later
// at the earliest. ResendAfter is how soon another code can be requested.
const (
	ResendAfter        = 60 * time.Second
	CodeLifetime       = 10 * time.Minute
	SharedCodeLifetime = time.Hour
)

// CodeTemplate is the email with a sign-in code. The worker never sends such an email late, and deletes its text.
const CodeTemplate = "code"

// CodesOf says whether codes, attempts and known devices belong to visitors or to staff.
type CodesOf string

const (
	OfVisitors CodesOf = "visitors"
	OfStaff    CodesOf = "staff"
)

// Challenge is a sign-in code that has not been entered yet.
type Challenge struct {
	CodeQuestion
	ID                   string
	CodeOf               string // the earlier challenge that has the same code and email, or ""
	CodeHash, Salt       string
	CreatedAt, ExpiresAt time.Time
	MadeAt               Running // the machine's uptime when the code was created
	SendsEmail           bool
	Paid                 bool // whether the mailbox has a paid booking
}

// TooOld measures a code's age by the machine's uptime, so that setting the clock back does not extend its validity. If
// the machine has been restarted, the age is unknown, and the code counts as expired.
func (c Challenge) TooOld(now Running) bool {
	age, known := now.AgeOf(c.MadeAt)
	return !known || age >= c.Lifetime()
}

// Lifetime returns how long the challenge is valid after the request.
func (c Challenge) Lifetime() time.Duration { return c.ExpiresAt.Sub(c.CreatedAt) }

// SentAgo returns how long before this request the code was emailed, or 0 if this request sent the email.
func (c Challenge) SentAgo() time.Duration {
	if c.CodeOf == "" {
		return 0
	}
	return SharedCodeLifetime - c.Lifetime()
}

// CodeQuestion identifies who is requesting a code.
type CodeQuestion struct {
	EmailKey   string
	DeviceHash string // "" if the device is not known for this mailbox
	Network    Network
}

// CodeMails describes the emails with codes that unknown devices requested for a mailbox.
type CodeMails struct {
	InDay int
	Valid Challenge // the valid code that expires last, or the zero value
}

// Network holds keyed hashes of an IPv4 address or three IPv6 prefixes; all are "" without limits.
type Network struct {
	Narrow string // the /64 prefix, which one subscriber has; "" for IPv4
	Middle string // the /56 prefix; "" for IPv4
	Wide   string // the /48 prefix, or the IPv4 address
}

// IsThisMachine reports whether a host name means the local machine, so that encryption is not needed.
func IsThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
