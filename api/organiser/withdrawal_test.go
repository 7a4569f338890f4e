package organiser_test

import (
	"strings"
	"testing"
	"time"

	"transom/api/store"
)

// Who withdraws consent loses paper and photo after the period of the content, to the second; others keep theirs.
func TestPurgeAfterWithdrawal(t *testing.T) {
	o := newOffice(t)
	_, _, b, _ := o.server.RegisterPaid(nil)
	o.server.RegisterPaid(nil)
	err := o.server.Store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(t.Context(), `UPDATE bookings SET withdrawn_at = ? WHERE id = ?`, o.server.Clock.Now().UnixMilli(), b.ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	period := time.Duration(o.server.Content.Registration.IDDocument.Retention.AfterWithdrawalHours) * time.Hour
	o.server.Clock.Add(period - time.Second)
	o.must("purge")
	if o.files("aadhar") != 2 || o.files("photo") != 2 {
		t.Fatal("destroyed a second too early")
	}
	o.server.Clock.Add(time.Second)
	if out := o.must("purge", "--dry-run"); !strings.Contains(out, "withdrawn") || !strings.Contains(out, "2 pictures") {
		t.Error(out)
	}
	o.must("purge")
	if o.files("aadhar") != 1 || o.files("photo") != 1 {
		t.Errorf("%d papers and %d photos are left", o.files("aadhar"), o.files("photo"))
	}
	if o.server.Count(`SELECT COUNT(*) FROM bookings WHERE id_asset = '' AND photo_asset = ''`) != 1 {
		t.Error("something still names what is gone")
	}
}
