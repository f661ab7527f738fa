package runner_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/distilltest"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// plenty is how many events a large stream has.
var plenty = nightly.Count(1_000, 5_000)

// faulty are the large recordings that were made: it takes long to find where a fault
// can be.
var faulty = map[string]*distill.Recording{}

// faultyOf is a large recording with a fault in its middle.
func faultyOf(dialect, fault string) *distill.Recording {
	if faulty[dialect+fault] == nil {
		faulty[dialect+fault] = distilltest.Faulty(dialect, plenty, fault)
	}
	return faulty[dialect+fault]
}

// failing looks for what a value in this process fails on.
func failing(start func() probe.Candidate, from *distill.Recording, o runner.FailsOptions) (*runner.Failing, error) {
	GinkgoHelper()
	hello := start().Hello()
	plan, err := plan.For(&plan.Case{Dialect: from.Dialect}, "", &hello)
	Expect(err).NotTo(HaveOccurred())
	f, err := runner.Fails(context.Background(), plan, candidate.Value{New: start}, candidate.NewLimits(0, 0), from, o)
	if err == nil {
		DeferCleanup(f.Close)
	}
	return f, err
}

// rigged is the honest reducer, but for what it does with a request.
type rigged struct {
	probe.Candidate
	before func(req *probe.RunRequest)
}

func (r rigged) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	r.before(req)
	return r.Candidate.Run(req)
}

// says reports whether a request has a record with each of the words.
func says(req *probe.RunRequest, words ...string) bool {
	for _, word := range words {
		if !slices.ContainsFunc(req.Events, func(record json.RawMessage) bool { return bytes.Contains(record, []byte(word)) }) {
			return false
		}
	}
	return true
}

var _ = Describe("Looking for the part of a recording that a candidate fails on", func() {
	for _, dialect := range []string{"neutral", "langgraph"} {
		It("finds the one planted failure in "+dialect+" and names the rule that was planted, because the fixture is named by it", func() {
			from := faultyOf(dialect, "fragment/scoped-key")
			f, err := failing(buggy("identity-index-only"), from, runner.FailsOptions{Jobs: 2})
			Expect(err).NotTo(HaveOccurred())
			Expect(f.Rule).To(Equal("fragment/scoped-key"), f.Shrinking.Story)
			Expect(len(f.Stream.Events)).To(BeNumerically("<=", 12), f.Shrinking.Story)
			Expect(f.Holds(f.Stream, nil)).To(BeTrue())
			less := f.Stream
			less.Events = less.Events[:len(less.Events)-1]
			Expect(f.Holds(less, nil)).To(BeFalse(), "it is the smallest")

			_, err = failing(func() probe.Candidate { return reducer.HonestCandidate() }, from, runner.FailsOptions{Jobs: 2})
			Expect(err).To(MatchError(runner.ErrPasses))
		})
	}

	It("ends in the same for any number of jobs, and whatever is looked at first", func() {
		var stories []string
		for _, o := range []runner.FailsOptions{{Jobs: 1}, {Jobs: 3}, {Jobs: 2, First: [][2]int{{plenty * 12 / 25, plenty * 13 / 25}}}} {
			f, err := failing(buggy("identity-index-only"), faultyOf("neutral", "fragment/scoped-key"), o)
			Expect(err).NotTo(HaveOccurred())
			stories = append(stories, f.Shrinking.Story)
		}
		Expect(slices.Compact(stories)).To(HaveLen(1))
	})

	It("takes a candidate that breaks down for one that fails, because that is what the developer saw", func() {
		start := func() probe.Candidate {
			return rigged{reducer.HonestCandidate(), func(req *probe.RunRequest) {
				if says(req, "word 1500") {
					panic("it broke")
				}
			}}
		}
		f, err := failing(start, distilltest.Lines(distilltest.Turn(3_000)...), runner.FailsOptions{Jobs: 2})
		Expect(err).NotTo(HaveOccurred())
		Expect(f.Shrinking.Whole.Verdict).To(Equal(spec.Crash))
		Expect(f.Stream.Events).To(HaveLen(2), "the turn that it stands in, and itself")
	})

	It("finds a cause that stands far from what it does", func() {
		start := func() probe.Candidate {
			return rigged{reducer.HonestCandidate(), func(req *probe.RunRequest) {
				if says(req, "sets", "fires") {
					panic("it remembered")
				}
			}}
		}
		f, err := failing(start, distilltest.Lines(distilltest.Turns(600, map[int]string{100: "sets", 500: "fires"})...), runner.FailsOptions{Jobs: 2})
		Expect(err).NotTo(HaveOccurred())
		Expect(len(f.Stream.Events)).To(BeNumerically("<=", 4), f.Shrinking.Story)
	})

	It("says which rules are broken in place of the one that is asked for", func() {
		from := faultyOf("neutral", "fragment/scoped-key")
		_, err := failing(buggy("identity-index-only"), from, runner.FailsOptions{Jobs: 2, Rule: "repeat/result-twice"})
		Expect(err).To(And(MatchError(runner.ErrPasses), MatchError(ContainSubstring("it breaks fragment/scoped-key"))))
	})

	It("says so of a candidate that fails only now and then", func() {
		runs := 0
		start := func() probe.Candidate {
			return rigged{reducer.HonestCandidate(), func(*probe.RunRequest) {
				if runs++; runs%3 != 0 {
					panic("at times")
				}
			}}
		}
		_, err := failing(start, distilltest.Lines(distilltest.Turn(30)...), runner.FailsOptions{Jobs: 1})
		Expect(err).To(MatchError(runner.ErrFlaky))
	})
})
