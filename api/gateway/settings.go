package gateway

import (
	"context"
	"fmt"
	"strings"

	"transom/api/domain"
	"transom/api/payment"
)

// Settings is what a provider has read of the environment, and how it is opened. Each provider has a function that
// makes one, which is its line in the table of providers.
type Settings struct {
	// Required are the settings that it cannot do without, by name.
	Required map[string]string
	// Mistyped says of settings what theirs must look like, or "" when it does. TestAccount is the setting that names an
	// account in which no money moves, "" when it moves.
	Mistyped    map[string]string
	TestAccount string
	// BaseURL is the gateway's address, which BaseSetting sets; both are "" for a provider inside this program.
	BaseSetting, BaseURL string
	// Open opens the provider.
	Open func(ctx context.Context, p Place) (payment.Provider, error)
}

// Place is where a provider works.
type Place struct {
	// Folder is for what it keeps itself.
	Folder  string
	SiteURL string // without a slash at the end
	Clock   domain.Clock
}

// Read returns a setting, or the fallback when it is not set.
type Read func(name, fallback string) string

// minSecretChars is what the secret of webhooks has at least. Razorpay lets its owner choose it.
const minSecretChars = 16

// minDistinctChars refuses secrets like "aaaaaaaaaaaaaaaa".
const minDistinctChars = 6

// CheckSecrets returns what is wrong with the secrets of webhooks, or "" if nothing is.
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

// Secrets are those of one setting: two with a comma between them, while one replaces the other.
func Secrets(text string) (secrets []string) {
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); one != "" {
			secrets = append(secrets, one)
		}
	}
	return secrets
}
