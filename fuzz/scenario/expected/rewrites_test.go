package expected_test

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/scenario/expected"
	"github.com/quock-dev/quock/fuzz/scenario/scenariotest"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// patience is how many cases a wrong rewrite may survive.
const patience = 20000

var _ = Describe("a wrong rewrite of the expectation is caught by the model:", func() {
	for _, wrong := range expected.Rewrites {
		It(wrong.Name, func() {
			for n := range uint64(patience) {
				if d := caught(wrong, n); d != nil {
					AddReportEntry("caught", d[0].String())
					return
				}
			}
			Fail("nobody noticed")
		})
	}
})

// caught is where the model differs from a wrong expectation of a case, at its
// middle or its end.
func caught(wrong expected.Wrong, n uint64) []spec.Difference {
	f := scenariotest.Dialects[n%uint64(len(scenariotest.Dialects))]
	c := perform.Generate(f, perform.Degraded, perform.CaseSeed(5, n))
	var steps script.Script
	steps.Reset(c.Scenario)
	emitted := script.Emit(nil, c.Scenario, &steps, c.Schedule)
	if _, ok := expected.Transcript(c.Scenario, emitted, c.Stream.End, spec.Policies{}); !ok {
		return nil
	}
	m := model.New(f, spec.Policies{})
	half := c.Records() / 2
	for i := range c.Stream.Events {
		if e := &c.Stream.Events[i]; e.Record > half && (i == 0 || c.Stream.Events[i-1].Record <= half) {
			if d := against(m, wrong.Expected(c.Scenario, emitted[:i], "")); d != nil {
				return d
			}
		}
		m.Step(&c.Stream.Events[i])
	}
	m.End(c.Stream.End)
	return against(m, wrong.Expected(c.Scenario, emitted, c.Stream.End))
}

func against(m *model.State, want spec.Transcript) []spec.Difference {
	got := m.Transcript()
	return spec.Compare{Observes: spec.AllParts()}.Transcripts(&want, &got)
}
