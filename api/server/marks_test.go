package server_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"net/http"
	"testing"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/ticket"
)

// corrected changes the name and the days of the edition.
func corrected(c *domain.Content) {
	c.Event.Name, c.Event.StartDate, c.Event.EndDate = "Transom NATCON, the national conference", "2025-11-21",
		"2025-11-23"
}

// asBefore signs a ticket like earlier programs, which derived the mark from the event's name and first day.
func asBefore(t *testing.T, s *apitest.Server, made booking.Ticket) (old booking.Ticket) {
	t.Helper()
	sum := sha256.Sum256([]byte("transom event\x00" + s.Content.Event.Name + "\x00" + string(s.Content.Event.StartDate)))
	token, err := s.TicketKeys.Sign(ticket.Claims{
		TicketID: made.ID, Event: binary.BigEndian.Uint32(sum[:]), Category: 1, Days: 3, Seats: made.Seats,
		Holder: made.HolderName,
	})
	must(t, err)
	s.Exec(`UPDATE tickets SET signature = ? WHERE id = ?`, token, made.ID)
	made.Signature = token
	return made
}

// This holds for the server, for a new scanner, and for one with older lists.
func TestACorrectionLeavesTicketsValid(t *testing.T) {
	t.Parallel()
	for name, old := range map[string]bool{"issued now": false, "issued by an earlier program": true} {
		t.Run(name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{})
			_, _, _, made := s.RegisterPaid(nil)
			if old {
				made = asBefore(t, s, made)
				s = apitest.Start(t, apitest.Options{Dir: s.Dir, Now: s.Clock.Now()}) // the update of the program
			}
			salt := s.Gate.Salt()
			again := apitest.Start(t, apitest.Options{Dir: s.Dir, Now: s.Clock.Now(), Content: corrected})
			_, _, _, fresh := again.RegisterPaid(nil)
			if !bytes.Equal(salt, again.Gate.Salt()) {
				t.Error("scanners have lists with another salt")
			}
			ring, document, err := ticket.ParsePublished(again.Send("GET", "/.well-known/transom-ticket-key", nil).Raw)
			must(t, err)
			token, _ := enrolled(t, again, "North", false)
			setup, _ := gateSync(again, token).Body["setup"].(map[string]any)
			marks := setupMarks(setup)
			for _, one := range []booking.Ticket{made, fresh} {
				if _, err := ring.Verify(one.Signature, document.Marks()...); err != nil {
					t.Errorf("with the public document: %v", err)
				}
				if _, err := ring.Verify(one.Signature, marks...); err != nil {
					t.Errorf("on a scanner that knows the marks %v: %v", marks, err)
				}
				qr := ticket.QR(again.URL, one.ID, one.Signature)
				again.Post("/gate/photo", map[string]any{"qr": qr}, "Authorization", token).Want(http.StatusOK, "for the server")
			}
			if len(marks) > 2 {
				t.Errorf("marks %v", marks)
			}
		})
	}
}

func setupMarks(setup map[string]any) (marks []uint32) {
	first, _ := setup["event_mark"].(float64)
	marks = append(marks, uint32(first))
	earlier, _ := setup["earlier_marks"].([]any)
	for _, one := range earlier {
		marks = append(marks, uint32(one.(float64)))
	}
	return marks
}
