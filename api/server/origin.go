package server

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"transom/api/domain"
)

func isUTF8(charset string) bool { return strings.EqualFold(charset, "utf-8") }

// origins are the exact origins whose pages may call the API.
func (s *server) origins() []string {
	origins := slices.Clone(s.Settings.AllowedOrigins)
	if u, err := url.Parse(s.Settings.SiteURL); err == nil && u.Host != "" {
		origins = append(origins, u.Scheme+"://"+u.Host)
	}
	return origins
}

// cors lets exactly the known origins read answers. The token travels in a header, so credentials are never allowed.
func (s *server) cors(next http.Handler) http.Handler {
	allowed := s.origins()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Add("Vary", "Origin")
		origin := r.Header.Get("Origin")
		if origin != "" && slices.Contains(allowed, origin) {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Access-Control-Expose-Headers", "Retry-After, X-Request-Id")
			if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
				h.Set("Access-Control-Allow-Methods", "POST")
				h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, X-Upload-Session")
				h.Set("Access-Control-Max-Age", "600")
				w.WriteHeader(http.StatusNoContent)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// sameOrigin refuses what a foreign page makes a browser send (Sec-Fetch-Site, else Origin). Programs that are not
// browsers send neither header and pass.
func (s *server) sameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	for _, origin := range s.origins() {
		// A wrong origin was refused when the settings were read.
		if err := protection.AddTrustedOrigin(origin); err != nil {
			s.Log.Error("origin is not trusted", "error", err)
		}
	}
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.writeError(w, r, &domain.Error{Code: domain.CodeForbidden, Message: "This page may not send requests here."})
	}))
	return protection.Handler(next)
}
