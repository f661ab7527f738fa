package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quock-dev/quock/fuzz/bulk"
)

// BenchmarkDrop measures what the check of a recording of 20 MB costs in the page: the
// processor time of all of the browser, as if it had one core, over that of quock check
// --html of the same file on one core. It takes three recordings, whose dialects load
// decoder and model in different ways; the worst counts. "again" is the same where the
// browser has compiled the program for the recording before.
func BenchmarkDrop(b *testing.B) {
	built, err := build(b.TempDir())
	if errors.Is(err, errMissing) {
		b.Skip(err)
	}
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var first, again, command, browser float64
		for _, dialect := range []string{"neutral", "claudecode:partial", "codex"} {
			path := recording(b, dialect)
			here := onOneCore(b, built.quock, "check", "--html", filepath.Join(b.TempDir(), "page.html"), path).Seconds()
			all, err := built.look(built.file(), nil, job{Name: dialect, Paths: []string{path}, Twice: true})
			if err != nil {
				b.Fatal(err)
			}
			page := all[dialect]
			if page.Title == "" {
				b.Fatalf("%s: the page shows no trace: %s", dialect, page.State)
			}
			b.Logf("%s: command %.2f s, page %.2f s, again %.2f s", dialect, here, page.Processor, page.Again)
			first, again = max(first, page.Processor/here), max(again, page.Again/here)
			command, browser = command+here, browser+page.Processor
		}
		b.ReportMetric(first, "page/command")
		b.ReportMetric(again, "again/command")
		b.ReportMetric(command, "command-s")
		b.ReportMetric(browser, "page-s")
	}
}

// recording writes a recording of 20 MB.
func recording(b *testing.B, dialect string) string {
	path := filepath.Join(b.TempDir(), strings.ReplaceAll(dialect, ":", "-")+".jsonl")
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := bulk.Write(file, bulk.Options{Dialect: dialect, Bytes: large, Seed: 1}); err != nil {
		b.Fatal(err)
	}
	if err := file.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

// onOneCore is the processor time of a program that has one core.
func onOneCore(b *testing.B, name string, args ...string) time.Duration {
	cmd := exec.CommandContext(b.Context(), name, args...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	if text, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() != 1 { // 1: the trace fails
		b.Fatalf("%s: %v: %s", name, err, text)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}
