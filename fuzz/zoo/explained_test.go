package zoo_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	broken "github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/fuzz/matrix"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/scenario/generator"
	"github.com/quock-dev/quock/model/fit"
	"github.com/quock-dev/quock/model/localise"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// answers are what a candidate answers to n generated streams of a dialect.
func answers(c probe.Candidate, dialect string, n int) (all []fit.Answered) {
	GinkgoHelper()
	hello := c.Hello()
	observes, err := spec.ParseParts(hello.Observes)
	Expect(err).NotTo(HaveOccurred())
	codec, variant, err := dialects.Lookup(dialect)
	Expect(err).NotTo(HaveOccurred())
	f, g := codec.Features(variant), matrix.Generated(generator.Mixed)(5)
	for i := range n {
		s := g.Case(&f, 0, uint64(i)).Stream
		records, err := wire.EncodeStream(codec, variant, s)
		if err != nil {
			continue // the dialect cannot say it
		}
		stream, _ := wire.DecodeRecords(codec, variant, records)
		stream.End = s.End
		req := &probe.RunRequest{ID: int64(i), Dialect: dialect, End: probe.End(s.End)}
		for _, r := range records {
			req.Events = append(req.Events, json.RawMessage(r))
		}
		for at := 1; at <= len(records); at += 1 + len(records)/5 {
			req.Observe = append(req.Observe, at)
		}
		reply, err := c.Run(req)
		Expect(err).NotTo(HaveOccurred())
		a := fit.Answered{Stream: stream, Observes: observes, At: append(req.Observe[:len(req.Observe):len(req.Observe)], spec.AtEnd)}
		for _, seen := range append(reply.Observations, *reply.Final) {
			text, err := json.Marshal(seen)
			Expect(err).NotTo(HaveOccurred())
			t := &spec.Transcript{}
			Expect(json.Unmarshal(text, t)).To(Succeed())
			a.Got = append(a.Got, t)
		}
		all = append(all, a)
	}
	return all
}

// These programs share no code with the model, so the fit cannot recognise its
// own work in them.
var _ = Describe("A program that is wrong in one known way", func() {
	n := nightly.Count(120, 600)

	DescribeTable("is explained by the deviation, entirely",
		func(program, dialect, deviation string) {
			b, err := broken.ByName(program)
			Expect(err).NotTo(HaveOccurred())
			r := fit.Explain(answers(b.Candidate(), dialect, n), fit.Options{})
			Expect(r.Failing).NotTo(BeEmpty())
			Expect(r.Left).To(BeEmpty())
			Expect(r.Named).To(HaveExactElements(HaveField("Name", deviation)))
			Expect(r.Predicted).To(Equal(r.KeptOut))
		},
		Entry("attaches to the next message", "agentc-attach-next", "agentc", "always-next"),
		Entry("does not know the user's turn", "agentc-no-user-turn", "agentc", "user-turn-ignored"),
		Entry("clears nothing at the end of a turn", "agentc-no-turn-cleanup", "agentc", "own-end-leaves-calls"),
		Entry("clamps its counter in silence", "depth-counter-clamped", "cagent:d2", "stray-close-unreported"),
	)

	It("gets no foreign name where the registry has none for it", func() {
		for _, program := range []string{"agentc-id-only", "agentc-thought-ignored"} {
			b, err := broken.ByName(program)
			Expect(err).NotTo(HaveOccurred())
			r := fit.Explain(answers(b.Candidate(), "agentc", n), fit.Options{})
			Expect(r.Named).To(BeEmpty(), program)
			Expect(r.Left).To(Equal(r.Failing), program)
		}
	})

	It("is found at its decision where it has no name", func() {
		b, err := broken.ByName("agentc-thought-ignored")
		Expect(err).NotTo(HaveOccurred())
		e := localise.Explain(answers(b.Candidate(), "agentc", n), fit.Options{})
		Expect(e.Named).To(BeEmpty())
		Expect(e.Clusters).NotTo(BeEmpty())
		Expect(e.Clusters[0].Suspects[0].Name).To(Equal("AttachTo"))
		Expect(e.Clusters[0].Rules[0]).To(Equal("attach/backward"))
	})

	It("has nothing to explain where it is right", func() {
		Expect(fit.Explain(answers(reducer.HonestCandidate(), "agentc", n), fit.Options{})).To(Equal(fit.Explanation{}))
	})
})
