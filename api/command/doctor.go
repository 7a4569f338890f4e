package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"transom/api/doctor"
	"transom/api/product"
)

var errBad = errors.New("something needs to be corrected")

var doctorCommand = Command{
	needs: nothing, Name: "doctor",
	Help: "Check settings, permissions, disk, server, content, clock, mail, TLS, gateway, webhook, money, " +
		"purge and alarms, and say what to do",
	Example: "doctor --json", Found: "there is a problem",
	run: func(ctx context.Context, d *product.Product, c *call) error {
		findings := doctor.Examine(ctx, c.env, func(done, all int) {
			fmt.Fprintf(c.env.Progress, "\rdoctor: %d of %d", done, all)
		})
		fmt.Fprintln(c.env.Progress)
		err := c.print(findings, func(out io.Writer) error {
			for _, f := range findings {
				fmt.Fprintf(out, "%-5s %-15s %s\n", f.Result, f.Check, f.Found)
				if f.Do != "" {
					fmt.Fprintf(out, "%21s → %s\n", "", f.Do)
				}
			}
			return nil
		})
		if err == nil && slices.ContainsFunc(findings, doctor.Finding.IsBad) {
			err = errBad
		}
		return err
	},
}

var checkCommand = Command{
	Name: "check-settings", Help: "Read all settings as serve does, and list every fault",
	Example: "check-settings", Found: "a setting is wrong", needs: nothing,
	run: func(ctx context.Context, _ *product.Product, c *call) error {
		fault, list := c.env.Facts.Fault, []string{}
		if fault == nil && c.env.Facts.CheckData != nil {
			fault = c.env.Facts.CheckData(ctx)
		}
		if fault != nil {
			list = strings.Split(fault.Error(), "\n")
		}
		err := c.print(map[string]any{"fine": fault == nil, "faults": list}, func(out io.Writer) error {
			if fault != nil {
				return nil
			}
			_, err := fmt.Fprintln(out, "All settings are valid.")
			return err
		})
		if err != nil {
			return err
		}
		return fault
	},
}

// alarmCommand sends its email directly, because the server, the outbox or the database may be what has failed.
var alarmCommand = Command{
	Name: "alarm", Usage: "UNIT",
	Help:    "Email TRANSOM_ALARM_MAIL that a systemd unit has failed; systemd calls it (OnFailure=)",
	Example: "alarm transom-backup.service",
	needs:   nothing, // the unit may have failed because of wrong settings
	run: func(ctx context.Context, d *product.Product, c *call) error {
		sent, err := doctor.AlarmUnit(ctx, c.env, c.args[0])
		if err != nil {
			return err
		}
		result := "sent"
		if !sent {
			result = "sent already"
		}
		return c.say(map[string]string{"alarm": result, "to": c.env.Facts.AlarmMail}, "%s\n", result)
	},
}
