package server_test

import (
	"os"
	"testing"

	"transom/api/apitest"
)

// scaled is a test's size: small in every run, full when TRANSOM_SOAK is set (make soak).
func scaled(small, full int) int {
	if os.Getenv("TRANSOM_SOAK") != "" {
		return full
	}
	return small
}

// start runs an API for a test that runs beside others.
func start(t *testing.T) *apitest.Server {
	t.Helper()
	t.Parallel()
	return apitest.Start(t, apitest.Options{})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
