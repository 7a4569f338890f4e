package gateway

import (
	"context"
	"errors"
	"net/http"

	"transom/api/payment"
)

// createTries is how often a link is asked for before the failure is told.
const createTries = 3

// CreateOnce makes what a gateway must not have twice, or adopts what is there. Whenever it may exist, because somebody
// asked before (again) or a try of ours failed, find looks for it first; adopted tells that it was found. find's
// payment.ErrProviderNotFound says that it may be made; any other failure of find ends the search, because not knowing
// is no reason to make a second one. Refused credentials are told at once.
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
