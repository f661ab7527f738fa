package suite

import (
	"testing"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// Smoke tries a candidate on trivial streams of each dialect that it reads, as quock smoke
// does: what its author needs first. A step that fails says what to change.
func Smoke(t testing.TB, newCandidate func() probe.Candidate) {
	t.Helper()
	err := runner.Smoke(t.Context(), candidate.Value{New: newCandidate}, candidate.NewLimits(0, 0), nil, func(s runner.Step) {
		if s.Verdict.Passed() || s.Verdict == spec.NotObservable {
			t.Logf("%s: %s %s", s.Verdict, s.Name, s.Detail)
			return
		}
		t.Errorf("%s: %s\n%s\n%s", s.Verdict, s.Name, s.Detail, s.Stderr)
	})
	if err != nil {
		t.Fatalf("quock: %v", err)
	}
}
