package doctor

import (
	"context"

	"transom/api/product"
	"transom/api/store"
	"transom/api/wire"
)

// DeskAlarms returns doctor's alarms for the overview of the desk.
func DeskAlarms(ctx context.Context, d *product.Product) ([]wire.DeskAlarm, error) {
	figures, err := d.Store.Alarms(ctx, d.Clock.Now())
	if err != nil {
		return nil, err
	}
	alarms := []wire.DeskAlarm{}
	for _, one := range []struct {
		key   string
		check func(store.Alarms) Finding
	}{{"arrivals", checkArrivals}, {"money", checkMoney}, {"mails", checkOutbox}, {"views", checkViews}} {
		if f := one.check(figures); f.IsBad() {
			alarms = append(alarms, wire.DeskAlarm{Key: one.key, Text: f.Found + ". " + f.Do + "."})
		}
	}
	return alarms, nil
}
