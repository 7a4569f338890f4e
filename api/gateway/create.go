package gateway

import (
	"context"
	"errors"
	"net/http"

	"transom/api/payment"
)

// createTries is how often a link is requested before the failure is reported.
const createTries = 3

// CreateOnce creates a link of which a gateway must never have two, or adopts the existing one. If it may exist,
// because it was requested before (again) or an attempt failed, it calls find first; adopted is true if find
// returned it. It creates the link only if find returns payment.ErrProviderNotFound; after any other failure of find
// it stops, because the link may exist. Refused credentials are reported at once.
func CreateOnce[T any](ctx context.Context, c *Client, again bool, find,
	create func(context.Context) (T, error)) (out T, adopted bool, err error) {
	var failure error
	for range createTries {
		if again {
			found, err := find(ctx)
			if err == nil {
				return found, true, nil
			}
			if !errors.Is(err, payment.ErrProviderNotFound) {
				return out, false, err
			}
			if failure != nil && (!MayHaveWorked(failure) || !c.Pause(ctx, 0)) {
				return out, false, failure
			}
		}
		made, err := create(ctx)
		if err == nil {
			return made, false, nil
		}
		failure = err
		if status := StatusOf(err); status == http.StatusUnauthorized || status == http.StatusForbidden {
			return out, false, failure
		}
		again = true
	}
	return out, false, failure
}
