package main

import (
	"context"
	"fmt"
	"path/filepath"

	"transom/api/domain"
	"transom/api/gateway/cashfree"
	"transom/api/gateway/razorpay"
	"transom/api/gateway/sandbox"
	"transom/api/payment"
	"transom/api/server"
	"transom/api/ticket"
)

// addPayments opens the payment provider and adds its endpoints and workers.
func (a *app) addPayments(ctx context.Context, d *server.Deps) (*payment.Service, error) {
	provider, box, err := a.openProvider(ctx, d.Clock)
	if err != nil {
		return nil, err
	}
	ticketKeys, err := ticket.LoadKeys(filepath.Join(a.config.Var, keyFolder))
	if err != nil {
		return nil, err
	}
	payments := payment.New(payment.Setup{
		Store: payment.On(d.Store), Provider: provider, Clock: d.Clock, Tickets: ticket.NewIssuer(ticketKeys, d.Content), Content: d.Content,
		SiteURL: a.config.SiteURL, Log: a.log, Rehearsal: a.config.Rehearsal,
	})
	if box != nil {
		a.closers = append(a.closers, box.Close)
		a.workers = append(a.workers, workerFunc(func(ctx context.Context) error { return box.Run(ctx, payments.Receive) }))
	}
	a.metrics.WatchPayments(&payments.Counters)
	d.Payments, d.Sandbox = server.NewPayments(payments, a.mayView), box
	return payments, nil
}

// openProvider returns the provider of the settings; the sandbox besides when it is that.
func (a *app) openProvider(ctx context.Context, clock domain.Clock) (payment.Provider, *sandbox.Sandbox, error) {
	switch a.config.Provider {
	case sandbox.Name:
		box, err := sandbox.Open(ctx, a.config.Var, a.config.SiteURL, clock)
		return box, box, err
	case "razorpay":
		r := a.config.Razorpay
		return razorpay.New(razorpay.Config{
			BaseURL: r.BaseURL, KeyID: r.KeyID, KeySecret: r.KeySecret, WebhookSecrets: list(r.WebhookSecret),
		}), nil, nil
	case "cashfree":
		c := a.config.Cashfree
		return cashfree.New(cashfree.Config{
			BaseURL: c.BaseURL, ClientID: c.ClientID, ClientSecrets: list(c.ClientSecret),
			NotifyURL: a.config.SiteURL + "/api/payments/cashfree/webhook",
		}), nil, nil
	}
	return nil, nil, fmt.Errorf("there is no payment provider %q", a.config.Provider)
}
