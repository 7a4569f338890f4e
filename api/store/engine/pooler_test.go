package engine_test

import (
	"context"
	"strings"
	"testing"

	"transom/api/apitest/pgtest"
	"transom/api/store"
)

// ignored makes a pooler ignore unknown settings, as many are configured to do.
const ignored = "ignore_startup_parameters = " +
	"extra_float_digits,default_transaction_isolation,statement_timeout,lock_timeout," +
	"idle_in_transaction_session_timeout,idle_session_timeout,default_transaction_read_only,tcp_keepalives_idle," +
	"tcp_keepalives_interval,tcp_keepalives_count,tcp_user_timeout"

// A pooler is refused, whether it ignores settings or rejects them.
func TestAPoolerIsRefused(t *testing.T) {
	_, address := postgres(t)
	for about, pooler := range map[string]string{"strict": pgtest.Pooler(t, address),
		"lenient": pgtest.Pooler(t, address, ignored)} {
		for opening, open := range map[string]func(context.Context, string) (*store.Store, error){"serve": store.Open,
			"command": store.OpenExisting} {
			if _, err := open(t.Context(), pooler); err == nil || !strings.Contains(err.Error(), "a pooler stands before it") {
				t.Errorf("%s, %s: %v", about, opening, err)
			}
		}
	}
}
