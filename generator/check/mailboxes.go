package check

import (
	"cmp"
	"slices"
	"strings"

	"transom/generator/source"
	"transom/generator/spelling"
)

// providers are common email providers, with the extensions of their domains.
var providers = map[string][]string{
	"gmail": {"com"}, "googlemail": {"com"}, "yahoo": {"com", "in", "co.in", "co.uk"},
	"hotmail": {"com", "co.in", "co.uk", "in"},
	"outlook": {"com", "in"}, "rediffmail": {"com"}, "icloud": {"com"}, "protonmail": {"com"},
}

// otherMailboxes are real providers whose names look like misspelt ones.
var otherMailboxes = []string{"mail", "email", "ymail", "rocketmail"}

// misspeltEndings are typing mistakes of "com".
var misspeltEndings = []string{"con", "cmo", "ocm", "comm", "coom", "cim", "vom", "xom", "cpm"}

// mailbox warns of an email address whose domain is most likely misspelt.
func (c *Checker) mailbox(address string, at func() source.Position) {
	before, domain, _ := strings.Cut(strings.ToLower(address), "@")
	if meant := c.meantDomain(domain); meant != "" {
		c.problems.Warn(at(), `"%s" looks like a typing mistake; did you mean "%s@%s"?`, address, before, meant)
	}
}

// meantDomain caches the result for each domain.
func (c *Checker) meantDomain(domain string) string {
	meant, known := c.domains.Load(domain)
	if !known {
		meant, _ = c.domains.LoadOrStore(domain, meantDomain(domain))
	}
	return meant.(string)
}

// meantDomain returns the likely correct domain, or "" if nothing seems wrong.
func meantDomain(domain string) string {
	name, ending, _ := strings.Cut(domain, ".")
	if endings, known := providers[name]; known {
		if slices.Contains(endings, ending) {
			return ""
		}
		return name + "." + cmp.Or(spelling.Nearest(ending, endings), endings[0])
	}
	names := make([]string, 0, len(providers))
	for name := range providers {
		names = append(names, name)
	}
	slices.Sort(names)
	near := spelling.Nearest(name, names)
	if diff := len(near) - len(name); near != "" && diff >= -1 && diff <= 1 && !slices.Contains(otherMailboxes, name) &&
		(slices.Contains(providers[near], ending) || slices.Contains(misspeltEndings, ending)) {
		return near + "." + providers[near][0]
	}
	if slices.Contains(misspeltEndings, ending) {
		return name + ".com"
	}
	return ""
}
