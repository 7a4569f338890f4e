package desk

import (
	"context"
	"slices"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/staff"
)

// independentAfter is how long somebody may not approve the requests of whoever added, promoted or reset them.
const independentAfter = 30 * 24 * time.Hour

// secondReader is what the rule of two people needs of the database, or of a transaction.
type secondReader interface {
	// StaffLinks are those since an instant.
	StaffLinks(ctx context.Context, since time.Time) ([]domain.StaffLink, error)
	// WorkingStaff are those who can sign in.
	WorkingStaff(ctx context.Context) ([]domain.Member, error)
}

// secondPerson decides who may approve what somebody has asked for.
type secondPerson struct {
	asked domain.Actor
	links []domain.StaffLink
	staff []domain.Member
}

func secondFor(ctx context.Context, db secondReader, asked domain.Actor, now time.Time) (p secondPerson, err error) {
	p.asked = asked
	if p.links, err = db.StaffLinks(ctx, now.Add(-independentAfter)); err != nil {
		return p, err
	}
	p.staff, err = db.WorkingStaff(ctx)
	return p, err
}

// whyNot says why somebody may not approve, and who may; "" for who may.
func (p secondPerson) whyNot(who domain.Actor) string {
	switch {
	case isSamePerson(p.asked, who):
		return "You asked for this yourself, so another person has to approve it. " + p.whoMay()
	case p.leads(p.asked, who) || p.leads(who, p.asked):
		return "You and " + p.asked.Name + " may not approve each other's requests: one of you added, promoted or reset the other in the last 30 days, " +
			"directly or through a colleague. " + p.whoMay()
	}
	return ""
}

// leads reports whether one account exists, or is what it is, because of another one, over any number of steps.
func (p secondPerson) leads(from, to domain.Actor) bool {
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

// approvers are the members who may approve.
func (p secondPerson) approvers() (all []domain.Member) {
	for _, m := range p.staff {
		who := m.Actor()
		if staff.May(m.Role, staff.Approve) && !isSamePerson(p.asked, who) && !p.leads(p.asked, who) && !p.leads(who, p.asked) {
			all = append(all, m)
		}
	}
	return all
}

func (p secondPerson) whoMay() string {
	var names []string
	for _, m := range p.approvers() {
		names = append(names, m.Name+" ("+m.Role+")")
	}
	if len(names) == 0 {
		return "At present nobody may approve it: it takes an organiser or a treasurer whom " + p.asked.Name +
			" has not added, promoted or reset in the last 30 days."
	}
	return "It can be approved by " + strings.Join(names, ", ") + "."
}

// tellApprovers mails everybody who may approve a request. The mails are not shown with the others: who asks need not know the addresses.
func (s *step) tellApprovers(one domain.Request, amount string) error {
	second, err := secondFor(s.ctx, s.tx, one.Who, s.now)
	if err != nil {
		return err
	}
	s.say("%s", second.whoMay())
	for _, m := range second.approvers() {
		err := s.tx.ActTx.EnqueueMail(s.ctx, domain.OutgoingMail{
			Template: "refund-request", To: m.Email, ToName: m.Name, DedupeKey: "refund-request:" + one.ID + ":" + m.ID,
			Data: s.Content.MailData(s.SiteURL, map[string]string{
				"name": m.Name, "by": one.Who.Name, "amount": amount, "booking_code": s.b.Code,
				"registration_url": s.DeskURL + "/desk/registration/" + s.b.Code,
			}),
		}, s.now)
		if err != nil {
			return err
		}
	}
	return nil
}
