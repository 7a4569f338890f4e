package invented

import (
	"testing"
	"time"

	"transom/api/domain"
)

func TestInventedPeopleEnterWhileTheDoorsAreOpen(t *testing.T) {
	const layout = "2006-01-02 15:04"
	s := Setup{Content: &domain.Content{Zone: time.FixedZone("", 19800)}}
	for _, c := range []struct{ opens, now, from, until string }{
		{"", "2025-04-11 10:30", "2025-04-11 08:30", "2025-04-11 10:30"},
		{"09:00", "2025-04-11 10:30", "2025-04-11 09:00", "2025-04-11 10:30"},
		{"09:00", "2025-04-11 12:30", "2025-04-11 10:30", "2025-04-11 12:30"},
		{"11:00", "2025-04-11 10:30", "2025-04-11 11:00", "2025-04-11 10:30"}, // nobody
		{"11:00", "2025-03-20 10:30", "2025-03-19 11:00", "2025-03-19 13:00"}, // yesterday: the event has not begun
	} {
		now, err := time.ParseInLocation(layout, c.now, s.Content.Zone)
		if err != nil {
			t.Fatal(err)
		}
		from, until := s.doors(c.opens, "2025-04-11", now)
		if from.Format(layout) != c.from || until.Format(layout) != c.until {
			t.Errorf("%+v: %s to %s", c, from, until)
		}
	}
}
