package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"transom/api/cli"
)

var checkHelp = cli.Help{
	Name: "check-settings", Purpose: "Read all settings as serve would, and name every fault", Example: "check-settings", Found: "a setting is wrong",
}

// checkSettings reads the settings as serve would.
func checkSettings(_ context.Context, args []string) error {
	flags, asJSON := checkHelp.Flags()
	if rest, err := checkHelp.Parse(flags, args, os.Stdout); err != nil || len(rest) > 0 {
		return firstError(err, checkHelp.Wrong(""))
	}
	_, err := readEnvironment()
	if *asJSON {
		faults := []string{}
		if err != nil {
			faults = strings.Split(err.Error(), "\n")
		}
		if printErr := cli.PrintJSON(os.Stdout, map[string]any{"fine": err == nil, "faults": faults}); printErr != nil {
			return printErr
		}
	} else if err == nil {
		fmt.Println("All settings are fine.")
	}
	return err
}
