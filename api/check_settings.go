package main

import (
	"context"
	"fmt"
	"os"
)

// checkSettings reads the settings as serve would.
func checkSettings(_ context.Context, _ []string) error {
	if _, err := readConfig(os.Getenv); err != nil {
		return err
	}
	fmt.Println("All settings are fine.")
	return nil
}
