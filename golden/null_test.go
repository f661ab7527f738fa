package golden_test

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/provider"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A null reader answers a case without having read it.
type null func(c fixtures.Case, at int) spec.Transcript

func empty(fixtures.Case, int) spec.Transcript {
	return spec.Transcript{Outcome: spec.OutcomeOpen}
}

// lastRecord reads the last record before the position and no other.
func lastRecord(c fixtures.Case, at int) spec.Transcript {
	codec, variant, err := dialects.Lookup(c.Dialect)
	Expect(err).NotTo(HaveOccurred())
	end := at
	if at < 0 {
		end = len(c.Records)
	}
	stream, _ := wire.DecodeRecords(codec, variant, c.Records[max(end-1, 0):end])
	state := model.New(stream.Features, c.Policies)
	for i := range stream.Events {
		state.Step(&stream.Events[i])
	}
	if at < 0 {
		state.End(c.End)
	}
	return state.Transcript()
}

// fooled lists the breaking cases whose rule the null reader keeps, everywhere
// that the case looks.
func fooled(read null) []string {
	var names []string
	for _, c := range cases {
		judge, judged := check.ByRule(c.Rule)
		if !c.Breaking || !judged {
			continue
		}
		out, f := outcome(c)
		for _, h := range c.Faults {
			if keeps(judge, f, out, h, func(at int) spec.Transcript { return read(c, at) }) {
				names = append(names, c.Name)
			}
		}
	}
	return names
}

func keeps(judge check.Check, f spec.Features, out golden.Outcome, h spec.Fault, read func(int) spec.Transcript) bool {
	return !slices.ContainsFunc(observationsOf(out), func(observation golden.Observation) bool {
		got := read(observation.At)
		e := &check.Evidence{
			Features: f, Observes: spec.AllParts(), Want: &observation.Transcript, Got: &got, Position: observation.At, Fault: h,
		}
		if judge.OfStores() {
			e.Surface, e.Form = check.Reloaded, provider.Anthropic
		}
		return len(judge.Judge(e).Differences) > 0
	})
}

var _ = Describe("No breaking case", func() {
	It("is kept by an empty answer", func() { Expect(fooled(empty)).To(BeEmpty()) })
	It("is kept by who reads the last record only", func() { Expect(fooled(lastRecord)).To(BeEmpty()) })
})
