package bulk_test

import (
	"bytes"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/model/deviation/trial"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
)

const scopedKey = "fragment/scoped-key"

// finals are the transcripts that the honest candidate and the one that knows
// slots alone report of a stream's records from one to another.
func finals(w written, from, to int) (honest, wrong *spec.Transcript) {
	GinkgoHelper()
	request := &probe.RunRequest{Op: probe.OpRun, ID: 1, Dialect: w.stream.Features.Dialect, End: probe.End(spec.EOF)}
	reader := wire.NewReader(bytes.NewReader(w.text), wire.Lines, wire.Limits{})
	for record, _, err := reader.Next(); err == nil; record, _, err = reader.Next() {
		if record.Number >= from && record.Number < to {
			request.Events = append(request.Events, bytes.Clone(record.JSON))
		}
	}
	b, err := bug.ByName("identity-index-only")
	Expect(err).NotTo(HaveOccurred())
	return final(reducer.HonestCandidate(), request), final(b.Candidate(), request)
}

func final(c probe.Candidate, request *probe.RunRequest) *spec.Transcript {
	GinkgoHelper()
	reply, err := c.Run(request)
	Expect(err).NotTo(HaveOccurred())
	Expect(reply.Final).NotTo(BeNil())
	return reply.Final
}

func same(a, b *spec.Transcript) bool {
	return len(spec.Compare{Observes: spec.AllParts()}.Transcripts(a, b)) == 0
}

var _ = Describe("A planted failure", func() {
	for _, dialect := range []string{"neutral", "langgraph"} {
		It("is the only thing that a reader by slot alone gets wrong: "+dialect, func() {
			o := bulk.Options{Dialect: dialect, Bytes: 200_000, Seed: 1, Faults: []bulk.Fault{{Rule: scopedKey}}}
			w := write(o)
			p := w.stats.Placed[0]
			last := 0
			for i := range w.stream.Events {
				if i+1 < p.Event+p.Events {
					last = w.stream.Events[i].Record
				}
			}
			honest, wrong := finals(w, 1, p.Record)
			Expect(same(honest, wrong)).To(BeTrue(), "before it")
			honest, wrong = finals(w, p.Record, last+1)
			Expect(same(honest, wrong)).To(BeFalse(), "in it")
			honest, wrong = finals(w, last+1, w.stats.Records+1)
			Expect(same(honest, wrong)).To(BeTrue(), "behind it")
		})
	}

	It("mixes up two sub-sessions, each under its own name", func() {
		w := write(bulk.Options{Dialect: "neutral", Events: 3000, Seed: 1, Faults: []bulk.Fault{{Rule: scopedKey}}})
		p := w.stats.Placed[0]
		own := map[string]int{}
		for _, e := range w.stream.Events[p.Event-1 : p.Event-1+p.Events] {
			if e.Kind == spec.CallArgs && e.Call == "" && e.Session != w.stream.Events[p.Event-1].Session {
				own[e.Session]++
			}
		}
		Expect(len(own)).To(BeNumerically(">=", 2))
	})

	It("stands in the middle, or where it was told to", func() {
		o := bulk.Options{Dialect: "neutral", Events: 5_000, Seed: 2, Faults: []bulk.Fault{{Rule: scopedKey}, {Rule: "repeat/partial-then-full", At: 1}}}
		placed := write(o).stats.Placed
		Expect(placed).To(HaveLen(2))
		Expect(placed[0].Event).To(Equal(1))
		Expect(placed[0].Rule).To(Equal("repeat/partial-then-full"))
		Expect(placed[1].Event).To(BeNumerically("~", 2_500, 1000))
	})

	It("is nowhere else: no wrong model of the rule reads the rest otherwise", func() {
		w := write(bulk.Options{Dialect: "neutral", Bytes: 150_000, Seed: 4, Faults: []bulk.Fault{{Rule: scopedKey, At: 1}}})
		p := w.stats.Placed[0]
		rest := w.stream
		rest.Events = rest.Events[p.Event-1+p.Events:]
		Expect(trial.Exercises(rest, spec.Policies{}, scopedKey)).To(BeFalse())
		rest.Events = w.stream.Events[:p.Events]
		Expect(trial.Exercises(rest, spec.Policies{}, scopedKey)).To(BeTrue())
	})

	It("may be a fault by its name, also one of a degraded stream", func() {
		w := write(bulk.Options{Dialect: "neutral", Bytes: 100_000, Seed: 1, Faults: []bulk.Fault{{Rule: "result-twice"}}})
		Expect(w.stats.Placed[0].Faults).To(ContainElement(HaveField("Name", "result-twice")))
		Expect(means(w.stream).Anomalies).To(ContainElement(HaveField("Kind", spec.ResultTwice)))
	})
})
