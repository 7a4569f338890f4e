// Package blobtest contains the tests that every blob store must pass.
package blobtest

import (
	"bytes"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/blob"
)

// Promises tests a store that has the empty folders photo and aadhar.
func Promises(t *testing.T, s blob.Store) {
	t.Helper()
	ctx := t.Context()
	data := bytes.Repeat([]byte{0, 1, 0xFF}, 70_000)
	for _, name := range []string{"photo/a.jpg", "photo/b.jpg", "aadhar/a.jpg.age"} {
		if err := s.Put(ctx, name, data); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Get(ctx, "photo/a.jpg"); err != nil || !bytes.Equal(got, data) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := s.Get(ctx, "photo/none.jpg"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("no such name: %v", err)
	}
	if names, err := s.List(ctx, "photo", time.Now().Add(time.Hour)); err != nil ||
		!slices.Equal(names, []string{"photo/a.jpg", "photo/b.jpg"}) {
		t.Errorf("%v, %v", names, err)
	}
	if names, err := s.List(ctx, "photo", time.Now().Add(-time.Hour)); err != nil || len(names) != 0 {
		t.Errorf("older than an hour: %v, %v", names, err)
	}
	for range 2 {
		if err := s.Delete(ctx, "photo/a.jpg"); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Get(ctx, "photo/a.jpg"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("deleted: %v", err)
	}
	if err := s.Put(ctx, "photo/a.jpg", nil); err != nil {
		t.Error(err)
	}
	if got, err := s.Get(ctx, "photo/a.jpg"); err != nil || len(got) != 0 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// Once tests a store that several machines share: if many write the same name at once, only one succeeds.
func Once(t *testing.T, s blob.Store) {
	t.Helper()
	var all sync.WaitGroup
	var stored atomic.Int32
	for i := range 20 {
		all.Go(func() {
			if s.Put(t.Context(), "photo/one.jpg", []byte{byte(i)}) == nil {
				stored.Add(1)
			}
		})
	}
	all.Wait()
	if n := stored.Load(); n != 1 {
		t.Errorf("%d wrote the same name", n)
	}
}
