package server

import (
	"net/http"

	"transom/api/domain"
	"transom/api/registration"
	"transom/api/wire"
)

// handleSales answers GET /api/sales: what is not sold for the time being. A CDN may keep it for ten seconds.
func (s *server) handleSales(w http.ResponseWriter, r *http.Request) error {
	pauses, err := s.Registrations.Pauses(r.Context())
	if err != nil {
		return err
	}
	out := wire.SalesResponse{Status: ok(), Paused: []wire.SalesPause{}}
	for _, p := range pauses {
		out.Paused = append(out.Paused, wire.SalesPause{Category: p.Category, Sentence: p.Sentence})
	}
	w.Header().Set("Cache-Control", "public, max-age=10")
	respond(w, http.StatusOK, out)
	return nil
}

// handleDeskSales answers /desk/sales/view.
func (s *server) handleDeskSales(w http.ResponseWriter, r *http.Request, _ domain.Actor) error {
	return s.respondSales(w, r)
}

func (s *server) respondSales(w http.ResponseWriter, r *http.Request) error {
	pauses, err := s.Registrations.Pauses(r.Context())
	if err != nil {
		return err
	}
	out := wire.DeskSalesResponse{Status: ok(), Paused: []wire.DeskSalesPause{}}
	for _, p := range pauses {
		out.Paused = append(out.Paused, wire.DeskSalesPause{
			SalesPause: wire.SalesPause{Category: p.Category, Sentence: p.Sentence}, Since: instant(p.PausedAt), Actor: p.Actor,
		})
	}
	for _, c := range s.Content.Tickets.Categories {
		out.Categories = append(out.Categories, wire.DeskSalesCategory{Type: c.Type, Name: c.Name})
	}
	respond(w, http.StatusOK, out)
	return nil
}

// handleSalesPause answers /desk/sales/pause.
func (s *server) handleSalesPause(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	order, err := decodePause(w, r, who)
	if err == nil {
		err = s.Registrations.Pause(r.Context(), order)
	}
	if err != nil {
		return err
	}
	return s.respondSales(w, r)
}

// handleSalesResume answers /desk/sales/resume.
func (s *server) handleSalesResume(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	order, err := decodePause(w, r, who)
	if err == nil {
		err = s.Registrations.Resume(r.Context(), order)
	}
	if err != nil {
		return err
	}
	return s.respondSales(w, r)
}

func decodePause(w http.ResponseWriter, r *http.Request, who domain.Actor) (registration.PauseOrder, error) {
	var in wire.DeskPauseRequest
	_, err := decodeJSON(r, &in)
	return registration.PauseOrder{Category: in.Category, Sentence: in.Sentence, Actor: who, Why: in.Why,
		RequestID: requestIDOf(w)}, err
}
