package server

import (
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"transom/api/domain"
	"transom/api/staff"
)

// deskRoutes are the calls of the desk, below /api/desk. Each names the permission that it asks for; the few that do
// not are the way to a session. Visitors' limits are not the desk's.
func (s *server) deskRoutes(r chi.Router) {
	r.Use(s.apiHeaders, s.deskOrigin, s.requireJSON, s.limitBy(deskKey, 1200, time.Minute), body(maxJSONBytes))
	r.Group(s.deskDoor)
	r.Group(s.deskStaff)
	r.Group(s.deskReads)
	r.Group(s.deskGate)
	r.Group(s.deskActs)
}

// deskDoor is the way in and out.
func (s *server) deskDoor(r chi.Router) {
	r.Group(func(r chi.Router) {
		r.Use(s.limit(300, 10*time.Minute))
		r.Post("/sign-in/ways", s.handle(s.handleDeskWays))
		r.Post("/sign-in/code", s.handle(s.handleDeskCode))
		r.Post("/sign-in/verify", s.handle(s.handleDeskVerify))
		r.Post("/sign-in/passkey", s.handle(s.handleDeskPasskey))
		if s.Settings.Rehearsal {
			r.Post("/sign-in/rehearsal", s.handle(s.handleDeskRehearsal))
		}
	})
	r.Post("/sign-in/me", s.handle(s.handleDeskWho))
	r.Post("/me", s.visit(staff.Own, s.handleDeskMe))
	r.Post("/sign-out", s.visit(staff.Own, s.handleDeskSignOut))
	r.Post("/touch/begin", s.visit(staff.Own, s.handleDeskTouchBegin))
	r.Post("/touch/finish", s.visit(staff.Own, s.handleDeskTouchFinish))
	r.Post("/passkey/begin", s.visit(staff.PasskeyOwn, s.handleDeskPasskeyBegin))
	r.Post("/passkey/finish", s.visit(staff.PasskeyOwn, s.handleDeskPasskeyFinish))
	r.Post("/passkey/remove", s.visit(staff.PasskeyOwn, s.handleDeskPasskeyRemove))
}

// deskStaff are the rooms of staff, acts and sales.
func (s *server) deskStaff(r chi.Router) {
	r.Post("/staff/list", s.desk(staff.StaffView, s.handleStaffList))
	r.Post("/staff/invite", s.desk(staff.StaffChange, s.handleStaffInvite))
	r.Post("/staff/role", s.desk(staff.StaffChange, s.handleStaffRole))
	r.Post("/staff/end", s.desk(staff.StaffChange, s.handleStaffEnd))
	r.Post("/staff/reset", s.desk(staff.StaffChange, s.handleStaffReset))
	r.Post("/acts/list", s.desk(staff.ActsOwn, s.handleActs))
	r.Post("/acts/export", s.desk(staff.ActsExport, s.handleActsExport))
	r.Post("/sales/view", s.desk(staff.SalesView, s.handleDeskSales))
	r.Post("/sales/pause", s.desk(staff.SalesPause, s.handleSalesPause))
	r.Post("/sales/resume", s.desk(staff.SalesPause, s.handleSalesResume))
}

// desk answers a call of the desk when whoever calls is signed in, has the permission, and has touched the passkey
// lately if it asks for that. It puts nothing else in the way.
func (s *server) desk(p staff.Permission, h func(w http.ResponseWriter, r *http.Request,
	who domain.Actor) error) http.HandlerFunc {
	return s.visit(p, func(w http.ResponseWriter, r *http.Request,
		v staff.Visit) error {
		return h(w, r, v.Member.Actor())
	})
}

// visit is desk for those who need the session too.
func (s *server) visit(p staff.Permission, h func(w http.ResponseWriter, r *http.Request,
	v staff.Visit) error) http.HandlerFunc {
	return s.handle(func(w http.ResponseWriter, r *http.Request) error {
		v, err := s.Staff.Enter(r.Context(), s.deskToken(r), r.Header.Get(deskBackground) != "")
		if err != nil {
			return err
		}
		if err := v.Allow(p); err != nil {
			return err
		}
		return h(w, r, v)
	})
}

// deskBackground is the header of what a page asks by itself: it does not keep a session alive.
const deskBackground = "X-Desk-Background"

// deskCookie is the cookie of the session. Its name keeps other hosts of the same domain from setting it.
func (s *server) deskCookie() string { return s.hostCookie("desk") }

func (s *server) hostCookie(name string) string {
	if strings.HasPrefix(s.Settings.Desk, "https://") {
		return "__Host-" + name
	}
	return name
}

func (s *server) deskToken(r *http.Request) string { return cookie(r, s.deskCookie()) }

// cookie is the value of a cookie, "" when it is missing or there are several: which of them is ours nobody knows.
func cookie(r *http.Request, name string) string {
	if all := r.CookiesNamed(name); len(all) == 1 {
		return all[0].Value
	}
	return ""
}

// setDeskCookie gives a browser a value for so long; "" takes it away.
func (s *server) setDeskCookie(w http.ResponseWriter, name, value string, lifetime time.Duration) {
	c := &http.Cookie{
		Name: s.hostCookie(name), Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: strings.HasPrefix(s.Settings.Desk, "https://"), MaxAge: int(lifetime.Seconds()),
	}
	if value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

// deskOrigin refuses every call that does not say that a page of the desk made it. Browsers say so with each POST.
func (s *server) deskOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if site := r.Header.Get("Sec-Fetch-Site"); r.Header.Get("Origin") != s.Settings.Desk || site != "" &&
			site != "same-origin" {
			s.writeError(w, r, &domain.Error{Code: domain.CodeForbidden, Message: "This page may not send requests here."})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// deskKey shares the desk's limit out by session; whoever has none has the network's.
func deskKey(r *http.Request) string {
	for _, name := range []string{"__Host-desk", "desk"} {
		if token := cookie(r, name); token != "" {
			return "desk " + domain.Hash(token)
		}
	}
	return addressKey(r)
}
