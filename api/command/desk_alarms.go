package command

import (
	"context"

	"transom/api/store"
	"transom/api/wire"
)

// DeskAlarms are the figures at which somebody should look, as doctor tells them, for the desk's page of today.
func (d *Office) DeskAlarms(ctx context.Context) ([]wire.DeskAlarm, error) {
	figures, err := d.Store.Alarms(ctx, d.Clock.Now())
	if err != nil {
		return nil, err
	}
	alarms := []wire.DeskAlarm{}
	for _, one := range []struct {
		key   string
		check func(store.Alarms) finding
	}{{"arrivals", checkArrivals}, {"money", checkMoney}, {"mails", checkOutbox}, {"views", checkViews}} {
		if f := one.check(figures); f.Result == isBad {
			alarms = append(alarms, wire.DeskAlarm{Key: one.key, Text: f.Found + ". " + f.Do + "."})
		}
	}
	return alarms, nil
}
