package check

import (
	"slices"
	"strings"

	"transom/generator/schema"
	"transom/generator/spelling"
)

// desk checks that the page beside a cancellation is there, and that a ticket is not transferred after the event.
func (c *Checker) desk() {
	d := c.Desk
	if d == nil || !c.Read("desk") {
		return
	}
	if d.CancelPolicy != "" && len(c.Pages) > 0 && !slices.Contains(c.Pages, d.CancelPolicy) &&
		!slices.Contains(requiredPages, d.CancelPolicy) {
		c.tell(c.At(&d.CancelPolicy), "there is no page \"%s\"%s", d.CancelPolicy,
			ifNone(spelling.Suggest(d.CancelPolicy, c.Pages), "; the pages are "+strings.Join(c.Pages, ", ")))
	}
	ends := c.Event.EndDate
	if until := d.TransferUntil; !until.IsZero() && ends >= c.Event.StartDate &&
		before(ends, schema.Date(until.In(c.zone()).Format("2006-01-02"))) {
		c.tell(c.At(&d.TransferUntil), "this is after the event, which ends on %s; choose an earlier time for "+
			"transfers", ends)
	}
}
