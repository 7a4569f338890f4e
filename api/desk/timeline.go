package desk

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

func (r *Reads) timeline(ctx context.Context, b booking.DeskBooking, tickets []booking.Ticket,
	refunds [][]booking.Refund, sight Sight) ([]wire.DeskEvent, error) {
	history, err := r.Store.History(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	actions, err := r.Store.ActionsOfBooking(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	registered := texts.TimelineRegistered
	if slices.ContainsFunc(actions, func(a domain.LoggedAction) bool { return a.Name == domain.ActionAdd }) {
		registered = texts.TimelineByStaff
	}
	category := r.Content.CategoryName(b.CategoryType)
	for _, a := range actions { // the newest first
		category = cmp.Or(a.Before["category"], category)
	}
	events := []event{{b.CreatedAt, wire.DeskEvent{Kind: "typed", Text: registered(category)}}}
	recorded := map[string]time.Time{} // by attempt
	for _, h := range history {
		if h.Kind == "link" {
			recorded[h.Who] = h.At
		}
	}
	events = append(events, r.moneyEvents(b, refunds, actions, recorded, sight)...)
	for i, t := range tickets {
		text := texts.TimelineTicket
		if i > 0 {
			text = texts.TimelineAnotherTicket
		}
		events = append(events, event{t.IssuedAt, wire.DeskEvent{Kind: "ticket", Text: text}})
	}
	for _, h := range history {
		if isOfMoney := h.Kind == "link" && booking.IsManual(h.What) ||
			h.Kind == "task" && h.Who == booking.TaskManualRefund; !isOfMoney { // moneyEvents has manual payments and refunds
			events = append(events, event{h.At, r.happened(h, sight)})
		}
	}
	slices.Reverse(actions)
	for _, a := range actions {
		if a.Name != domain.ActionNote && a.Name != domain.ActionDocumentOpen { // notes and opened documents are in `history`
			events = append(events, event{a.At, acted(a, sight)})
		}
	}
	return inOrder(events), nil
}

// event is a history entry with its exact time: the displayed time has only seconds, which is too coarse for sorting.
type event struct {
	at time.Time
	wire.DeskEvent
}

func inOrder(events []event) []wire.DeskEvent {
	slices.SortStableFunc(events, func(a, b event) int { return a.at.Compare(b.at) })
	shown := make([]wire.DeskEvent, 0, len(events))
	for _, e := range events {
		e.At = wire.Instant(e.at)
		shown = append(shown, e.DeskEvent)
	}
	return shown
}

// moneyEvents returns the payments and refunds, those that staff made at the time of recording. A refund that is under
// way is listed at the time of the decision.
func (r *Reads) moneyEvents(b booking.DeskBooking, refunds [][]booking.Refund, actions []domain.LoggedAction,
	recorded map[string]time.Time, sight Sight) (events []event) {
	say := func(at time.Time, kind, withAmount, without string) {
		text := without
		if sight.Money {
			text = withAmount
		}
		events = append(events, event{at, wire.DeskEvent{Kind: kind, Text: text}})
	}
	for i, p := range b.Payments {
		at, on := r.recordedAt(p, p.CapturedAt, recorded[p.AttemptRef])
		by := providerName(p.Provider) + on
		surplus := p.SurplusPaise(b.Payments)
		received := texts.TimelineReceived(schema.FormatPaise(p.AmountPaise+surplus-p.TDSPaise), by)
		if p.TDSPaise > 0 {
			received += texts.TimelineTDS(schema.FormatPaise(p.TDSPaise))
		}
		if surplus > 0 {
			received += texts.TimelineSurplus(schema.FormatPaise(surplus))
		}
		if !p.IsSurplus() || p.Joint { // the payment that it came with mentions a surplus
			say(at, "paid", received, texts.TimelinePayment(by))
		}
		last := at
		for _, refund := range refunds[i] {
			last, on = r.recordedAt(p, refund.At, r.refundRecorded(actions, refund.At))
			say(last, "refund", texts.TimelineRefunded(schema.FormatPaise(refund.Paise), on), texts.TimelineRefund)
		}
		if p.RefundDue() {
			if p.Disposition == booking.CancelledRefundDue {
				last = decided(actions, last)
			}
			rest := schema.FormatPaise(p.TargetPaise() - p.RefundedPaise)
			say(last, "refund", texts.TimelineRefundOf(rest, booking.IsManual(p.Provider)), texts.TimelineRefundDue)
		}
	}
	return events
}

// recordedAt returns when staff recorded a manual payment or refund, and names the day on which it was made if that was
// another day. What a gateway did has its own time.
func (r *Reads) recordedAt(p booking.Payment, made, recorded time.Time) (at time.Time, on string) {
	if !booking.IsManual(p.Provider) || recorded.IsZero() {
		return made, ""
	}
	if day := texts.Day(made.In(r.Content.Zone)); day != texts.Day(recorded.In(r.Content.Zone)) {
		on = texts.TimelineOn(day)
	}
	return recorded, on
}

func (r *Reads) refundRecorded(actions []domain.LoggedAction, made time.Time) (at time.Time) {
	for _, a := range actions {
		if a.Name == domain.ActionRecordRefund && a.After["date"] == made.In(r.Content.Zone).Format(time.DateOnly) {
			return a.At
		}
	}
	return at
}

func decided(actions []domain.LoggedAction, before time.Time) time.Time {
	for _, a := range actions {
		if a.At.After(before) && decidesRefund(a.Name) {
			before = a.At
		}
	}
	return before
}

func decidesRefund(action string) bool {
	return slices.Contains([]string{domain.ActionCancel, domain.ActionRefund, domain.ActionApprove,
		domain.ActionChange}, action)
}

func providerName(provider string) string {
	return cmp.Or(strings.ToLower(texts.PaidBy[provider]), provider)
}

func (r *Reads) placeOf(venue, list string) string {
	for _, l := range r.Content.Gate.Lists {
		if string(l.ID) == list {
			list = l.Name
		}
	}
	return cmp.Or(r.Content.PlaceOf(venue), venue) + ", " + list
}

func (r *Reads) happened(h booking.Happening, sight Sight) wire.DeskEvent {
	e := wire.DeskEvent{Kind: h.Kind}
	switch h.Kind {
	case "consent":
		e.Text, e.Actor = texts.TimelineConsent(h.What), h.Who
	case "link":
		e.Text = texts.TimelineLink(h.What, texts.LinkStates[h.How])
	case "mail":
		subject := subjectOf(r.Content, h.What, r.Content.MailData("", nil))
		e.Text = texts.TimelineMail(cmp.Or(subject, strings.ReplaceAll(h.What, "-", " ")), texts.MailStates[h.How])
		if sight.Contact { // the email's last error may contain the address
			e.Why = h.Who
		}
	case "entry":
		e.Text, e.Actor = texts.TimelineEntry(h.What), h.Who
	case "scan":
		e.Kind, e.Text = "entry", r.placeOf(h.Who, h.How)+": "+texts.Scanned[h.What]+"."
	case "view":
		e.Text, e.Why, e.Actor = texts.TimelineViewed(h.What), h.How, h.Who
	case "check":
		e.Text, e.Actor = texts.TimelineChecked(h.What, h.How), h.Who
	case "note":
		e.Text, e.Actor = h.What, h.Who
	case "task":
		e.Text = h.What + " (" + h.How + ")"
		if isMoneyTask(h.Who) && !sight.Money {
			e.Text = texts.Tasks[h.Who].Title + " (" + h.How + ")"
		}
	}
	if !sight.Contact && (h.Kind == "note" || h.Kind == "task") { // free text may contain contact data
		e.Text, e.Why = texts.DeskHiddenText, ""
	}
	return e
}

// Only roles that see contact data see an action's reason and changed values.
func acted(a domain.LoggedAction, sight Sight) wire.DeskEvent {
	e := wire.DeskEvent{Kind: "action", Text: ActionName(a.Name, a.Object), Actor: a.Actor.Name}
	if a.Actor.Role != "" {
		e.Actor = fmt.Sprintf("%s (%s)", a.Actor.Name, a.Actor.Role)
	}
	if !sight.Contact {
		return e
	}
	e.Why, e.Changes = a.Why, shownValues(a.Before, a.After, sight)
	return e
}

func shownValues(before, after map[string]string, sight Sight) (changes []wire.DeskChange) {
	if !sight.Contact {
		return nil
	}
	fields := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(after))
	slices.Sort(fields)
	for _, field := range slices.Compact(fields) {
		if !isMoney(field) || sight.Money {
			changes = append(changes, wire.DeskChange{Field: field, Before: before[field], After: after[field]})
		}
	}
	return changes
}

func isMoney(field string) bool {
	return slices.ContainsFunc([]string{"paise", "refund", "amount", "reference"},
		func(part string) bool { return strings.Contains(field, part) })
}
