package payment

import (
	"testing"
	"time"

	"transom/api/domain"
)

// The walk is due at three in the morning of the event's zone, also on the days on which that is tomorrow in UTC.
func TestNextWalk(t *testing.T) {
	zone, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	p := &Service{Setup: Setup{Content: &domain.Content{Zone: zone}}}
	for now, want := range map[string]string{
		"2025-03-11T21:29:59Z": "2025-03-11T21:30:00Z",
		"2025-03-11T21:30:00Z": "2025-03-12T21:30:00Z",
		"2025-03-11T12:00:00Z": "2025-03-11T21:30:00Z",
	} {
		at, err := time.Parse(time.RFC3339, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.nextWalk(at).UTC().Format(time.RFC3339); got != want {
			t.Errorf("after %s: %s, want %s", now, got, want)
		}
	}
}

func TestEventPause(t *testing.T) {
	for tries, want := range []time.Duration{5 * time.Second, 10 * time.Second, 20 * time.Second, 40 * time.Second,
		80 * time.Second, 2 * time.Minute, 2 * time.Minute} {
		if got := eventPause(tries); got != want {
			t.Errorf("after %d tries: %v, want %v", tries, got, want)
		}
	}
}
