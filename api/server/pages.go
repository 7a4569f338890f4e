package server

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/texts"
	"transom/api/version"
	"transom/api/website"
	"transom/api/wire"
)

func (s *server) handleHealth(w http.ResponseWriter, _ *http.Request) error {
	common.Succeed(w, wire.Health{Version: version.Release})
	return nil
}

// If there is a proxy, handleMetrics answers nobody, because a proxy on this machine makes every visitor look local.
func (s *server) handleMetrics(w http.ResponseWriter, r *http.Request) error {
	proxied := len(s.Settings.TrustedProxies) > 0 || r.Header.Get("X-Forwarded-For") != "" ||
		r.Header.Get("Forwarded") != ""
	if proxied || !common.IsLoopback(r) {
		return common.NotFound(w, r)
	}
	s.Metrics.ServeHTTP(w, r)
	return nil
}

func (s *server) handleReady(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
	defer cancel()
	for name, check := range s.Ready {
		if err := check(ctx); err != nil {
			s.Log.ErrorContext(ctx, "not ready", "part", name, "error", err)
			return &domain.Error{Code: domain.CodeUnavailable, Message: texts.NotReady(name), RetryAfterSeconds: 5}
		}
	}
	common.Succeed(w, wire.Status{})
	return nil
}

func (s *server) pages(r chi.Router) error {
	if s.Settings.Rehearsal {
		pages := website.Rehearsal{Event: s.Content.Event, Brand: s.Content.Brand, Zone: s.Content.Zone,
			Folder: s.Settings.Outbox, Log: s.Log,
			Pictures: s.Content.Asks(domain.PhotoSlot.Field) || s.Content.Asks(domain.IDSlot.Field)}
		if s.Settings.Desk != "" {
			pages.Tickets = s.gate.HeldTickets
		}
		pages.Routes(r)
	}
	if s.Sandbox != nil {
		box := website.Sandbox{Box: s.Sandbox, Clock: s.Clock, SiteURL: s.Settings.SiteURL, Event: s.Content.Event.Name,
			Brand: s.Content.Brand, Log: s.Log}
		box.Routes(r, common.Body(common.MaxFormBytes))
	}
	if s.Settings.Static == "" {
		return nil
	}
	site, err := website.New(s.Settings.Static, s.Settings.Hosting, s.Settings.SiteURL, s.Settings.Rehearsal, s.Clock)
	if err != nil {
		return err
	}
	if s.Settings.Desk == "" { // the built site contains the desk's pages even if there is no desk
		for _, path := range []string{"/desk", "/desk/*", "/desk.html"} {
			r.Get(path, s.Handle(common.NotFound))
		}
	}
	r.Get("/*", site.ServeHTTP)
	return nil
}
