package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"transom/api/cli"
	"transom/api/domain"
	"transom/api/mail"
	"transom/api/organiser"
)

var alarmHelp = cli.Help{
	Name: "alarm", Usage: "UNIT", Purpose: "Mail to TRANSOM_ALARM_MAIL that a unit of systemd has failed; systemd calls it (OnFailure=)",
	Example: "alarm transom-backup.service",
}

// toldAgain is after how long a unit that fails again and again is told again: a night's work every night.
const toldAgain = 20 * time.Hour

// alarm sends at once and by itself: the server, the outbox and the database may be what has failed.
func alarm(ctx context.Context, args []string) error {
	flags, asJSON := alarmHelp.Flags()
	rest, err := alarmHelp.Parse(flags, args, os.Stdout)
	if err == nil && len(rest) != 1 {
		err = alarmHelp.Wrong("")
	}
	if err != nil {
		return err
	}
	c, faults := readEnvironment() // a fault may be why the unit has failed
	if c.AlarmMail == "" {
		return errors.New("TRANSOM_ALARM_MAIL is not set: nobody is told")
	}
	told := organiser.ToldFile(c.Var, rest[0])
	if info, err := os.Stat(told); err == nil && time.Since(info.ModTime()) < toldAgain {
		return sayAlarm(*asJSON, c.AlarmMail, "told already")
	}
	if err := sendAlarm(ctx, c, rest[0], faults); err != nil {
		return err
	}
	_ = os.WriteFile(told, nil, 0o600) // on a full disk it is told again
	return sayAlarm(*asJSON, c.AlarmMail, "sent")
}

func sayAlarm(asJSON bool, to, what string) error {
	if asJSON {
		return cli.PrintJSON(os.Stdout, map[string]string{"alarm": what, "to": to})
	}
	_, err := fmt.Println(what)
	return err
}

func sendAlarm(ctx context.Context, c config, unit string, faults error) error {
	content, err := domain.LoadContent(c.Content)
	if err != nil {
		return err
	}
	composer, err := mail.NewComposer(content, c.MailFrom)
	if err != nil {
		return err
	}
	sender, err := openSender(c)
	if err != nil {
		return err
	}
	host, _ := os.Hostname()
	text := fmt.Sprintf("%s has failed on %s.\n\nTo do: journalctl -u %s -n 50 says why; then transom doctor.\n", unit, host, unit)
	if faults != nil {
		text += "\n" + badSettings(faults).Error() + "\n"
	}
	m, err := composer.Compose(domain.QueuedMail{
		ID: time.Now().UnixMilli(), MessageID: domain.NewID(128), CreatedAt: time.Now(),
		OutgoingMail: domain.OutgoingMail{
			Template: domain.AlarmTemplate, To: c.AlarmMail,
			Data: map[string]string{"subject": content.Event.Name + ": bad: " + unit + " has failed", "text": text},
		},
	})
	if err != nil {
		return err
	}
	return sender.Send(ctx, m)
}

// openSender is how mail leaves: to a folder, or to a mail server.
func openSender(c config) (mail.Sender, error) {
	if c.Mail == outboxSetting {
		return mail.OpenFolder(filepath.Join(c.Var, outboxFolder))
	}
	return mail.NewSMTP(c.Mail, mail.SMTPOptions{})
}
