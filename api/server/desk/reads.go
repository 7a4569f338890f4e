package desk

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"transom/api/booking"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/registration"
	"transom/api/server/common"
	"transom/api/staff"
	"transom/api/texts"
	"transom/api/ticket"
	"transom/api/wire"
)

func (c Call) sight() desk.Sight { return desk.SightOf(c.Member.Role) }

func (h Handlers) HandleOverview(c Call, _ common.NoBody) (any, error) {
	return h.Reads.Overview(c.Context(), c.sight())
}

func (h Handlers) HandleRegistrations(c Call, in wire.DeskRegistrationsRequest) (any, error) {
	q, err := h.Reads.ParseQuery(in.Query)
	if err != nil {
		return nil, err
	}
	ask := h.Reads.Registrations
	if in.Alike {
		ask = h.Reads.Alike
	}
	return ask(c.Context(), q, c.sight())
}

func (h Handlers) HandleRegistration(c Call, in wire.DeskRegistrationRequest) (any, error) {
	found, err := h.Reads.Registration(c.Context(), cmp.Or(in.ID, in.Code), c.sight())
	if err == nil && staff.May(c.Member.Role, staff.DocumentCheck) {
		found.DeskNumber, err = h.Identity.NumberOf(c.Context(), found.ID)
	}
	return wire.DeskRegistrationResponse{Registration: found}, err
}

func (h Handlers) HandleTasks(c Call, _ common.NoBody) (any, error) {
	return h.Reads.Tasks(c.Context(), c.sight())
}

func (h Handlers) HandleTaskDone(c Call, in wire.DeskTaskDoneRequest) (any, error) {
	return wire.Status{}, h.Reads.CloseTask(c.Context(), in.Key, in.Why, c.Actor(), c.RequestID())
}

const exportTimeout = 10 * time.Minute

// The file is complete before anything is sent.
func (h Handlers) HandleExport(c Call, in wire.DeskExportRequest) (any, error) {
	q, err := h.Reads.ParseQuery(in.Query)
	if err != nil {
		return nil, err
	}
	order := desk.Order{Query: q, Columns: in.Columns, Format: in.Format, Purpose: in.Purpose, RequestID: c.RequestID()}
	made, err := h.Reads.Export(c.Context(), order, c.Actor(), c.sight())
	return nil, h.send(c, made, err)
}

// HandleDocument answers /desk/document with an invoice, a credit note or a receipt.
func (h Handlers) HandleDocument(c Call, in wire.IDRequest) (any, error) {
	d, err := h.Reads.Store.FindDocument(c.Context(), in.ID)
	if err != nil {
		return nil, domain.IfMissing(err, domain.Refuse(domain.CodeNotFound, texts.NothingHere))
	}
	all, err := h.Reads.Store.DocumentsOfBooking(c.Context(), d.BookingID)
	captured, failed := h.Reads.Store.PaymentsOfBooking(c.Context(), d.BookingID)
	return wire.InvoiceResponse{Invoice: wire.InvoiceOf(d, all, captured, h.Content.Zone)},
		errors.Join(err, failed)
}

const reconcileTimeout = 50 * time.Second

// HandleReconcile answers /desk/reconcile.
func (h Handlers) HandleReconcile(c Call, in wire.DeskReconcileRequest) (any, error) {
	day, err := time.ParseInLocation(time.DateOnly, in.Day, h.Content.Zone)
	if err != nil {
		return nil, domain.InvalidField("day", texts.DayFormat)
	}
	if day.After(h.Clock.Now()) {
		return nil, domain.InvalidField("day", texts.DeskDayInFuture)
	}
	// The last calls to the gateway may end after the timeout.
	_ = http.NewResponseController(c.W).SetWriteDeadline(time.Now().Add(reconcileTimeout + common.WriteTimeout))
	ctx, cancel := context.WithTimeout(c.Context(), reconcileTimeout)
	defer cancel()
	audit, err := h.Payments.AuditDay(ctx, day)
	finding := func(f payment.Finding) wire.DeskFinding {
		return wire.DeskFinding{BookingID: f.BookingID, Reference: f.AttemptRef, GatewayPaise: f.GatewayPaise,
			OurPaise: f.OurPaise, Text: f.Text}
	}
	return wire.DeskReconcileResponse{At: wire.Instant(h.Clock.Now()), Day: in.Day, Result: audit.Result(),
		Sentences: audit.Sentences(), Findings: domain.Each(audit.Findings, finding),
		Unread: domain.Each(audit.Unread, finding)}, err
}

// HandleExportInvoices answers /desk/invoices/export with a file.
func (h Handlers) HandleExportInvoices(c Call, in wire.DeskInvoicesRequest) (any, error) {
	made, err := h.Reads.ExportInvoices(c.Context(), in, c.Actor(), c.RequestID())
	return nil, h.send(c, made, err)
}

func (h Handlers) send(c Call, made *desk.Exported, err error) error {
	if err != nil {
		return err
	}
	defer made.Close()
	// The time limit starts again here, because making the file takes time.
	_ = http.NewResponseController(c.W).SetWriteDeadline(time.Now().Add(exportTimeout))
	header := c.W.Header()
	header.Set("Content-Type", made.Type)
	header.Set("Content-Disposition", `attachment; filename="`+made.Name+`"`)
	header.Set("Content-Length", strconv.FormatInt(made.Bytes, 10))
	if err := made.Send(c.Context(), c.W); err != nil {
		h.Log.WarnContext(c.Context(), "export could not be sent", "request_id", c.RequestID(), "error", err)
		panic(http.ErrAbortHandler) // tells the browser that the file is incomplete
	}
	return nil
}

// Staff who may not see the list of registrations can look up only one code at a time.
func (h Handlers) HandleBadges(c Call, in wire.DeskBadgesRequest) (any, error) {
	if in.Code == "" && !staff.May(c.Member.Role, staff.RegistrationsView) {
		return nil, domain.InvalidField("code", texts.DeskBadgeCode)
	}
	q, err := h.Reads.ParseQuery(in.Query)
	if err != nil {
		return nil, err
	}
	return h.Reads.Badges(c.Context(), q, in.Code, c.sight(), func(t booking.Ticket) string {
		return ticket.QR(h.Settings.SiteURL, t.ID, t.Signature)
	})
}

func (h Handlers) HandleBadgesPrinted(c Call, in wire.DeskBadgesPrintedRequest) (any, error) {
	return wire.Status{}, h.Reads.BadgesPrinted(c.Context(), in.Badges, c.Actor(), c.RequestID())
}

// HandleBadgePhoto answers /desk/badge-photo with the photo of a person whose ticket is not void.
func (h Handlers) HandleBadgePhoto(c Call, in wire.IDRequest) (any, error) {
	b, err := h.Reads.Find(c.Context(), in.ID)
	if err != nil {
		return nil, err
	}
	if h.Content.Badge == nil || !h.Content.Badge.Photo || !b.Ticket.NotVoid() {
		return nil, common.ErrNoPhoto
	}
	return nil, h.SendPhoto(c.Call, b.PhotoAsset)
}

// MaxNumbersBytes is enough for a quarter of a million lines.
const MaxNumbersBytes = 4 << 20

func (h Handlers) HandleChecks(c Call, in wire.DeskChecksRequest) (any, error) {
	return h.Identity.Queue(c.Context(), in.From, in.ID)
}

func (h Handlers) HandleCheckPhoto(c Call, in wire.IDRequest) (any, error) {
	b, err := h.Reads.Find(c.Context(), in.ID)
	if err != nil {
		return nil, err
	}
	return nil, h.SendPhoto(c.Call, b.PhotoAsset)
}

// The document is sent encrypted.
func (h Handlers) HandleOpenDocument(c Call, in wire.IDRequest) (any, error) {
	b, err := h.Reads.Find(c.Context(), in.ID)
	if err != nil {
		return nil, err
	}
	document, err := h.Identity.Open(c.Context(), b.ID, texts.DeskOpenedToCheck, c.Actor(), c.RequestID())
	if err != nil {
		return nil, err
	}
	header := c.W.Header()
	header.Set("Content-Type", "application/octet-stream")
	header.Set("Content-Length", strconv.Itoa(len(document)))
	header.Set("Cache-Control", "private, no-store")
	c.W.WriteHeader(http.StatusOK)
	c.W.Write(document)
	return nil, nil
}

func (h Handlers) HandleNumbers(c Call, in wire.DeskNumbersRequest) (any, error) {
	n, err := h.Identity.ImportNumbers(c.Context(), in.Institute, in.CSV, c.Actor(), c.RequestID())
	return wire.DeskNumbersResponse{Numbers: n}, err
}

func (h Handlers) HandleSales(c Call, _ common.NoBody) (any, error) { return h.sales(c.Context(), nil) }

func (h Handlers) sales(ctx context.Context, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	pauses, err := h.Store.Pauses(ctx)
	if err != nil {
		return nil, err
	}
	out := wire.DeskSalesResponse{Paused: domain.Each(pauses, func(p domain.SalesPause) wire.DeskSalesPause {
		return wire.DeskSalesPause{SalesPause: wire.SalesPause{Category: p.Category, Sentence: p.Sentence},
			Since: wire.Instant(p.PausedAt), Actor: p.Actor}
	})}
	for _, c := range h.Content.Tickets.Categories {
		out.Categories = append(out.Categories, wire.DeskSalesCategory{Type: c.Type, Name: c.Name})
	}
	return out, nil
}

func (h Handlers) HandleSalesPause(c Call, in wire.DeskPauseRequest) (any, error) {
	return h.sales(c.Context(), h.Registrations.Pause(c.Context(), c.pauseOrder(in)))
}

func (h Handlers) HandleSalesResume(c Call, in wire.DeskPauseRequest) (any, error) {
	return h.sales(c.Context(), h.Registrations.Resume(c.Context(), c.pauseOrder(in)))
}

func (c Call) pauseOrder(in wire.DeskPauseRequest) registration.PauseOrder {
	return registration.PauseOrder{Category: in.Category, Sentence: in.Sentence, Actor: c.Actor(), Why: in.Why,
		RequestID: c.RequestID()}
}
