package command_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gate"
)

// The report of the day describes a conflict once, with both devices, times and places, and no names.
func TestGateReportTellsAConflict(t *testing.T) {
	o := newOffice(t)
	s, ctx := o.server, t.Context()
	bought := s.PaidTickets(1)[0]
	s.Clock.Set(time.Date(2025, 4, 11, 10, 0, 0, 0, s.Content.Zone))
	for _, name := range []string{"North gate", "South gate"} {
		secret, _, err := s.Gate.Invite(ctx, domain.GateInvitation{Name: name, Venue: "bhopal", Why: "a test"},
			domain.Actor{ID: "test"})
		must(t, err)
		d, err := s.Gate.Enrol(ctx, secret, "tg1_"+base64.RawURLEncoding.EncodeToString([]byte(strings.Repeat(name[:1], 32))))
		must(t, err)
		s.Clock.Add(5 * time.Minute)
		wall := s.Clock.Now().UnixMilli()
		scan := domain.GateScan{Seq: 1, TicketID: bought.ID, List: domain.EntryList, Day: "2025-04-11", Venue: "bhopal",
			Verdict: domain.ScanIn, Wall: wall}
		scans := []domain.GateScan{scan}
		if name == "North gate" { // it also refuses somebody twice
			for range 2 {
				scan.Seq++
				scan.TicketID, scan.Verdict, scan.Reason = "", domain.ScanRefused, "forged"
				scans = append(scans, scan)
			}
		}
		if _, err := s.Gate.Take(ctx, d, gate.Report{Wall: wall, Scans: scans}); err != nil {
			t.Fatal(err)
		}
	}
	out := o.must("ticket", "report", "--day", "2025-04-11")
	for _, line := range []string{
		"entry        North gate               in 1, out 0, refused 2\n",
		"entry        South gate               in 1, out 0, refused 0\n",
		"1 conflict\n", booking.TicketCode(bought.ID) + " entry: admitted 2, places 1\n",
	} {
		if strings.Count(out, line) != 1 {
			t.Errorf("%q stands %d times in\n%s", line, strings.Count(out, line), out)
		}
	}
	if strings.Contains(out, bought.HolderName) || strings.Contains(out, bought.ID) {
		t.Errorf("it names somebody:\n%s", out)
	}
	if out := o.must("ticket", "report", "--day", "2025-04-12"); !strings.Contains(out, "0 conflicts\n") {
		t.Errorf("another day:\n%s", out)
	}
}
