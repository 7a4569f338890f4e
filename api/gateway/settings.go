package gateway

import (
	"context"
	"fmt"
	"strings"

	"transom/api/domain"
	"transom/api/payment"
)

// Settings is what a provider has read from the environment; config/providers.go lists the functions that return it.
type Settings struct {
	// Required maps the names of the provider's required settings to their values.
	Required map[string]string
	// Mistyped maps a setting to a description of its correct form, or to "" if it is correct. TestAccount is the
	// setting that selects an account without real money, or "" if the money is real.
	Mistyped    map[string]string
	TestAccount string
	// BaseURL is the gateway's address, from BaseSetting; both are "" for a provider inside this program.
	BaseSetting, BaseURL string
	// NeedsMobile is true if the provider makes no payment link without a mobile number.
	NeedsMobile bool
	Open        func(ctx context.Context, p Place) (payment.Provider, error)
}

// Place is the environment in which a provider runs.
type Place struct {
	// Folder is for the provider's own files.
	Folder  string
	SiteURL string // the site's address, without a trailing slash
	Clock   domain.Clock
}

// Read returns a setting, or the fallback if it is not set.
type Read func(name, fallback string) string

// minSecretChars is the minimum length of a webhook secret. Razorpay lets the account's owner choose the secret.
const minSecretChars = 16

const minDistinctChars = 6

// CheckSecrets returns what is wrong with the webhook secrets, or "".
func CheckSecrets(secrets []string) string {
	for _, one := range secrets {
		if len(one) < minSecretChars {
			return fmt.Sprintf("signs webhooks and is too short: it needs at least %d characters", minSecretChars)
		}
		distinct := map[rune]bool{}
		for _, char := range one {
			distinct[char] = true
		}
		if len(distinct) < minDistinctChars {
			return "signs webhooks and is too easy to guess: make it at random, for example with openssl rand -hex 24"
		}
	}
	return ""
}

// List splits a setting at its commas: there are two secrets, for example, while one is being replaced.
func List(text string) (list []string) {
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); one != "" {
			list = append(list, one)
		}
	}
	return list
}
