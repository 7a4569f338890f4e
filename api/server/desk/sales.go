package desk

import (
	"context"

	"transom/api/registration"
	"transom/api/server/common"
	"transom/api/wire"
)

// HandleSales answers /desk/sales/view.
func (h Handlers) HandleSales(c Call, _ common.NoBody) (any, error) {
	return h.sales(c.Context(), nil)
}

// sales lists the pauses after a change, unless it failed.
func (h Handlers) sales(ctx context.Context, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	pauses, err := h.Registrations.Pauses(ctx)
	if err != nil {
		return nil, err
	}
	out := wire.DeskSalesResponse{Status: common.OK(), Paused: []wire.DeskSalesPause{}}
	for _, p := range pauses {
		out.Paused = append(out.Paused, wire.DeskSalesPause{
			SalesPause: wire.SalesPause{Category: p.Category, Sentence: p.Sentence},
			Since:      wire.Instant(p.PausedAt), Actor: p.Actor,
		})
	}
	for _, c := range h.Content.Tickets.Categories {
		out.Categories = append(out.Categories, wire.DeskSalesCategory{Type: c.Type, Name: c.Name})
	}
	return out, nil
}

// HandleSalesPause answers /desk/sales/pause.
func (h Handlers) HandleSalesPause(c Call, in wire.DeskPauseRequest) (any, error) {
	return h.sales(c.Context(), h.Registrations.Pause(c.Context(), c.pauseOrder(in)))
}

// HandleSalesResume answers /desk/sales/resume.
func (h Handlers) HandleSalesResume(c Call, in wire.DeskPauseRequest) (any, error) {
	return h.sales(c.Context(), h.Registrations.Resume(c.Context(), c.pauseOrder(in)))
}

func (c Call) pauseOrder(in wire.DeskPauseRequest) registration.PauseOrder {
	return registration.PauseOrder{Category: in.Category, Sentence: in.Sentence, Actor: c.Actor(), Why: in.Why,
		RequestID: c.RequestID()}
}
