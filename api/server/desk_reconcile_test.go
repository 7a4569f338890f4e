package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/wire"
)

func TestDeskComparesADayWithTheGateway(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	day := func() string { return s.Clock.Now().In(s.Content.Zone).Format(time.DateOnly) }
	first := day()
	_, paid := s.Buy(nil)
	_, unpaid := s.Unpaid(nil)
	s.Clock.Add(24 * time.Hour)
	second := day()
	_, other := s.Buy(nil)
	s.Clock.Add(24 * time.Hour)
	d := s.DeskAs(domain.RoleTreasurer)
	of := func(day string) (out wire.DeskReconcileResponse) {
		must(t, json.Unmarshal(d.Must("reconcile", wire.DeskReconcileRequest{Day: day}).Raw, &out))
		return out
	}
	kept := []string{"2 attempts compared, 1 captured payment, 1 in the gateway's list; both sides agree on ₹3,540 " +
		"after refunds."}
	if out := of(first); out.Result != "All payments agree with the gateway." || !slices.Equal(out.Sentences, kept) ||
		len(out.Findings)+len(out.Unread) > 0 {
		t.Errorf("%+v", out)
	}
	// A refund belongs to its own day too.
	s.Exec(`UPDATE payments SET refunded_at = ? WHERE booking_id = ?`, s.Clock.Now().UnixMilli(), paid.ID)
	if out := of(day()); out.Sentences[0][:9] != "1 attempt" || !strings.HasPrefix(out.Sentences[1], "The list has only") {
		t.Errorf("the day of a refund: %q", out.Sentences)
	}
	s.Exec(`UPDATE payment_attempts SET amount_paise = 1 WHERE booking_id = ?`, other.ID)
	equal(t, len(of(first).Findings), 0, "another day's difference")
	out := of(second)
	if len(out.Findings) != 1 || out.Findings[0].BookingID != other.ID || out.Findings[0].GatewayPaise != 3540_00 ||
		out.Result != "Some payments do not agree with the gateway." {
		t.Errorf("%+v", out)
	}
	whole, err := s.Payments.Audit(t.Context(), func(int, int) {})
	if err != nil || len(whole.Findings) != 1 || whole.Findings[0].Text != out.Findings[0].Text || whole.Attempts != 3 {
		t.Errorf("transom reconcile: %+v, %v", whole, err)
	}
	d.Call("reconcile", wire.DeskReconcileRequest{Day: "yesterday"}).Want(http.StatusUnprocessableEntity, "no day")
	d.Call("reconcile", wire.DeskReconcileRequest{Day: "2099-01-01"}).Refuses("day", "in the future")
	d.Must("reconcile", wire.DeskReconcileRequest{Day: "2025-01-20"}).Says("There were no payments to compare.")

	s.Exec(`DELETE FROM payment_attempts WHERE booking_id = ?`, unpaid.ID)
	d.Must("reconcile", wire.DeskReconcileRequest{Day: first}).Says("1 attempt compared")
}

// silent is a gateway that does not answer until `answers` is closed.
type silent struct {
	payment.Provider
	asked, answers chan struct{}
}

func (g silent) Fetch(ctx context.Context, id, ref string) (payment.State, error) {
	close(g.asked)
	<-g.answers
	return g.Provider.Fetch(ctx, id, ref)
}

// late is a context whose time limit ends when `over` is closed.
type late struct {
	context.Context
	over chan struct{}
}

func (l late) Done() <-chan struct{} { return l.over }
func (l late) Err() error {
	select {
	case <-l.over:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func TestASilentGatewayIsNotAwaitedForEver(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	s.Buy(nil)
	d := s.DeskAs(domain.RoleOrganiser)
	gateway := silent{s.Payments.Provider, make(chan struct{}), make(chan struct{})}
	s.Payments.Provider = gateway
	limit := late{t.Context(), make(chan struct{})}
	compared := make(chan error)
	today := s.Clock.Now().Truncate(24 * time.Hour)
	go func() {
		_, err := s.Payments.AuditDay(limit, today)
		compared <- err
	}()
	<-gateway.asked
	d.Call("reconcile", wire.DeskReconcileRequest{Day: today.Format(time.DateOnly)}).
		Want(http.StatusConflict, "a second comparison").Says("Somebody else is comparing")
	close(limit.over)
	close(gateway.answers)
	var refused *domain.Error
	if err := <-compared; !errors.As(err, &refused) || refused.Code != domain.CodeNotPossible {
		t.Errorf("after the time limit: %v", err)
	}
	s.Payments.Provider = gateway.Provider
	d.Must("reconcile", wire.DeskReconcileRequest{Day: today.Format(time.DateOnly)}).Says("All payments agree")
	equal(t, s.Count(`SELECT COUNT(*) FROM bookings WHERE status = ?`, string(booking.Success)), 1, "paid bookings")
}
