package desk

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
	"transom/generator/schema"
)

// timeline is what happened to a registration, oldest first. It is put together of what each part has written down;
// nothing is written down for it.
func (r *Reads) timeline(ctx context.Context, b booking.DeskBooking, tickets []booking.Ticket, refunds [][]booking.Refund,
	sight Sight) ([]wire.DeskEvent, error) {
	history, err := r.Store.History(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	acts, err := r.Store.ActsOfBooking(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	registered := "Registered online for "
	if slices.ContainsFunc(acts, func(a domain.LoggedAct) bool { return a.Action == domain.ActAdd }) {
		registered = "Registered by staff for "
	}
	events := []event{{b.CreatedAt, wire.DeskEvent{Kind: "typed", Text: registered +
		r.Content.CategoryName(b.CategoryType) + "."}}}
	events = append(events, moneyEvents(b, refunds, acts, sight)...)
	for i, t := range tickets {
		text := "The ticket was issued."
		if i > 0 {
			text = "Another ticket was issued; the one before is void."
		}
		events = append(events, event{t.IssuedAt, wire.DeskEvent{Kind: "ticket", Text: text}})
	}
	for _, h := range history {
		events = append(events, event{h.At, r.happened(h, sight)})
	}
	slices.Reverse(acts) // which come newest first
	for _, a := range acts {
		if a.Action != domain.ActNote { // the note itself stands there
			events = append(events, event{a.At, acted(a, sight)})
		}
	}
	return inOrder(events), nil
}

// event is what happened, with its instant: what is shown has seconds only, in which much happens.
type event struct {
	at time.Time
	wire.DeskEvent
}

// inOrder sorts events by their instant; those of one instant stay as they were written down.
func inOrder(events []event) []wire.DeskEvent {
	slices.SortStableFunc(events, func(a, b event) int { return a.at.Compare(b.at) })
	shown := make([]wire.DeskEvent, 0, len(events))
	for _, e := range events {
		e.At = instant(e.at)
		shown = append(shown, e.DeskEvent)
	}
	return shown
}

// moneyEvents are what came and what was refunded. A refund that is under way stands where somebody has decided it.
func moneyEvents(b booking.DeskBooking, refunds [][]booking.Refund, acts []domain.LoggedAct,
	sight Sight) (events []event) {
	say := func(at time.Time, kind, withAmount, without string, paise int64) {
		text := without
		if sight.Money {
			text = fmt.Sprintf(withAmount, schema.FormatPaise(paise))
		}
		events = append(events, event{at, wire.DeskEvent{Kind: kind, Text: text}})
	}
	for i, p := range b.Payments {
		by := " (" + providerName(p.Provider) + ")."
		say(p.CapturedAt, "paid", "%s received"+by, "A payment was received"+by, p.AmountPaise)
		last := p.CapturedAt
		for _, refund := range refunds[i] {
			say(refund.At, "refund", "%s refunded.", "A refund was made.", refund.Paise)
			last = refund.At
		}
		if p.RefundDue() {
			if p.Disposition == booking.CancelledRefundDue {
				last = decided(acts, last)
			}
			say(last, "refund", "A refund of %s is under way.", "A refund is under way.", p.TargetPaise()-p.RefundedPaise)
		}
	}
	return events
}

// decided is when somebody last decided on a refund, or the time before when nobody has since.
func decided(acts []domain.LoggedAct, before time.Time) time.Time {
	for _, a := range acts {
		if a.At.After(before) && slices.Contains([]string{domain.ActCancel, domain.ActRefund, domain.ActApprove}, a.Action) {
			before = a.At
		}
	}
	return before
}

// providerName is what people call a way to pay: "bank transfer", or the gateway's name.
func providerName(provider string) string {
	for _, way := range paidByNames {
		if way.Key == provider {
			return strings.ToLower(way.Name)
		}
	}
	return provider
}

// mailStates are the fates of a mail.
var mailStates = map[string]string{"pending": "is waiting to be sent", "sent": "was sent",
	"dead": "could not be delivered"}

// linkStates are the fates of a payment link.
var linkStates = map[string]string{"CREATING": "is being created", "OPEN": "is open", "CLOSED": "was closed unpaid",
	"PAID": "was paid"}

// scanned are the verdicts of a scan.
var scanned = map[string]string{
	domain.ScanIn: "checked in", domain.ScanOut: "left", domain.ScanOverruled: "checked in by hand",
	domain.ScanRefused: "refused",
}

// placeOf names the venue and the list of a scan: "Bhopal, Lunch".
func (r *Reads) placeOf(venue, list string) string {
	for _, v := range r.Content.Event.Venues {
		if string(v.ID) == venue {
			venue = v.City
		}
	}
	for _, l := range r.Content.Gate.Lists {
		if string(l.ID) == list {
			list = l.Name
		}
	}
	return venue + ", " + list
}

// happened puts what was written down into words.
func (r *Reads) happened(h booking.Happening, sight Sight) wire.DeskEvent {
	e := wire.DeskEvent{Kind: h.Kind, Actor: h.Who}
	switch h.Kind {
	case "consent":
		e.Text = "The notice about identity documents (" + h.What + ") was accepted."
	case "link":
		if booking.IsByHand(h.What) {
			e.Text, e.Actor = "A payment was recorded ("+providerName(h.What)+").", ""
			break
		}
		e.Text, e.Actor = "A payment link was created ("+h.What+"). It "+linkStates[h.How]+".", ""
	case "mail":
		e.Text, e.Actor = "The email “"+strings.ReplaceAll(h.What, "-", " ")+"” "+mailStates[h.How]+".", ""
		if h.Who != "" && sight.Contact { // the last error may quote the address
			e.Why = h.Who
		}
	case "entry":
		e.Text = "Came in through " + h.What + "."
	case "scan":
		e.Kind, e.Actor = "entry", ""
		e.Text = r.placeOf(h.Who, h.How) + ": " + scanned[h.What] + "."
	case "view":
		e.Text, e.Why = "The identity document was looked at ("+h.What+").", h.How
	case "check":
		e.Text = "The identity document was " + h.What + " (" + h.How + ")."
	case "note":
		e.Text = h.What
	case "task":
		e.Text, e.Actor = h.What+" ("+h.How+")", ""
		if words := taskWords[h.Who]; words.money && !sight.Money {
			e.Text = words.title + " (" + h.How + ")"
		}
	}
	if !sight.Contact && (h.Kind == "note" || h.Kind == "task") { // written freely, so anything may stand there
		e.Text, e.Why = "Something was written down that your role does not see.", ""
	}
	return e
}

// acted puts an act into words. What staff type and what it changed is for those who see contact data.
func acted(a domain.LoggedAct, sight Sight) wire.DeskEvent {
	e := wire.DeskEvent{Kind: "act", Text: ActionName(a.Action, a.Object), Actor: a.Actor.Name}
	if a.Actor.Role != "" {
		e.Actor = fmt.Sprintf("%s (%s)", a.Actor.Name, a.Actor.Role)
	}
	if !sight.Contact {
		return e
	}
	e.Why, e.Changes = a.Why, seenValues(a.Before, a.After, sight)
	return e
}

// seenValues are what became what, as far as a role may see it.
func seenValues(before, after map[string]string, sight Sight) (changes []wire.DeskChange) {
	if !sight.Contact {
		return nil
	}
	fields := map[string]bool{}
	for _, side := range []map[string]string{before, after} {
		for field := range side {
			fields[field] = true
		}
	}
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if !isMoney(field) || sight.Money {
			changes = append(changes, wire.DeskChange{Field: field, Before: before[field], After: after[field]})
		}
	}
	return changes
}

// isMoney reports whether a field of an act is an amount or a reference of money.
func isMoney(field string) bool {
	return strings.Contains(field, "paise") || strings.Contains(field, "refund") || strings.Contains(field, "amount") ||
		strings.Contains(field, "reference")
}
