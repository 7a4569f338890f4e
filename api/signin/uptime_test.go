package signin

import (
	"testing"
	"time"

	"transom/api/domain"
)

func TestMachineUptimeContinuesAfterARestart(t *testing.T) {
	first := NewMachineUptime("").Now()
	second := NewMachineUptime("").Now() // what the program gets after a restart
	if age, known := second.AgeOf(first); !known || age < 0 || age > time.Minute {
		t.Errorf("%v then %v: %v, %v", first, second, age, known)
	}
}

func TestAgeIsUnknownAfterAReboot(t *testing.T) {
	made := domain.Running{Boot: "monday", Since: time.Hour}
	for name, c := range map[string]struct {
		now   domain.Running
		age   time.Duration
		known bool
	}{
		"the same boot": {domain.Running{Boot: "monday", Since: 2 * time.Hour}, time.Hour, true},
		"another run":   {domain.Running{Boot: "tuesday", Since: 2 * time.Hour}, 0, false},
		"an older boot": {domain.Running{Boot: "monday", Since: time.Minute}, 0, false},
		"nothing known": {domain.Running{}, 0, false},
	} {
		if age, known := c.now.AgeOf(made); known != c.known || known && age != c.age {
			t.Errorf("%s: %v, %v", name, age, known)
		}
	}
	if _, known := (domain.Running{}).AgeOf(domain.Running{}); known {
		t.Error("two unknown boots are taken for one")
	}
}
