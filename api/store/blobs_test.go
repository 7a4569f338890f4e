package store_test

import (
	"testing"
	"time"

	"transom/api/blob/blobtest"
	"transom/api/store"
)

func TestBlobsInTheDatabaseFollowTheContract(t *testing.T) {
	sqlite, _ := open(t)
	pg := postgres(t)
	for _, s := range []*store.Store{sqlite, pg} {
		blobtest.Promises(t, s.Blobs())
		blobtest.Once(t, s.Blobs())
	}
}

func TestAPictureIsOneCommitWithItsRow(t *testing.T) {
	s := postgres(t)
	stored := testAsset("a")
	put := func() error {
		return s.Write(t.Context(), func(tx *store.Tx) error {
			if err := tx.PutBlob(t.Context(), "photo/"+stored.ID, []byte("bytes")); err != nil {
				return err
			}
			return tx.InsertAsset(t.Context(), stored)
		})
	}
	must(t, put())
	stored.Kind, stored.ID = "no such kind", "b"
	if put() == nil {
		t.Fatal("a row that the schema refuses was written")
	}
	if data, err := s.Blobs().Get(t.Context(), "photo/b"); err == nil {
		t.Errorf("half of it is there: %q", data)
	}
}

// A lost dispute is part of the refunded amount (booking.Payment); deducted tax and withdrawn payments do not count.
func TestDaySinceCountsLostMoneyOnce(t *testing.T) {
	s, _ := open(t)
	for _, table := range []string{"bookings", "payment_attempts", "payments"} {
		insertRow(t, s, table, "asha", 1000)
	}
	exec(t, s, `UPDATE payments SET amount_paise = 354000, tds_paise = 30000, refunded_paise = 254000, lost_paise = 100000,
		disposition = 'applied'`)
	day, err := s.DaySince(t.Context(), time.UnixMilli(0))
	if err != nil || day.MoneyEver != 324000 || day.MoneyNow != 324000 || day.Refunds != 254000 {
		t.Errorf("%+v, %v", day, err)
	}
	exec(t, s, `UPDATE payments SET disposition = 'withdrawn'`)
	if day, err := s.DaySince(t.Context(), time.UnixMilli(0)); err != nil || day.MoneyEver != 0 {
		t.Errorf("withdrawn: %+v, %v", day, err)
	}
}
