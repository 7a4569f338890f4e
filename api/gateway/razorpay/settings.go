package razorpay

import (
	"context"

	"transom/api/gateway"
	"transom/api/payment"
)

// Settings reads what .env.example says of Razorpay.
func Settings(read gateway.Read) gateway.Settings {
	c := Config{
		BaseURL: read("TRANSOM_RAZORPAY_BASE_URL", "https://api.razorpay.com"),
		KeyID:   read("TRANSOM_RAZORPAY_KEY_ID", ""), KeySecret: read("TRANSOM_RAZORPAY_KEY_SECRET", ""),
	}
	webhookSecret := read("TRANSOM_RAZORPAY_WEBHOOK_SECRET", "")
	c.WebhookSecrets = gateway.Secrets(webhookSecret)
	return gateway.Settings{
		Required: map[string]string{
			"TRANSOM_RAZORPAY_KEY_ID": c.KeyID, "TRANSOM_RAZORPAY_KEY_SECRET": c.KeySecret, "TRANSOM_RAZORPAY_WEBHOOK_SECRET": webhookSecret,
		},
		BaseSetting: "TRANSOM_RAZORPAY_BASE_URL", BaseURL: c.BaseURL,
		Open: func(context.Context, gateway.Place) (payment.Provider, error) { return New(c), nil },
	}
}
