package gate

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/server/common"
	"transom/api/texts"
	"transom/api/ticket"
	"transom/api/wire"
)

// HandleSync answers /gate/sync: it stores what a device reports and returns what the device does not know yet.
func (h Handlers) HandleSync(c Call, _ common.NoBody) (any, error) {
	in, err := wire.ReadGateSync(c.R.Body)
	if errors.Is(err, wire.ErrTooManyScans) {
		c.W.Header().Set("Connection", "close")
		return nil, &domain.Error{Code: domain.CodeTooLarge, Message: texts.GateReportTooLong(wire.MaxGateScans)}
	}
	if err != nil {
		return nil, common.Undecoded(err, texts.RequestNotJSON)
	}
	ctx := c.Context()
	taken, err := h.Gate.Take(ctx, c.Device, reportOf(in))
	if err != nil {
		return nil, err
	}
	out := wire.GateSyncResponse{Have: taken.Have, DuplicateScans: taken.DuplicateScans, Now: h.Clock.Now().UnixMilli()}
	err = h.addLists(ctx, &out, in, taken.Device)
	return out, err
}

func (h Handlers) addLists(ctx context.Context, out *wire.GateSyncResponse, in wire.GateSyncRequest,
	d domain.GateDevice) error {
	changes, err := h.Gate.Changes(ctx, in.Since)
	if err != nil {
		return err
	}
	out.Cursor, out.Last, out.More, out.Entries = changes.Cursor, &changes.Last, changes.More, changes.Entries
	withdrawn, err := h.Gate.Withdrawn(ctx)
	if err != nil {
		return err
	}
	if withdrawn.Version != in.Withdrawn {
		out.Withdrawn = &withdrawn
	}
	if setup := h.setup(d); setup.Version != in.Setup {
		out.Setup = &setup
	}
	devices, err := h.Gate.Store.GateDevices(ctx)
	if err != nil {
		return err
	}
	out.Devices = map[int]string{}
	for _, other := range devices {
		out.Devices[other.Number] = other.Name
	}
	out.Arrivals = []wire.GateArrivals{}
	for _, day := range d.Days {
		lists, err := h.Gate.Arrivals(ctx, []string{day})
		if err != nil {
			return err
		}
		for _, list := range lists {
			if slices.Contains(d.Lists, list.List) {
				out.Arrivals = append(out.Arrivals, list)
			}
		}
	}
	conflicts, err := h.Gate.ConflictsOf(ctx, d.ID)
	out.Conflicts = Conflicts(h.Content, conflicts, devices, nil)
	return err
}

func reportOf(in wire.GateSyncRequest) gate.Report {
	r := gate.Report{Wall: in.Wall, Mono: in.Mono, Origin: in.Origin, Unsent: in.Unsent, Battery: in.Battery,
		ListAge: in.ListAge}
	r.Scans = domain.Each(in.Scans, func(one wire.GateScan) domain.GateScan {
		return domain.GateScan{
			Seq: one.Seq, TicketID: one.Ticket, List: one.List, Day: one.Day, Venue: one.Venue, Verdict: one.Verdict,
			Reason: one.Reason, Why: one.Why, By: one.By, Offline: one.Offline, Wall: one.Wall, Mono: one.Mono,
			Origin: one.Origin, Offset: one.Offset, ListAge: one.ListAge,
		}
	})
	return r
}

// HandleWait answers /gate/wait as soon as there is a change, or after a time limit.
func (h Handlers) HandleWait(c Call, in wire.GateWaitRequest) (any, error) {
	if err := h.Gate.CheckWorking(c.Device); err != nil {
		return nil, err
	}
	last, err := h.Gate.Wait(c.Context(), in.Since)
	return wire.GateWaitResponse{Last: last}, err
}

// A device that was already signed out may also call this, so that the desk learns that it is empty.
func (h Handlers) HandleLeave(c Call, _ wire.GateLeaveRequest) (any, error) {
	return wire.Status{}, h.Gate.Leave(c.Context(), c.Device)
}

// HandleFind answers /gate/find with the tickets that a search by name or code finds.
func (h Handlers) HandleFind(c Call, in wire.GateFindRequest) (any, error) {
	if err := h.Gate.CheckWorking(c.Device); err != nil {
		return nil, err
	}
	found, err := h.Gate.Find(c.Context(), c.Device, in.Text)
	if err != nil {
		return nil, err
	}
	return wire.GateFindResponse{People: domain.Each(found, func(t domain.GateTicket) wire.GatePerson {
		category, _ := h.Content.CategoryByType(t.CategoryType)
		return wire.GatePerson{Ticket: t.ID, Code: booking.TicketCode(t.ID), Name: t.Holder, Category: category.ID,
			Seats: t.Seats, State: t.State, Company: h.company(t.Company)}
	})}, nil
}

func (h Handlers) company(name string) string {
	if !h.Content.Gate.ShowCompany {
		return ""
	}
	return name
}

// A QR code with a valid signature is enough to see the photo and, in a header (percent-encoded), the company.
func (h Handlers) HandlePhoto(c Call, in wire.GatePhotoRequest) (any, error) {
	if err := h.Gate.CheckWorking(c.Device); err != nil {
		return nil, err
	}
	_, token, err := ticket.ParseQR(in.QR)
	claims, invalid := h.TicketKeys.Ring.Verify(token, h.TicketKeys.Marks...)
	if err != nil || invalid != nil {
		return nil, common.ErrNoPhoto
	}
	asset, company, err := h.Store.HolderOfTicket(c.Context(), claims.TicketID)
	if err != nil {
		return nil, err
	}
	if company = h.company(company); company != "" {
		c.W.Header().Set("X-Company", url.PathEscape(company))
	}
	err = h.SendPhoto(c.Call, asset)
	if in.MayBeNone && errors.Is(err, common.ErrNoPhoto) {
		c.W.WriteHeader(http.StatusNoContent)
		return nil, nil
	}
	return nil, err
}
