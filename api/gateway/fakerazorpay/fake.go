// Package fakerazorpay is a server that speaks Razorpay's Payment Links, quirks included, for tests. Source: payments
// reference, section 3.
package fakerazorpay

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"time"

	"transom/api/gateway/fakegateway"
)

// Credentials of the fake account.
const (
	KeyID         = "rzp_test_fake"
	KeySecret     = "key_secret_test"
	WebhookSecret = "whsec_test_secret"
)

// Fake is the server.
type Fake struct {
	*fakegateway.Engine
	clock fakegateway.Clock
	mux   *http.ServeMux
}

// New returns a gateway whose faults follow from the seed.
func New(clock fakegateway.Clock, seed uint64, knobs fakegateway.Knobs) *Fake {
	f := &Fake{Engine: fakegateway.New(clock, seed, knobs, "https://rzp.io/rzp/"), clock: clock, mux: http.NewServeMux()}
	f.mux.HandleFunc("POST /v1/payment_links", f.create)
	f.mux.HandleFunc("GET /v1/payment_links", f.list)
	f.mux.HandleFunc("GET /v1/payment_links/{id}", f.fetch)
	f.mux.HandleFunc("POST /v1/payment_links/{id}/cancel", f.cancel)
	f.mux.HandleFunc("GET /v1/payments", f.payments)
	f.mux.HandleFunc("GET /v1/payments/{id}", f.payment)
	f.mux.HandleFunc("GET /v1/disputes/{id}", f.dispute)
	f.mux.HandleFunc("POST /v1/payments/{id}/refund", f.refund)
	f.mux.HandleFunc("GET /v1/orders/{id}/payments", f.orderPayments)
	return f
}

// ServeHTTP checks the credentials, draws a fault, and then does what was asked.
func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch f.Meet() {
	case fakegateway.DownFault:
		fakegateway.Abort()
	case fakegateway.ServerErrorFault:
		problem(w, http.StatusServiceUnavailable, "SERVER_ERROR", "The server encountered an error", "")
		return
	case fakegateway.HTMLFault:
		fakegateway.WriteHTML(w)
		return
	case fakegateway.TooManyFault:
		problem(w, http.StatusTooManyRequests, "BAD_REQUEST_ERROR", "Too many requests", "")
		return
	}
	id, secret, ok := r.BasicAuth()
	// The word is case-sensitive there.
	if !ok || !strings.HasPrefix(r.Header.Get("Authorization"), "Basic ") || id != KeyID || secret != KeySecret {
		problem(w, http.StatusUnauthorized, "BAD_REQUEST_ERROR", "Authentication failed", "")
		return
	}
	f.mux.ServeHTTP(w, r)
}

type createRequest struct {
	Amount         json.RawMessage   `json:"amount"`
	Currency       string            `json:"currency"`
	AcceptPartial  bool              `json:"accept_partial"`
	ReferenceID    string            `json:"reference_id"`
	Description    string            `json:"description"`
	ExpireBy       int64             `json:"expire_by"`
	Notes          map[string]string `json:"notes"`
	CallbackURL    string            `json:"callback_url"`
	CallbackMethod string            `json:"callback_method"`
}

var wholeNumber = regexp.MustCompile(`^[1-9][0-9]{2,15}$`)

func (f *Fake) create(w http.ResponseWriter, r *http.Request) {
	var in createRequest
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		problem(w, http.StatusBadRequest, "BAD_REQUEST_ERROR", "The request is not valid JSON", "")
		return
	}
	now := f.clock.Now()
	expires := time.Unix(in.ExpireBy, 0)
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
			problem(w, http.StatusBadRequest, "BAD_REQUEST_ERROR", field+" is not acceptable", field)
			return
		}
	}
	var amount int64
	_ = json.Unmarshal(in.Amount, &amount) // it matched wholeNumber
	link, made := f.Create(fakegateway.Link{
		Reference: in.ReferenceID, Amount: amount, Currency: in.Currency, ExpiresAt: expires, CallbackURL: in.CallbackURL,
		Notes: in.Notes,
	})
	if !made {
		problem(w, http.StatusBadRequest, "BAD_REQUEST_ERROR", "payment link creation with reference ID already attempted",
			"reference_id")
		return
	}
	if f.LoseAnswer() {
		fakegateway.Abort()
	}
	reply(w, f.entity(link, false))
}

func (f *Fake) list(w http.ResponseWriter, r *http.Request) {
	links := []any{}
	q := r.URL.Query()
	link, found := f.LinkOf(q.Get("payment_id"))
	if reference := q.Get("reference_id"); reference != "" {
		link, found = f.Find("", reference)
	}
	if found {
		links = append(links, f.entity(link, true))
	}
	reply(w, map[string]any{"payment_links": links})
}

func (f *Fake) fetch(w http.ResponseWriter, r *http.Request) {
	link, found := f.Find(r.PathValue("id"), "")
	if !found {
		problem(w, http.StatusBadRequest, "BAD_REQUEST_ERROR", "The id provided does not exist", "")
		return
	}
	reply(w, f.entity(link, true))
}

func (f *Fake) cancel(w http.ResponseWriter, r *http.Request) {
	link, found, cancelled := f.Cancel(r.PathValue("id"))
	switch {
	case !found:
		problem(w, http.StatusBadRequest, "BAD_REQUEST_ERROR", "The id provided does not exist", "")
	case cancelled:
		reply(w, f.entity(link, false))
	case link.Status == fakegateway.Paid:
		problem(w, http.StatusBadRequest, "BAD_REQUEST_ERROR", "cannot cancel or expire an already paid/partially paid link",
			"")
	default:
		problem(w, http.StatusBadRequest, "BAD_REQUEST_ERROR", "cannot cancel or expire an expired link", "")
	}
}

func (f *Fake) payment(w http.ResponseWriter, r *http.Request) {
	p, found := f.FindPayment(r.PathValue("id"))
	if !found {
		problem(w, http.StatusBadRequest, "BAD_REQUEST_ERROR", "The id provided does not exist", "")
		return
	}
	reply(w, paymentEntity(p, "order_x"))
}

func (f *Fake) refund(w http.ResponseWriter, r *http.Request) {
	var in struct{ Amount int64 }
	key := r.Header.Get("X-Refund-Idempotency")
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || len(key) < 10 {
		problem(w, http.StatusBadRequest, "BAD_REQUEST_ERROR", "The refund is not acceptable", "")
		return
	}
	if _, fault := f.Refund(r.PathValue("id"), in.Amount, key); fault != "" {
		problem(w, http.StatusBadRequest, "BAD_REQUEST_ERROR", fault, "")
		return
	}
	if f.LoseAnswer() {
		fakegateway.Abort()
	}
	status := "processed"
	if f.HasFailed(r.PathValue("id"), key) {
		status = "failed"
	}
	reply(w, map[string]any{"id": "rfnd_" + key, "entity": "refund", "amount": in.Amount, "payment_id": r.PathValue("id"),
		"status": status})
}

func (f *Fake) orderPayments(w http.ResponseWriter, r *http.Request) {
	items := []any{}
	for _, l := range f.Links() {
		if l.OrderID == r.PathValue("id") {
			for _, p := range l.Payments {
				items = append(items, paymentEntity(*p, l.OrderID))
			}
		}
	}
	reply(w, map[string]any{"entity": "collection", "count": len(items), "items": items})
}

func reply(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // the client may have gone
}

func problem(w http.ResponseWriter, status int, code, description, field string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{
		"code": code, "description": description, "field": field, "source": "business", "step": "payment_initiation",
		"reason": "input_validation_failed", "metadata": map[string]any{},
	}})
}
