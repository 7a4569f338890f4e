package server

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"transom/api/website"
)

// routes is every address that this program answers.
func (s *server) routes() (http.Handler, error) {
	r := chi.NewRouter()
	r.Use(s.requestID, s.clientAddress.middleware, s.logAndRecover, s.knowDevice, s.limitShare, hurry, endAfterChunks,
		middleware.GetHead)
	r.NotFound(s.handle(notFound))
	r.MethodNotAllowed(s.handle(methodNotAllowed))

	r.Group(func(r chi.Router) {
		r.Use(s.apiHeaders)
		r.Get("/healthz", s.handle(s.handleHealth))
		r.Get("/readyz", s.handle(s.handleReady))
		r.Get("/metrics", s.handle(s.handleMetrics))
		r.Get("/.well-known/transom-ticket-key", s.handle(s.handleTicketKey))
	})

	// Gateways are no browsers, and one of them sends all its messages from a few addresses.
	r.With(s.apiHeaders, s.limit(6000, time.Minute), body(maxWebhookBytes)).
		Post("/api/payments/{provider}/webhook", s.handle(s.handlePaymentWebhook))
	if s.Settings.Desk != "" {
		r.Route("/api/desk", s.deskRoutes)
	}
	s.gateRoutes(r)
	r.Route("/api", func(r chi.Router) {
		r.Use(s.apiHeaders, s.cors, s.sameOrigin, s.limit(3000, time.Minute)) // a hall's Wi-Fi is one address
		r.Get("/sales", s.handle(s.handleSales))
		r.With(s.limitUploads()...).Post("/upload-assets", s.handle(s.handleUpload))
		r.Group(func(r chi.Router) {
			r.Use(s.requireJSON, body(maxJSONBytes))
			r.With(s.limit(10, 10*time.Minute)).Post("/report-error", s.handle(s.handleReportError))
			r.With(s.limit(registrationsOfAddress, 10*time.Minute)).Post("/registration", s.handle(s.handleRegistration))
			r.With(s.limit(60, 10*time.Minute)).Post("/transfer", s.handle(s.handleTransfer))
			r.With(s.limit(60, 10*time.Minute)).Post("/transfer-accept", s.handle(s.handleTransferAccept))
			r.With(s.limit(questionsOfAddress, time.Minute)).Post("/verify-payment", s.handle(s.handleVerifyPayment))
			r.With(s.limit(registrationsOfAddress, 10*time.Minute)).Post("/pay-again", s.handle(s.handlePayAgain))
			// How many codes a network may ask for is counted with the codes (signin/limits.go).
			r.Post("/send-otp", s.handle(s.handleSendOTP))
			r.With(s.limitBy(wideKey, 300, 10*time.Minute)).Post("/verify-otp", s.handle(s.handleVerifyOTP))
			r.Post("/sign-out", s.handle(s.handleSignOut))
			r.Post("/profile", s.handle(s.handleProfile))
			r.Post("/update-profile", s.handle(s.handleUpdateProfile))
			r.Post("/photo", s.handle(s.handlePhoto))
			r.Post("/tickets", s.handle(s.handleTickets))
		})
	})

	return r, s.pages(r)
}

// pages adds what is no part of the API: /rehearsal, /sandbox/… and the built site, each where it is asked for
// (website).
func (s *server) pages(r chi.Router) error {
	if s.Settings.Rehearsal {
		outbox := website.Outbox{Folder: s.Settings.Outbox, Event: s.Content.Event.Name, Zone: s.Content.Zone, Log: s.Log}
		outbox.Routes(r)
		if s.Settings.Desk != "" {
			doors := website.Doors{Event: s.Content.Event.Name, Tickets: s.heldTickets, Log: s.Log}
			doors.Routes(r)
		}
	}
	if s.Sandbox != nil {
		box := website.Sandbox{Box: s.Sandbox, Clock: s.Clock, SiteURL: s.Settings.SiteURL, Event: s.Content.Event.Name,
			Log: s.Log}
		box.Routes(r, body(maxFormBytes))
	}
	if s.Settings.Static == "" {
		return nil
	}
	place := website.Place{Folder: s.Settings.Static, Hosting: s.Settings.Hosting, URL: s.Settings.SiteURL,
		Rehearsal: s.Settings.Rehearsal}
	site, err := website.New(place, s.Clock)
	if err != nil {
		return err
	}
	if s.Settings.Desk == "" { // the built site has its pages all the same
		r.Get("/desk", s.handle(notFound))
		r.Get("/desk/*", s.handle(notFound))
		r.Get("/desk.html", s.handle(notFound))
	}
	r.Get("/*", site.ServeHTTP)
	return nil
}
