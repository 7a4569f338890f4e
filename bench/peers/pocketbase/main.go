// PocketBase, with its default settings and one collection of bookings that anyone may read, for bench/api. It prints
// the ids of the records: `pocketbase FOLDER ADDRESS RECORDS`.
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: pocketbase FOLDER ADDRESS RECORDS")
	}
	n, err := strconv.Atoi(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	app := pocketbase.NewWithConfig(pocketbase.Config{DefaultDataDir: os.Args[1], HideStartBanner: true})
	if err := prepare(app, n); err != nil {
		log.Fatal(err)
	}
	if err := apis.Serve(app, apis.ServeConfig{HttpAddr: os.Args[2]}); err != nil {
		log.Fatal(err)
	}
}

func prepare(app core.App, n int) error {
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	bookings := core.NewBaseCollection("bookings")
	bookings.ViewRule = types.Pointer("")
	for _, name := range []string{"email", "name", "category", "status"} {
		bookings.Fields.Add(&core.TextField{Name: name})
	}
	bookings.Fields.Add(&core.NumberField{Name: "amount"})
	if err := app.Save(bookings); err != nil {
		return err
	}
	for i := range n {
		record := core.NewRecord(bookings)
		record.Load(map[string]any{
			"email": fmt.Sprintf("p%d@example.org", i), "name": "Asha Verma", "category": "IIA_MEMBER_25_ABOVE",
			"status": "SUCCESS", "amount": 3540,
		})
		if err := app.Save(record); err != nil {
			return err
		}
		fmt.Println(record.Id)
	}
	return nil
}
