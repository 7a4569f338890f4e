package cashfree

import (
	"context"
	"net/url"

	"transom/api/gateway"
	"transom/api/payment"
)

// Settings reads the Cashfree settings that .env.example explains.
func Settings(read gateway.Read) gateway.Settings {
	c := Config{
		BaseURL:  read("TRANSOM_CASHFREE_BASE_URL", "https://api.cashfree.com"),
		ClientID: read("TRANSOM_CASHFREE_CLIENT_ID", ""),
	}
	clientSecret := read("TRANSOM_CASHFREE_CLIENT_SECRET", "")
	c.ClientSecrets = gateway.List(clientSecret)
	s := gateway.Settings{
		Required: map[string]string{"TRANSOM_CASHFREE_CLIENT_ID": c.ClientID,
			"TRANSOM_CASHFREE_CLIENT_SECRET": clientSecret},
		BaseSetting: "TRANSOM_CASHFREE_BASE_URL", BaseURL: c.BaseURL, NeedsMobile: true,
		Mistyped: map[string]string{"TRANSOM_CASHFREE_CLIENT_SECRET": gateway.CheckSecrets(c.ClientSecrets)},
		Open: func(_ context.Context, p gateway.Place) (payment.Provider, error) {
			c.NotifyURL = p.SiteURL + "/api/payments/" + Name + "/webhook"
			return New(c), nil
		},
	}
	if base, err := url.Parse(c.BaseURL); err == nil && base.Hostname() == "sandbox.cashfree.com" {
		s.TestAccount = s.BaseSetting
	}
	return s
}
