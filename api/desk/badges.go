package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/api/wire"
)

const maxBadges = 500 // registrations in one response, with up to two badges each

// Badges returns the badges for registrations with a valid ticket: the first maxBadges that a query finds, in the
// query's order, or the one with the given booking code or ticket code. The function "code" returns the content of a
// ticket's QR code.
func (r *Reads) Badges(ctx context.Context, q Query, one string, sight Sight,
	code func(booking.Ticket) string) (out wire.DeskBadgesResponse, err error) {
	if r.Content.Badge == nil {
		return out, notPossible(texts.DeskNoBadges)
	}
	people, more, err := r.badgeHolders(ctx, q, one, sight)
	if err != nil {
		return out, err
	}
	printed, err := r.printedBadges(ctx, people)
	if err != nil {
		return out, err
	}
	layout := r.Content.Badge
	out = wire.DeskBadgesResponse{WidthMM: layout.WidthMM, HeightMM: layout.HeightMM, Sheet: layout.Sheet,
		Photo: layout.Photo, Badges: []wire.DeskBadge{}, More: more}
	for _, b := range people {
		names := []string{b.Name()}
		if b.Ticket.Seats > 1 {
			names = append(names, b.SpouseName)
		}
		for i, name := range names {
			last := printed[seatOf{b.ID, i + 1}]
			badge := wire.DeskBadge{
				ID: b.ID, Seat: i + 1, Name: name, Lines: r.badgeLines(b), Category: r.Content.CategoryName(b.CategoryType),
				Colour: r.badgeColour(b.CategoryType), Code: booking.TicketCode(b.Ticket.ID), QR: code(b.Ticket),
				HasPhoto: layout.Photo && i == 0 && b.PhotoAsset != "", Prints: last.Prints,
				Printed: wire.Instant(last.PrintedAt), Current: last.Prints > 0 && last.IsCurrent(b),
			}
			out.Badges = append(out.Badges, badge)
		}
	}
	return out, nil
}

func (r *Reads) badgeHolders(ctx context.Context, q Query, one string, sight Sight) (people []booking.DeskBooking,
	more bool, err error) {
	var ids []string
	if one != "" {
		id, err := r.BookingID(ctx, one)
		if err != nil {
			return nil, false, err
		}
		b, err := r.Find(ctx, id)
		if errors.Is(err, errNoRegistration) {
			return nil, false, domain.Refuse(domain.CodeNotFound, texts.DeskNoSuchBadge)
		}
		if err != nil {
			return nil, false, err
		}
		ids = []string{b.ID}
	} else if ids, _, err = r.allIDs(ctx, q, sight); err != nil {
		return nil, false, err
	}
	for some := range slices.Chunk(ids, maxPerPage) {
		found, err := r.Store.DeskBookings(ctx, some)
		if err != nil {
			return nil, false, err
		}
		for _, b := range found {
			if b.Ticket.NotVoid() {
				people = append(people, b)
			}
		}
		if len(people) > maxBadges {
			return people[:maxBadges], true, nil
		}
	}
	return people, false, nil
}

// seatOf is one of a booking's seats, counted from 1.
type seatOf struct {
	booking string
	seat    int
}

func (r *Reads) printedBadges(ctx context.Context, people []booking.DeskBooking) (map[seatOf]booking.Badge, error) {
	ids := domain.Each(people, func(b booking.DeskBooking) string { return b.ID })
	all, err := r.Store.PrintedBadges(ctx, ids)
	printed := map[seatOf]booking.Badge{}
	for _, b := range all {
		printed[seatOf{b.BookingID, b.Seat}] = b
	}
	return printed, err
}

func (r *Reads) badgeLines(b booking.DeskBooking) []string {
	lines := []string{}
	for _, name := range r.Content.Badge.Fields {
		value := domain.AnswerText(b.Answers.Of(name))
		for _, field := range b.Person.Fields() {
			if field.Name == name {
				value = stored{name, *field.Value}.shown(r.Content)
			}
		}
		if value = strings.TrimSpace(value); value != "" {
			lines = append(lines, value)
		}
	}
	return lines
}

func (r *Reads) badgeColour(category string) string {
	for _, c := range r.Content.Badge.Colours {
		if c.Category == category {
			return string(c.Colour)
		}
	}
	return "#000000"
}

// BadgesPrinted counts and logs printed badges, but refuses badges for registrations without a valid ticket.
func (r *Reads) BadgesPrinted(ctx context.Context, badges []wire.DeskBadgeSeat, who domain.Actor,
	requestID string) error {
	ids, now := domain.Each(badges, func(b wire.DeskBadgeSeat) string { return b.ID }), r.Clock.Now()
	if len(badges) == 0 || len(badges) > 2*maxBadges {
		return domain.InvalidField("badges", texts.DeskTooManyBadges(maxBadges))
	}
	people, err := r.Store.DeskBookings(ctx, slices.Compact(slices.Sorted(slices.Values(ids))))
	if err != nil {
		return err
	}
	all, again, byID := make([]booking.Badge, len(badges)), 0, map[string]booking.DeskBooking{}
	for _, b := range people {
		byID[b.ID] = b
	}
	printed, err := r.printedBadges(ctx, people)
	if err != nil {
		return err
	}
	for i, one := range badges {
		b := byID[one.ID]
		if !b.Ticket.NotVoid() || one.Seat < 1 || one.Seat > b.Ticket.Seats {
			return notPossible(texts.DeskBadgeGone)
		}
		all[i] = booking.Badge{BookingID: b.ID, Seat: one.Seat, TicketID: b.Ticket.ID, PhotoAsset: b.PhotoAsset,
			PrintedAt: now}
		if printed[seatOf{b.ID, one.Seat}].Prints > 0 {
			again++
		}
	}
	action := domain.Action{At: now, Actor: who, Name: domain.ActionBadges, RequestID: requestID,
		After: map[string]string{"badges": fmt.Sprint(len(badges)), "reprints": fmt.Sprint(again)}}
	if len(people) == 1 {
		action.BookingID = people[0].ID
	}
	return r.Store.AddBadgePrints(ctx, all, action)
}
