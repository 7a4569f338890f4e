// Package fakecashfree is a server that speaks Cashfree's Payment Links, quirks included, for tests. Source: payments
// reference, section 4.
package fakecashfree

import (
	"encoding/json"
	"net/http"
	"regexp"
	"time"

	"transom/api/gateway"
	"transom/api/gateway/fakegateway"
)

// Credentials of the fake account.
const (
	ClientID     = "cf_id_test"
	ClientSecret = "cf_secret_test_ours"
)

// Fake is the server.
type Fake struct {
	*fakegateway.Engine
	clock fakegateway.Clock
	mux   *http.ServeMux
}

// New returns a gateway whose faults follow from the seed.
func New(clock fakegateway.Clock, seed uint64, knobs fakegateway.Knobs) *Fake {
	f := &Fake{Engine: fakegateway.New(clock, seed, knobs, "https://payments.cashfree.com/links/"), clock: clock,
		mux: http.NewServeMux()}
	f.mux.HandleFunc("POST /pg/links", f.create)
	f.mux.HandleFunc("GET /pg/links/{id}", f.fetch)
	f.mux.HandleFunc("POST /pg/links/{id}/cancel", f.cancel)
	f.mux.HandleFunc("GET /pg/links/{id}/orders", f.orders)
	f.mux.HandleFunc("POST /pg/recon", f.recon)
	f.mux.HandleFunc("GET /pg/orders/{id}", f.order)
	f.mux.HandleFunc("GET /pg/disputes/{id}", f.dispute)
	f.mux.HandleFunc("POST /pg/orders/{id}/refunds", f.refund)
	f.mux.HandleFunc("GET /pg/orders/{id}/refunds", f.refunds)
	return f
}

// ServeHTTP checks the credentials, draws a fault, and then does what was asked.
func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch f.Meet() {
	case fakegateway.DownFault:
		fakegateway.Abort()
	case fakegateway.ServerErrorFault:
		problem(w, http.StatusInternalServerError, "api_error", "internal_error")
		return
	case fakegateway.HTMLFault:
		fakegateway.WriteHTML(w)
		return
	case fakegateway.TooManyFault:
		problem(w, http.StatusTooManyRequests, "rate_limit_error", "rate_limit_exceeded")
		return
	}
	if r.Header.Get("x-client-id") != ClientID || r.Header.Get("x-client-secret") != ClientSecret ||
		r.Header.Get("x-api-version") == "" {
		problem(w, http.StatusUnauthorized, "authentication_error", "request_failed")
		return
	}
	f.mux.ServeHTTP(w, r)
}

type createRequest struct {
	LinkID     string          `json:"link_id"`
	Amount     json.RawMessage `json:"link_amount"`
	Currency   string          `json:"link_currency"`
	ExpiryTime string          `json:"link_expiry_time"`
	Customer   struct {
		Phone string `json:"customer_phone"`
	} `json:"customer_details"`
	Notes map[string]string `json:"link_notes"`
	Meta  struct {
		ReturnURL string `json:"return_url"`
	} `json:"link_meta"`
}

var (
	linkID  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,50}$`)
	decimal = regexp.MustCompile(`^[0-9]{1,9}\.[0-9]{2}$`)
)

func (f *Fake) create(w http.ResponseWriter, r *http.Request) {
	var in createRequest
	err := json.NewDecoder(r.Body).Decode(&in)
	expires, expiryErr := time.Parse(time.RFC3339, in.ExpiryTime)
	if err != nil || expiryErr != nil || !expires.After(f.clock.Now()) || !linkID.MatchString(in.LinkID) ||
		!decimal.Match(in.Amount) ||
		in.Currency != "INR" || in.Customer.Phone == "" || len(in.Notes) > 5 || len(in.Meta.ReturnURL) > 250 {
		problem(w, http.StatusBadRequest, "invalid_request_error", "link_post_failed")
		return
	}
	var amount gateway.Rupees
	_ = json.Unmarshal(in.Amount, &amount) // it never fails
	link, made := f.Create(fakegateway.Link{
		Reference: in.LinkID, Amount: int64(amount), Currency: in.Currency, ExpiresAt: expires,
		CallbackURL: in.Meta.ReturnURL, Notes: in.Notes,
	})
	if !made {
		problem(w, http.StatusConflict, "invalid_request_error", "link_id_already_exists")
		return
	}
	if f.LoseAnswer() {
		fakegateway.Abort()
	}
	reply(w, f.entity(link, false))
}

func (f *Fake) fetch(w http.ResponseWriter, r *http.Request) {
	link, found := f.Find("", r.PathValue("id"))
	if !found {
		problem(w, http.StatusNotFound, "invalid_request_error", "link_not_found")
		return
	}
	reply(w, f.entity(link, true))
}

func (f *Fake) cancel(w http.ResponseWriter, r *http.Request) {
	link, found := f.Find("", r.PathValue("id"))
	if !found {
		problem(w, http.StatusNotFound, "invalid_request_error", "link_not_found")
		return
	}
	link, _, cancelled := f.Cancel(link.ID)
	if !cancelled {
		problem(w, http.StatusBadRequest, "invalid_request_error", "link_not_active")
		return
	}
	reply(w, f.entity(link, false))
}

func (f *Fake) orders(w http.ResponseWriter, r *http.Request) {
	link, found := f.Find("", r.PathValue("id"))
	if !found {
		problem(w, http.StatusNotFound, "invalid_request_error", "link_not_found")
		return
	}
	orders := []any{}
	for _, p := range link.Payments {
		status := orderStatus(*p)
		if want := r.URL.Query().Get("status"); want == "" || want == "ALL" || want == status {
			orders = append(orders, map[string]any{"order_id": p.ID, "order_status": status,
				"order_amount": gateway.Rupees(p.Amount), "order_currency": "INR"})
		}
	}
	reply(w, orders)
}

func orderStatus(p fakegateway.Payment) string {
	if p.Status == "captured" {
		return "PAID"
	}
	return "ACTIVE"
}

func (f *Fake) refund(w http.ResponseWriter, r *http.Request) {
	var in struct {
		RefundID string         `json:"refund_id"`
		Amount   gateway.Rupees `json:"refund_amount"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.RefundID == "" {
		problem(w, http.StatusBadRequest, "invalid_request_error", "refund_post_failed")
		return
	}
	found, fault := f.Refund(r.PathValue("id"), int64(in.Amount), in.RefundID)
	if !found {
		problem(w, http.StatusNotFound, "invalid_request_error", "order_not_found")
		return
	}
	if fault != "" {
		problem(w, http.StatusBadRequest, "invalid_request_error", "refund_post_failed")
		return
	}
	if f.LoseAnswer() {
		fakegateway.Abort()
	}
	status := "PENDING"
	if f.HasFailed(r.PathValue("id"), in.RefundID) {
		status = "CANCELLED"
	}
	reply(w, map[string]any{"refund_id": in.RefundID, "order_id": r.PathValue("id"), "refund_amount": in.Amount,
		"refund_status": status})
}

func (f *Fake) refunds(w http.ResponseWriter, r *http.Request) {
	p, found := f.FindPayment(r.PathValue("id"))
	if !found {
		problem(w, http.StatusNotFound, "invalid_request_error", "order_not_found")
		return
	}
	refunds := []any{}
	if p.Refunded > 0 {
		refunds = append(refunds, map[string]any{"refund_id": "all", "refund_amount": gateway.Rupees(p.Refunded),
			"refund_status": "SUCCESS"})
	}
	for key, amount := range f.FailedRefunds(p.ID) {
		refunds = append(refunds, map[string]any{"refund_id": key, "refund_amount": gateway.Rupees(amount),
			"refund_status": "CANCELLED"})
	}
	reply(w, refunds)
}

func reply(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // the client may have gone
}

func problem(w http.ResponseWriter, status int, kind, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"type": kind, "code": code, "message": "The request failed: " + code,
		"help": "Check the documentation"})
}
