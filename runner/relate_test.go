package runner

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// mute answers every case with the same empty transcript, and observes little
// enough to pass many.
type mute struct{ observes []string }

func (m mute) Hello() probe.HelloReply {
	return probe.HelloReply{Probe: probe.Version, Name: "mute", Role: probe.Reducer, Dialects: []string{"neutral"}, Observes: m.observes}
}

func (m mute) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	blank := probe.Transcript{
		Outcome: "open", Sessions: []probe.Session{},
		Active: []probe.ActiveCall{}, Agents: []probe.AgentRun{}, Anomalies: []probe.Anomaly{},
	}
	reply := &probe.RunReply{Final: &blank}
	for range req.Observe {
		reply.Observations = append(reply.Observations, blank)
	}
	return reply, nil
}

var given = regexp.MustCompile(`^n[0-9]+$`)

// renamed reports whether a stream bears the names that renaming gives, which no
// generated stream has.
func renamed(events []spec.Event) bool {
	return slices.ContainsFunc(events, func(e spec.Event) bool { return given.MatchString(e.Message) || given.MatchString(e.Call) })
}

// noisy reports whether a stream bears noise that was put in.
func noisy(events []spec.Event) bool {
	return slices.ContainsFunc(events, func(e spec.Event) bool { return strings.HasPrefix(e.ID, "noise-") })
}

// repairArguments makes a value of arguments that are not complete.
func repairArguments(t *spec.Transcript) {
	for _, calls := range attribute.CallsByID(t) {
		for _, c := range calls {
			if c.ArgsOpen && c.Args != "" {
				c.Args = `{"repaired":true}`
			}
		}
	}
}

// judged is what a run over generated neutral cases says.
func judged(c probe.Candidate, cases, jobs int) *report.Log {
	GinkgoHelper()
	starter := candidate.Value{New: func() probe.Candidate { return c }}
	hello := c.Hello()
	plan, err := plan.New(plan.Selection{Seed: 1, Level: perform.Degraded, Cases: cases}, &plan.Corpus{}, &hello)
	Expect(err).NotTo(HaveOccurred())
	log, saved := &report.Log{}, map[string]string{}
	options := Options{Jobs: jobs, Deaths: DefaultDeaths, Timeouts: DefaultTimeouts, Save: func(r replay.Archive) (string, error) {
		saved[r.Name] = string(r.Text)
		return r.Name, nil
	}}
	footer, err := Run(context.Background(), plan, starter, candidate.NewLimits(0, 0), options, func(c report.Case) error {
		log.Cases = append(log.Cases, c)
		return nil
	})
	Expect(err).NotTo(HaveOccurred())
	log.Footer = &footer
	log.Sort()
	for i := range log.Cases {
		for j := range log.Cases[i].Findings {
			f := &log.Cases[i].Findings[j]
			f.Replay = saved[f.Replay]
		}
	}
	return log
}

// lossy is what a run says of a reader that loses the messages of streams whose ids were
// renamed, asked once for all specs.
var lossy = sync.OnceValue(func() *report.Log {
	return judged(&spoiler{dislikes: renamed, spoil: loseMessages}, nightly.Count(200, 400), 2)
})

func found(l *report.Log) []spec.Finding {
	var all []spec.Finding
	for i := range l.Cases {
		all = append(all, l.Cases[i].Findings...)
	}
	return all
}

func brokenOf(l *report.Log, name string) int { return l.Footer.Relations[name][spec.Fail] }

func heldOf(l *report.Log) int {
	n := 0
	for _, by := range l.Footer.Relations {
		n += by[spec.Pass]
	}
	return n
}

var _ = Describe("Relations, put to a candidate", func() {
	It("all hold for one that reads right, and are counted", func() {
		log := judged(&spoiler{}, nightly.Count(200, 400), 2)
		Expect(found(log)).To(BeEmpty())
		Expect(heldOf(log)).To(BeNumerically(">", nightly.Count(40, 80)))
		Expect(len(log.Footer.Relations)).To(BeNumerically(">=", 7), "of %d", len(relation.All()))
	})

	It("leave alone the arguments that are not complete, where the candidate lacks previews", func() {
		repairing := &spoiler{lacks: []string{"previews"}, dislikes: func([]spec.Event) bool { return true }, spoil: repairArguments}
		log := judged(repairing, nightly.Count(300, 600), 2)
		Expect(found(log)).To(BeEmpty())
		Expect(log.Footer.Verdicts).NotTo(HaveKey(spec.HarnessError))
		Expect(log.Footer.Relations["prefix"][spec.Pass]).To(BeNumerically(">", nightly.Count(4, 10)))
	})

	It("are asked in the same cases with the same outcome for any number of jobs", func() {
		Expect(judged(&spoiler{dislikes: renamed, spoil: loseMessages}, 60, 1)).
			To(Equal(judged(&spoiler{dislikes: renamed, spoil: loseMessages}, 60, 4)))
	})

	It("show what no comparison with the model shows: names that no case has", func() {
		log := lossy()
		Expect(brokenOf(log, "rename-ids")).To(BeNumerically(">", 0))
		rules := relation.RenameIDs().Rules
		for _, f := range found(log) {
			Expect(f.Relation).To(Equal("rename-ids"))
			Expect(rules).To(ContainElement(f.Rule))
			Expect(len(f.Faults)).To(BeNumerically("<=", 1), "none is needed for it, but for what the relation changes to be there")
			Expect(f.Differences).NotTo(BeEmpty())
			Expect(f.Detail).To(ContainSubstring("rename-ids"))
		}
	})

	It("fail the case and the rule that is charged, and no other rule", func() {
		log := judged(&spoiler{dislikes: noisy, spoil: loseMessages}, nightly.Count(150, 400), 2)
		Expect(brokenOf(log, "insert-noise")).To(BeNumerically(">", 0))
		for _, c := range log.Cases {
			for _, r := range c.Rules {
				if r.Verdict == spec.Fail {
					Expect(c.Verdict).To(Equal(spec.Fail), "%s: %s", c.Name, c.Detail)
					Expect(r.Rule).To(Equal(c.Findings[0].Rule))
				}
			}
		}
	})

	It("hold for nothing where a candidate says nothing, though it passes", func() {
		for _, observes := range [][]string{{"quota"}, {"anomalies"}, {"active"}, {"agents"}} {
			log := judged(mute{observes}, nightly.Count(40, 300), 2)
			Expect(log.Footer.Verdicts[spec.Pass] + log.Footer.Verdicts[spec.NotObservable]).To(BeNumerically(">", 0))
			Expect(heldOf(log)).To(BeZero(), "%v", observes)
		}
	})

	It("charge no rule where the two are read alike the second time", func() {
		times := 0
		log := judged(&spoiler{spoil: loseMessages, dislikes: func(events []spec.Event) bool {
			if renamed(events) {
				times++
			}
			return renamed(events) && times%40 < 2
		}}, 400, 1)
		Expect(found(log)).To(ContainElement(And(
			HaveField("Rule", ""), HaveField("Relation", "rename-ids"), HaveField("Detail", ContainSubstring("once more")),
		)))
	})

	It("are not asked of a case that fails", func() {
		log := judged(&spoiler{dislikes: func([]spec.Event) bool { return true }, spoil: func(t *spec.Transcript) { t.Outcome = spec.OutcomeUnknown }}, 20, 2)
		Expect(log.Footer.Relations).To(BeEmpty())
	})
})

var _ = Describe("The replay file of a relation", func() {
	var file string
	BeforeEach(func() {
		log := lossy()
		Expect(found(log)).NotTo(BeEmpty())
		file = found(log)[0].Replay
	})

	again := func(c probe.Candidate) *ask.Trial {
		GinkgoHelper()
		read, _, err := replay.Read([]byte(file))
		Expect(err).NotTo(HaveOccurred())
		t, err := retry(context.Background(), judgeOf(c), read)
		Expect(err).NotTo(HaveOccurred())
		return t
	}

	It("holds both streams, tells which relation, and fails again", func() {
		Expect(file).To(And(ContainSubstring("-- stream.jsonl --"), ContainSubstring("-- changed.jsonl --"), ContainSubstring("by the relation rename-ids")))
		t := again(&spoiler{dislikes: renamed, spoil: loseMessages})
		Expect(t.Verdict).To(Equal(spec.Fail))
		Expect(t.Observed[0].Differences).NotTo(BeEmpty())
	})

	It("has its changed stream in the log, too, with what was expected and seen", func() {
		for _, c := range lossy().Cases {
			if len(c.Findings) > 0 && c.Findings[0].Replay != "" {
				Expect(c.Example).To(And(HaveField("Records", BeNumerically(">", 0)), HaveField("Stream", Not(BeEmpty())), HaveField("Expected", Not(BeEmpty())), HaveField("Seen", Not(BeEmpty()))), c.Name)
			}
		}
	})

	It("passes with a candidate that reads right", func() {
		Expect(again(&spoiler{}).Verdict).To(Equal(spec.Pass))
	})

	It("says how the original fails where it is that which fails", func() {
		t := again(&spoiler{dislikes: func([]spec.Event) bool { return true }, spoil: func(t *spec.Transcript) { t.Outcome = spec.OutcomeUnknown }})
		Expect(t.Verdict).To(Equal(spec.Fail))
		Expect(fmt.Sprint(t.Observed[len(t.Observed)-1].Differences)).To(ContainSubstring("unknown"))
	})
})
