package suite

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/runner/suite/internal/judging"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// Read returns the reference transcript of a whole stream, for unit tests with records of
// their own. A record that cannot be read is logged; the transcript says what it means.
func Read[R ~string | ~[]byte](t testing.TB, dialect string, records []R) probe.Transcript {
	t.Helper()
	codec, variant, err := dialects.Lookup(dialect)
	if err != nil {
		t.Fatalf("quock: %v", err)
	}
	all := make([][]byte, len(records))
	for i, record := range records {
		all[i] = []byte(record)
	}
	stream, problems := wire.DecodeRecords(codec, variant, all)
	for i := range problems {
		t.Logf("quock: reading %s: %s", dialect, &problems[i])
	}
	stream.End = spec.EOF
	return model.Run(stream, spec.Policies{})
}

// Replay runs a replay file: t fails if the candidate fails on it. A failing test of Run
// names the file that it wrote; kept beside the tests it is a test of its own.
func Replay(t testing.TB, newCandidate func() probe.Candidate, file string) {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatalf("quock: %v", err)
	}
	c, _, err := replay.Read(text)
	if err != nil {
		t.Fatalf("quock: %s: %v", file, err)
	}
	tried, err := runner.Try(context.WithoutCancel(t.Context()), candidate.Value{New: newCandidate}, candidate.NewLimits(0, 0), c)
	if err != nil {
		t.Fatalf("quock: %s: %v", file, err)
	}
	if !tried.Verdict.Passed() {
		t.Errorf("\n%s\n%s", file, described(tried))
	}
}

// described says how a trial failed, and on which stream.
func described(tried *ask.Trial) string {
	var b strings.Builder
	log, f := report.Log{}, spec.Finding{Verdict: tried.Verdict, Detail: tried.Detail, Case: tried.Case.Name, Position: spec.AtEnd}
	if len(tried.Blamed) > 0 {
		f.Rule = tried.Blamed[0]
	}
	for i := range tried.Observed {
		if o := &tried.Observed[i]; len(o.Differences) > 0 {
			f.Position, f.Differences = o.Position, o.Differences
			break
		}
	}
	_ = report.Text{}.Finding(&b, &log, report.Group{Best: f, Cases: 1}) // a Builder takes everything
	b.WriteString(judging.Stream(tried.Case))
	return b.String()
}
