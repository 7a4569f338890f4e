package main

import (
	"fmt"
	"path/filepath"

	"transom/api/blob"
	"transom/api/keys"
	"transom/api/mail"
	"transom/api/registration"
	"transom/api/server"
	"transom/api/signin"
	"transom/api/ticket"
)

const (
	pepperFile = "signin.pepper"
)

// addAccounts adds sign-in, profiles, tickets and the worker that sends mail.
func (a *app) addAccounts(d *server.Deps, photos blob.Store) error {
	folder := filepath.Join(a.config.Var, keyFolder)
	pepper, err := keys.LoadOrCreate(folder, pepperFile, 32)
	if err != nil {
		return err
	}
	ticketKeys, err := ticket.LoadKeys(folder)
	if err != nil {
		return err
	}
	form, err := registration.NewForm(d.Content)
	if err != nil {
		return err
	}
	signIn := signin.New(signin.Setup{
		Store: signin.On(d.Store), Content: d.Content, Form: form, Clock: d.Clock, Uptime: a.uptime(d.Store), Pepper: pepper, SiteURL: a.config.SiteURL,
		LimitAll: a.config.RateLimits,
	})
	accounts := &server.Accounts{
		SignIn: signIn, TicketKeys: ticketKeys, Photos: photos, Content: d.Content, SiteURL: a.config.SiteURL, Log: a.log, AddressKey: d.AddressKey,
		Tickets: &ticket.Service{Store: d.Store, Content: d.Content, Clock: d.Clock, Rehearsal: a.config.Rehearsal},
	}
	if a.config.Mail == mail.OutboxSetting {
		d.Settings.Outbox = filepath.Join(a.config.Var, mail.OutboxFolder)
	}
	d.Accounts, a.mayView = accounts, signIn.MayView
	return a.addMail(d)
}

// addMail adds the worker that sends what is in the outbox, to a folder or to a mail server.
func (a *app) addMail(d *server.Deps) error {
	composer, err := mail.NewComposer(d.Content, a.config.MailFrom)
	if err != nil {
		return fmt.Errorf("TRANSOM_MAIL_FROM: %w", err)
	}
	sender, err := mail.Open(a.config.Mail, filepath.Join(a.config.Var, mail.OutboxFolder))
	if err != nil {
		return err
	}
	worker := mail.NewWorker(d.Store, composer, sender, d.Clock, a.log)
	a.metrics.WatchMails(worker)
	a.workers = append(a.workers, worker)
	return nil
}
