package gate

import (
	"net/http"

	"transom/api/server/common"
	"transom/api/ticket"
	"transom/api/wire"
)

// HandleFind answers /gate/find: search by name.
func (h Handlers) HandleFind(c Call, in wire.GateFindRequest) (any, error) {
	if err := h.Gate.CheckWorking(c.Device); err != nil {
		return nil, err
	}
	found, err := h.Gate.Find(c.Context(), c.Device, in.Text)
	if err != nil {
		return nil, err
	}
	out := wire.GateFindResponse{Status: common.OK(), People: []wire.GatePerson{}}
	for _, t := range found {
		category, _ := h.Content.CategoryByType(t.CategoryType)
		out.People = append(out.People, wire.GatePerson{Ticket: t.ID, Code: t.Code, Name: t.Holder, Category: category.ID,
			Seats: t.Seats, State: t.State})
	}
	return out, nil
}

// HandlePhoto answers /gate/photo: the photo of the holder of a ticket that was just scanned. The valid signature
// gives the right to see it.
func (h Handlers) HandlePhoto(c Call, in wire.GatePhotoRequest) (any, error) {
	if err := h.Gate.CheckWorking(c.Device); err != nil {
		return nil, err
	}
	_, token, err := ticket.ParseQR(in.QR)
	if err != nil {
		return nil, common.ErrNoPhoto
	}
	claims, err := h.TicketKeys.Ring.Verify(token, h.TicketKeys.Marks...)
	if err != nil {
		return nil, common.ErrNoPhoto
	}
	asset, err := h.Store.PhotoOfTicket(c.Context(), claims.TicketID)
	if err != nil {
		return nil, err
	}
	photo, err := h.Photo(c.Context(), asset)
	switch {
	case err != nil:
		return nil, err
	case photo != nil:
		common.WritePhoto(c.W, photo)
	case in.MayBeNone:
		c.W.WriteHeader(http.StatusNoContent)
	default:
		return nil, common.ErrNoPhoto
	}
	return nil, nil
}
