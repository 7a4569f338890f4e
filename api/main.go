// Transom's program: the API of the conference site and the organisers' commands.
package main

import (
	"os"
	_ "time/tzdata" // the event's time zone must be available on machines without zone files

	"transom/api/app"
)

func main() { os.Exit(app.Main(os.Args[1:])) }
