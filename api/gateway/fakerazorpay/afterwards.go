package fakerazorpay

import (
	"net/http"
	"strconv"
	"time"

	"transom/api/gateway/fakegateway"
)

// payments lists a page of the account's payments, newest first: at most 100, 10 unless more are asked for.
func (f *Fake) payments(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	number := func(name string, otherwise int64) int64 {
		if n, err := strconv.ParseInt(q.Get(name), 10, 64); err == nil {
			return n
		}
		return otherwise
	}
	count, skip := number("count", 10), number("skip", 0)
	if count < 1 || count > 100 {
		problem(w, http.StatusBadRequest, "BAD_REQUEST_ERROR", "The count may not be greater than 100.", "count")
		return
	}
	all := f.AllPayments(time.Unix(number("from", 0), 0), time.Unix(number("to", 1<<40), 0))
	all = all[min(skip, int64(len(all))):]
	items := []any{}
	for _, p := range all[:min(count, int64(len(all)))] {
		link, _ := f.LinkOf(p.ID)
		entity := paymentEntity(p, link.OrderID)
		entity["notes"] = any(link.Notes)
		if f.IsOdd() {
			entity["notes"] = [...]any{link.Notes, nil, []any{}}[f.Pick(3)]
		}
		items = append(items, entity)
	}
	reply(w, map[string]any{"entity": "collection", "count": len(items), "items": items})
}

func (f *Fake) dispute(w http.ResponseWriter, r *http.Request) {
	d, found := f.FindDispute(r.PathValue("id"))
	if !found {
		problem(w, http.StatusBadRequest, "BAD_REQUEST_ERROR", "The id provided does not exist", "")
		return
	}
	reply(w, disputeEntity(d))
}

func disputeEntity(d fakegateway.Dispute) map[string]any {
	deducted := int64(0)
	if d.State == "lost" {
		deducted = d.Amount
	}
	return map[string]any{
		"id": d.ID, "entity": "dispute", "payment_id": d.PaymentID, "amount": d.Amount, "currency": "INR",
		"amount_deducted": deducted,
		"reason_code":     "goods_or_services_not_received", "respond_by": d.RespondBy.Unix(), "status": d.State,
		"phase": "chargeback",
	}
}
