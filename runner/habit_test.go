package runner_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec/probe"
)

// A misuser reads right and uses the contract wrong.
type misuser struct {
	*reader
	answer func(honest func(events []json.RawMessage) []probe.Transcript, req *probe.RunRequest, at int) probe.Transcript
}

// Run answers at each position, and at the end, as the misuser does.
func (m misuser) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	var failed error
	honest := func(events []json.RawMessage) []probe.Transcript {
		all := *req
		all.Events, all.Observe = events, nil
		for at := range len(events) + 1 {
			all.Observe = append(all.Observe, at)
		}
		reply, err := m.reader.Run(&all)
		if err != nil {
			failed = err
			return make([]probe.Transcript, len(events)+2)
		}
		return append(reply.Observations, *reply.Final)
	}
	reply := &probe.RunReply{ID: req.ID}
	for _, at := range req.Observe {
		reply.Observations = append(reply.Observations, m.answer(honest, req, at))
	}
	final := m.answer(honest, req, len(req.Events)+1)
	reply.Final = &final
	return reply, failed
}

// Each of these was a list of differences, or nineteen red rules, without a word of
// what its author did.
var _ = DescribeTable("Smoke says an author's mistake in a sentence before what differs",
	func(answer func(func([]json.RawMessage) []probe.Transcript, *probe.RunRequest, int) probe.Transcript, sentence string) {
		c := misuser{honest("neutral"), answer}
		var last runner.Step
		Expect(runner.Smoke(context.Background(), candidate.Value{New: func() probe.Candidate { return c }}, candidate.NewLimits(patience, 0), nil,
			func(s runner.Step) { last = s })).To(Succeed())
		Expect(last.Verdict.Passed()).To(BeFalse())
		Expect(last.Detail).To(HavePrefix(sentence))
	},
	Entry("a lag by one record", func(honest func([]json.RawMessage) []probe.Transcript, req *probe.RunRequest, at int) probe.Transcript {
		all := honest(req.Events)
		if at > len(req.Events) {
			return all[at]
		}
		return all[max(at-1, 0)]
	}, "Each answer is of the record before"),
	Entry("a missing await", func(honest func([]json.RawMessage) []probe.Transcript, req *probe.RunRequest, at int) probe.Transcript {
		if at > len(req.Events) {
			return honest(nil)[1]
		}
		return honest(nil)[0]
	}, "Each answer is of the empty stream"),
	Entry("an exception that is swallowed", func(honest func([]json.RawMessage) []probe.Transcript, req *probe.RunRequest, at int) probe.Transcript {
		if len(req.Events) < 2 {
			return honest(req.Events)[at]
		}
		return honest(slices.Delete(slices.Clone(req.Events), 1, 2))[max(0, at-min(1, at/2))]
	}, "Record 2 is passed over in silence"),
)

var _ = Describe("A candidate whose answers lag by a record", func() {
	It("is named for that before anything else, and not charged with the rules of the streams", func() {
		c := misuser{honest("neutral"), func(honest func([]json.RawMessage) []probe.Transcript, req *probe.RunRequest, at int) probe.Transcript {
			all := honest(req.Events)
			if at > len(req.Events) {
				return all[at]
			}
			return all[max(at-1, 0)]
		}}
		groups := report.Groups(newTrialRun(40).of(c).Cases)
		Expect(groups[0].Best).To(And(HaveField("Rule", ""), HaveField("Habit", HavePrefix("Each answer is of the record before"))))
		Expect(groups[0].Cases).To(BeNumerically(">", 20))
		fmt.Fprintln(GinkgoWriter, len(groups), groups[0].Cases)
	})
})

var _ = Describe("A candidate that answers before its records are handled", func() {
	type read = func([]json.RawMessage) []probe.Transcript
	early := "Each answer is of the empty stream"

	It("is named for that, and not charged with the rules of the streams", func() {
		c := misuser{honest("neutral"), func(honest read, req *probe.RunRequest, at int) probe.Transcript {
			return honest(nil)[min(1, at/(len(req.Events)+1))]
		}}
		groups := report.Groups(newTrialRun(40).of(c).Cases)
		Expect(groups[0].Best).To(And(HaveField("Rule", ""), HaveField("Habit", HavePrefix(early))))
		Expect(groups[0].Cases).To(BeNumerically(">", 10))
	})

	It("is not what one looks like that does not show the only thing which a stream says", func() {
		c := misuser{honest("neutral"), func(honest read, req *probe.RunRequest, at int) probe.Transcript {
			all, parts := honest(req.Events), 0
			for _, s := range all[len(req.Events)].Sessions {
				for _, m := range s.Messages {
					parts += len(m.Parts)
				}
			}
			if parts != 1 {
				return all[at]
			}
			return honest(nil)[min(1, at/(len(req.Events)+1))]
		}}
		groups := report.Groups(newTrialRun(120).of(c).Cases)
		Expect(groups).NotTo(BeEmpty())
		for _, g := range groups {
			Expect(g.Best.Habit).NotTo(HavePrefix(early))
		}
	})
})
