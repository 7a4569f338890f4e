package desk

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/wire"
	"transom/generator/schema"
)

// timeline is what happened to a registration, oldest first. It is put together of what each part has written down; nothing is
// written down for it.
func (r *Reads) timeline(ctx context.Context, b domain.DeskBooking, tickets []domain.Ticket, refunds [][]domain.Refund, sight Sight) ([]wire.DeskEvent, error) {
	history, err := r.Store.History(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	acts, err := r.Store.ActsOfBooking(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	events := []event{{b.CreatedAt, wire.DeskEvent{Kind: "typed", Text: "The form was sent for " + r.Content.CategoryName(b.CategoryType) + "."}}}
	events = append(events, moneyEvents(b, refunds, sight)...)
	for i, t := range tickets {
		text := "The ticket was issued."
		if i > 0 {
			text = "Another ticket was issued; the one before is void."
		}
		events = append(events, event{t.IssuedAt, wire.DeskEvent{Kind: "ticket", Text: text}})
	}
	for _, h := range history {
		events = append(events, event{h.At, happened(h, sight)})
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

func moneyEvents(b domain.DeskBooking, refunds [][]domain.Refund, sight Sight) (events []event) {
	amount := func(paise int64) string {
		if !sight.Money {
			return "A payment"
		}
		return schema.FormatPaise(paise)
	}
	for i, p := range b.Payments {
		events = append(events, event{p.CapturedAt, wire.DeskEvent{Kind: "paid", Text: amount(p.AmountPaise) + " came through " + p.Provider + "."}})
		last := p.CapturedAt
		for _, refund := range refunds[i] {
			events = append(events, event{refund.At, wire.DeskEvent{Kind: "refund", Text: amount(refund.Paise) + " has gone back."}})
			last = refund.At
		}
		if p.RefundDue() { // since when, its task says
			events = append(events, event{last, wire.DeskEvent{Kind: "refund", Text: amount(p.TargetPaise()-p.RefundedPaise) + " is to go back."}})
		}
	}
	return events
}

// mailStates are the fates of a mail.
var mailStates = map[string]string{"pending": "waits to be sent", "sent": "was sent", "dead": "was given up"}

// linkStates are the fates of a payment link.
var linkStates = map[string]string{"CREATING": "is being made", "OPEN": "can be paid", "CLOSED": "ended unpaid", "PAID": "was paid"}

// happened puts what was written down into words.
func happened(h domain.Happening, sight Sight) wire.DeskEvent {
	e := wire.DeskEvent{Kind: h.Kind, Actor: h.Who}
	switch h.Kind {
	case "consent":
		e.Text = "The notice about identity documents (" + h.What + ") was accepted."
	case "link":
		if domain.IsByHand(h.What) {
			e.Text, e.Actor = "A payment by "+h.What+", which no gateway knows, was written down.", ""
			break
		}
		e.Text, e.Actor = "A payment link of "+h.What+" was made; it "+linkStates[h.How]+".", ""
	case "mail":
		e.Text, e.Actor = "The mail “"+strings.ReplaceAll(h.What, "-", " ")+"” "+mailStates[h.How]+".", ""
		if h.Who != "" && sight.Contact { // the last error may quote the address
			e.Why = h.Who
		}
	case "entry":
		e.Text = "Came in through " + h.What + "."
	case "scan":
		e.Kind, e.Actor = "entry", ""
		e.Text = "Scanned at the gate of " + h.Who + ": " + h.What + "."
		if h.How != domain.EntryList {
			e.Text = "Scanned for " + h.How + " (" + h.Who + "): " + h.What + "."
		}
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
	e := wire.DeskEvent{Kind: "act", Text: strings.ToUpper(a.Action[:1]) + strings.ReplaceAll(a.Action[1:], "_", " "), Actor: a.Actor.Name}
	if a.Action == domain.ActCommand {
		e.Text += " " + a.Object // its name
	}
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
	return strings.Contains(field, "paise") || strings.Contains(field, "refund") || strings.Contains(field, "amount") || strings.Contains(field, "reference")
}
