package main

import (
	"strings"
	"testing"
)

func TestOneServerToAFolder(t *testing.T) {
	folder := t.TempDir()
	unlock, err := lockFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lockFolder(folder); err == nil || !strings.Contains(err.Error(), folder) {
		t.Fatalf("a second server may start: %v", err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if unlock, err = lockFolder(folder); err != nil {
		t.Fatalf("nobody holds it: %v", err)
	}
	unlock()
}
