package store

import "strings"

// inAddress are the characters that mean something in SQLite's addresses.
var inAddress = strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23")

// Address is SQLite's address of a file with these settings. The name is escaped: with a bare "#" or "?" in a folder's
// name SQLite would open another file, without the settings, and say nothing.
func Address(path, settings string) string { return "file:" + inAddress.Replace(path) + "?" + settings }
