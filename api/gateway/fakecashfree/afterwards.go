package fakecashfree

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"transom/api/gateway"
	"transom/api/gateway/fakegateway"
)

// recon lists a page of what came in and went back, at least 10 lines and at most 1,000, by a cursor.
func (f *Fake) recon(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Pagination struct {
			Limit  int     `json:"limit"`
			Cursor *string `json:"cursor"`
		} `json:"pagination"`
		Filters struct {
			Start time.Time `json:"start_date"`
			End   time.Time `json:"end_date"`
		} `json:"filters"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Pagination.Limit < 10 || in.Pagination.Limit > 1000 ||
		in.Filters.End.Before(in.Filters.Start) {
		problem(w, http.StatusBadRequest, "invalid_request_error", "request_invalid")
		return
	}
	skip := 0
	if in.Pagination.Cursor != nil {
		skip, _ = strconv.Atoi(*in.Pagination.Cursor)
	}
	lines := f.lines(in.Filters.Start, in.Filters.End)
	lines = lines[min(skip, len(lines)):]
	page, cursor := lines[:min(in.Pagination.Limit, len(lines))], any(nil)
	if len(page) < len(lines) {
		cursor = strconv.Itoa(skip + len(page))
	}
	reply(w, map[string]any{"cursor": cursor, "limit": len(page), "data": page})
}

func (f *Fake) lines(from, to time.Time) (lines []any) {
	line := func(p fakegateway.Payment, kind, status string, amount int64) {
		link, _ := f.LinkOf(p.ID)
		tags := any(map[string]any{"link_id": link.Reference, "cf_link_id": "cf-" + link.ID})
		if f.IsOdd() && f.Pick(2) == 0 {
			tags = nil
		}
		lines = append(lines, map[string]any{
			"event_details": map[string]any{"entity": "recon", "event_type": kind, "event_status": status,
				"event_amount": gateway.Rupees(amount), "event_currency": "INR", "event_time": p.CreatedAt.Format(time.RFC3339)},
			"order_details": map[string]any{"order_id": p.ID, "order_amount": gateway.Rupees(p.Amount), "order_currency": nil,
				"order_tags": tags},
		})
	}
	for _, p := range f.AllPayments(from, to) {
		if p.Status != "captured" {
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

func (f *Fake) order(w http.ResponseWriter, r *http.Request) {
	p, found := f.FindPayment(r.PathValue("id"))
	if !found {
		problem(w, http.StatusNotFound, "invalid_request_error", "order_not_found")
		return
	}
	link, _ := f.LinkOf(p.ID)
	reply(w, map[string]any{"order_id": p.ID, "order_amount": gateway.Rupees(p.Amount), "order_currency": "INR",
		"order_status": orderStatus(p),
		"order_tags":   map[string]any{"link_id": link.Reference, "cf_link_id": "cf-" + link.ID}})
}

func (f *Fake) dispute(w http.ResponseWriter, r *http.Request) {
	d, found := f.FindDispute(r.PathValue("id"))
	if !found {
		problem(w, http.StatusNotFound, "invalid_request_error", "dispute_not_found")
		return
	}
	entity := disputeEntity(d)
	entity["order_details"] = map[string]any{"order_id": d.PaymentID, "order_currency": "INR"}
	reply(w, entity)
}

// disputeEntity has a number for its id, and times in the vendor's zone without saying so.
func disputeEntity(d fakegateway.Dispute) map[string]any {
	return map[string]any{
		"dispute_id": json.RawMessage(d.ID), "dispute_type": "CHARGEBACK", "dispute_amount": gateway.Rupees(d.Amount),
		"respond_by": d.RespondBy.In(time.FixedZone("", 19800)).Format("2006-01-02T15:04:05"),
		"dispute_status": map[string]string{"open": "CHARGEBACK_CREATED", "won": "CHARGEBACK_MERCHANT_WON",
			"lost": "CHARGEBACK_MERCHANT_LOST"}[d.State],
	}
}
