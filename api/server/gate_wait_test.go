package server_test

import (
	"testing"

	"transom/api/apitest"
)

func TestGateWaitReportsAnAdmission(t *testing.T) {
	s := start(t)
	tickets := s.PaidTickets(2)
	north, _ := enrolled(t, s, "North", false)
	south, _ := enrolled(t, s, "South", false)
	wait := func(since float64) <-chan apitest.Answer {
		answer := make(chan apitest.Answer, 1)
		go func() {
			answer <- s.Post("/gate/wait", map[string]any{"since": since}, "Authorization", south)
		}()
		return answer
	}
	s.Post("/gate/wait", map[string]any{"since": 0}).Want(401, "without a key")
	for i, ticket := range tickets {
		since := gateSync(s, south).Body["cursor"].(float64)
		waiting := wait(since)
		gateSync(s, south) // a report without changes is not news
		select {
		case a := <-waiting:
			t.Fatalf("answered before anything happened: %d %s", a.Status, a.Raw)
		default:
		}
		gateSync(s, north, gateScan(s, i+1, ticket.ID))
		if a := <-waiting; a.Status != 200 || a.Body["last"].(float64) <= since || len(a.Raw) > 100 {
			t.Errorf("%d %s", a.Status, a.Raw)
		}
		if a := <-wait(since); a.Status != 200 || a.Body["last"].(float64) <= since {
			t.Errorf("%d %s", a.Status, a.Raw)
		}
	}
	// Commands and other instances cannot notify this one.
	since := gateSync(s, south).Body["cursor"].(float64)
	waiting := wait(since)
	s.Exec(`UPDATE gate_entries SET changed = changed + 10 WHERE changed = (SELECT MAX(changed) FROM gate_entries)`)
	if a := <-waiting; a.Body["last"].(float64) <= since {
		t.Errorf("%s", a.Raw)
	}
	// A stopping program keeps nobody waiting.
	waiting = wait(gateSync(s, south).Body["cursor"].(float64))
	s.Gate.EndWaits()
	(<-waiting).Want(200)
}
