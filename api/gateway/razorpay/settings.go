package razorpay

import (
	"context"
	"fmt"
	"regexp"

	"transom/api/gateway"
	"transom/api/payment"
)

// Settings reads the Razorpay settings that .env.example explains.
func Settings(read gateway.Read) gateway.Settings {
	c := Config{
		BaseURL: read("TRANSOM_RAZORPAY_BASE_URL", "https://api.razorpay.com"),
		KeyID:   read("TRANSOM_RAZORPAY_KEY_ID", ""), KeySecret: read("TRANSOM_RAZORPAY_KEY_SECRET", ""),
	}
	webhookSecret := read("TRANSOM_RAZORPAY_WEBHOOK_SECRET", "")
	c.WebhookSecrets = gateway.List(webhookSecret)
	s := gateway.Settings{
		Required: map[string]string{
			"TRANSOM_RAZORPAY_KEY_ID": c.KeyID, "TRANSOM_RAZORPAY_KEY_SECRET": c.KeySecret,
			"TRANSOM_RAZORPAY_WEBHOOK_SECRET": webhookSecret,
		},
		BaseSetting: "TRANSOM_RAZORPAY_BASE_URL", BaseURL: c.BaseURL,
		Mistyped: map[string]string{"TRANSOM_RAZORPAY_WEBHOOK_SECRET": gateway.CheckSecrets(c.WebhookSecrets)},
		Open:     func(context.Context, gateway.Place) (payment.Provider, error) { return New(c), nil },
	}
	if c.KeySecret != "" && len(c.KeySecret) < minKeySecretChars {
		s.Mistyped["TRANSOM_RAZORPAY_KEY_SECRET"] = fmt.Sprintf("has fewer than %d characters; copy all of it from the "+
			"dashboard", minKeySecretChars)
	}
	const keyID = "TRANSOM_RAZORPAY_KEY_ID"
	switch kind := keyKind.FindStringSubmatch(c.KeyID); {
	case kind != nil && kind[1] == "test":
		s.TestAccount = keyID
	case kind == nil && c.KeyID != "":
		s.Mistyped[keyID] = "begins with rzp_live_ (in a test account with rzp_test_); copy it from the dashboard"
	}
	return s
}

// minKeySecretChars is half the length of Razorpay's secrets.
const minKeySecretChars = 12

var keyKind = regexp.MustCompile(`^rzp_(live|test)_\w`)
