package website

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// In one second a page is marked once, however many ask for it at the same moment; in the next second anew.
func TestRehearsedPagesAreMarkedOnce(t *testing.T) {
	var kept rehearsedPages
	var marked atomic.Int32
	mark := func() (rehearsedPage, error) {
		marked.Add(1)
		return rehearsedPage{plain: []byte("page")}, nil
	}
	now := time.Unix(1_000_000, 0)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			page, err := kept.at(now.Add(time.Duration(i)*time.Millisecond), "faqs.html", mark)
			if err != nil || string(page.plain) != "page" {
				t.Errorf("%q, %v", page.plain, err)
			}
		})
	}
	all.Wait()
	if marked.Load() != 1 {
		t.Errorf("marked %d times in one second", marked.Load())
	}
	kept.at(now.Add(time.Second), "faqs.html", mark)
	if marked.Load() != 2 || len(kept.pages) != 1 {
		t.Errorf("marked %d times in two seconds, %d pages kept", marked.Load(), len(kept.pages))
	}
}

func TestPagesThatCannotBeReadAreNotKept(t *testing.T) {
	var kept rehearsedPages
	now := time.Unix(1_000_000, 0)
	if _, err := kept.at(now, "faqs.html", func() (rehearsedPage, error) {
		return rehearsedPage{},
			errors.New("gone")
	}); err == nil {
		t.Error("a page that is gone was found")
	}
	page, err := kept.at(now.Add(time.Second), "faqs.html",
		func() (rehearsedPage, error) { return rehearsedPage{plain: []byte("back")}, nil })
	if err != nil || string(page.plain) != "back" {
		t.Errorf("a second later: %q, %v", page.plain, err)
	}
}
