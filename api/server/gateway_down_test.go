package server_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/gateway/sandbox"
	"transom/api/payment"
)

// moody is the sandbox with a connection that breaks before the link is created, or before the answer arrives.
type moody struct {
	*sandbox.Sandbox
	breakBefore, breakAfter atomic.Bool
}

func (m *moody) CreateCheckout(ctx context.Context, r payment.CheckoutRequest) (payment.Checkout, error) {
	silence := &payment.ProviderError{HTTPStatus: http.StatusBadGateway, Code: "BAD_GATEWAY", Retryable: true,
		Ambiguous: true}
	if m.breakBefore.Load() {
		return payment.Checkout{}, silence
	}
	link, err := m.Sandbox.CreateCheckout(ctx, r)
	if m.breakAfter.Load() {
		return payment.Checkout{}, silence
	}
	return link, err
}

func TestTheGatewayIsSilent(t *testing.T) {
	t.Parallel()
	for name, breakLine := range map[string]func(m *moody) *atomic.Bool{
		"before the link is made":   func(m *moody) *atomic.Bool { return &m.breakBefore },
		"before the answer arrives": func(m *moody) *atomic.Bool { return &m.breakAfter },
	} {
		t.Run(name, func(t *testing.T) {
			m := new(moody)
			box, err := sandbox.Open(t.Context(), t.TempDir(), "http://127.0.0.1", apitest.NewClock(time.Time{}))
			must(t, err)
			defer box.Close()
			m.Sandbox = box
			s := apitest.Start(t, apitest.Options{Provider: m})
			broken := breakLine(m)
			broken.Store(true)
			form := s.FullForm()
			a := s.Post("/registration", form, "Idempotency-Key", "k")
			if a.Status != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" || a.Text("message") == "" {
				t.Fatalf("%d %s", a.Status, a.Raw)
			}
			wantCount(t, s, 1, `SELECT COUNT(*) FROM bookings b JOIN payment_attempts a ON a.booking_id = b.id
					WHERE a.state = 'CREATING'`)
			broken.Store(false)
			withKey := post(t, s, form, "Idempotency-Key", "k")
			without := post(t, s, form)
			if withKey.Text("payment_url") == "" || withKey.Text("payment_url") != without.Text("payment_url") ||
				withKey.Text("booking_id") != without.Text("booking_id") {
				t.Errorf("%s then %s", withKey.Raw, without.Raw)
			}
			wantCount(t, s, 1, `SELECT COUNT(*) FROM payment_attempts`)
		})
	}
}

// Security reference, row 33.
func TestUploadsAreNotServed(t *testing.T) {
	testdb.Once(t)
	t.Parallel()
	s := apitest.StartSite(t, nil)
	handle := s.Picture("aadhar")[len("asset:"):]
	photo := s.Picture("photo")[len("asset:"):]
	for _, path := range []string{
		"/uploads/aadhar/" + handle + ".jpg.age", "/aadhar/" + handle, "/asset:" + handle, "/api/assets/" + handle,
		"/api/upload-assets/" + handle,
		"/uploads/photo/" + photo + ".jpg", "/photo/" + photo + ".jpg", "/data/var/uploads/photo/" + photo + ".jpg",
		"/api/photo",
	} {
		for _, method := range []string{"GET", "POST"} {
			if a := s.Send(method, path, []byte("{}"), "Content-Type", "application/json"); a.Status < 400 {
				t.Errorf("%s %s: %d", method, path, a.Status)
			}
		}
	}
}
