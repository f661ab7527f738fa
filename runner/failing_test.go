package runner_test

import (
	"slices"
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// BenchmarkFailingRun measures a run in which most cases fail, by a mistake that is known,
// against the same run passing, and the share of the search for deviations in it.
func BenchmarkFailingRun(b *testing.B) {
	RegisterTestingT(b)
	for b.Loop() {
		passing, _, _ := timed(b, honest("agentc"))
		m, _ := deviation.ByName("always-next")
		program := honest("agentc")
		program.deviations = []deviation.Deviation{m}
		failing, searching, failed := timed(b, program)
		b.ReportMetric(failing.Seconds()/passing.Seconds(), "failing/passing")
		b.ReportMetric(searching.Seconds()/failing.Seconds(), "diagnosis/run")
		b.ReportMetric(100*failed, "%fail")
	}
}

// BenchmarkUnknownRun measures the share of the diagnosis in a run in which all fails and
// nothing is known to explain it.
func BenchmarkUnknownRun(b *testing.B) {
	RegisterTestingT(b)
	for b.Loop() {
		failing, searching, failed := timed(b, mumbling{honest("agentc")})
		b.ReportMetric(searching.Seconds()/failing.Seconds(), "diagnosis/run")
		b.ReportMetric(100*failed, "%fail")
	}
}

// mumbling is a candidate that tells each text from its end, and the name of what is active
// without its first letter.
type mumbling struct{ probe.Candidate }

func (m mumbling) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	reply, err := m.Candidate.Run(req)
	if err != nil || reply == nil {
		return reply, err
	}
	for i := range reply.Observations {
		mumble(&reply.Observations[i])
	}
	if reply.Final != nil {
		mumble(reply.Final)
	}
	return reply, nil
}

func mumble(t *probe.Transcript) {
	for i := range t.Sessions {
		for k := range t.Sessions[i].Messages {
			m := &t.Sessions[i].Messages[k]
			for n := range m.Parts {
				text := []rune(m.Parts[n].Text)
				slices.Reverse(text)
				m.Parts[n].Text = string(text)
			}
		}
	}
	for i := range t.Active {
		if name := t.Active[i].Name; len(name) > 1 {
			t.Active[i].Name = name[1:]
		}
	}
}

// timed is how long the processors worked for a run, how long of that for the search for
// deviations, and the share of its cases that fail.
func timed(b *testing.B, program probe.Candidate) (all, searching time.Duration, failed float64) {
	r := newTrialRun(runner.DefaultCases)
	r.options.Jobs = 1
	var searches, attributes time.Duration
	r.options.Progress = func(p runner.Progress) {
		switch {
		case p.Phase == runner.Diagnosing && p.Of == 0:
			searches = wiretest.Worked(b)
		case p.Phase == runner.Attributing && attributes == 0:
			attributes = wiretest.Worked(b)
		}
	}
	begin := wiretest.Worked(b)
	log := r.of(program)
	if all = wiretest.Worked(b) - begin; searches > 0 {
		searching = attributes - searches
	}
	return all, searching, float64(verdicts(log)[spec.Fail]) / float64(len(log.Cases))
}
