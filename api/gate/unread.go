package gate

import (
	"context"
	"fmt"

	"transom/api/domain"
)

// Somebody whose code cannot be read, at a telephone without a network: nobody can be looked up, and the name on the paper is not
// written down. The volunteer types the code that is printed on the ticket, or the registration's, or nothing, and chooses why. It is
// an admission like any other once the server has found the ticket; a conflict where there was no place. One that fits no ticket
// does not count, and a person of the desk finds out.

// isUnread reports whether somebody was admitted by what was typed alone.
func isUnread(s domain.GateScan) bool {
	return s.Verdict == domain.ScanIn && s.Reason == ReasonUnreadable
}

// named gives such an admission its ticket. What fits none, or several, stays beside the reason, which an erasure can empty: somebody
// may have typed a name after all.
func named(ctx context.Context, tx Tx, s domain.GateScan) (domain.GateScan, error) {
	if !isUnread(s) || s.TicketID == "" {
		return s, nil
	}
	found, err := tx.GateTicketsOfCode(ctx, s.TicketID)
	if len(found) == 1 {
		s.TicketID = found[0]
	} else {
		s.Why, s.TicketID = shorten(s.Why+" (typed: "+s.TicketID+")", mostWhy), ""
	}
	return s, err
}

// unreadTask tells the desk. It names nobody; the room Gate shows what was typed.
func unreadTask(d domain.GateDevice, s domain.GateScan) domain.Task {
	return domain.Task{
		Kind: domain.TaskGateUnread, DedupeKey: fmt.Sprintf("gate_unread:%s:%d", d.ID, s.Seq),
		Text: fmt.Sprintf("The telephone %q let somebody in by hand without a network, and no ticket has the code that was typed, if one was. "+
			"The room Gate shows when, and why. Ask there who it was: it is not counted until \"transom ticket admit\" does so.", d.Name),
	}
}
