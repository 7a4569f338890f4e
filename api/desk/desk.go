// Package desk is what staff see and do. actions.go is the table of the actions that change a registration; a Service
// runs each of them in one transaction with its entry in the activity log. Reads answers the queries of staff: the
// overview, lists, one registration with its history, tasks and exports. The site and the commands call the same
// functions. The package must not know HTTP. Package staff says who may do what; Sight says what a role may see of a
// person.
package desk

import (
	"context"
	"sync"
	"time"

	"transom/api/domain"
	"transom/api/payment"
	"transom/api/registration"
	"transom/api/staff"
	"transom/api/wire"
)

// Service runs the actions, for both the desk and the command line. Each action is one transaction: it checks that
// the registration is unchanged since the caller read it, does its work, increases the version and writes the
// activity log entry. A preview is the same transaction, rolled back, so it always shows what would really happen.
type Service struct{ Setup }

// Setup holds the dependencies of Service.
type Setup struct {
	Store    Store
	Content  *domain.Content
	Form     *registration.Form
	Payments *payment.Service
	Tickets  payment.TicketIssuer
	Clock    domain.Clock
	SiteURL  string // without a trailing slash
	DeskURL  string // the address of the desk, also without a trailing slash
}

// New returns the desk's actions for an event.
func New(setup Setup) *Service { return &Service{setup} }

// Reads answers the queries of staff.
type Reads struct {
	Store   ReadStore
	Content *domain.Content
	Clock   domain.Clock
	// Alarms returns the values that somebody should look at; nil if nothing is monitored.
	Alarms func(ctx context.Context) ([]wire.DeskAlarm, error)
	// Folder is where large files are stored while they are written.
	Folder string

	exporting sync.Mutex // one export at a time
}

// Sight says which data of registrations a role may see.
type Sight struct {
	Contact bool // addresses, phone number, birth date, GST number
	Money   bool // amounts, and the references of payments
	Role    string
}

// SightOf returns what a role may see.
func SightOf(role string) Sight {
	return Sight{
		Contact: staff.May(role, staff.ContactView), Money: staff.May(role, staff.MoneyView), Role: role,
	}
}

// Everything is for people who work on the server itself.
var Everything = Sight{Contact: true, Money: true, Role: domain.RoleOrganiser}

func (r *Reads) day(name string) (time.Time, error) {
	return time.ParseInLocation(time.DateOnly, name, r.Content.Zone)
}
