package public

import (
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/registration"
	"transom/api/server/common"
	"transom/api/texts"
	"transom/api/ticket"
	"transom/api/wire"
)

// HandleTickets answers /tickets with the account's tickets and unpaid bookings.
func (h Handlers) HandleTickets(c common.Call, in wire.TicketsRequest) (any, error) {
	session, err := h.session(c)
	if err != nil {
		return nil, err
	}
	tickets, err := h.Store.FindTickets(c.Context(), session.EmailKey)
	if err != nil {
		return nil, err
	}
	if in.ID != "" { // somebody else's ticket is not found
		tickets = slices.DeleteFunc(tickets, func(t booking.Ticket) bool { return t.ID != in.ID })
		if len(tickets) == 0 {
			return nil, domain.Refuse(domain.CodeNotFound, texts.NoSuchTicket)
		}
	}
	out := wire.TicketsResponse{Tickets: domain.Each(tickets, h.ticketOf), Waiting: []wire.WaitingRegistration{},
		Invoices: []wire.InvoiceRow{}, Rejected: []wire.RejectedDocument{}}
	if in.ID != "" {
		return out, nil
	}
	documents, err := h.Store.DocumentsOfPayer(c.Context(), session.EmailKey)
	if err != nil {
		return nil, err
	}
	out.Invoices = wire.InvoiceRows(documents, h.Content.Zone)
	open, more, err := h.Store.FindOpenBookings(c.Context(), session.EmailKey)
	if err != nil {
		return nil, err
	}
	out.MoreWaiting = more
	until := h.Content.Desk.DocumentUntil.Time
	if !h.Clock.Now().Before(until) {
		until = time.Time{}
	}
	for _, b := range open {
		if b.Status == booking.Initiated {
			out.Waiting = append(out.Waiting, wire.WaitingRegistration{BookingID: b.ID, Name: b.Name(),
				Category: h.Content.CategoryName(b.CategoryType)})
			continue
		}
		reason, err := h.Store.ReasonOf(c.Context(), b.ID, domain.ActionDocumentReject)
		if err != nil {
			return nil, err
		}
		out.Rejected = append(out.Rejected, wire.RejectedDocument{BookingID: b.ID, Name: b.Name(), Reason: reason,
			Until: wire.Instant(until)})
	}
	return out, nil
}

func (h Handlers) ticketOf(t booking.Ticket) wire.Ticket {
	event := h.Content.Event
	out := wire.Ticket{
		Lane: gate.LaneOf(h.Content, t.HolderName), ID: t.ID, BookingID: t.BookingID, BookingCode: t.BookingCode,
		Name: t.HolderName, EventName: event.Name, Location: event.Location,
		Date: event.DisplayDates, Time: h.Content.DisplayHours(), Gate: t.Gate, Row: t.Row, Seat: t.Seat,
		TotalSeats: t.Seats, EntriesTotal: t.EntriesTotal, EntriesRemaining: t.EntriesRemaining,
		CompanyName: t.CompanyName, GSTNo: t.GSTNo, Category: h.Content.CategoryName(t.CategoryType), TicketStatus: t.Status,
		QR: ticket.QR(h.Settings.SiteURL, t.ID, t.Signature), PaidByOther: t.PaidByOther, SpouseName: t.SpouseName,
	}
	for _, place := range []*string{&out.Gate, &out.Row, &out.Seat} {
		if *place == booking.Unassigned && !h.Content.Tickets.AssignedSeats {
			*place = ""
		}
	}
	if h.Clock.Now().Before(t.OfferedUntil) {
		out.OfferedTo, out.OfferedUntil = t.OfferedTo, wire.Instant(t.OfferedUntil)
	}
	if !t.TransferredAt.IsZero() {
		out.TransferredAt, out.QR = wire.Instant(t.TransferredAt), ""
	}
	return out
}

// HandleTransfer reveals nothing about the current holder.
func (h Handlers) HandleTransfer(c common.Call, in wire.TransferRequest) (any, error) {
	t, b, err := h.Actions.Offered(c.Context(), in.Token)
	return wire.TransferResponse{TicketCategory: b.CategoryType, Spouse: b.Spouse, Email: t.Email,
		Expires: wire.Instant(t.ExpiresAt)}, err
}

// HandleDocument answers /document: it stores an identity document that a person sends to replace a rejected one.
func (h Handlers) HandleDocument(c common.Call, in wire.DocumentRequest) (any, error) {
	session, err := h.session(c)
	if err != nil {
		return nil, err
	}
	return wire.Status{}, h.Actions.ReplaceDocument(c.Context(), desk.Replacement{
		BookingID: in.BookingID, EmailKey: session.EmailKey, Handle: in.AadharURL, AddressHash: h.AddressHash(c.R),
		Consent: in.Consent,
	}, c.RequestID())
}

func (h Handlers) HandleTransferAccept(c common.Call, in wire.TransferAcceptRequest) (any, error) {
	t, err := h.Actions.Accept(c.Context(), desk.Acceptance{
		Token: in.Token,
		Application: registration.Application{
			Person: booking.Person(in.Person), SpouseName: in.SpouseName, PhotoHandle: in.ProfileURL, IDHandle: in.AadharURL,
			Consent: in.Consent,
		},
		AddressHash: h.AddressHash(c.R),
	}, c.RequestID())
	return wire.TransferAcceptResponse{BookingID: t.BookingID, TicketID: t.ID}, err
}
