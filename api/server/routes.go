package server

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	actions "transom/api/desk"
	"transom/api/server/common"
	"transom/api/server/desk"
	"transom/api/server/gate"
	"transom/api/staff"
)

// A hall may share one address. Refused forms count too; a question is asked by a page that waits for a payment.
const (
	registrationsOfAddress = 180
	questionsOfAddress     = 600
)

func (s *server) routes() (http.Handler, error) {
	r := chi.NewRouter()
	r.Use(s.GiveRequestID, s.ClientAddress, s.LogAndRecover, s.gate.FindDevice, s.limitShare, common.Hurry,
		common.EndAfterChunks, middleware.GetHead)
	r.NotFound(s.Handle(common.NotFound))
	r.MethodNotAllowed(s.Handle(common.MethodNotAllowed))

	r.Group(func(r chi.Router) {
		r.Use(s.APIHeaders)
		r.Get("/healthz", s.Handle(s.handleHealth))
		r.Get("/readyz", s.Handle(s.handleReady))
		r.Get("/metrics", s.Handle(s.handleMetrics))
		r.Get("/.well-known/transom-ticket-key", common.JSON(s.API, s.public.HandleTicketKey))
	})
	// Gateways are not browsers, and each sends its messages from a few addresses.
	r.With(s.APIHeaders, s.Limit(6000, time.Minute), common.Body(common.MaxWebhookBytes)).
		Post("/api/payments/{provider}/webhook", s.Handle(s.public.HandlePaymentWebhook))
	if s.Settings.Desk != "" {
		r.Route("/api/desk", s.deskRoutes)
	}
	r.Route(gate.Path, s.gateRoutes)
	r.Route("/api", s.publicRoutes)
	return r, s.pages(r)
}

func (s *server) publicRoutes(r chi.Router) {
	a, p := s.API, s.public
	r.Use(a.APIHeaders, a.CORS, a.SameOrigin, a.Limit(3000, time.Minute)) // a whole hall may share one address
	r.Get("/sales", common.JSON(a, p.HandleSales))
	r.With(p.LimitUploads()...).Post("/upload-assets", a.Handle(p.HandleUpload))
	r = r.With(a.RequireJSON, common.Body(common.MaxJSONBytes))
	r.With(a.Limit(10, 10*time.Minute)).Post("/report-error", common.JSON(a, p.HandleReportError))
	r.With(a.Limit(registrationsOfAddress, 10*time.Minute)).Post("/registration", a.Handle(p.HandleRegistration))
	r.With(a.Limit(60, 10*time.Minute)).Post("/transfer", common.JSON(a, p.HandleTransfer))
	r.With(a.Limit(60, 10*time.Minute)).Post("/transfer-accept", common.JSON(a, p.HandleTransferAccept))
	r.With(a.Limit(questionsOfAddress, time.Minute)).Post("/verify-payment", common.JSON(a, p.HandleVerifyPayment))
	r.With(a.Limit(registrationsOfAddress, 10*time.Minute)).Post("/pay-again", common.JSON(a, p.HandlePayAgain))
	// Package signin limits the codes that a network may request.
	r.Post("/send-otp", common.JSON(a, p.HandleSendOTP))
	r.With(a.LimitBy(common.NetworkKey, 300, 10*time.Minute)).Post("/verify-otp", common.JSON(a, p.HandleVerifyOTP))
	r.Post("/sign-out", common.JSON(a, p.HandleSignOut))
	r.Post("/profile", common.JSON(a, p.HandleProfile))
	r.Post("/update-profile", common.JSON(a, p.HandleUpdateProfile))
	r.Post("/photo", common.JSON(a, p.HandlePhoto))
	r.Post("/tickets", common.JSON(a, p.HandleTickets))
	r.Post("/invoice", common.JSON(a, p.HandleInvoice))
	r.With(a.Limit(60, 10*time.Minute)).Post("/document", common.JSON(a, p.HandleDocument))
	r.With(a.Limit(20, 10*time.Minute)).Post("/invoice-buyer", common.JSON(a, p.HandleInvoiceBuyer))
}

// Each call names its permission, except the few that are used to sign in.
func (s *server) deskRoutes(r chi.Router) {
	a, d := s.API, s.desk
	r.Use(a.APIHeaders, d.CheckOrigin, a.RequireJSON, a.LimitBy(desk.SessionKey, 1200, time.Minute))
	r.With(common.Body(desk.MaxNumbersBytes)).
		Post("/documents/numbers", desk.Serve(d, staff.DocumentCheck, d.HandleNumbers))
	r = r.With(common.Body(common.MaxJSONBytes))
	signIn := r.With(a.Limit(300, 10*time.Minute))
	signIn.Post("/sign-in/code", common.JSON(a, d.HandleCode))
	signIn.Post("/sign-in/verify", common.JSON(a, d.HandleVerify))
	signIn.Post("/sign-in/passkey", common.JSON(a, d.HandlePasskey))
	if s.Settings.Rehearsal {
		signIn.Post("/sign-in/rehearsal", common.JSON(a, d.HandleRehearsal))
	}
	r.Post("/sign-in/me", common.JSON(a, d.HandleWho))
	r.Post("/me", desk.Serve(d, staff.Own, d.HandleMe))
	r.Post("/sign-out", desk.Serve(d, staff.Own, d.HandleSignOut))
	r.Post("/confirm/begin", desk.Serve(d, staff.Own, d.HandleConfirmBegin))
	r.Post("/confirm/finish", desk.Serve(d, staff.Own, d.HandleConfirmFinish))
	r.Post("/passkey/begin", desk.Serve(d, staff.PasskeyOwn, d.HandlePasskeyBegin))
	r.Post("/passkey/finish", desk.Serve(d, staff.PasskeyOwn, d.HandlePasskeyFinish))
	r.Post("/passkey/remove", desk.Serve(d, staff.PasskeyOwn, d.HandlePasskeyRemove))
	r.Post("/staff/list", desk.Serve(d, staff.StaffView, d.HandleStaffList))
	r.Post("/staff/invite", desk.Serve(d, staff.StaffChange, d.HandleStaffInvite))
	r.Post("/staff/role", desk.Serve(d, staff.StaffChange, d.HandleStaffRole))
	r.Post("/staff/end", desk.Serve(d, staff.StaffChange, d.HandleStaffEnd))
	r.Post("/staff/reset", desk.Serve(d, staff.StaffChange, d.HandleStaffReset))
	r.Post("/activity-log/list", desk.Serve(d, staff.ActivityOwn, d.HandleActivityLog))
	r.Post("/activity-log/export", desk.Serve(d, staff.ActivityExport, d.HandleActivityLogExport))
	r.Post("/sales/view", desk.Serve(d, staff.SalesView, d.HandleSales))
	r.Post("/sales/pause", desk.Serve(d, staff.SalesPause, d.HandleSalesPause))
	r.Post("/sales/resume", desk.Serve(d, staff.SalesPause, d.HandleSalesResume))
	r.Post("/overview", desk.Serve(d, staff.OverviewView, d.HandleOverview))
	r.Post("/registrations", desk.Serve(d, staff.RegistrationsView, d.HandleRegistrations))
	r.Post("/registration", desk.Serve(d, staff.RegistrationsView, d.HandleRegistration))
	r.Post("/tasks", desk.Serve(d, staff.TasksView, d.HandleTasks))
	r.Post("/task-done", desk.Serve(d, staff.TasksDone, d.HandleTaskDone))
	r.Post("/document", desk.Serve(d, staff.MoneyView, d.HandleDocument))
	r.Post("/reconcile", desk.Serve(d, staff.MoneyView, d.HandleReconcile))
	r.Post("/invoices/export", desk.Serve(d, staff.InvoiceExport, d.HandleExportInvoices))
	r.Post("/export", desk.Serve(d, staff.Export, d.HandleExport))
	r.Post("/badges", desk.Serve(d, staff.Badges, d.HandleBadges))
	r.Post("/badges-printed", desk.Serve(d, staff.Badges, d.HandleBadgesPrinted))
	r.Post("/badge-photo", desk.Serve(d, staff.Badges, d.HandleBadgePhoto))
	r.Post("/documents/queue", desk.Serve(d, staff.DocumentCheck, d.HandleChecks))
	r.Post("/documents/photo", desk.Serve(d, staff.DocumentCheck, d.HandleCheckPhoto))
	r.Post("/documents/open", desk.Serve(d, staff.DocumentOpen, d.HandleOpenDocument))
	r.Post("/gate-live", desk.Serve(d, staff.GateView, d.HandleGateLive))
	r.Post("/gate-invite", desk.Serve(d, staff.GateEnrol, d.HandleGateInvite))
	r.Post("/gate-revoke", desk.Serve(d, staff.GateRevoke, d.HandleGateRevoke))
	r.Post("/gate-name", desk.Serve(d, staff.GateName, d.HandleGateName))
	r.Post("/pending", desk.Serve(d, staff.ContactView, d.HandlePending))
	for _, action := range actions.Actions() {
		r.Post("/"+action.Name, desk.Serve(d, staff.Own, d.HandleAction(action)))
	}
}

func (s *server) gateRoutes(r chi.Router) {
	g := s.gate
	r.Use(s.APIHeaders, s.CORS, s.SameOrigin, s.RequireJSON)
	r.Post("/invitation", gate.Open(g, g.HandleInvitation))
	r.Post("/enrol", gate.Open(g, g.HandleEnrol))
	r.Post("/sync", gate.Serve(g, 240, gate.MaxSyncBytes, g.HandleSync))
	r.Post("/wait", gate.Serve(g, 240, common.MaxFormBytes, g.HandleWait))
	r.Post("/leave", gate.Serve(g, 30, common.MaxFormBytes, g.HandleLeave))
	r.Post("/find", gate.Serve(g, 30, common.MaxFormBytes, g.HandleFind))
	r.Post("/photo", gate.Serve(g, 120, common.MaxFormBytes, g.HandlePhoto))
}
