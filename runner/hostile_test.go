package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/ask"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// hostileCase is the first neutral case of level hostile that is wanted.
func hostileCase(wanted func(c *plan.Case) bool) *plan.Case {
	GinkgoHelper()
	return hostileCaseIn(neutral.New(), "", wanted)
}

// hostileCaseIn is the first case of a dialect and level hostile that is wanted.
func hostileCaseIn(codec wire.Codec, variant string, wanted func(c *plan.Case) bool) *plan.Case {
	GinkgoHelper()
	for n := range uint64(4000) {
		p := perform.Generate(codec.Features(variant), perform.Hostile, perform.CaseSeed(9, n))
		if len(p.Edits) == 0 {
			continue
		}
		c, err := plan.Generated(fmt.Sprint("test/hostile/", n), codec, variant, p)
		if unbuilt := new(plan.UnbuiltError); errors.As(err, &unbuilt) { // the damage cannot be written
			continue
		}
		Expect(err).NotTo(HaveOccurred())
		if wanted(c) {
			return c
		}
	}
	Fail("no case is wanted")
	return nil
}

// only: the case has one edit, of that kind.
func onlyEdit(o damage.Op) func(*plan.Case) bool {
	return func(c *plan.Case) bool { return len(c.Performed.Edits) == 1 && c.Performed.Edits[0].Op == o }
}

// A refuser reads as the model does, and refuses one record.
type refuser struct {
	spoiler
	at     int
	reason probe.Reason
}

func (r *refuser) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	whole, err := r.spoiler.Run(req)
	if err != nil {
		return nil, err
	}
	reply := &probe.RunReply{Rejected: &probe.Rejected{At: r.at, Reason: r.reason, Message: "no"}, Final: whole.Final}
	for i, at := range req.Observe {
		if at < r.at {
			reply.Observations = append(reply.Observations, whole.Observations[i])
		}
	}
	return reply, nil
}

var _ = Describe("A case of level hostile", func() {
	verdictOf := func(c *plan.Case, of probe.Candidate) *ask.Trial {
		GinkgoHelper()
		t, err := judgeOf(of).Try(context.Background(), c)
		Expect(err).NotTo(HaveOccurred())
		return t
	}

	It("expects what the model reads off its records, and of mere names what was constructed", func() {
		determined, open := 0, 0
		for n := range uint64(150) {
			p := perform.Generate(neutral.New().Features(""), perform.Hostile, perform.CaseSeed(9, n))
			c, err := plan.Generated(fmt.Sprint("test/hostile/", n), neutral.New(), "", p)
			Expect(err).NotTo(HaveOccurred())
			t := verdictOf(c, &spoiler{})
			Expect(t.Verdict).To(Equal(spec.Pass), "%s: %s\n%s", c.Name, t.Detail, p.Story())
			if t.Undetermined {
				open++
			} else {
				determined++
			}
		}
		Expect(open).To(BeNumerically(">", 30))
		Expect(determined).To(BeNumerically(">", 5))
	})

	It("may be refused where an edit makes it malformed, from the first record that it changes on", func() {
		c := hostileCase(func(c *plan.Case) bool {
			return onlyEdit(damage.Swap)(c) && c.Intact() > 2 && c.Intact() < len(c.Records)
		})
		at := c.Intact() + 1
		t := verdictOf(c, &refuser{at: at, reason: probe.Malformed})
		Expect(t.Verdict).To(Equal(spec.Pass))
		for _, r := range attribute.RuleVerdicts(t, judgeOf(&spoiler{}).Capabilities, map[string]bool{}) {
			Expect(r.Rule).NotTo(BeEmpty())
		}
		early := verdictOf(c, &refuser{at: at - 1, reason: probe.Malformed})
		Expect(early.Verdict).To(Equal(spec.RejectedWrongly), "that one is as it was")
		Expect(early.Detail).To(ContainSubstring("nothing that was done"))
		Expect(verdictOf(c, &refuser{at: at, reason: probe.Limit}).Verdict).To(Equal(spec.RejectedWrongly), "it is not too much of anything")
	})

	It("may not be refused for its names, unless they are long", func() {
		short := hostileCase(func(c *plan.Case) bool { return onlyEdit(damage.Rename)(c) && len(c.Performed.Edits.Excuses()) == 0 })
		Expect(verdictOf(short, &refuser{at: len(short.Records), reason: probe.Malformed}).Verdict).To(Equal(spec.RejectedWrongly))
		long := hostileCase(func(c *plan.Case) bool {
			return onlyEdit(damage.Rename)(c) && slices.Contains(c.Performed.Edits.Excuses(), "limit")
		})
		Expect(verdictOf(long, &refuser{at: len(long.Records), reason: probe.Limit}).Verdict).To(Equal(spec.Pass))
		Expect(verdictOf(long, &refuser{at: len(long.Records), reason: probe.Malformed}).Verdict).To(Equal(spec.RejectedWrongly))
	})

	It("gives one that refuses everything no rule", func() {
		for n := range uint64(40) {
			p := perform.Generate(neutral.New().Features(""), perform.Hostile, perform.CaseSeed(9, n))
			c, err := plan.Generated("test/hostile/all", neutral.New(), "", p)
			Expect(err).NotTo(HaveOccurred())
			if len(c.Records) == 0 {
				continue
			}
			of := &refuser{at: 1, reason: probe.Malformed}
			t := verdictOf(c, of)
			for _, r := range attribute.RuleVerdicts(t, judgeOf(of).Capabilities, map[string]bool{}) {
				Expect(r.Verdict).NotTo(Equal(spec.Pass), "%s in %s", r.Rule, c.Name)
			}
		}
	})

	It("is charged to the rule of the edit without which it passes", func() {
		named := func(events []spec.Event) bool {
			return slices.ContainsFunc(events, func(e spec.Event) bool {
				return slices.Contains([]string{"__proto__", "constructor", "toString"}, e.Call)
			})
		}
		c := hostileCase(func(c *plan.Case) bool {
			return named(c.Stream.Events) && slices.ContainsFunc(c.Faults, func(h spec.Fault) bool { return h.Name == "rename-property" })
		})
		j := judgeOf(&spoiler{dislikes: named, spoil: loseMessages})
		t, err := j.Try(context.Background(), c)
		Expect(err).NotTo(HaveOccurred())
		Expect(t.Verdict).To(Equal(spec.Fail))
		attribution, err := j.Attribute(context.Background(), t)
		Expect(err).NotTo(HaveOccurred())
		Expect(attribution.Trial.Case.Faults).To(ContainElement(HaveField("Name", HavePrefix("rename-"))))
		Expect(attribution.Findings).NotTo(BeEmpty())
	})

	It("is charged to session/non-interference where all that differs is in sessions that it does not touch", func() {
		c := hostileCase(func(c *plan.Case) bool {
			ids, err := c.Unaffected()
			Expect(err).NotTo(HaveOccurred())
			return len(ids) > 0 && len(c.Performed.Edits.Harmless()) < len(c.Performed.Edits)
		})
		ids, _ := c.Unaffected()
		of := spec.AllParts()
		t := &ask.Trial{Case: c, Observed: []ask.Observed{{Differences: []spec.Difference{{Part: spec.ObserveMessages, Session: ids[0]}}}}}
		Expect(attribute.ChangesUnaffected(t, 0, of)).To(BeTrue())
		t.Observed[0].Differences = append(t.Observed[0].Differences, spec.Difference{Part: spec.ObserveMessages, Session: "no such"})
		Expect(attribute.ChangesUnaffected(t, 0, of)).To(BeFalse())
		t.Observed[0].Differences = []spec.Difference{{Part: spec.ObserveAgents, Session: ids[0]}}
		Expect(attribute.ChangesUnaffected(t, 0, of)).To(BeFalse(), "agents are not one session's")
	})

	It("loses only edits that its dialect cannot say, and all but names for an adapter", func() {
		for _, codec := range dialects.Generated() {
			f := codec.Features("")
			if f.Document {
				continue
			}
			for n := range uint64(25) {
				p := perform.Generate(f, perform.Hostile, perform.CaseSeed(4, n))
				s := plan.Encodable(codec, "", p)
				_, err := plan.Generated("test/sayable", codec, "", s)
				Expect(err).NotTo(HaveOccurred(), p.Story())
				if _, err := plan.Generated("test/sayable", codec, "", p); err == nil {
					Expect(s.Edits).To(Equal(p.Edits))
				}
				Expect(plan.OnlyRenamed(p).Edits).To(HaveLen(len(p.Edits.Harmless())))
			}
		}
	})
})
