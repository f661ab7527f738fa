package runner_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A turner is an adapter whose output is a function of the records.
type turner struct {
	in, out  string
	policies map[string]string
	turn     func(records [][]byte, cut bool) [][]byte
}

func (a *turner) Hello() probe.HelloReply {
	return probe.HelloReply{
		Probe: probe.Version, Name: "turner", Role: probe.Adapter,
		Dialects: []string{a.in}, Outputs: []string{a.out}, Policies: a.policies,
	}
}

func (a *turner) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	if req.Out != a.out {
		return nil, fmt.Errorf("asked for %s", req.Out)
	}
	records := make([][]byte, len(req.Events))
	for i, e := range req.Events {
		records[i] = e
	}
	o := &probe.Output{}
	for _, record := range a.turn(records, req.End == probe.Cut) {
		o.Events = append(o.Events, json.RawMessage(record))
	}
	return &probe.RunReply{Output: o}, nil
}

// pass tells a stream as it is, and says so where its source broke off; one that
// waits for somebody has not failed.
func pass(records [][]byte, cut bool) [][]byte {
	codec, variant, _ := dialects.Lookup("neutral")
	stream, _ := wire.DecodeRecords(codec, variant, records)
	stream.End = spec.Cut
	if cut && model.Run(stream, spec.Policies{}).Outcome != spec.OutcomeInterrupted {
		return append(records, []byte(`{"kind":"error","global":true,"fatal":true,"error":"the source broke off"}`))
	}
	return records
}

var _ = Describe("An adapter", func() {
	of := func(turn func([][]byte, bool) [][]byte) *report.Log {
		GinkgoHelper()
		return newTrialRun(nightly.Count(60, 200)).of(&turner{in: "neutral", out: "neutral", turn: turn})
	}

	It("that passes everything on has nothing said against it", func() {
		log := of(pass)
		Expect(attributedRules(log)).To(BeEmpty(), "%s", printedLog(log))
		Expect(passed(log)).To(ContainElements("adapt/commutes", "adapt/well-formed", "adapt/no-invention", "session/scoped-ids"))
	})

	It("that writes nothing passes no rule", func() {
		log := of(func([][]byte, bool) [][]byte { return nil })
		Expect(passed(log)).To(BeEmpty())
	})

	It("that knows only the last record, or says always the same, passes no rule", func() {
		log := withCorpus(nightly.Count(40, 200)).about().of(&turner{in: "neutral", out: "neutral", turn: func(records [][]byte, _ bool) [][]byte {
			return records[max(len(records)-1, 0):]
		}})
		Expect(passed(log)).To(BeEmpty(), "%s", printedLog(log))
		log = withCorpus(nightly.Count(40, 200)).about().of(&turner{in: "neutral", out: "neutral", turn: func([][]byte, bool) [][]byte {
			return [][]byte{
				[]byte(`{"kind":"turn.start","session":"main","turn":"t"}`), []byte(`{"kind":"text","session":"main","message":"m","text":"Hello."}`),
				[]byte(`{"kind":"message.close","session":"main","message":"m"}`), []byte(`{"kind":"turn.end","session":"main","turn":"t"}`),
			}
		}})
		Expect(passed(log)).To(BeEmpty(), "%s", printedLog(log))
	})

	It("that writes what is no record of its dialect is not well-formed", func() {
		log := of(func(records [][]byte, _ bool) [][]byte {
			return append([][]byte{[]byte(`{"type":"text"}`), []byte(`[1]`)}, records...)
		})
		Expect(attributedRules(log)).To(Equal([]string{"adapt/well-formed"}))
	})

	It("that claims success for what broke off is not well-formed", func() {
		log := of(func(records [][]byte, cut bool) [][]byte {
			if cut && len(records) > 0 {
				var first spec.Event
				Expect(json.Unmarshal(records[0], &first)).To(Succeed())
				records = append(records, fmt.Appendf(nil, `{"kind":"turn.end","session":%q}`, first.Session))
			}
			return records
		})
		Expect(attributedRules(log)).To(ContainElement("adapt/well-formed"), "%s", printedLog(log))
	})

	It("that loses results breaks the diagram", func() {
		log := of(without("call.done"))
		Expect(attributedRules(log)).To(ContainElement("adapt/commutes"), "%s", printedLog(log))
	})

	It("that answers what was not answered makes that up", func() {
		log := of(func(records [][]byte, cut bool) [][]byte {
			var all [][]byte
			for _, record := range records {
				all = append(all, record)
				if bytes.Contains(record, []byte(`"call.open"`)) {
					var e spec.Event
					Expect(json.Unmarshal(record, &e)).To(Succeed())
					all = append(all, fmt.Appendf(nil, `{"kind":"call.open","session":%q,"message":%q,"call":"made-%s","name":"x"}`, e.Session, e.Message, e.Call))
				}
			}
			return pass(all, cut)
		})
		Expect(attributedRules(log)).To(ContainElement("adapt/no-invention"), "%s", printedLog(log))
	})
})

var _ = Describe("What an adapter is charged with", func() {
	of := func(turn func([][]byte, bool) [][]byte) *report.Log {
		GinkgoHelper()
		return newTrialRun(400).of(&turner{in: "neutral", out: "neutral", turn: turn})
	}

	It("is the fault's rule where what differs is about the fault", func() {
		log := of(func(records [][]byte, cut bool) [][]byte {
			seen := map[string]bool{}
			var kept [][]byte
			for _, record := range records {
				var e spec.Event
				if json.Unmarshal(record, &e) != nil { // a kind that nobody has heard of
					kept = append(kept, record)
					continue
				}
				if e.Kind == spec.CallOpen && e.Call != "" && seen[e.Call] {
					continue // it takes every id for one that is known
				}
				seen[e.Call] = true
				kept = append(kept, record)
			}
			return pass(kept, cut)
		})
		Expect(attributedRules(log)).To(ContainElements("session/reused-ids", "session/scoped-ids"), "%s", printedLog(log))
		for _, c := range log.Cases {
			for _, f := range c.Findings {
				if f.Rule == "session/reused-ids" || f.Rule == "session/scoped-ids" {
					Expect(f.Faults).NotTo(BeEmpty())
					Expect(f.Differences).NotTo(BeEmpty())
				}
			}
		}
	})

	It("is told by the shortest stream that shows it, which runs again by itself", func() {
		r := newTrialRun(60)
		var saved []replay.Archive
		r.options.Save = func(file replay.Archive) (string, error) { saved = append(saved, file); return file.Name, nil }
		broken := &turner{in: "neutral", out: "neutral", turn: without("call.done")}
		Expect(attributedRules(r.of(broken))).NotTo(BeEmpty())
		Expect(saved).NotTo(BeEmpty())
		for _, file := range saved {
			c, rules, err := replay.Read(file.Text)
			Expect(err).NotTo(HaveOccurred())
			Expect(rules).NotTo(BeEmpty())
			Expect(string(file.Text)).To(And(ContainSubstring("to be written as neutral"), ContainSubstring("-- output.txt --")))
			Expect(again(c, broken)).To(Equal(spec.Fail))
			Expect(again(c, &turner{in: "neutral", out: "neutral", turn: pass})).To(Equal(spec.Pass))
		}
	})

	It("is nothing that a reducer could be charged with: the file of one is not for the other", func() {
		r := newTrialRun(60)
		var saved replay.Archive
		r.options.Save = func(file replay.Archive) (string, error) { saved = file; return file.Name, nil }
		r.of(&turner{in: "neutral", out: "neutral", turn: without("call.done")})
		c, _, err := replay.Read(saved.Text)
		Expect(err).NotTo(HaveOccurred())
		_, err = runner.Try(context.Background(), candidate.Value{New: func() probe.Candidate { return honest("neutral") }}, candidate.NewLimits(0, 0), c)
		Expect(err).To(MatchError(ContainSubstring("another role")))
	})
})

// again is what becomes of a case that is put to another candidate.
func again(c *plan.Case, a probe.Candidate) spec.Verdict {
	GinkgoHelper()
	t, err := runner.Try(context.Background(), candidate.Value{New: func() probe.Candidate { return a }}, candidate.NewLimits(0, 0), c)
	Expect(err).NotTo(HaveOccurred())
	return t.Verdict
}

// without leaves out the records of a kind.
func without(kind string) func([][]byte, bool) [][]byte {
	return func(records [][]byte, cut bool) [][]byte {
		var kept [][]byte
		for _, record := range records {
			if !bytes.Contains(record, []byte(`"kind":"`+kind+`"`)) {
				kept = append(kept, record)
			}
		}
		return pass(kept, cut)
	}
}

// printedLog is a log for people.
func printedLog(l *report.Log) string {
	var b bytes.Buffer
	Expect((report.Text{}).Write(&b, l)).To(Succeed())
	return b.String()
}
