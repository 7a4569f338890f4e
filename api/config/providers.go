package config

import (
	"transom/api/gateway"
	"transom/api/gateway/cashfree"
	"transom/api/gateway/razorpay"
	"transom/api/gateway/sandbox"
)

// providers are the payment providers that TRANSOM_PAYMENT_PROVIDER may name. A new one needs a folder below
// gateway/, a line here, and its settings in .env.example.
var providers = []struct {
	name     string
	settings func(gateway.Read) gateway.Settings
}{
	{sandbox.Name, sandbox.Settings},
	{razorpay.Name, razorpay.Settings},
	{cashfree.Name, cashfree.Settings},
}

// Providers returns the names of all providers.
func Providers() []string {
	names := make([]string, len(providers))
	for i, p := range providers {
		names[i] = p.name
	}
	return names
}
