package server_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"transom/api/apitest"
)

// BenchmarkReads measures what pages request most often, without the network.
func BenchmarkReads(b *testing.B) {
	s := apitest.Start(b, apitest.Options{})
	form, _, booking, _ := s.RegisterPaid(nil)
	token := s.SignInAs(form["email"].(string))
	for _, c := range []struct{ name, path, body, token string }{
		{"verify-payment", "/api/verify-payment", `{"bookingId":"` + booking.ID + `"}`, ""},
		{"tickets", "/api/tickets", `{}`, token},
		{"profile", "/api/profile", `{}`, token},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					r := httptest.NewRequest("POST", c.path, strings.NewReader(c.body))
					r.Header.Set("Content-Type", "application/json")
					r.Header.Set("Authorization", c.token)
					w := httptest.NewRecorder()
					if s.Handler.ServeHTTP(w, r); w.Code != http.StatusOK {
						b.Fatalf("%d %s", w.Code, w.Body)
					}
				}
			})
		})
	}
}
