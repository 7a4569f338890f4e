// Package fakecashfree is a test server with Cashfree's Payment Links API, including its quirks. Source: payments
// reference, section 4.
package fakecashfree

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"transom/api/domain"
	"transom/api/gateway"
	"transom/api/gateway/fakegateway"
)

const (
	ClientID     = "cf_id_test"
	ClientSecret = "cf_secret_test_ours"
)

// Fake is the fake Cashfree server.
type Fake struct {
	*fakegateway.Engine
	clock domain.Clock
}

// New returns a gateway whose faults are determined by the seed.
func New(clock domain.Clock, seed uint64, knobs fakegateway.Knobs) *Fake {
	f := &Fake{Engine: fakegateway.New(clock, seed, knobs, "https://payments.cashfree.com/links/"), clock: clock}
	f.Speak(fakegateway.Wire{
		Authorized: func(r *http.Request) bool {
			return r.Header.Get("x-client-id") == ClientID && r.Header.Get("x-client-secret") == ClientSecret &&
				r.Header.Get("x-api-version") != ""
		},
		Problem: func(_ int, why string) any {
			return map[string]any{"type": "invalid_request_error", "code": why, "message": "The request failed: " + why,
				"help": "Check the documentation"}
		},
		Routes: map[string]func(*http.Request) (any, error){
			"POST /pg/links": f.create, "GET /pg/links/{id}": f.fetch, "POST /pg/links/{id}/cancel": f.cancel,
			"GET /pg/links/{id}/orders": f.orders, "POST /pg/recon": f.recon, "GET /pg/orders/{id}": f.order,
			"GET /pg/disputes/{id}": f.dispute, "POST /pg/orders/{id}/refunds": f.refund,
			"GET /pg/orders/{id}/refunds": f.refunds,
		},
	})
	return f
}

func invalid(why string) error { return fakegateway.Refusal{Status: http.StatusBadRequest, Why: why} }

func unknown(why string) error { return fakegateway.Refusal{Status: http.StatusNotFound, Why: why} }

type createRequest struct {
	LinkID     string          `json:"link_id"`
	Amount     json.RawMessage `json:"link_amount"`
	Currency   string          `json:"link_currency"`
	ExpiryTime time.Time       `json:"link_expiry_time"`
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

func (f *Fake) create(r *http.Request) (any, error) {
	var in createRequest
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || !in.ExpiryTime.After(f.clock.Now()) ||
		!linkID.MatchString(in.LinkID) || !decimal.Match(in.Amount) || in.Currency != "INR" || in.Customer.Phone == "" ||
		len(in.Notes) > 5 || len(in.Meta.ReturnURL) > 250 {
		return nil, invalid("link_post_failed")
	}
	var amount gateway.Rupees
	_ = json.Unmarshal(in.Amount, &amount) // decoding an amount never fails
	link, made := f.Create(fakegateway.Link{
		Reference: in.LinkID, Amount: int64(amount), Currency: in.Currency, ExpiresAt: in.ExpiryTime,
		CallbackURL: in.Meta.ReturnURL, Notes: in.Notes,
	})
	if !made {
		return nil, fakegateway.Refusal{Status: http.StatusConflict, Why: "link_id_already_exists"}
	}
	f.LoseAnswer()
	return f.entity(link, false), nil
}

func (f *Fake) find(r *http.Request) (fakegateway.Link, error) {
	link, found := f.Find("", r.PathValue("id"))
	if !found {
		return link, unknown("link_not_found")
	}
	return link, nil
}

func (f *Fake) fetch(r *http.Request) (any, error) {
	link, err := f.find(r)
	return f.entity(link, err == nil), err
}

func (f *Fake) cancel(r *http.Request) (any, error) {
	link, err := f.find(r)
	if err != nil {
		return nil, err
	}
	link, _, cancelled := f.Cancel(link.ID)
	if !cancelled {
		return nil, invalid("link_not_active")
	}
	return f.entity(link, false), nil
}

func (f *Fake) orders(r *http.Request) (any, error) {
	link, err := f.find(r)
	orders := []any{}
	for _, p := range link.Payments {
		if want := r.URL.Query().Get("status"); want == "" || want == "ALL" || want == orderStatus(*p) {
			orders = append(orders, f.orderEntity(*p))
		}
	}
	return orders, err
}

func (f *Fake) order(r *http.Request) (any, error) {
	p, found := f.FindPayment(r.PathValue("id"))
	if !found {
		return nil, unknown("order_not_found")
	}
	return f.orderEntity(p), nil
}

func (f *Fake) orderEntity(p fakegateway.Payment) map[string]any {
	return map[string]any{"order_id": p.ID, "order_amount": gateway.Rupees(p.Amount), "order_currency": "INR",
		"order_status": orderStatus(p), "order_tags": tags(p)}
}

func tags(p fakegateway.Payment) map[string]any {
	return map[string]any{"link_id": p.Reference, "cf_link_id": "cf-" + p.LinkID}
}

func orderStatus(p fakegateway.Payment) string {
	if p.Status == fakegateway.Captured {
		return "PAID"
	}
	return "ACTIVE"
}

func (f *Fake) refund(r *http.Request) (any, error) {
	var in struct {
		RefundID string         `json:"refund_id"`
		Amount   gateway.Rupees `json:"refund_amount"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.RefundID == "" {
		return nil, invalid("refund_post_failed")
	}
	id, status := r.PathValue("id"), "PENDING"
	switch found, fault := f.Refund(id, int64(in.Amount), in.RefundID); {
	case !found:
		return nil, unknown("order_not_found")
	case fault != "":
		return nil, invalid("refund_post_failed")
	}
	f.LoseAnswer()
	if f.HasFailed(id, in.RefundID) {
		status = "CANCELLED"
	}
	return refundEntity(in.RefundID, int64(in.Amount), status), nil
}

func (f *Fake) refunds(r *http.Request) (any, error) {
	p, found := f.FindPayment(r.PathValue("id"))
	if !found {
		return nil, unknown("order_not_found")
	}
	refunds := []any{}
	if p.Refunded > 0 {
		refunds = append(refunds, refundEntity("all", p.Refunded, "SUCCESS"))
	}
	for key, amount := range f.FailedRefunds(p.ID) {
		refunds = append(refunds, refundEntity(key, amount, "CANCELLED"))
	}
	return refunds, nil
}

func refundEntity(id string, amount int64, status string) map[string]any {
	return map[string]any{"refund_id": id, "refund_amount": gateway.Rupees(amount), "refund_status": status}
}

// recon returns the page of payments and refunds at a cursor. A page has 10 to 1,000 lines.
func (f *Fake) recon(r *http.Request) (any, error) {
	var in struct {
		Pagination struct {
			Limit  int    `json:"limit"`
			Cursor string `json:"cursor"`
		} `json:"pagination"`
		Filters struct {
			Start time.Time `json:"start_date"`
			End   time.Time `json:"end_date"`
		} `json:"filters"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Pagination.Limit < 10 || in.Pagination.Limit > 1000 ||
		in.Filters.End.Before(in.Filters.Start) {
		return nil, invalid("request_invalid")
	}
	skip, _ := strconv.Atoi(in.Pagination.Cursor) // without a cursor, skip is 0
	lines := f.lines(in.Filters.Start, in.Filters.End)
	lines = lines[min(skip, len(lines)):]
	page, cursor := lines[:min(in.Pagination.Limit, len(lines))], any(nil)
	if len(page) < len(lines) {
		cursor = strconv.Itoa(skip + len(page))
	}
	return map[string]any{"cursor": cursor, "limit": len(page), "data": page}, nil
}

func (f *Fake) lines(from, to time.Time) (lines []any) {
	line := func(p fakegateway.Payment, kind, status string, amount int64) {
		orderTags := any(tags(p))
		if f.IsOdd() && f.Pick(2) == 0 {
			orderTags = nil
		}
		lines = append(lines, map[string]any{
			"event_details": map[string]any{"entity": "recon", "event_type": kind, "event_status": status,
				"event_amount": gateway.Rupees(amount), "event_currency": "INR", "event_time": p.CreatedAt.Format(time.RFC3339)},
			"order_details": map[string]any{"order_id": p.ID, "order_amount": gateway.Rupees(p.Amount), "order_currency": nil,
				"order_tags": orderTags},
		})
	}
	for _, p := range f.AllPayments(from, to) {
		if p.Status != fakegateway.Captured {
			line(p, "PAYMENT", "FAILED", 0)
			continue
		}
		line(p, "PAYMENT", "SUCCESS", p.Amount)
		if p.Refunded > 0 {
			line(p, "REFUND", "SUCCESS", p.Refunded)
		}
	}
	return lines
}

func (f *Fake) dispute(r *http.Request) (any, error) {
	d, found := f.FindDispute(r.PathValue("id"))
	if !found {
		return nil, unknown("dispute_not_found")
	}
	entity := disputeEntity(d)
	entity["order_details"] = map[string]any{"order_id": d.PaymentID, "order_currency": "INR"}
	return entity, nil
}
