package staff

import (
	"slices"

	"transom/api/domain"
)

// Permission is something that a member may do or see. All routes below /api/desk require one, except sign-in.
type Permission string

const (
	Own               Permission = "own" // see one's own session and passkeys
	OverviewView      Permission = "overview.view"
	RegistrationsView Permission = "registrations.view"
	RegistrationView  Permission = "registration.view"
	ContactView       Permission = "contact.view" // see contact data, birth dates and payment ids
	MoneyView         Permission = "money.view"   // see amounts and payment references
	Export            Permission = "export"
	Badges            Permission = "badges"
	Note              Permission = "note"
	Correct           Permission = "correct"
	ChangeTicket      Permission = "ticket.change" // change a ticket if the price stays the same
	InvoiceCorrect    Permission = "invoice.correct"
	InvoiceExport     Permission = "invoice.export"
	Resend            Permission = "resend"
	Seat              Permission = "seat"
	Reissue           Permission = "reissue"
	Void              Permission = "void"
	Transfer          Permission = "transfer"
	Cancel            Permission = "cancel" // cancel without a refund
	Refund            Permission = "refund"
	Approve           Permission = "refund.approve" // approve somebody else's request
	AddPaid           Permission = "add.paid"       // record a bank transfer, cheque or cash
	AddFree           Permission = "add.free"
	AddLink           Permission = "add.link"
	TasksView         Permission = "tasks.view"
	TasksDone         Permission = "tasks.done"
	StaffView         Permission = "staff.view"
	StaffChange       Permission = "staff.change"
	ActivityOwn       Permission = "activity_log.own"
	ActivityView      Permission = "activity_log.view" // see what everybody did
	ActivityExport    Permission = "activity_log.export"
	SalesView         Permission = "sales.view"
	SalesPause        Permission = "sales.pause"
	CancelCategory    Permission = "category.cancel" // cancel and refund all registrations in a category
	GateView          Permission = "gate.view"
	GateEnrol         Permission = "gate.enrol"
	GateRevoke        Permission = "gate.revoke"
	GateName          Permission = "gate.name"      // name the ticket for a manual check-in
	DocumentCheck     Permission = "document.check" // see photos and membership numbers, and approve or reject them
	DocumentOpen      Permission = "document.open"  // open an encrypted document
	PasskeyOwn        Permission = "passkey.own"    // add or remove one of the member's own passkeys
)

type rule struct {
	roles        []string
	needsPasskey bool
}

const (
	organiser = domain.RoleOrganiser
	treasurer = domain.RoleTreasurer
	registrar = domain.RoleRegistrar
	gate      = domain.RoleGate
	viewer    = domain.RoleViewer
)

// rules is the only table of permissions.
var rules = map[Permission]rule{
	Own:               {[]string{organiser, treasurer, registrar, gate, viewer}, false},
	PasskeyOwn:        {[]string{organiser, treasurer, registrar, gate, viewer}, true},
	OverviewView:      {[]string{organiser, treasurer, registrar, viewer}, false},
	RegistrationsView: {[]string{organiser, treasurer, registrar, viewer}, false},
	RegistrationView:  {[]string{organiser, treasurer, registrar, viewer}, false},
	ContactView:       {[]string{organiser, treasurer, registrar}, false},
	MoneyView:         {[]string{organiser, treasurer}, false},
	Export:            {[]string{organiser, treasurer, registrar}, true},
	Badges:            {[]string{organiser, registrar, gate}, false},
	Note:              {[]string{organiser, treasurer, registrar}, false},
	Correct:           {[]string{organiser, registrar}, false},
	ChangeTicket:      {[]string{organiser, treasurer, registrar}, false},
	InvoiceCorrect:    {[]string{organiser, treasurer}, false},
	InvoiceExport:     {[]string{organiser, treasurer}, true},
	Resend:            {[]string{organiser, registrar}, false},
	Seat:              {[]string{organiser, registrar}, false},
	Reissue:           {[]string{organiser, registrar}, false},
	Void:              {[]string{organiser, registrar}, true},
	Transfer:          {[]string{organiser, registrar}, true},
	// The treasurer may cancel without a refund, because a refund of one rupee would be possible anyway.
	Cancel:         {[]string{organiser, treasurer, registrar}, true},
	Refund:         {[]string{organiser, treasurer}, true},
	Approve:        {[]string{organiser, treasurer}, true},
	AddPaid:        {[]string{organiser, treasurer}, true},
	AddFree:        {[]string{organiser, registrar}, true},
	AddLink:        {[]string{organiser, treasurer, registrar}, false},
	TasksView:      {[]string{organiser, treasurer, registrar}, false},
	TasksDone:      {[]string{organiser, treasurer, registrar}, false},
	StaffView:      {[]string{organiser}, false},
	StaffChange:    {[]string{organiser}, true},
	ActivityOwn:    {[]string{organiser, treasurer, registrar, gate, viewer}, false},
	ActivityView:   {[]string{organiser, treasurer}, false},
	ActivityExport: {[]string{organiser}, true},
	SalesView:      {[]string{organiser, treasurer, registrar, viewer}, false},
	SalesPause:     {[]string{organiser}, true},
	CancelCategory: {[]string{organiser}, true},
	GateView:       {[]string{organiser, registrar, gate}, false},
	GateEnrol:      {[]string{organiser, registrar, gate}, false},
	GateRevoke:     {[]string{organiser, registrar, gate}, false},
	GateName:       {[]string{organiser, registrar, gate}, false},
	DocumentCheck:  {[]string{organiser, registrar}, false},
	DocumentOpen:   {[]string{organiser, registrar}, true},
}

// May reports whether a role has a permission.
func May(role string, p Permission) bool { return slices.Contains(rules[p].roles, role) }

// NeedsPasskey reports whether a permission requires a recent confirmation with the passkey.
func NeedsPasskey(p Permission) bool { return rules[p].needsPasskey }

// Permissions returns a role's permissions, sorted by name.
func Permissions(role string) []string {
	var all []string
	for p := range rules {
		if May(role, p) {
			all = append(all, string(p))
		}
	}
	slices.Sort(all)
	return all
}
