package main

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"transom/api/cli"
	"transom/api/command"
	"transom/api/domain"
	"transom/api/gateway/sandbox"
	"transom/api/metrics"
	"transom/api/server"
	"transom/api/store"
	"transom/api/ticket"
)

// inProgram makes one of the program's commands out of a command.
func inProgram(c command.Command) entry {
	return entry{c.Name, c.Help, func(ctx context.Context, args []string) error {
		settings, fault := readEnvironment()
		a := &app{config: settings, log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})), metrics: metrics.New()}
		defer a.close()
		var office *command.Office
		env := &command.Env{
			Var: settings.Var, Out: os.Stdout, Progress: cli.Progress(os.Stderr), Facts: a.facts(fault),
			Open: func(ctx context.Context) (_ *command.Office, err error) {
				if office == nil {
					office, err = a.openOffice(ctx)
				}
				return office, err
			},
			Gate: settings.openGate, MakeKeys: settings.makeKeys,
		}
		return c.Run(ctx, env, args)
	}}
}

// openGate opens what checks a QR code without a database.
func (c config) openGate() (*domain.Content, *ticket.Keys, error) {
	if err := c.checkPurpose(); err != nil {
		return nil, nil, err
	}
	content, err := domain.LoadContent(c.Content)
	if err != nil {
		return nil, nil, err
	}
	keys, err := ticket.LoadKeys(filepath.Join(c.Var, keyFolder))
	return content, keys, err
}

// facts are the settings that doctor and the alarms look at.
func (a *app) facts(fault error) command.Facts {
	c := a.config
	f := command.Facts{
		SiteURL: c.SiteURL, Content: c.Content, Provider: c.Provider, Mail: c.Mail,
		MailFrom: c.MailFrom, AlarmMail: c.AlarmMail, Rehearsal: c.Rehearsal, Fault: fault,
	}
	if c.Provider != sandbox.Name {
		f.AskGateway = a.askGateway
		f.GatewayURL = map[string]string{"razorpay": c.Razorpay.BaseURL, "cashfree": c.Cashfree.BaseURL}[c.Provider]
	}
	return f
}

// newAlarmer looks, for the server, at what doctor looks at.
func (a *app) newAlarmer(office *command.Office) *command.Alarmer {
	env := &command.Env{
		Var: a.config.Var, Out: io.Discard, Progress: io.Discard, Facts: a.facts(nil),
		Open: func(context.Context) (*command.Office, error) { return office, nil },
	}
	return &command.Alarmer{Env: env, Office: office, To: a.config.AlarmMail, Log: a.log}
}

// openOffice opens what organisers need: files and rules, no listener. The server may run meanwhile.
func (a *app) openOffice(ctx context.Context) (*command.Office, error) {
	if err := a.config.checkPurpose(); err != nil {
		return nil, err
	}
	content, err := domain.LoadContent(a.config.Content)
	if err != nil {
		return nil, err
	}
	var clock domain.Clock = domain.SystemClock{}
	if a.config.Rehearsal {
		clock = domain.NewRehearsalClock(content.Event.RehearsalAt.Time)
	}
	db, err := store.OpenExisting(ctx, a.config.place())
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, db.Close)
	blobs, err := a.openBlobs(db)
	if err != nil {
		return nil, err
	}
	payments, err := a.addPayments(ctx, &server.Deps{Clock: clock, Content: content, Store: db})
	if err != nil {
		return nil, err
	}
	return &command.Office{Store: db, Blobs: blobs, Content: content, Clock: clock, Payments: payments}, nil
}

// askGateway asks for a payment that does not exist: "unknown" is the answer to good keys.
func (a *app) askGateway(ctx context.Context) error {
	provider, _, err := a.openProvider(ctx, domain.SystemClock{})
	if err != nil {
		return err
	}
	_, err = provider.Fetch(ctx, "", "doctor-"+domain.NewID(80))
	return err
}
