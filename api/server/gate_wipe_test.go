package server_test

import (
	"strings"
	"testing"
	"time"
)

// It is logged once; a device that the desk signed out before keeps that time.
func TestGateDeviceReportsThatItWasWiped(t *testing.T) {
	s := start(t)
	bought := s.PaidTickets(1)[0]
	token, device := enrolled(t, s, "North", false)
	lost, lostID := enrolled(t, s, "South", false)
	s.Clock.Add(time.Minute)
	gateSync(s, token, gateScan(s, 1, bought.ID))
	s.DeskAs("organiser").Must("gate-revoke", map[string]any{"id": lostID, "why": "lost"})
	revoked := s.Count(`SELECT revoked_at FROM gate_devices WHERE id = ?`, lostID)
	s.Clock.Add(time.Minute)
	for _, who := range []string{token, token, lost} {
		s.Post("/gate/leave", map[string]any{}, "Authorization", who).Must(200)
	}
	s.Post("/gate/leave", map[string]any{}).Want(401, "without a key")
	wantCount(t, s, 2, `SELECT COUNT(*) FROM gate_devices WHERE wiped_at = ?`, s.Clock.Now().UnixMilli())
	wantCount(t, s, revoked, `SELECT revoked_at FROM gate_devices WHERE id = ?`, lostID)
	if n := s.Count(`SELECT COUNT(*) FROM audit_log WHERE action = 'gate_wipe' AND object = ? AND actor_id = 'telephone'`,
		device); n != 1 {
		t.Errorf("%d lines in the log", n)
	}
	s.Clock.Add(time.Minute)
	if a := gateSync(s, token); a.Status != 401 || !strings.Contains(string(a.Raw), "signed itself out") {
		t.Errorf("afterwards: %d %s", a.Status, a.Raw)
	}
	for _, one := range s.DeskAs("gate").Must("gate-live", map[string]any{"day": firstDay}).Body["devices"].([]any) {
		if at := one.(map[string]any)["wiped_at"]; at == "" {
			t.Errorf("the desk is told %v", one)
		}
	}
	wantCount(t, s, 1, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries`)
}
