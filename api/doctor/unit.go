package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/mail"
	"transom/api/product"
)

// repeatAfter is when the failure of a unit is reported again, so that a nightly job is reported every night.
const repeatAfter = 20 * time.Hour

// AlarmUnit emails that a systemd unit has failed, unless this was done in the last hours. It sends directly,
// because the server, the outbox or the database may be what has failed.
func AlarmUnit(ctx context.Context, e *product.Env, unit string) (sent bool, err error) {
	if e.Facts.AlarmMail == "" {
		return false, errors.New("TRANSOM_ALARM_MAIL is not set, so nobody is informed")
	}
	reported := ReportedFile(e.Var, unit)
	if info, err := os.Stat(reported); err == nil && time.Since(info.ModTime()) < repeatAfter {
		return false, nil
	}
	if err := sendAlarm(ctx, e, unit); err != nil {
		return false, err
	}
	_ = os.WriteFile(reported, nil, 0o600) // on a full disk it is reported again
	return true, nil
}

func sendAlarm(ctx context.Context, e *product.Env, unit string) error {
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
	text := fmt.Sprintf("%s has failed on %s.\n\nTo do: `journalctl -u %s -n 50` says why; then run `transom "+
		"doctor`.\n", unit,
		host, unit)
	if err := e.Facts.Err(); err != nil {
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

// ReportedFile returns the file that records that a unit's failure was reported; its modification time says when.
func ReportedFile(folder, unit string) string {
	return filepath.Join(folder, ".told-"+strings.Map(func(c rune) rune {
		if c == '/' || c == 0 {
			return '-'
		}
		return c
	}, unit))
}
