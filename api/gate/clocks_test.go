package gate

import (
	"testing"
	"time"

	"transom/api/domain"
)

// A scan of ten o'clock that is handed in at eleven is of ten o'clock, whatever the telephone's clocks did in between.
func TestCorrect(t *testing.T) {
	ten := time.Date(2025, 4, 11, 10, 0, 0, 0, time.UTC)
	eleven := ten.Add(time.Hour)
	const awake, slept = time.Hour, 5 * time.Minute
	for what, c := range map[string]struct {
		wrong  time.Duration // its clock when it scans
		set    time.Duration // by how much that is set afterwards
		known  time.Duration // what the offset lacks
		ran    time.Duration // its second clock until it reports
		sent   time.Duration // how long the report is under way
		reload bool
		want   time.Duration // from ten
	}{
		"awake":                                     {ran: awake},
		"asleep":                                    {ran: slept},
		"a clock of tomorrow, asleep":               {wrong: 24 * time.Hour, ran: slept},
		"a clock of yesterday, asleep":              {wrong: -24 * time.Hour, ran: slept},
		"set forwards":                              {set: 2 * time.Hour, ran: awake},
		"set back":                                  {set: -2 * time.Hour, ran: awake},
		"set back a little":                         {set: -30 * time.Second, ran: awake},
		"set back a little, asleep":                 {set: -30 * time.Second, ran: slept},
		"set before the scan":                       {wrong: time.Hour, known: -time.Hour, ran: awake},
		"asleep, and a slow network":                {ran: slept, sent: 20 * time.Second},
		"asleep, and loaded anew":                   {ran: slept, reload: true},
		"loaded anew after the clock was set":       {set: time.Hour, reload: true},
		"its clock was set before, and loaded anew": {wrong: 3 * time.Hour, known: -3 * time.Hour, reload: true, want: time.Hour},
	} {
		scan := domain.GateScan{
			Wall: ten.Add(c.wrong).UnixMilli(), Mono: 1000, Origin: 5, Offset: -(c.wrong + c.known).Milliseconds(),
		}
		r := Report{Wall: eleven.Add(c.wrong + c.set - c.sent).UnixMilli(), Mono: 1000 + c.ran.Milliseconds(), Origin: 5}
		if c.reload {
			r.Origin = 6
		}
		if got, want := correct(scan, r, eleven, ten.Add(-time.Hour)), ten.Add(c.want); !got.Equal(want) {
			t.Errorf("%s: %v, want %v", what, got.Format(time.TimeOnly), want.Format(time.TimeOnly))
		}
	}
	scan := domain.GateScan{Wall: ten.UnixMilli(), Origin: 5}
	if got := correct(scan, Report{Origin: 6}, eleven, eleven); !got.Equal(eleven) {
		t.Errorf("before the scan before: %v", got)
	}
}
