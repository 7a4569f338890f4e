package signin

import (
	"testing"
	"time"

	"transom/api/domain"
)

func TestMachineUptimeOutlivesTheProgram(t *testing.T) {
	first := NewMachineUptime("").Now()
	second := NewMachineUptime("").Now() // what a program that starts again reads
	if age, known := second.AgeOf(first); !known || age < 0 || age > time.Minute {
		t.Errorf("%v then %v: %v, %v", first, second, age, known)
	}
}

func TestAgeIsUnknownAfterAnotherStart(t *testing.T) {
	made := domain.Running{Boot: "monday", Since: time.Hour}
	for name, c := range map[string]struct {
		now   domain.Running
		age   time.Duration
		known bool
	}{
		"the same run":        {domain.Running{Boot: "monday", Since: 2 * time.Hour}, time.Hour, true},
		"another run":         {domain.Running{Boot: "tuesday", Since: 2 * time.Hour}, 0, false},
		"a run that is older": {domain.Running{Boot: "monday", Since: time.Minute}, 0, false},
		"nothing known":       {domain.Running{}, 0, false},
	} {
		if age, known := c.now.AgeOf(made); known != c.known || known && age != c.age {
			t.Errorf("%s: %v, %v", name, age, known)
		}
	}
	if _, known := (domain.Running{}).AgeOf(domain.Running{}); known {
		t.Error("two unknown runs are taken for one")
	}
}
