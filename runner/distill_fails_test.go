package runner_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// recordingOf is a recorded stream in memory.
func recordingOf(dialect string, text []byte) *runner.Recording {
	GinkgoHelper()
	c, variant, err := dialects.Lookup(dialect)
	Expect(err).NotTo(HaveOccurred())
	return &runner.Recording{
		Dialect: dialect,
		Batches: func() iter.Seq2[wire.Batch, error] {
			return wire.Decode(c, variant, bytes.NewReader(text), wire.Limits{})
		},
		Cause: func() spec.Cause { return spec.EOF },
	}
}

// plenty is how many events a large stream has.
var plenty = nightly.Count(1_000, 5_000)

// bulks are the large streams that were made: it takes long to find what to plant.
var bulks = map[string][]byte{}

// bulky is a large stream with something planted in its middle.
func bulky(dialect string, events int, plant string) []byte {
	GinkgoHelper()
	name := fmt.Sprint(dialect, events, plant)
	if bulks[name] == nil {
		var text bytes.Buffer
		_, err := bulk.Write(&text, bulk.Options{Dialect: dialect, Events: events, Seed: 1, Faults: []bulk.Fault{{Rule: plant}}})
		Expect(err).NotTo(HaveOccurred())
		bulks[name] = text.Bytes()
	}
	return bulks[name]
}

func inLines(all ...string) []byte { return []byte(strings.Join(all, "\n") + "\n") }

// failing looks for what a value in this process fails on.
func failing(start func() probe.Candidate, from *runner.Recording, o runner.FailsOptions) (*runner.Failing, error) {
	GinkgoHelper()
	hello := start().Hello()
	plan, err := runner.PlanFor(&runner.Case{Dialect: from.Dialect}, "", &hello)
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
			from := recordingOf(dialect, bulky(dialect, plenty, "fragment/scoped-key"))
			f, err := failing(buggy("identity-index-only"), from, runner.FailsOptions{Jobs: 2})
			Expect(err).NotTo(HaveOccurred())
			Expect(f.Rule).To(Equal("fragment/scoped-key"), f.Shrinking.Story)
			Expect(f.Rules).To(ContainElement("fragment/scoped-key"))
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
		text := bulky("neutral", plenty, "fragment/scoped-key")
		var stories []string
		for _, o := range []runner.FailsOptions{{Jobs: 1}, {Jobs: 3}, {Jobs: 2, First: [][2]int{{plenty * 12 / 25, plenty * 13 / 25}}}} {
			f, err := failing(buggy("identity-index-only"), recordingOf("neutral", text), o)
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
		f, err := failing(start, recordingOf("neutral", inLines(chatter(3_000)...)), runner.FailsOptions{Jobs: 2})
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
		f, err := failing(start, recordingOf("neutral", inLines(talks(600, map[int]string{100: "sets", 500: "fires"})...)), runner.FailsOptions{Jobs: 2})
		Expect(err).NotTo(HaveOccurred())
		Expect(len(f.Stream.Events)).To(BeNumerically("<=", 4), f.Shrinking.Story)
	})

	It("says which rules are broken in place of the one that is asked for", func() {
		from := recordingOf("neutral", bulky("neutral", plenty, "fragment/scoped-key"))
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
		_, err := failing(start, recordingOf("neutral", inLines(chatter(30)...)), runner.FailsOptions{Jobs: 1})
		Expect(err).To(MatchError(runner.ErrFlaky))
	})
})
