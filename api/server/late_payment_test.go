package server_test

import (
	"context"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/gateway/sandbox"
)

// Nobody is asked to pay twice while a late payment may still arrive.
func TestPaymentThatMayArriveLate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		choose func(*sandbox.Sandbox, context.Context, string) (sandbox.Link, error)
		// said holds the state at once and after each pause.
		said   []string
		pauses []time.Duration
	}{
		"paid late": {(*sandbox.Sandbox).PayLate, []string{"FAILED expired awaited", "SUCCESS paid"},
			[]time.Duration{time.Minute}},
		"never paid": {
			func(box *sandbox.Sandbox, ctx context.Context, id string) (sandbox.Link, error) {
				return box.Find(ctx, id)
			},
			[]string{"INITIATED waiting", "FAILED expired awaited", "FAILED expired"},
			[]time.Duration{31 * time.Minute, 15 * time.Minute},
		},
		"declined": {(*sandbox.Sandbox).Decline, []string{"FAILED expired", "FAILED expired"}, []time.Duration{time.Minute}},
	} {
		t.Run(name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{})
			_, b := s.Unpaid(nil)
			view, err := s.Store.FindPaymentView(t.Context(), b.ID)
			must(t, err)
			if _, err := c.choose(s.Sandbox, t.Context(), view.Attempt.ProviderID); err != nil {
				t.Fatal(err)
			}
			s.Clock.Add(6 * time.Second)
			for i, want := range c.said {
				if i > 0 {
					s.Clock.Add(c.pauses[i-1])
				}
				s.Payments.Reconcile(t.Context())
				a := s.Post("/verify-payment", map[string]any{"bookingId": b.ID})
				status, _ := a.Body["transaction_status"].(map[string]any)
				got, _ := status["paymentStatus"].(string)
				got += " " + status["state"].(string)
				if awaited, _ := status["awaited"].(bool); awaited {
					got += " awaited"
				}
				if got != want {
					t.Errorf("step %d: %s, want %s", i, got, want)
				}
			}
		})
	}
}
