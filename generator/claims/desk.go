package claims

import (
	"strconv"
	"time"

	"transom/generator/display"
)

// What desk.yaml decides and texts repeat: until when a ticket goes to somebody else, how long a link of the desk's can be paid.

// readDesk takes over the last moment for a transfer.
func (k *Claims) readDesk(zone *time.Location) {
	d := k.content.Desk
	if d == nil || d.TransferUntil.IsZero() || k.bad(&d.TransferUntil) {
		return
	}
	local := d.TransferUntil.In(zone)
	k.transfers = []moment{momentOf(&d.TransferUntil, zone)}
	k.transfersEnd = display.Clock(local) + " on " + display.Day(display.DayOf(local))
}

// transferUntil compares the last moment for giving a ticket to a colleague.
func (k *Claims) transferUntil(s *sentence, q *quantity) *Contradiction {
	if len(k.transfers) == 0 || !s.transfers() || k.topicOf(s, q) != dayOfDeadline || q.span || q.list || k.elsewhere(s, q) {
		return nil
	}
	hour := s.clockOf(q)
	if anyOf(k.transfers, func(m moment) bool { return m.says(q.first, hour) }) {
		return nil
	}
	return &Contradiction{Holds: "tickets are transferred until " + k.transfersEnd, Setting: k.transfers[0].setting}
}

// transfers tells a sentence about a ticket that somebody else takes over.
func (s *sentence) transfers() bool { return s.has(0, len(s.tokens), handedOver) }

var handedOver = set("transfer transfers transferred transferring transferable colleague colleagues handed")

// deskLink tells whether a period is that of the desk's links, and says how long they work; "" without a desk.
func (k *Claims) deskLink(q *quantity) (right bool, holds string) {
	d := k.content.Desk
	if d == nil || d.PaymentLinkHours == 0 {
		return false, ""
	}
	return sameTime(q, d.PaymentLinkHours*60) || k.bad(&d.PaymentLinkHours), ", one of the desk's for " + strconv.Itoa(d.PaymentLinkHours) + " hours"
}
