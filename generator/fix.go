package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"transom/generator/publish"
	"transom/generator/source"
)

// maxRounds is more than one, because a fix can reveal another mistake.
const maxRounds = 5

// fix makes the certain fixes and prints them. The result contains the remaining problems.
func fix(w io.Writer, o publish.Options) (publish.Result, error) {
	for round := 0; ; round++ {
		result, err := publish.Build(o)
		if err != nil || round == maxRounds {
			return result, err
		}
		made, err := makeFixes(w, o, result.Problems)
		if err != nil || made == 0 {
			return result, err
		}
	}
}

func makeFixes(w io.Writer, o publish.Options, problems []source.Problem) (int, error) {
	made := 0
	renamed := map[string]bool{}
	for _, p := range problems {
		if p.Fix == nil || !p.Fix.Certain || renamed[p.File] {
			continue
		}
		path := filepath.Join(o.Content, filepath.FromSlash(strings.TrimPrefix(p.File, cmp.Or(o.Name, o.Content)+"/")))
		did, err := makeFix(path, *p.Fix)
		if err != nil {
			return made, fmt.Errorf("fix %s: %w", p.File, err)
		}
		if did != "" {
			fmt.Fprintf(w, "fixed %s: %s\n", p.Position, did)
			made++
		}
		renamed[p.File] = p.Fix.Rename != "" // the next round checks the file again
	}
	return made, nil
}

// makeFix returns a description of the fix, or "" if the file has changed in the meantime.
func makeFix(path string, f source.Fix) (string, error) {
	if f.Rename != "" {
		return "renamed to " + f.Rename, os.Rename(path, filepath.Join(filepath.Dir(path), f.Rename))
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	lines := strings.Split(string(raw), "\n")
	if f.Line < 1 || f.Line > len(lines) || strings.TrimSuffix(lines[f.Line-1], "\r") != f.Was || f.Now == f.Was {
		return "", nil
	}
	lines[f.Line-1] = strings.Replace(lines[f.Line-1], f.Was, f.Now, 1)
	return "wrote " + strings.TrimSpace(f.Now), os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644)
}
