package command_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/fakerazorpay"
)

type refundResult struct {
	Payments    int   `json:"payments"`
	AmountPaise int64 `json:"amount_paise"`
	RefundsDue  int   `json:"refunds_due"`
	Free        int   `json:"free"`
}

func (o *office) refundAll(args ...string) (r refundResult, failure string) {
	o.t.Helper()
	out, err := o.run(append([]string{"sales", "refund-all", "--json", "--why", "flood"}, args...)...)
	if jsonErr := json.Unmarshal([]byte(out), &r); jsonErr != nil {
		o.t.Fatalf("%v: %s, %v", args, out, err)
	}
	if err != nil {
		failure = err.Error()
	}
	return r, failure
}

func TestRefundAll(t *testing.T) {
	o := newOfficeOnce(t)
	o.logs = true
	var paise int64
	for range 3 {
		_, b := o.buy()
		paise += b.AmountPaise
	}
	o.must(append(added(o, "free"), "--why", "speaks", "--yes")...)
	valid := func() int { return o.server.Count(`SELECT COUNT(*) FROM tickets WHERE status = 'valid'`) }
	if r, failure := o.refundAll(); r != (refundResult{3, paise, 0, 1}) || !strings.Contains(failure, "--yes") ||
		valid() != 4 {
		t.Errorf("shown: %+v, %s", r, failure)
	}
	if r, failure := o.refundAll("--yes"); r != (refundResult{3, paise, 0, 1}) || failure != "" || valid() != 0 {
		t.Errorf("%+v, %s", r, failure)
	}
	for _, action := range []string{"command", "cancel"} { // the free ticket is cancelled
		if n := o.server.Count(`SELECT COUNT(*) FROM audit_log JOIN audit_details USING (n) WHERE action = ?
				AND details LIKE '%flood%'`, action); n == 0 {
			t.Errorf("no %s is in the log", action)
		}
	}
	if r, failure := o.refundAll("--yes"); r != (refundResult{}) || failure != "" {
		t.Errorf("the second time: %+v, %s", r, failure)
	}
	o.refuses("--why", "sales", "refund-all", "--yes")
	o.says("0 payments, ₹0, refunded.", "sales", "refund-all", "--why", "x", "--yes")
}

func TestRefundAllContinuesWhenRunAgain(t *testing.T) {
	clock := apitest.NewClock(time.Time{})
	gateway := fakerazorpay.New(clock, 1, fakegateway.Kind())
	o := newOfficeAt(t, clock, gateway)
	b := o.payAt(gateway)
	gateway.SetDown(true)
	if r, failure := o.refundAll("--yes"); r.RefundsDue != 1 || !strings.Contains(failure, "run the same command again") {
		t.Errorf("%+v, %s", r, failure)
	}
	gateway.SetDown(false)
	if r, failure := o.refundAll("--yes"); r != (refundResult{1, b.AmountPaise, 0, 0}) || failure != "" {
		t.Errorf("%+v, %s", r, failure)
	}
	if ledger := gateway.Ledger(); len(ledger) != 1 || ledger[0].Refunded != b.AmountPaise {
		t.Errorf("%+v", ledger)
	}
}
