package main

import (
	"fmt"
	"io"
	"strings"

	"transom/generator/facts"
)

// listFacts prints every fact that a text can use, with its value.
func listFacts(w io.Writer, known *facts.Facts) {
	for _, f := range known.All() {
		if endings := strings.Count(f.Name, "."); endings == 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%-52s %s\n", facts.Before+f.Name+facts.After, f.Value)
	}
}
