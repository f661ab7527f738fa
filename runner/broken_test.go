package runner_test

import (
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fixtures/candidates/go/lacking"
	"github.com/quock-dev/quock/fixtures/candidates/go/optional"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/fixtures/candidates/null/trivial"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// withCorpus is a run of the written cases and some generated ones.
func withCorpus(cases int) *trialRun {
	GinkgoHelper()
	r := newTrialRun(cases)
	corpus, err := loadedCorpus()
	Expect(err).NotTo(HaveOccurred())
	r.corpus = &plan.Corpus{Cases: slices.Clone(corpus.Cases), Hash: corpus.Hash}
	return r
}

var loadedCorpus = sync.OnceValues(func() (*plan.Corpus, error) { return plan.LoadCorpus() })

// about is for candidates that go wrong: each failing case is reduced, which takes
// most of the time. It leaves the cases that are named by one of the rules, a family as
// "persist/", and by day one in seven of the others. A candidate that is right is asked
// everything, but for one that differs from another in a policy.
func (r *trialRun) about(rules ...string) *trialRun { return r.sampled(7, rules...) }

// sampled is about with one in so many of the others.
func (r *trialRun) sampled(many uint32, rules ...string) *trialRun {
	some := &plan.Corpus{Hash: r.corpus.Hash}
	for _, c := range r.corpus.Cases {
		named := func(rule string) bool {
			if strings.HasSuffix(rule, "/") {
				return strings.HasPrefix(c.Name, rule)
			}
			return strings.HasPrefix(c.Name, rule+".") || strings.HasPrefix(c.Name, "distilled/"+strings.Replace(rule, "/", "-", 1)+".")
		}
		if nightly.On() || oneIn(many, c.Name) || slices.ContainsFunc(rules, named) {
			some.Cases = append(some.Cases, c)
		}
	}
	r.corpus = some
	return r
}

// oneIn reports whether a case is in a sample of one in so many. Its name alone
// decides, so that a new case moves no other in or out.
func oneIn(many uint32, name string) bool {
	hash := fnv.New32a()
	hash.Write([]byte(name))
	return hash.Sum32()%many == 0
}

// A brokenRow is a broken candidate with the rules that it is charged with.
type brokenRow struct {
	bug, why   string
	must, also []string
}

func allBroken() []brokenRow { return slices.Concat(broken, brokenReaders) }

// broken says which rules each broken candidate is charged with: those that it
// must be, and those that the same mistake breaks as well on some stream.
var broken = []brokenRow{
	{
		"agentc-attach-next", "results attach forward, on clean streams too",
		[]string{"attach/backward"},
		nil,
	},
	{
		"agentc-id-only", "two sessions share an id",
		[]string{"session/scoped-ids"},
		[]string{"session/non-interference"},
	},
	{
		"agentc-no-turn-cleanup", "what is open when its turn ends stays open",
		[]string{"missing/abandoned", "missing/late-result", "notify/turn-end-clears"},
		nil,
	},
	{
		"agentc-no-user-turn", "what is active when the user's turn starts stays active",
		[]string{"notify/user-turn-clears"},
		[]string{"account/own-turn"},
	},
	{
		"agentc-plan", "the published plan: replaces, searches the session, resets everything, one builder for all",
		[]string{"attach/accumulate", "attach/turn-bound", "session/child-end-local", "notify/lifecycle"},
		[]string{
			"attach/backward", "attach/never-spoken", "fragment/concatenate", "missing/abandoned", "missing/late-fragment", "missing/late-result",
			"missing/no-loss", "missing/orphan-result", "noise/transparent", "notify/no-revival", "repeat/result-twice", "session/continued",
			"session/no-leak", "session/non-interference", "session/parallel", "session/unattributed",
			"", // what it may lack, if it declares that: abandoned
		},
	},
	{
		"agentc-plan-literal", "nothing ever attaches backward, on clean streams too",
		[]string{"attach/backward", "notify/lifecycle"},
		[]string{
			"attach/never-spoken", "fragment/concatenate", "missing/abandoned", "missing/late-fragment", "missing/late-result",
			"missing/no-loss", "missing/orphan-result", "repeat/result-twice", "session/child-end-local", "session/continued", "session/no-leak",
			"session/non-interference", "session/unattributed",
		},
	},
	{
		"agentc-thought-ignored", "calls do not attach to thoughts, which clean streams have",
		[]string{"attach/backward"},
		nil,
	},
	{
		"depth-counter", "parallel siblings and a lost end leave the counter wrong",
		[]string{"session/balanced", "notify/lifecycle", "attach/by-id"},
		[]string{"fragment/concatenate", "session/non-interference", "session/parallel", "session/unattributed"},
	},
	{
		"depth-counter-clamped", "an end without a start is not reported",
		[]string{"session/balanced"},
		nil,
	},
	{
		"identity-first-chunk", "only the first piece of the arguments is read, on clean streams too",
		[]string{"fragment/concatenate"},
		[]string{"fragment/not-before-complete", "fragment/unclaimed", "repeat/partial-then-full"},
	},
	{
		"identity-index-only", "two sessions use one slot at the same time",
		[]string{"fragment/scoped-key"},
		[]string{"session/non-interference"},
	},
	{
		"identity-published-fix", "an earlier call at the slot was cut short",
		[]string{"fragment/slot-reuse"},
		nil,
	},
	{
		"limit-by-phrase", "the words of a limit are said, and none is reported",
		[]string{"account/limit-is-a-state"},
		nil,
	},
	{
		"limit-by-status-code", "requests are refused with a status, and no limit is reported",
		[]string{"account/limit-is-a-state"},
		nil,
	},
	{
		"limit-by-window", "a window rides on requests that were allowed, and the run fails of something else",
		[]string{"account/limit-is-a-state"},
		nil,
	},
	{
		"outcome-by-earlier-error", "an error comes before a good end",
		[]string{"account/terminal-by-structure", "account/error-kept"},
		[]string{"noise/transparent"},
	},
	{
		"outcome-by-last-error", "a run fails and no error came before its end",
		[]string{"account/terminal-by-structure"},
		[]string{"account/error-kept", "account/own-turn"},
	},
	{
		"outcome-by-name", "a result of subtype success says that it failed",
		[]string{"account/terminal-by-structure"},
		nil,
	},
}

// moreCases are how many generated cases a row needs by day too, because few show one of
// its rules.
var moreCases = map[string]int{"depth-counter": 150}

var _ = Describe("Candidates that are broken in a known way", func() {
	It("are all in the table", func() {
		for _, b := range bug.All() {
			Expect(slices.ContainsFunc(allBroken(), func(row brokenRow) bool { return row.bug == b.Name })).To(BeTrue(), b.Name)
		}
	})

	check := func(row brokenRow, cases int) {
		It("are charged with what they break, and with nothing else: "+row.bug+", "+row.why, func() {
			b, err := bug.ByName(row.bug)
			Expect(err).NotTo(HaveOccurred())
			Expect(row.must).To(ContainElements(slices.Concat(b.Rules, b.Base)), "what the candidate itself declares")
			log := withCorpus(cases).about(row.must...).of(b.Candidate())
			Expect(attributedRules(log)).To(ContainElements(row.must))
			for _, rule := range attributedRules(log) {
				Expect(slices.Concat(row.must, row.also)).To(ContainElement(rule), "%+v", findingOf(log, rule))
			}
		})
	}
	for _, row := range broken {
		check(row, max(moreCases[row.bug], nightly.Count(60, 150)))
	}
	for _, row := range brokenReaders {
		check(row, nightly.Count(20, 150))
	}
})

// planned are the five decisions that bin/broken -list states for agentc-plan.
var planned = []string{"batch-set", "turns-unknown", "start-drops-all", "one-builder", "first-of-list"}

var _ = Describe("A program with five wrong decisions at once", func() {
	It("is told each by name, with at most three more, and they explain nine cases of ten", func() {
		d := withCorpus(nightly.Count(100, 400)).about().of(buggy("agentc-plan")()).Footer.Diagnosis
		var names, sure []string
		for _, named := range d.Deviations {
			if names = append(names, named.Name); named.Attributed {
				sure = append(sure, named.Name)
			}
		}
		Expect(names).To(And(ContainElements(planned), HaveLen(8)))
		Expect(sure).To(ContainElements(planned))
		Expect(10*d.Explained).To(BeNumerically(">=", 9*d.Failing), "%d of %d", d.Explained, d.Failing)
	})
})

func findingOf(l *report.Log, rule string) report.Group {
	for _, g := range report.Groups(l.Cases) {
		if g.Best.Rule == rule {
			return g
		}
	}
	return report.Group{}
}

var _ = Describe("The honest candidate in Go", func() {
	It("passes every rule that its cases bear, written and generated", func() {
		log := withCorpus(nightly.Count(30, 200)).of(reducer.HonestCandidate())
		Expect(attributedRules(log)).To(BeEmpty(), "%+v", report.Groups(log.Cases))
		for _, r := range report.Rules(log.Cases) {
			Expect(r.Verdict.Passed()).To(BeTrue(), "%s: %v", r.Rule, r.Counts)
		}
	})
})

var _ = Describe("The honest candidate in Go that writes fields without content in another form", func() {
	for _, form := range optional.Forms() {
		It("passes all the same, relations included: "+form, func() {
			c, err := optional.New(reducer.HonestCandidate(), form)
			Expect(err).NotTo(HaveOccurred())
			log := newTrialRun(nightly.Count(30, 120)).of(c)
			Expect(attributedRules(log)).To(BeEmpty(), "%+v", report.Groups(log.Cases))
			Expect(log.Cases).NotTo(ContainElement(HaveField("Verdict", spec.HarnessError)))
		})
	}
})

var _ = Describe("The null candidates", func() {
	// What each breaking case is worth alone the tests of golden say.
	for _, kind := range trivial.Kinds() {
		It("pass no rule: "+kind, func() {
			c, err := trivial.New(kind)
			Expect(err).NotTo(HaveOccurred())
			Expect(passed(withCorpus(nightly.Count(10, 100)).sampled(25).of(c))).To(BeEmpty())
			Expect(passed(withCorpus(nightly.Count(10, 60)).sampled(25).of(declaring{c}))).To(BeEmpty(), "whatever it says to lack and not to read")
		})
	}
})

var _ = Describe("The honest candidate in Go that has no notion of something", func() {
	judged := func(r *trialRun, fields ...string) *report.Log {
		GinkgoHelper()
		c, err := lacking.New(reducer.HonestCandidate(), fields)
		Expect(err).NotTo(HaveOccurred())
		log := r.of(c)
		Expect(attributedRules(log)).To(BeEmpty(), "%v: %+v", fields, report.Groups(log.Cases))
		Expect(log.Cases).NotTo(ContainElement(HaveField("Verdict", spec.HarnessError)))
		return log
	}

	for _, field := range lacking.Fields() {
		It("passes if it says so: "+field, func() {
			Expect(passed(judged(newTrialRun(nightly.Count(25, 150)), field))).NotTo(BeEmpty())
		})
	}

	It("can lack all that the contract lets it lack, and passes what is left", func() {
		Expect(lacking.Fields()).To(ConsistOf(spec.FieldNames()))
		Expect(passed(judged(withCorpus(nightly.Count(25, 1000)), lacking.Fields()...))).To(ContainElements("attach/exactly-once", "session/parallel", "missing/no-loss"))
	})

	It("is red if it does not say so", func() {
		for _, field := range []string{"argument-text", "partial-calls", "partial-messages", "abandoned", "orphans", "denied", "cancelled"} {
			c, err := lacking.New(reducer.HonestCandidate(), []string{field})
			Expect(err).NotTo(HaveOccurred())
			r := withCorpus(nightly.Count(5, 20)).about("missing/abandoned", "missing/orphan-result", "account/outcome-distinct")
			Expect(attributedRules(r.of(silent{c}))).NotTo(BeEmpty(), field)
		}
	})
})

// silent is a candidate that does not say what it lacks.
type silent struct{ probe.Candidate }

func (s silent) Hello() probe.HelloReply {
	h := s.Candidate.Hello()
	h.Lacks = nil
	return h
}

// declaring is a candidate that says to lack all that can be lacked, and to read
// one stream mode.
type declaring struct{ probe.Candidate }

func (d declaring) Hello() probe.HelloReply {
	h := d.Candidate.Hello()
	h.Lacks, h.Modes = spec.FieldNames(), []string{"messages"}
	return h
}

var _ = Describe("The honest candidate in Go that reads some of LangGraph's modes", func() {
	of := func(r *trialRun, c probe.Candidate, dialects ...string) *report.Log {
		GinkgoHelper()
		r.selection.Dialects = dialects
		return r.of(c)
	}

	for _, row := range [][2]string{{"messages values", "step/by-message-id"}, {"values updates", "session/no-leak"}, {"messages", "fragment/concatenate"}} {
		It("passes if it says so, and is held to what they say: "+row[0], func() {
			log := of(withCorpus(nightly.Count(60, 400)), lacking.InModes(reducer.HonestCandidate(), strings.Fields(row[0])), "langgraph", "deepagents:stream")
			Expect(attributedRules(log)).To(BeEmpty(), "%+v", report.Groups(log.Cases))
			Expect(log.Cases).NotTo(ContainElement(HaveField("Verdict", spec.HarnessError)))
			Expect(log.Cases).To(ContainElement(HaveField("Verdict", spec.Pass)))
			Expect(passed(log)).To(ContainElement(row[1]))
		})
	}

	It("is red if it does not say so", func() {
		Expect(attributedRules(of(withCorpus(nightly.Count(20, 400)).about(), readingAll{lacking.InModes(reducer.HonestCandidate(), []string{"messages"})}, "langgraph"))).NotTo(BeEmpty())
	})
})

var _ = Describe("The honest candidate in Go to which LangGraph's nodes that speak are sessions", func() {
	apart := func() *reducer.Candidate {
		c := reducer.HonestCandidate()
		c.Policies = map[string]string{"workers": "sessions"}
		return c
	}
	of := func(cases int, c probe.Candidate, dialect string) *report.Log {
		GinkgoHelper()
		r := withCorpus(cases)
		r.selection.Dialects = []string{dialect}
		return r.of(c)
	}

	for _, dialect := range []string{"langgraph:js", "langgraph:python-sse"} {
		It("passes if it says so: "+dialect, func() {
			log := of(nightly.Count(150, 400), apart(), dialect)
			Expect(attributedRules(log)).To(BeEmpty(), "%+v", report.Groups(log.Cases))
			Expect(log.Cases).NotTo(ContainElement(HaveField("Verdict", spec.HarnessError)))
			Expect(passed(log)).To(ContainElements("identity/speaker", "step/by-message-id"))
		})
	}

	It("is red if it does not say so, because the session of a node is not in the default reading", func() {
		Expect(attributedRules(of(nightly.Count(60, 400), unsaid{apart()}, "langgraph:js"))).To(Not(BeEmpty()))
	})

	It("is red if it says so and reads the default, because then it has no such sessions", func() {
		Expect(attributedRules(of(nightly.Count(60, 400), claiming{reducer.HonestCandidate()}, "langgraph:js"))).NotTo(BeEmpty())
	})
})

// unsaid is a candidate that declares no policies; claiming one that declares what it
// does not do.
type (
	unsaid   struct{ *reducer.Candidate }
	claiming struct{ *reducer.Candidate }
)

func (u unsaid) Hello() probe.HelloReply {
	h := u.Candidate.Hello()
	h.Policies = nil
	return h
}

func (c claiming) Hello() probe.HelloReply {
	h := c.Candidate.Hello()
	h.Policies = map[string]string{"workers": "sessions"}
	return h
}

// readingAll is a candidate that does not say which modes it reads.
type readingAll struct{ probe.Candidate }

func (r readingAll) Hello() probe.HelloReply {
	h := r.Candidate.Hello()
	h.Modes = nil
	return h
}
