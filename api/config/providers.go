package config

import (
	"net/url"
	"slices"
	"strings"

	"transom/api/domain"
	"transom/api/gateway"
	"transom/api/gateway/cashfree"
	"transom/api/gateway/razorpay"
	"transom/api/gateway/sandbox"
	"transom/generator/spelling"
)

// To add a provider, add a folder below gateway/, a line here, and its settings in .env.example.
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

func (c *Config) checkPayment(wrong *faults) {
	names := Providers()
	for _, name := range names {
		checkGateway(c.Gateways[name], wrong)
	}
	if !slices.Contains(names, c.Provider) {
		wrong.add("TRANSOM_PAYMENT_PROVIDER", "%q is not one of %s%s", c.Provider, strings.Join(names, ", "),
			spelling.Suggest(c.Provider, names))
	}
	chosen := c.Gateways[c.Provider]
	for name, text := range chosen.Mistyped {
		if text != "" {
			wrong.add(name, "%s", text)
		}
	}
	for name, value := range chosen.Required {
		if value == "" {
			wrong.add(name, "is missing; %s needs it", c.Provider)
		}
	}
	switch {
	case c.Provider == sandbox.Name && !c.Rehearsal && !c.AllowSandbox:
		wrong.add("TRANSOM_PAYMENT_PROVIDER",
			"the sandbox moves no money, so it is allowed only in a rehearsal; TRANSOM_ALLOW_SANDBOX=1 allows it anyway")
	case chosen.TestAccount != "" && !c.Rehearsal && !c.AllowTestAccount:
		wrong.add(chosen.TestAccount, "names a test account, which moves no money: use the live account; "+
			"TRANSOM_ALLOW_TEST_ACCOUNT=1 allows it anyway, and TRANSOM_ALLOW_SANDBOX does not")
	case c.Provider != sandbox.Name && c.Rehearsal:
		wrong.add("TRANSOM_PAYMENT_PROVIDER", "a rehearsal moves no money: use sandbox, or set TRANSOM_REHEARSAL=0")
	}
}

// checkGateway reports a gateway address that the keys must not be sent to.
func checkGateway(g gateway.Settings, wrong *faults) {
	if g.BaseSetting == "" {
		return
	}
	if u, err := url.Parse(g.BaseURL); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		wrong.add(g.BaseSetting, "%q is not a web address", g.BaseURL)
	} else if u.Scheme == "http" && !domain.IsThisMachine(u.Hostname()) {
		wrong.add(g.BaseSetting, "%q would send the keys without encryption; write https", g.BaseURL)
	}
}
