package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"

	"transom/api/blob"
	"transom/api/cli"
	"transom/api/domain"
	"transom/api/gateway/sandbox"
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
		a := &app{config: settings, log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})), metrics: server.NewMetrics()}
		defer a.close()
		var desk *organiser.Desk
		env := &organiser.Env{
			Var: settings.Var, Out: os.Stdout, Progress: cli.Progress(os.Stderr),
			Facts: organiser.Facts{
				SiteURL: settings.SiteURL, Content: settings.Content, Provider: settings.Provider, Mail: settings.Mail,
				MailFrom: settings.MailFrom, Rehearsal: settings.Rehearsal, Fault: fault,
			},
			Open: func(ctx context.Context) (_ *organiser.Desk, err error) {
				if desk == nil {
					desk, err = a.openDesk(ctx)
				}
				return desk, err
			},
		}
		if settings.Provider != sandbox.Name {
			env.Facts.AskGateway = a.askGateway
			env.Facts.GatewayURL = map[string]string{"razorpay": settings.Razorpay.BaseURL, "cashfree": settings.Cashfree.BaseURL}[settings.Provider]
		}
		return c.Run(ctx, env, args)
	}}
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
	db, err := store.OpenExisting(ctx, a.config.Var)
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, db.Close)
	blobs, err := blob.OpenFiles(filepath.Join(a.config.Var, "uploads"), "photo", "aadhar")
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, blobs.Close)
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
