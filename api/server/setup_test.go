package server_test

import (
	"os"
	"testing"

	"transom/api/apitest"
)

// scaled returns the small size, or the full one with TRANSOM_SOAK (make soak).
func scaled(small, full int) int {
	if os.Getenv("TRANSOM_SOAK") != "" {
		return full
	}
	return small
}

// start runs an API, with at most one set of options, for a test that runs in parallel with others.
func start(t *testing.T, options ...apitest.Options) *apitest.Server {
	t.Helper()
	t.Parallel()
	return apitest.Start(t, append(options, apitest.Options{})[0])
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
