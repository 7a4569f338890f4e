// Package fakerazorpay is a test server with Razorpay's Payment Links API, including its quirks. Source: payments
// reference, section 3.
package fakerazorpay

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"transom/api/domain"

	"transom/api/gateway/fakegateway"
)

const (
	KeyID         = "rzp_test_fake"
	KeySecret     = "key_secret_test"
	WebhookSecret = "whsec_test_secret"
)

// Fake is the fake Razorpay server.
type Fake struct {
	*fakegateway.Engine
	clock domain.Clock
}

// New returns a gateway whose faults are determined by the seed.
func New(clock domain.Clock, seed uint64, knobs fakegateway.Knobs) *Fake {
	f := &Fake{Engine: fakegateway.New(clock, seed, knobs, "https://rzp.io/rzp/"), clock: clock}
	f.Speak(fakegateway.Wire{
		Authorized: func(r *http.Request) bool {
			id, secret, ok := r.BasicAuth()
			// Razorpay accepts "Basic" only in this spelling.
			return ok && strings.HasPrefix(r.Header.Get("Authorization"), "Basic ") && id == KeyID && secret == KeySecret
		},
		Problem: func(status int, why string) any {
			code := "BAD_REQUEST_ERROR" // Razorpay sends this code for 429 too
			if status >= 500 {
				code = "SERVER_ERROR"
			}
			return map[string]any{"error": map[string]any{
				"code": code, "description": why, "field": "", "source": "business", "step": "payment_initiation",
				"reason": "input_validation_failed", "metadata": map[string]any{},
			}}
		},
		Routes: map[string]func(*http.Request) (any, error){
			"POST /v1/payment_links": f.create, "GET /v1/payment_links": f.list, "GET /v1/payment_links/{id}": f.fetch,
			"POST /v1/payment_links/{id}/cancel": f.cancel, "GET /v1/payments": f.payments,
			"GET /v1/payments/{id}": f.payment, "GET /v1/disputes/{id}": f.dispute,
			"POST /v1/payments/{id}/refund": f.refund,
		},
	})
	return f
}

func invalid(why string) error { return fakegateway.Refusal{Status: http.StatusBadRequest, Why: why} }

const unknownID = "The id provided does not exist"

type createRequest struct {
	Amount         json.RawMessage   `json:"amount"`
	Currency       string            `json:"currency"`
	ReferenceID    string            `json:"reference_id"`
	Description    string            `json:"description"`
	ExpireBy       int64             `json:"expire_by"`
	Notes          map[string]string `json:"notes"`
	CallbackURL    string            `json:"callback_url"`
	CallbackMethod string            `json:"callback_method"`
}

var wholeNumber = regexp.MustCompile(`^[1-9][0-9]{2,15}$`)

func (f *Fake) create(r *http.Request) (any, error) {
	var in createRequest
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return nil, invalid("The request is not valid JSON")
	}
	now, expires := f.clock.Now(), time.Unix(in.ExpireBy, 0)
	for field, wrong := range map[string]bool{
		"amount":          !wholeNumber.Match(in.Amount),
		"currency":        in.Currency != "INR",
		"reference_id":    in.ReferenceID == "" || len(in.ReferenceID) > 40,
		"description":     len(in.Description) > 2048,
		"notes":           len(in.Notes) > 15,
		"callback_method": in.CallbackURL != "" && in.CallbackMethod != "get",
		"expire_by":       expires.Before(now.Add(15*time.Minute)) || expires.After(now.AddDate(0, 6, 0)),
	} {
		if wrong {
			return nil, invalid(field + " is not acceptable")
		}
	}
	var amount int64
	_ = json.Unmarshal(in.Amount, &amount) // cannot fail: the amount matched wholeNumber
	link, made := f.Create(fakegateway.Link{
		Reference: in.ReferenceID, Amount: amount, Currency: in.Currency, ExpiresAt: expires, CallbackURL: in.CallbackURL,
		Notes: in.Notes,
	})
	if !made {
		return nil, invalid("payment link creation with reference ID already attempted")
	}
	f.LoseAnswer()
	return f.entity(link, false), nil
}

func (f *Fake) list(r *http.Request) (any, error) {
	links := []any{}
	q := r.URL.Query()
	link, found := f.LinkOf(q.Get("payment_id"))
	if reference := q.Get("reference_id"); reference != "" {
		link, found = f.Find("", reference)
	}
	if found {
		links = append(links, f.entity(link, true))
	}
	return map[string]any{"payment_links": links}, nil
}

func (f *Fake) fetch(r *http.Request) (any, error) {
	link, found := f.Find(r.PathValue("id"), "")
	if !found {
		return nil, invalid(unknownID)
	}
	return f.entity(link, true), nil
}

func (f *Fake) cancel(r *http.Request) (any, error) {
	link, found, cancelled := f.Cancel(r.PathValue("id"))
	switch {
	case !found:
		return nil, invalid(unknownID)
	case cancelled:
		return f.entity(link, false), nil
	}
	return nil, invalid("cannot cancel or expire an expired or already paid/partially paid link")
}

func (f *Fake) payment(r *http.Request) (any, error) {
	p, found := f.FindPayment(r.PathValue("id"))
	if !found {
		return nil, invalid(unknownID)
	}
	return paymentEntity(p, "order_x"), nil
}

func (f *Fake) refund(r *http.Request) (any, error) {
	var in struct{ Amount int64 }
	id, key, status := r.PathValue("id"), r.Header.Get("X-Refund-Idempotency"), "processed"
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || len(key) < 10 {
		return nil, invalid("The refund is not acceptable")
	}
	if _, fault := f.Refund(id, in.Amount, key); fault != "" {
		return nil, invalid(fault)
	}
	f.LoseAnswer()
	if f.HasFailed(id, key) {
		status = "failed"
	}
	return map[string]any{"id": "rfnd_" + key, "entity": "refund", "amount": in.Amount, "payment_id": id,
		"status": status}, nil
}

// payments lists one page of the account's payments, newest first: 10 by default and at most 100.
func (f *Fake) payments(r *http.Request) (any, error) {
	q := r.URL.Query()
	number := func(name string, otherwise int64) int64 {
		if n, err := strconv.ParseInt(q.Get(name), 10, 64); err == nil {
			return n
		}
		return otherwise
	}
	count, skip := number("count", 10), number("skip", 0)
	if count < 1 || count > 100 {
		return nil, invalid("The count may not be greater than 100.")
	}
	all := f.AllPayments(time.Unix(number("from", 0), 0), time.Unix(number("to", 1<<40), 0))
	all = all[min(skip, int64(len(all))):]
	items := []any{}
	for _, p := range all[:min(count, int64(len(all)))] {
		link, _ := f.LinkOf(p.ID)
		entity := paymentEntity(p, link.OrderID)
		entity["notes"] = f.notes(link)
		items = append(items, entity)
	}
	return map[string]any{"entity": "collection", "count": len(items), "items": items}, nil
}

func (f *Fake) dispute(r *http.Request) (any, error) {
	d, found := f.FindDispute(r.PathValue("id"))
	if !found {
		return nil, invalid(unknownID)
	}
	return disputeEntity(d), nil
}
