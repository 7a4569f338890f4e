package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"transom/generator/compare"
	"transom/generator/publish"
)

func diff(w io.Writer, s settings, revision string) int {
	folder, err := os.MkdirTemp("", "transom-diff-")
	if err != nil {
		return failed(err)
	}
	defer os.RemoveAll(folder)
	before, after := filepath.Join(folder, "before"), filepath.Join(folder, "after")
	result, err := publish.Build(publish.Options{Content: s.content, Out: after})
	if err == nil && len(result.Problems) > 0 {
		report(w, s, result)
		return 1
	}
	if err == nil {
		err = publishRevision(s.content, revision, before)
	}
	if err != nil {
		return failed(err)
	}
	lines, err := differences(s.content, revision, before, after)
	if len(lines) == 0 && err == nil {
		lines = []string{s.content + ": visitors see the same as in " + revision}
	}
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
	return failed(err)
}

func differences(content, revision, before, after string) ([]string, error) {
	lines, err := compare.Folders(before, after)
	if err != nil {
		return nil, err
	}
	images, err := git(content, "diff", "--name-only", "--diff-filter=M", "--relative", revision, "--", "images")
	for image := range strings.Lines(string(images)) {
		lines = append(lines, strings.TrimSpace(image)+" replaced by another image")
	}
	return lines, err
}

// publishRevision changes neither the working tree nor git's index.
func publishRevision(content, revision, out string) error {
	archive, err := git(content, "archive", "--format=tar", revision)
	if err != nil && strings.Contains(err.Error(), "untracked") {
		return fmt.Errorf("%s is in no commit yet, so there is nothing to compare it with", content)
	}
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "transom-revision-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	extract := exec.Command("tar", "-x", "-C", folder)
	extract.Stdin = bytes.NewReader(archive)
	if said, err := extract.CombinedOutput(); err != nil {
		return fmt.Errorf("read the content of %s: %w: %s", revision, err, said)
	}
	result, err := publish.Build(publish.Options{Content: folder, Out: out, Name: content})
	if err == nil && len(result.Problems) > 0 {
		err = fmt.Errorf("the content of %s cannot be compared, because it has %s; the first is %s", revision,
			count(len(result.Problems), "mistake", "mistakes"), result.Problems[0])
	}
	return err
}

type lastCommit struct{ revision, folder string }

// changes returns nil if there is no repository or no commit yet.
func (l *lastCommit) changes(o publish.Options) []string {
	head, err := git(o.Content, "rev-parse", "HEAD")
	if err != nil {
		return nil
	}
	if revision := strings.TrimSpace(string(head)); revision != l.revision {
		l.forget()
		l.revision = revision
		if l.folder, err = os.MkdirTemp("", "transom-diff-"); err != nil ||
			publishRevision(o.Content, revision, l.folder) != nil {
			l.forget()
		}
	}
	if l.folder == "" {
		return nil
	}
	lines, _ := differences(o.Content, l.revision, l.folder, o.Out)
	return lines
}

func (l *lastCommit) forget() {
	os.RemoveAll(l.folder)
	l.folder = ""
}

func git(folder string, args ...string) ([]byte, error) {
	var said bytes.Buffer
	command := exec.Command("git", append([]string{"-C", folder}, args...)...)
	command.Stderr = &said
	out, err := command.Output()
	if err != nil && said.Len() > 0 {
		err = errors.New(strings.TrimSpace(said.String()))
	}
	if err != nil {
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out, nil
}
