package runner_test

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/spec"
)

// BenchmarkFailingRun measures a run in which most cases fail, by a mistake that is known,
// against the same run passing, and the share of the search for deviations in it.
func BenchmarkFailingRun(b *testing.B) {
	RegisterTestingT(b)
	for b.Loop() {
		passing, _, _ := timed(honest("agentc"))
		m, _ := deviation.ByName("always-next")
		program := honest("agentc")
		program.deviations = []deviation.Deviation{m}
		failing, searching, failed := timed(program)
		b.ReportMetric(failing.Seconds()/passing.Seconds(), "failing/passing")
		b.ReportMetric(searching.Seconds()/failing.Seconds(), "diagnosis/run")
		b.ReportMetric(100*failed, "%fail")
	}
}

// timed is how long a run took, how long of that the search for deviations, and the
// share of its cases that fail.
func timed(program *reader) (all, searching time.Duration, failed float64) {
	const cases = 1000
	r := newTrialRun(cases)
	r.options.Jobs = 1
	var searches, attributes time.Time
	r.options.Progress = func(p runner.Progress) {
		switch {
		case p.Phase == runner.Diagnosing && p.Of == 0:
			searches = time.Now()
		case p.Phase == runner.Attributing && attributes.IsZero():
			attributes = time.Now()
		}
	}
	begin := time.Now()
	log := r.of(program)
	if all = time.Since(begin); !searches.IsZero() {
		searching = attributes.Sub(searches)
	}
	return all, searching, float64(verdicts(log)[spec.Fail]) / float64(len(log.Cases))
}
