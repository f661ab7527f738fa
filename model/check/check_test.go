package check_test

import (
	"encoding/json"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/provider"
)

func TestCheck(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "check")
}

func transcript(text string) *spec.Transcript {
	GinkgoHelper()
	var t spec.Transcript
	Expect(json.Unmarshal([]byte(text), &t)).To(Succeed())
	return &t
}

const twoBatches = `{"outcome":"open","sessions":[{"id":"s","status":"open","turns":[{"status":"open"}],
	"messages":[{"role":"assistant","parts":[{"kind":"text","text":"x"},{"kind":"call","call":0},{"kind":"call","call":1}],
	"calls":[{"id":"a","name":"n","status":"done"},{"id":"b","name":"n","status":"done"}]}]}]}`

const lastBatchOnly = `{"outcome":"open","sessions":[{"id":"s","status":"open","turns":[{"status":"open"}],
	"messages":[{"role":"assistant","parts":[{"kind":"text","text":"x"},{"kind":"call","call":0}],
	"calls":[{"id":"b","name":"n","status":"done"}]}]}]}`

var _ = Describe("Checks", func() {
	evidence := func(want, got string) *check.Evidence {
		return &check.Evidence{
			Features: spec.Features{Owner: spec.Derived}, Observes: spec.AllParts(),
			Want: transcript(want), Got: transcript(got), Position: 3,
		}
	}
	judge := func(rule string, e *check.Evidence) check.Judgement {
		GinkgoHelper()
		c, ok := check.ByRule(rule)
		Expect(ok).To(BeTrue(), rule)
		return c.Judge(e)
	}

	It("belong to rules that have text, and every rule with text has a check or a reason", func() {
		checked := map[string]bool{}
		for _, c := range check.All() {
			checked[c.Rule] = true
			_, known := spec.RuleByID(c.Rule)
			Expect(known).To(BeTrue(), "the check of %s has no rule: write the rule in spec/rules, or remove the check", c.Rule)
		}
		for _, id := range produce.Rules() {
			checked[id] = true
			_, known := spec.RuleByID(id)
			Expect(known).To(BeTrue(), "the check of %s has no rule: write the rule in spec/rules/produce.md, or remove the check", id)
		}
		for _, r := range spec.Rules() {
			if !checked[r.ID] {
				Expect(r.Waits).NotTo(BeEmpty(), "%s has no check: add it to model/check/%s.go", r.ID, r.Family)
			}
		}
	})

	It("find the difference where their rule speaks", func() {
		j := judge("attach/accumulate", evidence(twoBatches, lastBatchOnly))
		Expect(j.Touched).To(BeTrue())
		Expect(j.Differences).NotTo(BeEmpty())
	})

	It("find nothing where the transcripts are equal", func() {
		for _, c := range check.All() {
			Expect(c.Judge(evidence(twoBatches, twoBatches)).Differences).To(BeEmpty(), c.Rule)
		}
	})

	It("are not touched by an empty transcript, so that nobody passes by saying nothing", func() {
		for _, c := range check.All() {
			Expect(c.Judge(evidence(`{}`, `{}`)).Touched).To(BeFalse(), c.Rule)
		}
	})

	It("each can fail: an empty answer differs where any of them is touched", func() {
		for _, c := range check.All() {
			e := evidence(full, `{}`)
			if c.OfStores() {
				e.Surface, e.Form = check.Reloaded, provider.Anthropic
			}
			j := c.Judge(e)
			if j.Touched {
				Expect(j.Differences).NotTo(BeEmpty(), c.Rule)
			}
		}
	})

	It("find an empty answer different wherever the end of a call is all that is left to see", func() {
		for _, id := range []string{"notify/turn-end-clears", "notify/user-turn-clears", "notify/no-revival", "missing/every-prefix"} {
			j := judge(id, evidence(twoBatches, `{"outcome":"open"}`))
			Expect(j.Touched).To(BeTrue(), id)
			Expect(j.Differences).NotTo(BeEmpty(), id)
		}
	})

	It("miss with a call what it carried, so that a candidate which observes calls alone can pass by its metadata", func() {
		one := `{"sessions":[{"id":"s","messages":[{"role":"assistant","parts":[{"kind":"call","call":0}],
			"calls":[{"id":"a","name":"n","args":"{}","status":"done","metadata":{"k":1}}]}]}]}`
		e := evidence(one, `{"sessions":[]}`)
		e.Observes = spec.PartsOf(spec.ObserveCalls)
		j := judge("identity/metadata-kept", e)
		Expect(j.Touched).To(BeTrue())
		Expect(j.Differences).NotTo(BeEmpty())
	})

	It("look only at the session that the fault names", func() {
		e := evidence(twoBatches, lastBatchOnly)
		e.Fault = spec.Fault{Rule: "attach/accumulate", Session: spec.To("other")}
		j := judge("attach/accumulate", e)
		Expect(j.Touched).To(BeFalse())
		Expect(j.Differences).To(BeEmpty())
	})

	It("ask no more than the dialect can show", func() {
		c, _ := check.ByRule("attach/accumulate")
		Expect(c.Applies(spec.Features{Owner: spec.Named})).To(BeFalse())
		Expect(check.Observable(c.Rule, spec.PartsOf(spec.ObserveMessages))).To(BeFalse())
	})
})

// full holds something of every aspect.
const full = `{"outcome":"failed","quota":{"limited":true,"window":"w"},
	"active":[{"session":"s","call":"a","name":"n","phase":"waiting"}],
	"agents":[{"name":"hr","call":"a","parent":"s","status":"running"}],
	"anomalies":[{"kind":"unbalanced-close","session":"s"},{"kind":"unattributed","session":"s"},{"kind":"late-result","session":"s"}],
	"sessions":[{"id":"s","status":"failed","turns":[{"status":"completed","usage":{"input":1,"output":1}},{"status":"failed"}],
	"held":[{"id":"h","name":"n","status":"done"}],"abandoned":[{"id":"q","name":"n","args":"{","status":"abandoned"}],
	"orphans":[{"id":"o","result":"1"}],"unattributed":["u"],
	"messages":[{"id":"m","role":"assistant","agent":"z","complete":true,"stop_reason":"end","usage":{"input":1,"output":1},"metadata":{"k":1},
		"parts":[{"kind":"call","call":0},{"kind":"text","text":"x"},{"kind":"call","call":1}],
		"calls":[{"id":"a","name":"n","args":"{}","status":"waiting","child":"c"},{"id":"b","name":"n","status":"done","result":"1"}]}]},
	{"id":"c","parent":"s","status":"open","messages":[{"role":"assistant","parts":[{"kind":"text","text":"y"}]}]}]}`

var _ = Describe("A failure that no fault explains", func() {
	base := func(f spec.Features, diffs ...spec.Difference) []string {
		return check.Rules(check.Base(&check.Evidence{Features: f}, diffs))
	}

	DescribeTable("is charged to the base rule of the part that differs",
		func(owner spec.Owner, d spec.Difference, want string) {
			Expect(base(spec.Features{Owner: owner}, d)).To(Equal([]string{want}))
		},
		Entry("arguments", spec.Named, spec.Difference{Part: spec.ObserveCalls, Path: `sessions["s"].messages[0].calls[0].args`, Want: `"{\"a\":1}"`}, "fragment/concatenate"),
		Entry("a lost call, owner derived", spec.Derived, spec.Difference{Part: spec.ObserveCalls, Path: `sessions["s"].messages[0].calls[0]`}, "attach/backward"),
		Entry("a lost call, owner named", spec.Named, spec.Difference{Part: spec.ObserveCalls, Path: `sessions["s"].messages[0].calls[0]`}, "attach/explicit-owner"),
		Entry("what is active", spec.Named, spec.Difference{Part: spec.ObserveActive, Path: `active["s"]["c"]`}, "notify/lifecycle"),
		Entry("a turn's status, in a dialect without ends", spec.Named, spec.Difference{Part: spec.ObserveTurns, Path: `sessions["s"].turns[0].status`}, "missing/every-prefix"),
		Entry("a turn's end, in a dialect without one", spec.Named, spec.Difference{Part: spec.ObserveTurns, Path: `sessions["s"].turns[0].status`, Want: `"failed"`, Got: `"completed"`}, "account/outcome-distinct"),
		Entry("an anomaly", spec.Named, spec.Difference{Part: spec.ObserveAnomalies, Path: `anomalies[0]`, Want: `{"kind":"late-result"}`}, "missing/late-result"),
	)

	It("is charged to terminal-by-structure where an end was seen and misread, with what follows from it", func() {
		want := transcript(`{"outcome":"failed","sessions":[{"id":"s","status":"failed","turns":[{"status":"failed","error":"no"}]}]}`)
		got := transcript(`{"outcome":"completed","sessions":[{"id":"s","status":"closed","turns":[{"status":"completed"}]}]}`)
		diffs := spec.Compare{Observes: spec.AllParts()}.Transcripts(want, got)
		Expect(len(diffs)).To(BeNumerically(">", 3))
		Expect(base(spec.Features{Terminal: true}, diffs...)).To(Equal([]string{"account/terminal-by-structure"}))
	})

	It("stays a turn's where its end was not seen at all", func() {
		d := spec.Difference{Part: spec.ObserveTurns, Path: `sessions["s"].turns[0].status`, Want: `"completed"`, Got: `"incomplete"`}
		Expect(base(spec.Features{Terminal: true}, d)).To(Equal([]string{"account/own-turn"}))
	})
})

var _ = Describe("A recorded stream", func() {
	breaches := func(f spec.Features, text string) []string {
		var found []string
		for _, b := range produce.Breaches(f, transcript(text)) {
			found = append(found, b.Rule+" "+b.Call)
		}
		return found
	}

	It("breaks produce/closed by each call without a result, and not by one that waits", func() {
		f := spec.Features{Owner: spec.Named, Terminal: true}
		Expect(breaches(f, `{"sessions":[{"id":"s","turns":[{"status":"incomplete"}],"messages":[{"role":"assistant","complete":true,
			"calls":[{"id":"a","status":"abandoned"},{"id":"b","status":"waiting"},{"id":"c","status":"done"}]}]}]}`)).
			To(ConsistOf("produce/closed a", "produce/closed "))
	})

	It("breaks produce/closed by a call that only streamed in a message that broke off, unless the format lets it go", func() {
		f := spec.Features{Owner: spec.Named, Duties: []spec.Duty{{Rule: "produce/closed", Of: spec.OfCall, Force: spec.Demanded}}}
		t := transcript(`{"sessions":[{"id":"s","turns":[{"status":"completed"}],"messages":[
			{"role":"assistant","calls":[{"id":"streamed","status":"abandoned"},{"id":"whole","status":"abandoned"}]},
			{"role":"assistant","stop_reason":"tool_use","calls":[{"id":"stopped","status":"abandoned"}]}]}]}`)
		t.Sessions[0].Messages[0].Calls[1].Whole = true
		breachedCalls := func() (calls []string) {
			for _, b := range produce.Breaches(f, t) {
				calls = append(calls, b.Call)
			}
			return calls
		}
		Expect(breachedCalls()).To(ConsistOf("streamed", "whole", "stopped"))
		f.Duties = append(f.Duties, spec.Duty{Rule: "produce/closed", Of: spec.OfStreamed, Force: spec.Silent})
		Expect(breachedCalls()).To(ConsistOf("whole", "stopped"))
	})

	It("breaks produce/closed by a turn alone where the format does not ask for the end of anything else", func() {
		f := spec.Features{Owner: spec.Derived, Terminal: true, ChildEdges: true, Duties: []spec.Duty{
			{Rule: "produce/closed", Force: spec.Silent}, {Rule: "produce/closed", Of: spec.OfTurn, Force: spec.Demanded},
		}}
		const open = `"abandoned":[{"id":"a","status":"abandoned"}]}],"anomalies":[{"kind":"never-closed","session":"c"}]}`
		Expect(breaches(f, `{"sessions":[{"id":"s","turns":[{"status":"completed"}],`+open)).To(BeEmpty())
		Expect(breaches(f, `{"sessions":[{"id":"s","turns":[{"status":"incomplete"}],`+open)).To(ConsistOf("produce/closed "))
	})

	It("breaks produce/start-before-result by an orphan", func() {
		Expect(breaches(spec.Features{}, `{"sessions":[{"id":"s","orphans":[{"id":"o"}]}]}`)).To(ConsistOf("produce/start-before-result o"))
	})

	It("breaks produce/known-agent by an unlinked child, only where the dialect has a link", func() {
		const child = `{"sessions":[{"id":"c","parent":"s"}]}`
		Expect(breaches(spec.Features{}, child)).To(BeEmpty())
		Expect(breaches(spec.Features{ChildLink: true}, child)).To(ConsistOf("produce/known-agent "))
	})

	It("breaks no rule when everything is closed", func() {
		Expect(breaches(spec.Features{Terminal: true, MessageEnd: true, ChildLink: true},
			`{"sessions":[{"id":"s","turns":[{"status":"completed"}],"messages":[{"role":"assistant","complete":true,"calls":[{"id":"a","status":"done"}]}]}]}`)).To(BeEmpty())
	})
})
