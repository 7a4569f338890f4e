package command_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/store"
)

func (o *office) buy() (form map[string]any, b booking.Booking) {
	o.t.Helper()
	return o.server.Buy(nil)
}

func (o *office) action(args ...string) string {
	o.t.Helper()
	return o.must(append([]string{"action"}, append(args, "--why", "asked", "--yes")...)...)
}

func (o *office) refund(b booking.Booking) {
	o.t.Helper()
	o.action("cancel", b.ID, "--refund", "3540")
	o.server.Payments.Reconcile(o.t.Context())
}

// `asks` requests a refund that another person has to approve, and returns the request's id.
func (o *office) asks(b booking.Booking, who string) (request string) {
	o.t.Helper()
	out := o.must("action", "refund", b.ID, "--refund", "200", "--who", who, "--why", "asked", "--yes", "--json")
	var result struct{ Request string }
	if err := json.Unmarshal([]byte(out), &result); err != nil || result.Request == "" {
		o.t.Fatalf("one person alone refunded it: %s", out)
	}
	return result.Request
}

func added(o *office, kind string) []string {
	form := o.server.Form()
	args := []string{"action", "add", "--ticket-category", form["ticketCategory"].(string), "--kind", kind}
	for _, name := range new(booking.Person).Names() {
		if value, _ := form[name].(string); value != "" {
			args = append(args, "--"+strings.ReplaceAll(name, "_", "-"), value)
		}
	}
	if kind == booking.PaidFree {
		return append(args, "--reason", "speaker")
	}
	return append(args, "--reference", "UTR 1", "--date", "2025-03-10")
}

// A field of an unknown type would panic here.
func TestEveryActionHasItsFlags(t *testing.T) {
	o := newOffice(t)
	for _, a := range desk.Actions() {
		o.refuses("not defined: -no-such-flag", "action", a.Name, "--no-such-flag")
		if out, _ := o.run("action", a.Name, "-h"); strings.Contains(out, "\n    \t\n") {
			t.Errorf("a flag of %s is not explained: %s", a.Name, out)
		}
	}
	for _, amount := range []string{"paid x --amount", "paid x --tds", "cancel x --refund"} {
		o.refuses(`"1,000" is not an amount in rupees`, append(strings.Fields("action "+amount), "1,000")...)
	}
}

// Each example is run for registrations in several states.
func TestEveryExampleGivesAllRequiredValues(t *testing.T) {
	o := newOfficeOnce(t)
	_, asked := o.buy()
	_, paid := o.buy()
	_, offered := o.buy()
	_, unpaid := o.server.Unpaid(nil)
	_, byHand := o.server.Unpaid(nil)
	_, cancelled := o.server.Unpaid(nil)
	o.action("transfer", offered.ID, "--email", "colleague@example.org")
	o.action("paid", byHand.ID, "--kind", "cash", "--reference", "7", "--date", "2025-03-10")
	o.action("paid", cancelled.ID, "--kind", "cash", "--reference", "8", "--date", "2025-03-10")
	o.action("cancel", cancelled.ID, "--refund", "3540")
	o.must("sales", "pause", "--category", "INDUSTRY_ASSOCIATES", "--sentence", "No dinner.", "--why", "storm")
	o.server.Content.Desk.RefundAlonePaise = 100
	actual := strings.NewReplacer("STUDENT", "INDUSTRY_ASSOCIATES", "PAYMENT", o.server.Text(
		`SELECT attempt_ref FROM payments WHERE provider_payment_id = '7'`), "REQUEST", o.asks(asked, "A. Rao"))
	parts, flags := regexp.MustCompile(`"[^"]*"|\S+`), regexp.MustCompile(`--([a-z-]+):`)
	for _, a := range desk.Actions() {
		help, _ := o.run("action", a.Name, "-h")
		_, example, _ := strings.Cut(help, "Example:\n  transom ")
		example, _, _ = strings.Cut(example, " --yes\n")
		shown := false
		var err error
		for _, b := range []booking.Booking{paid, unpaid, byHand, cancelled, offered} {
			args := parts.FindAllString(strings.ReplaceAll(actual.Replace(example), "c5ta3zr2kkysbqxi3njn2", b.ID), -1)
			for i := range args {
				args[i] = strings.Trim(args[i], `"`)
			}
			_, err = o.run(args...)
			shown = shown || strings.Contains(err.Error(), "add --yes")
			// What the form asks for depends on the conference and the category.
			missing := flags.FindAllStringSubmatch(err.Error(), -1)
			if a.Name == "add" || a.Name == "change-ticket" {
				shown = shown || len(missing) > 0 && !slices.ContainsFunc(missing, func(flag []string) bool {
					return !slices.Contains(new(booking.Person).Names(), strings.ReplaceAll(flag[1], "-", "_"))
				})
			}
		}
		if !shown {
			t.Errorf("%s is not possible: %v", example, err)
		}
	}
}

func TestAnActionIsPreviewedFirst(t *testing.T) {
	o := newOfficeOnce(t)
	_, b := o.buy()
	correct := []string{"action", "correct", strings.ToLower(b.Code), "--changes", "lastname=Sharma", "--changes",
		"city=Ujjain"}
	out, err := o.run(correct...)
	if err == nil || !strings.Contains(err.Error(), "add --yes") || !strings.Contains(out, "Nothing was done") ||
		!strings.Contains(out, "-> Sharma") {
		t.Errorf("%s, %v", out, err)
	}
	if now := o.server.Booking(b.ID); now != b ||
		o.server.Count(`SELECT COUNT(*) FROM audit_log WHERE action <> 'command'`) != 0 {
		t.Errorf("a preview changed something: %+v", now)
	}
	note := []string{"action", "note", b.ID, "--text",
		"called"} // the desk needs no reason for a note, but the command does
	for _, args := range [][]string{correct, note} {
		o.refuses("--why", append(args, "--yes")...)
	}
	o.must(append(correct, "--yes", "--why", "typed wrong", "--who", "A. Rao")...)
	if now := o.server.Booking(b.ID); now.LastName != "Sharma" || now.City != "Ujjain" {
		t.Errorf("%+v", now)
	}
	actions, err := o.server.Store.AuditLog(t.Context(), store.AuditFilter{BookingID: b.ID, Action: "correct"})
	if err != nil || len(actions) != 1 || actions[0].Actor.Name != "A. Rao" ||
		actions[0].Actor.ID != domain.ActorCommand || actions[0].Why != "typed wrong" {
		t.Errorf("%+v, %v", actions, err)
	}
	o.action("cancel", b.ID, "--refund", "1000.50")
	check.Equal(t, o.server.PaymentsOf(b.ID)[0].RefundPaise, 100050)
	o.refuses("", "action", "void", "BCDFGH", "--why", "asked", "--yes")
}

func TestRefundAboveTheLimitIsApproved(t *testing.T) {
	o := newOfficeOnce(t)
	o.server.Content.Desk.RefundAlonePaise = 100
	_, b := o.buy()
	out := o.must("action", "cancel", b.ID, "--refund", "3540", "--yes", "--who", "A. Rao", "--why", "illness")
	_, rest, _ := strings.Cut(out, "transom action approve --request ")
	request, _, _ := strings.Cut(rest, " ")
	if !strings.Contains(o.must("list", "--tasks"), "transom action approve --request "+request) ||
		o.server.Ticket(b.ID).Status != booking.TicketValid {
		t.Errorf("no task, or no ticket: %s", out)
	}
	o.refuses("another person", "action", "approve", "--request", request, "--who", "a. rao", "--why", "me", "--yes")
	o.must("action", "approve", "--request", request, "--who", "B. Iyer", "--why", "agreed", "--yes")
	check.Equal(t, o.server.Ticket(b.ID).Status, booking.TicketVoid, "the ticket")
}

func TestAnActionSaysWhichFlagIsMissing(t *testing.T) {
	o := newOfficeOnce(t)
	_, b := o.buy()
	_, waits := o.server.Unpaid(nil)
	for _, c := range []struct {
		line string
		says []string
	}{
		{"correct " + b.Code + " --changes company=X", []string{`no field "company"`, "company_name",
			"for example: transom action correct "}},
		{"paid " + waits.Code, []string{"--kind: Please choose"}},
		{"paid " + waits.Code + " --kind bank", []string{"--reference: Please", "--date: Please"}},
		{"refund " + b.Code, []string{"--refund: Please"}},
		{"refund " + b.Code + " --refund 5.123", []string{"not an amount in rupees"}},
		{"approve --request gone --why x --yes", []string{"no longer open", "`transom show`"}},
		{"cancel gone --why x --yes", []string{"no such registration", "`transom list --text …`"}},
		{"transfer " + b.Code + " --email " + b.Email, []string{"--email: ", "`transom action correct`"}},
		{"change-ticket " + b.Code + " --ticket-category " + b.CategoryType,
			[]string{"the current ticket", "`transom action correct`"}},
		{"transfer-withdraw " + b.Code + " --why x --yes", []string{"no longer offered", "`transom show`"}},
		{"correct", []string{"usage: transom action correct [flags] BOOKING"}},
		{"add somebody", []string{"usage: transom action add"}},
		{"refnud " + b.Code, []string{`did you mean "refund"?`}},
	} {
		_, err := o.run(append([]string{"action"}, strings.Fields(c.line)...)...)
		for _, part := range c.says {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%v: no %q in %v", c.line, part, err)
			}
		}
	}
}

func TestActivityLogShowsTheEventsTimeZone(t *testing.T) {
	o := newOfficeOnce(t)
	_, b := o.buy()
	o.action("note", b.ID, "--text", "called")
	at := o.server.Clock.Now()
	if out, want := o.must("activity-log"),
		at.In(o.server.Content.Zone).Format("2006-01-02 15:04:05"); !strings.Contains(out, want) {
		t.Errorf("not %s:\n%s", want, out)
	}
	if out, want := o.must("activity-log", "--json"), at.UTC().Format("2006-01-02T15:04:05Z"); !strings.Contains(out,
		want) {
		t.Errorf("not %s:\n%s", want, out)
	}
}
