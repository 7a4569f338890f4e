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

// RequestTx is what requests need of a transaction.
type RequestTx interface {
	SecondReader
	InsertRequest(ctx context.Context, r booking.Request) error
	FindRequest(ctx context.Context, id string) (booking.Request, error) // ErrNotFound
	OpenRequests(ctx context.Context, bookingID string) ([]booking.Request, error)
	EndRequest(ctx context.Context, id string, state booking.RequestState, who string, now time.Time) error
	// ApprovedPaise is what second persons have let go back of a booking; ForgetApprovals ends that when nothing has.
	ApprovedPaise(ctx context.Context, bookingID string) (int64, error)
	ForgetApprovals(ctx context.Context, bookingID string) error
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
	FinishTask(ctx context.Context, dedupeKey string, now time.Time) error
}

func requestTaskKey(id string) string { return "request:" + id }

// Ask writes a request that waits for another person, and the task that says so.
func Ask(ctx context.Context, tx RequestTx, one booking.Request) error {
	if err := tx.InsertRequest(ctx, one); err != nil {
		return err
	}
	return tx.AddTask(ctx, booking.Task{
		Kind: booking.TaskRefundRequest, BookingID: one.BookingID, DedupeKey: requestTaskKey(one.ID),
		Text: texts.TaskRequest(one.Who.Name, schema.FormatPaise(one.RefundPaise), one.Action != domain.ActionRefund),
	}, one.At)
}

// Answer ends a request: it was approved, which another person may who is independent of whoever asked, or refused,
// which anybody may.
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
	return errors.Join(
		tx.EndRequest(ctx, one.ID, state, who.Name, now),
		tx.FinishTask(ctx, requestTaskKey(one.ID), now),
	)
}

// independentAfter is how long somebody may not approve the requests of whoever added, promoted or reset them.
const independentAfter = 30 * 24 * time.Hour

// SecondReader is what the rule of two people needs of the database, or of a transaction.
type SecondReader interface {
	// StaffLinks are those since an instant.
	StaffLinks(ctx context.Context, since time.Time) ([]booking.StaffLink, error)
	// WorkingStaff are those who can sign in.
	WorkingStaff(ctx context.Context) ([]domain.Member, error)
}

// Second decides who may approve what somebody has asked for.
type Second struct {
	asked domain.Actor
	links []booking.StaffLink
	staff []domain.Member
	may   func(role string) bool
}

// SecondFor reads who may approve what somebody has asked for; may is the permission of a role.
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

// WhyNot says why somebody may not approve, and who may; "" for who may.
func (p Second) WhyNot(who domain.Actor) string {
	switch {
	case isSamePerson(p.asked, who):
		return texts.ApproveOwn(p.WhoMay())
	case p.leads(p.asked, who) || p.leads(who, p.asked):
		return texts.ApproveLinked(p.asked.Name, p.WhoMay())
	}
	return ""
}

// leads reports whether one account exists, or is what it is, because of another one, over any number of steps.
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

// Approvers are the members who may approve.
func (p Second) Approvers() (all []domain.Member) {
	for _, m := range p.staff {
		who := m.Actor()
		if p.may(m.Role) && !isSamePerson(p.asked, who) && !p.leads(p.asked, who) && !p.leads(who, p.asked) {
			all = append(all, m)
		}
	}
	return all
}

// WhoMay names them.
func (p Second) WhoMay() string {
	var names []string
	for _, m := range p.Approvers() {
		names = append(names, m.Name+" ("+m.Role+")")
	}
	if len(names) == 0 {
		return texts.ApproveByNobody(p.asked.Name)
	}
	return texts.ApproveBy(strings.Join(names, ", "))
}

// isSamePerson compares two members of staff by who they are, and by name when one of them works on the command line.
func isSamePerson(a, b domain.Actor) bool {
	if a.ID != domain.ActorCommand && b.ID != domain.ActorCommand {
		return a.ID == b.ID
	}
	return strings.EqualFold(strings.TrimSpace(a.Name), strings.TrimSpace(b.Name))
}
