package desk

import (
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/staff"
	"transom/api/texts"
	"transom/api/ticket"
	"transom/api/wire"
)

// HandleBadges answers /desk/badges. Staff who may not see the list of registrations can ask for one code only.
func (h Handlers) HandleBadges(c Call, in wire.DeskBadgesRequest) (any, error) {
	if in.Code == "" && !staff.May(c.Member.Role, staff.RegistrationsView) {
		return nil, domain.InvalidField("code", texts.DeskBadgeCode)
	}
	q, err := h.Reads.ParseQuery(in.Query)
	if err != nil {
		return nil, err
	}
	out, err := h.Reads.Badges(c.Context(), q, in.Code, c.sight(), func(t booking.Ticket) string {
		return ticket.QR(h.Settings.SiteURL, t.ID, t.Signature)
	})
	out.Status = common.OK()
	return out, err
}

// HandleBadgesPrinted answers /desk/badges-printed.
func (h Handlers) HandleBadgesPrinted(c Call, in wire.DeskBadgesPrintedRequest) (any, error) {
	return common.OK(), h.Reads.BadgesPrinted(c.Context(), in.Badges, c.Actor(), c.RequestID())
}

// HandleBadgePhoto answers /desk/badge-photo with the photo of a person who has a valid ticket.
func (h Handlers) HandleBadgePhoto(c Call, in wire.DeskBadgePhotoRequest) (any, error) {
	b, err := h.Reads.Find(c.Context(), in.ID)
	if err != nil {
		return nil, err
	}
	if h.Content.Badge == nil || !h.Content.Badge.Photo || b.Ticket.Status != booking.TicketValid {
		return nil, common.ErrNoPhoto
	}
	photo, err := h.Photo(c.Context(), b.PhotoAsset)
	if err == nil && photo == nil {
		err = common.ErrNoPhoto
	}
	if err != nil {
		return nil, err
	}
	common.WritePhoto(c.W, photo)
	return nil, nil
}
