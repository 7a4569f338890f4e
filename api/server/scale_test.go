package server_test

import "os"

// scaled is a test's size: small in every run, full when TRANSOM_SOAK is set (make soak).
func scaled(small, full int) int {
	if os.Getenv("TRANSOM_SOAK") != "" {
		return full
	}
	return small
}
