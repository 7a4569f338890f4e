package sandbox

import (
	"context"

	"transom/api/gateway"
	"transom/api/payment"
)

// Settings are none: the sandbox keeps its links in the program's own folder.
func Settings(gateway.Read) gateway.Settings {
	return gateway.Settings{Open: func(ctx context.Context, p gateway.Place) (payment.Provider, error) {
		return Open(ctx, p.Folder, p.SiteURL, p.Clock)
	}}
}
