// Package desk handles the requests of the desk's pages. It must not know about visitors or devices; permissions are in
// package staff, actions in api/desk.
package desk

import (
	"net/http"
	"strings"
	"time"

	"transom/api/desk"
	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/staff"
	"transom/api/texts"
	"transom/api/wire"
)

// Handlers are the handlers for the desk.
type Handlers struct{ *common.API }

// Call is a request by a member of staff.
type Call struct {
	common.Call
	staff.Visit
}

// Actor returns the member for the activity log.
func (c Call) Actor() domain.Actor { return c.Member.Actor() }

// Serve calls f for staff with the permission and, if required, a recent confirmation with the passkey.
func Serve[In any](h Handlers, p staff.Permission, f func(Call, In) (any, error)) http.HandlerFunc {
	return h.Handle(func(w http.ResponseWriter, r *http.Request) error {
		v, err := h.enter(r)
		if err != nil {
			return err
		}
		if err := v.Allow(p); err != nil {
			return err
		}
		return common.Answer(Call{common.Call{W: w, R: r}, v}, w, r, f)
	})
}

// background marks requests that a page makes on its own: they do not extend a session.
const background = "X-Desk-Background"

func (h Handlers) enter(r *http.Request) (staff.Visit, error) {
	return h.Staff.Enter(r.Context(), h.token(r), r.Header.Get(background) != "")
}

// IsStaff reports whether a request comes from somebody who is signed in.
func (h Handlers) IsStaff(r *http.Request) bool {
	return h.Staff != nil && h.Staff.IsSignedIn(r.Context(), h.token(r))
}

// The cookies' lifetimes; the database stores when a session ends.
const (
	sessionCookie   = "desk"
	sessionLifetime = 8 * time.Hour
	deviceCookie    = "desk-device"
	deviceLifetime  = 180 * 24 * time.Hour
)

// The prefix keeps other hosts of the same domain from setting the cookie.
func (h Handlers) hostCookie(name string) string {
	if strings.HasPrefix(h.Settings.Desk, "https://") {
		return "__Host-" + name
	}
	return name
}

func (h Handlers) token(r *http.Request) string  { return cookie(r, h.hostCookie(sessionCookie)) }
func (h Handlers) device(r *http.Request) string { return cookie(r, h.hostCookie(deviceCookie)) }

// cookie returns "" if there are several cookies of this name, because another site may have planted one.
func cookie(r *http.Request, name string) string {
	if all := r.CookiesNamed(name); len(all) == 1 {
		return all[0].Value
	}
	return ""
}

func (h Handlers) setCookie(w http.ResponseWriter, name, value string, lifetime time.Duration) {
	c := &http.Cookie{
		Name: h.hostCookie(name), Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: strings.HasPrefix(h.Settings.Desk, "https://"), MaxAge: int(lifetime.Seconds()),
	}
	if value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

// Browsers send the origin with each POST.
func (h Handlers) CheckOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site := r.Header.Get("Sec-Fetch-Site")
		if r.Header.Get("Origin") != h.Settings.Desk || site != "" && site != "same-origin" {
			h.WriteError(w, r, &domain.Error{Code: domain.CodeForbidden, Message: texts.ForeignPage})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// SessionKey is the address for callers without a session.
func SessionKey(r *http.Request) string {
	for _, name := range []string{"__Host-" + sessionCookie, sessionCookie} {
		if token := cookie(r, name); token != "" {
			return "desk " + domain.Hash(token)
		}
	}
	return common.ClientKey(r)
}

// The permission depends on the request; a preview needs the role, but not the passkey.
func (h Handlers) HandleAction(action desk.Action) func(Call, common.NoBody) (any, error) {
	return func(c Call, _ common.NoBody) (any, error) {
		asked := action.Ask()
		if _, err := common.Decode(c.R, asked.Input()); err != nil {
			return nil, err
		}
		in, p := asked.Base(), asked.Permission()
		if !in.Preview || !staff.May(c.Member.Role, p) {
			if err := c.Allow(p); err != nil {
				return nil, err
			}
		}
		if in.ID == "" { // the action may be about all registrations of a category
			_ = http.NewResponseController(c.W).SetWriteDeadline(time.Now().Add(exportTimeout))
		}
		out, err := asked.Do(c.Context(), h.Actions, desk.Request{
			BookingID: in.ID, Version: max(in.Version, 0), Why: in.Why, Preview: in.Preview, Who: c.Actor(),
			RequestID: c.RequestID(),
		})
		if err != nil {
			return nil, err
		}
		return out.DeskActionResponse, nil
	}
}

func (h Handlers) HandlePending(c Call, in wire.IDRequest) (any, error) {
	return h.Actions.Pending(c.Context(), in.ID, c.Actor())
}
