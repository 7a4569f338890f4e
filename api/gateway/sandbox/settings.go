package sandbox

import (
	"context"

	"transom/api/gateway"
	"transom/api/payment"
)

// Settings returns no settings: the sandbox stores its links in the program's own folder.
func Settings(gateway.Read) gateway.Settings {
	return gateway.Settings{Open: func(ctx context.Context, p gateway.Place) (payment.Provider, error) {
		return Open(ctx, p.Folder, p.SiteURL, p.Clock)
	}}
}
