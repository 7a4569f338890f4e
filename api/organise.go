package main

import (
	"context"
	"io"
	"log/slog"
	"os"

	"transom/api/cli"
	"transom/api/domain"
	"transom/api/gateway/sandbox"
	"transom/api/metrics"
	"transom/api/organiser"
	"transom/api/server"
	"transom/api/store"
)

// organise makes a command of the program out of an organiser's command.
func organise(c organiser.Command) command {
	return command{c.Name, c.Help, func(ctx context.Context, args []string) error {
		settings, fault := readEnvironment()
		if fault != nil && c.Name != "doctor" {
			fault = badSettings(fault)
		}
		a := &app{config: settings, log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})), metrics: metrics.New()}
		defer a.close()
		var desk *organiser.Desk
		env := &organiser.Env{
			Var: settings.Var, Out: os.Stdout, Progress: cli.Progress(os.Stderr), Facts: a.facts(fault),
			Open: func(ctx context.Context) (_ *organiser.Desk, err error) {
				if desk == nil {
					desk, err = a.openDesk(ctx)
				}
				return desk, err
			},
		}
		return c.Run(ctx, env, args)
	}}
}

// facts are the settings that doctor and the alarms look at.
func (a *app) facts(fault error) organiser.Facts {
	c := a.config
	f := organiser.Facts{
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
func (a *app) newAlarmer(desk *organiser.Desk) *organiser.Alarmer {
	env := &organiser.Env{
		Var: a.config.Var, Out: io.Discard, Progress: io.Discard, Facts: a.facts(nil),
		Open: func(context.Context) (*organiser.Desk, error) { return desk, nil },
	}
	return &organiser.Alarmer{Env: env, Desk: desk, To: a.config.AlarmMail, Log: a.log}
}

// openDesk opens what organisers need: files and rules, no listener. The server may run meanwhile.
func (a *app) openDesk(ctx context.Context) (*organiser.Desk, error) {
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
	return &organiser.Desk{Store: db, Blobs: blobs, Content: content, Clock: clock, Payments: payments}, nil
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
