package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"transom/api/domain"
	"transom/api/mail"
)

// toldAgain is after how long a unit that fails again and again is told again: a night's work every night.
const toldAgain = 20 * time.Hour

// alarmCommand sends at once and by itself: the server, the outbox and the database may be what has failed.
var alarmCommand = Command{
	Name: "alarm", Usage: "UNIT",
	Help:    "Mail to TRANSOM_ALARM_MAIL that a unit of systemd has failed; systemd calls it (OnFailure=)",
	Example: "alarm transom-backup.service",
	anyway:  true, // a fault may be why the unit has failed
	run: func(ctx context.Context, e *Env, c *call) error {
		unit, err := c.one()
		if err != nil {
			return err
		}
		to := e.Facts.AlarmMail
		if to == "" {
			return errors.New("TRANSOM_ALARM_MAIL is not set: nobody is told")
		}
		say := func(what string) error {
			return c.print(e, map[string]string{"alarm": what, "to": to},
				func(out io.Writer) error { _, err := fmt.Fprintln(out, what); return err })
		}
		told := ToldFile(e.Var, unit)
		if info, err := os.Stat(told); err == nil && time.Since(info.ModTime()) < toldAgain {
			return say("told already")
		}
		if err := sendAlarm(ctx, e, unit); err != nil {
			return err
		}
		_ = os.WriteFile(told, nil, 0o600) // on a full disk it is told again
		return say("sent")
	},
}

func sendAlarm(ctx context.Context, e *Env, unit string) error {
	content, err := domain.LoadContent(e.Facts.Content)
	if err != nil {
		return err
	}
	composer, err := mail.NewComposer(content, e.Facts.MailFrom)
	if err != nil {
		return err
	}
	sender, err := mail.Open(e.Facts.Mail, filepath.Join(e.Var, mail.OutboxFolder))
	if err != nil {
		return err
	}
	host, _ := os.Hostname()
	text := fmt.Sprintf("%s has failed on %s.\n\nTo do: journalctl -u %s -n 50 says why; then transom doctor.\n", unit,
		host, unit)
	if err := e.Facts.wrong(); err != nil {
		text += "\n" + err.Error() + "\n"
	}
	m, err := composer.Compose(domain.QueuedMail{
		ID: time.Now().UnixMilli(), MessageID: domain.NewID(128), CreatedAt: time.Now(),
		OutgoingMail: domain.OutgoingMail{
			Template: domain.AlarmTemplate, To: e.Facts.AlarmMail,
			Data: map[string]string{"subject": content.Event.Name + ": bad: " + unit + " has failed", "text": text},
		},
	})
	if err != nil {
		return err
	}
	return sender.Send(ctx, m)
}
