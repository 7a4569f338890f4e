package refund

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// RequestTx is the part of a transaction that is used for requests.
type RequestTx interface {
	SecondReader
	InsertRequest(ctx context.Context, r booking.Request) error
	EndRequest(ctx context.Context, id string, state booking.RequestState, who string, now time.Time) error
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
	FinishTask(ctx context.Context, dedupeKey string, now time.Time) error
}

func requestTaskKey(id string) string { return "request:" + id }

// Ask stores a request that another person has to approve, and adds a task about it.
func Ask(ctx context.Context, tx RequestTx, one booking.Request) error {
	return errors.Join(tx.InsertRequest(ctx, one), tx.AddTask(ctx, booking.Task{
		Kind: booking.TaskRefundRequest, BookingID: one.BookingID, DedupeKey: requestTaskKey(one.ID),
		Text: texts.TaskRequest(one.Who.Name, schema.FormatPaise(one.RefundPaise), one.Action),
	}, one.At))
}

// Only a person who is independent of the requester may approve a request; anybody may refuse it.
func Answer(
	ctx context.Context, tx RequestTx, one booking.Request, who domain.Actor, refused bool, may func(role string) bool,
	now time.Time,
) error {
	if one.State != booking.RequestOpen {
		return refuse(texts.RequestIs(string(one.State)))
	}
	state := booking.RequestRefused
	if !refused {
		state = booking.RequestApproved
		second, err := SecondFor(ctx, tx, one.Who, may, now)
		if err != nil {
			return err
		}
		if why := second.WhyNot(who); why != "" {
			return domain.Refuse(domain.CodeForbidden, why)
		}
	}
	return errors.Join(tx.EndRequest(ctx, one.ID, state, who.Name, now),
		tx.FinishTask(ctx, requestTaskKey(one.ID), now))
}

// For this long, people may not approve requests by somebody who added or promoted them, or reset their access.
const independentAfter = 30 * 24 * time.Hour

// SecondReader reads what the two-person rule needs, from the database or in a transaction.
type SecondReader interface {
	StaffLinks(ctx context.Context, since time.Time) ([]booking.StaffLink, error)
	WorkingStaff(ctx context.Context) ([]domain.Member, error)
}

// Second decides who may approve a person's request.
type Second struct {
	asked domain.Actor
	links []booking.StaffLink
	staff []domain.Member
	may   func(role string) bool
}

// SecondFor reads who may approve a person's request; `may` reports whether a role has the permission.
func SecondFor(
	ctx context.Context, db SecondReader, asked domain.Actor, may func(role string) bool, now time.Time,
) (p Second, err error) {
	p.asked, p.may = asked, may
	if p.links, err = db.StaffLinks(ctx, now.Add(-independentAfter)); err != nil {
		return p, err
	}
	p.staff, err = db.WorkingStaff(ctx)
	return p, err
}

// WhyNot returns why somebody may not approve the request and who may approve it instead, or "" if this person may.
func (p Second) WhyNot(who domain.Actor) string {
	switch {
	case isSamePerson(p.asked, who):
		return texts.ApproveOwn(p.WhoMay())
	case p.leads(p.asked, who) || p.leads(who, p.asked):
		return texts.ApproveLinked(p.asked.Name, p.WhoMay())
	}
	return ""
}

// `leads` reports whether the first account added or changed the second one, directly or through any number of others.
func (p Second) leads(from, to domain.Actor) bool {
	reached := []domain.Actor{from}
	for i := 0; i < len(reached); i++ {
		for _, link := range p.links {
			if isSamePerson(link.By, reached[i]) && !slices.Contains(reached, link.Of) {
				reached = append(reached, link.Of)
			}
		}
	}
	return slices.ContainsFunc(reached[1:], func(one domain.Actor) bool { return isSamePerson(one, to) })
}

// Approvers returns the members who may approve.
func (p Second) Approvers() (all []domain.Member) {
	for _, m := range p.staff {
		who := m.Actor()
		if p.may(m.Role) && !isSamePerson(p.asked, who) && !p.leads(p.asked, who) && !p.leads(who, p.asked) {
			all = append(all, m)
		}
	}
	return all
}

// WhoMay returns the names of the members who may approve, as one phrase.
func (p Second) WhoMay() string {
	names := domain.Each(p.Approvers(), func(m domain.Member) string { return m.Name + " (" + m.Role + ")" })
	if len(names) == 0 {
		return texts.ApproveByNobody(p.asked.Name)
	}
	return texts.ApproveBy(strings.Join(names, ", "))
}

// isSamePerson compares two members of staff by id, and by name if one of them uses the command line.
func isSamePerson(a, b domain.Actor) bool {
	if a.ID != domain.ActorCommand && b.ID != domain.ActorCommand {
		return a.ID == b.ID
	}
	return strings.EqualFold(strings.TrimSpace(a.Name), strings.TrimSpace(b.Name))
}
