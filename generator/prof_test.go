package main

import (
	"os"
	"testing"
	"transom/generator/publish"
)

func BenchmarkBuild(b *testing.B) {
	for b.Loop() {
		os.RemoveAll("/tmp/bl/out")
		publish.Build(publish.Options{Content: os.Getenv("C"), Out: "/tmp/bl/out"})
	}
}
