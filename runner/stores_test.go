package runner_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fixtures/candidates/store/bug"
	"github.com/quock-dev/quock/fixtures/candidates/store/keep"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// TestMain lets the test binary be a store in a process of its own, which can be
// killed, or a hostile candidate.
func TestMain(m *testing.M) {
	switch kind := os.Getenv(hostileEnv); kind {
	case "":
	case allHostile:
		harnessAll(os.Getenv(ownerEnv))
		return
	default:
		beHostile(kind)
	}
	name, asked := os.LookupEnv("QUOCK_TEST_STORE")
	if !asked {
		os.Exit(m.Run())
	}
	var c probe.Candidate = keep.Honest("anthropic", "neutral")
	if b, err := bug.ByName(name); err == nil {
		c = b.Candidate()
	}
	if probe.Serve(os.Stdin, os.Stdout, c) != nil {
		os.Exit(1)
	}
}

// process starts a store as a process: one with the bug, "" for the honest one.
func process(name string) candidate.Command {
	return candidate.Command{Args: []string{os.Args[0]}, Env: append(os.Environ(), "QUOCK_TEST_STORE="+name), Harness: "quock test"}
}

var _ = Describe("An honest store", func() {
	passes := func(log *report.Log) {
		GinkgoHelper()
		Expect(attributedRules(log)).To(BeEmpty(), "%+v", report.Groups(log.Cases))
		Expect(verdicts(log)).NotTo(HaveKey(spec.HarnessError), "%v", details(log))
		for _, r := range report.Rules(log.Cases) {
			if rule, _ := spec.RuleByID(r.Rule); rule.Family == "persist" {
				Expect(r.Verdict.Passed()).To(BeTrue(), "%s: %v", r.Rule, r.Counts)
			}
		}
	}

	DescribeTable("passes every rule about stores, on written cases and generated ones",
		func(cases int, s *keep.Store) {
			r := withCorpus(nightly.Count(cases/10, cases))
			if len(s.Reads) < len(keep.Dialects()) {
				r = r.about("persist/", "session/")
			}
			passes(r.of(s))
		},
		Entry("with a history in Anthropic's form", 120, keep.Honest("anthropic", keep.Dialects()...)),
		Entry("with a history in OpenAI's form", 60, keep.Honest("openai", "neutral", "agentc")),
		Entry("that keeps messages once they are finished", 60, keep.Honest("anthropic", "neutral", "agentc", "cagent:d1").AtMessage()),
		Entry("that keeps a result with its own record", 60, keep.Honest("anthropic", "neutral", "agentc", "cagent").AtRecord()),
		Entry("that a reload opens a second time, and that goes on with its memory", 60, keep.Honest("anthropic", "neutral", "agentc", "cagent:d1").Beside()),
		Entry("the same, and it keeps messages once they are finished", 60, keep.Honest("anthropic", "neutral", "agentc", "cagent:d1").AtMessage().Beside()),
		Entry("the same, and it keeps a result with its own record", 60, keep.Honest("anthropic", "cagent").AtRecord().Beside()),
		Entry("that takes a sub-session from the record that embeds it", 60, keep.Honest("anthropic", "cagent").FromRecords()),
		Entry("that caps its logs", 0, keep.Honest("anthropic", "neutral").With("log-cap", "2")),
	)

	It("passes where it is a process, which is killed in the middle of its runs", func() {
		r := withCorpus(nightly.Count(4, 10)).sampled(40, "persist/reload-equals-live", "persist/provider-valid")
		passes(r.with(context.Background(), process("")))
	})

	It("gives the same records, for any number of jobs", func() {
		var logs [2]*report.Log
		for i, jobs := range []int{1, 4} {
			r := newTrialRun(nightly.Count(8, 40))
			r.options.Jobs = jobs
			logs[i] = r.of(keep.Honest("anthropic", "neutral"))
		}
		Expect(logs[1].Cases).To(Equal(logs[0].Cases))
	})
})

// A forgetful store reads right and keeps nothing.
type forgetful struct{ *keep.Store }

func (f forgetful) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	reply, err := f.Store.Run(req)
	for i := range reply.Reloaded {
		reply.Reloaded[i] = probe.Transcript{Outcome: "open"}
	}
	return reply, err
}

func (f forgetful) Load(*probe.LoadRequest) (*probe.LoadReply, error) {
	return &probe.LoadReply{Final: &probe.Transcript{Outcome: "open"}}, nil
}

var _ = Describe("A store that keeps nothing", func() {
	It("passes no rule about stores", func() {
		log := withStoredCorpus(nightly.Count(10, 40)).about().of(forgetful{keep.Honest("anthropic", "neutral", "agentc")})
		for _, rule := range passed(log) {
			Expect(rule).NotTo(HavePrefix("persist/"))
		}
		Expect(attributedRules(log)).To(ContainElement("persist/reload-equals-live"))
	})
})

// withStoredCorpus is a run of the written cases about stores and sessions, and
// some generated ones.
func withStoredCorpus(cases int) *trialRun {
	GinkgoHelper()
	r := withCorpus(cases)
	r.corpus.Cases = slices.DeleteFunc(r.corpus.Cases, func(c *plan.Case) bool {
		return !strings.HasPrefix(c.Name, "persist/") && !strings.HasPrefix(c.Name, "session/")
	})
	return r
}

// brokenStores says which rules each broken store is charged with: those that it
// must be, and those that the same mistake breaks as well on some stream.
var brokenStores = []struct {
	bug, why   string
	must, also []string
}{
	{"agentc-resume-skips", "whatever a tool did is gone", []string{"persist/reload-equals-live"}, nil},
	{"as-completed", "a batch was answered out of order", []string{"persist/result-order"}, nil},
	{"cap-across", "a busy run pushes out its sibling's entries", []string{"persist/log-append-only"}, nil},
	{
		"children-to-parent", "a child speaks; where it only calls, its empty message is there",
		[]string{"persist/no-foreign"}, []string{"persist/reload-equals-live", "session/no-leak", "session/non-interference"},
	},
	{
		"depth-counter", "a switch back is lost, or is a sibling's too",
		[]string{"persist/no-foreign", "session/balanced"}, []string{"session/no-leak"},
	},
	{
		"forgets-open", "a poll falls into a message; a result then finds no call",
		[]string{"persist/poll-is-prefix"}, []string{"persist/register-first"},
	},
	{"grows-by-loading", "it is loaded twice", []string{"persist/idempotent-export"}, nil},
	{"lost-siblings", "two runs write at once", []string{"persist/log-append-only"}, nil},
	{"repeat-on-poll", "it is loaded twice", []string{"persist/log-append-only"}, nil},
	{
		"results-first", "a result comes before the end of its message; what waited is lost with the memory",
		[]string{"persist/register-first"}, []string{"persist/poll-is-prefix"},
	},
	{
		"resume-doubles", "text and call share a message",
		[]string{"persist/reload-equals-live"}, []string{"repeat/retracted"},
	},
	{"session-id", "a sub-agent fails, so no record completes its session", []string{"persist/reload-equals-live"}, nil},
	{"stale-log", "an agent runs again", []string{"persist/fresh-run"}, []string{"persist/log-append-only"}},
	{"unanswered", "a call has no result when the process dies", []string{"persist/provider-valid"}, nil},
}

// buffered is only wrong where it is killed.
const buffered = "buffered-results"

var _ = Describe("Stores that are broken in a known way", func() {
	It("are all in the table", func() {
		var names []string
		for _, row := range brokenStores {
			names = append(names, row.bug)
		}
		for _, b := range bug.All() {
			Expect(append(names, buffered)).To(ContainElement(b.Name))
		}
	})

	for _, row := range brokenStores {
		It("are charged with what they break, and with nothing else: "+row.bug+", "+row.why, func() {
			b, err := bug.ByName(row.bug)
			Expect(err).NotTo(HaveOccurred())
			Expect(row.must).To(ContainElements(b.Rules), "what the store itself declares")
			log := withStoredCorpus(nightly.Count(3, 20)).about(row.must...).of(b.Candidate())
			Expect(attributedRules(log)).To(ContainElements(row.must))
			for _, rule := range attributedRules(log) {
				Expect(slices.Concat(row.must, row.also)).To(ContainElement(rule), "%+v", findingOf(log, rule))
				Expect(findingOf(log, rule).Best.Detail).To(HavePrefix("what the store loads"), "what is live is right")
			}
		})
	}

	It("are found out when they are killed: "+buffered, func() {
		r := newTrialRun(nightly.Count(12, 40)) // on a busy machine many kills come too late to show it
		log := r.with(context.Background(), process(buffered))
		Expect(attributedRules(log)).To(ContainElement("persist/poll-is-prefix"))
		Expect(findingOf(log, "persist/poll-is-prefix").Best.Detail).To(ContainSubstring("killed"))
	})
})

// loads reports whether a way to store shows on the stream of an example.
func loads(e *report.Example, d deviation.Deviation) bool {
	GinkgoHelper()
	codec, variant, err := dialects.Lookup(e.Dialect)
	Expect(err).NotTo(HaveOccurred())
	var records [][]byte
	for line := range strings.Lines(e.Stream) {
		records = append(records, []byte(strings.TrimSpace(line)))
	}
	s, _ := wire.DecodeRecords(codec, variant, records)
	s.End = e.End
	right, wrong := deviation.Compose().Read(&s, spec.Policies{}), deviation.Compose(d).Read(&s, spec.Policies{})
	for _, at := range []int{len(records), spec.AtEnd} {
		right.To(at)
		wrong.To(at)
		w, g := right.Loaded(), wrong.Loaded()
		w, g = spec.Stored(&s.Features, &w, &g)
		if (spec.Compare{Observes: spec.StoredParts(spec.AllParts())}).Differ(&w, &g) {
			return true
		}
	}
	return false
}

// The two ways in which sub-agents' messages came into the wrong session, and
// the fix that was proposed, on the streams that tell them apart.
var _ = Describe("What is stored of a sub-session", func() {
	on := func(c probe.Candidate, name string) report.Case {
		GinkgoHelper()
		r := withCorpus(0)
		r.corpus.Cases = slices.DeleteFunc(r.corpus.Cases, func(c *plan.Case) bool { return c.Name != name })
		Expect(r.corpus.Cases).To(HaveLen(1), name)
		return r.of(c).Cases[0]
	}
	named := func(name string) probe.Candidate {
		GinkgoHelper()
		b, err := bug.ByName(name)
		Expect(err).NotTo(HaveOccurred())
		return b.Candidate()
	}
	paths := func(c report.Case) (all []string) {
		for _, f := range c.Findings {
			for _, d := range slices.Concat(f.Differences, f.Consequences) {
				all = append(all, string(d.Kind)+" "+d.Path)
			}
		}
		return all
	}

	const lost, shared = "session/balanced.breaking.cagent-crash", "persist/no-foreign.breaking.cagent-siblings"
	const failed = "session/balanced.breaking.cagent-error"

	// The three stages that were published: the problem, the first fix, and the fix
	// that was merged. Each has a finding of its own.
	DescribeTable("has another finding at each stage of the published fixes", func(stage, on1, rule, path string) {
		c := on(named(stage), on1)
		Expect(c.Findings).To(ConsistOf(HaveField("Rule", rule)))
		Expect(paths(c)).To(ContainElement(path))
	},
		Entry("children in the parent", "children-to-parent", "persist/no-foreign.clean.cagent", "persist/no-foreign", `extra sessions["P"].messages[1]`),
		Entry("a counter of switches", "depth-counter", lost, "session/balanced", `missing sessions["P"].messages[0].calls[0].result`),
		Entry("the session's id", "session-id", failed, "persist/reload-equals-live", `missing sessions["scout-1"]`),
	)

	DescribeTable("is told by the name of its deviation, on a stream of its own", func(stage, name string) {
		r := withStoredCorpus(8)
		d := r.of(named(stage)).Footer.Diagnosis
		Expect(d).NotTo(BeNil())
		Expect(d.Deviations).To(HaveExactElements(HaveField("Name", name)))
		Expect(d.Explained).To(Equal(d.Failing))
		shown := d.Deviations[0].Example
		Expect(shown.Stream).NotTo(BeEmpty())
		for _, other := range deviation.All() {
			if other.Stores() && other.Name != name {
				Expect(loads(&shown, other)).To(BeFalse(), other.Name)
			}
		}
	},
		Entry("children in the parent", "children-to-parent", "children-to-parent"),
		Entry("a counter of switches", "depth-counter", "stored-by-depth-counter"),
		Entry("the session's id", "session-id", "stored-by-session-id"),
	)

	It("is not asked of a failed sub-session where the store takes it from a record that never came", func() {
		Expect(on(keep.Honest("anthropic", "cagent").FromRecords(), failed).Verdict).To(Equal(spec.Pass))
	})

	It("is right in a store that files it by the session's id", func() {
		for _, name := range []string{lost, shared} {
			Expect(on(keep.Honest("anthropic", "cagent"), name).Verdict).To(Equal(spec.Pass))
		}
	})

	It("costs the parent its messages where switches are counted and the one back is lost", func() {
		c := on(named("depth-counter"), lost)
		Expect(c.Findings).To(ConsistOf(HaveField("Rule", "session/balanced")))
		Expect(paths(c)).To(ContainElement(`missing sessions["P"].messages[0].calls[0].result`))
	})

	It("leaks into the parent where switches are counted and two siblings share a pair", func() {
		c := on(named("depth-counter"), shared)
		Expect(c.Findings).To(ConsistOf(HaveField("Rule", "persist/no-foreign")))
		Expect(paths(c)).To(ContainElement(`extra sessions["P"].messages[1]`))
	})

	// A real producer stores a tool's result with that result's own message_added, a
	// record later than the tool_call_response.
	It("is right in a store that keeps results with their own record and says so, and only then", func() {
		const clean = "persist/no-foreign.clean.cagent"
		late := keep.Honest("anthropic", "cagent").AtRecord()
		for _, name := range []string{clean, lost, shared, "missing/late-result.clean.cagent"} {
			Expect(on(late, name).Verdict).To(Equal(spec.Pass), name)
		}
		Expect(paths(on(late.With("store-at", "fragment"), clean))).To(ContainElement(HaveSuffix(`sessions["P"].messages[0].calls[0].result`)))
	})

	// It writes no results, and says that it writes them with their own record.
	without := keep.Honest("anthropic", "cagent").With("store-at", "record")
	without.Habits = func() keep.Habits {
		return keep.Habits{File: func(_ json.RawMessage, changed []keep.Row, _ *probe.Transcript) []keep.Row {
			return slices.DeleteFunc(changed, func(r keep.Row) bool { return r.Kind == keep.ResultRow })
		}}
	}

	It("is wrong without its results, whatever the store says of their time", func() {
		c := on(without, "persist/no-foreign.clean.cagent")
		Expect(paths(c)).To(ContainElement(`missing sessions["P"].messages[0].calls[0].result`))
	})

	It("is wrong without its results on generated streams, which have the record of each", func() {
		r := withCorpus(8)
		r.corpus.Cases = nil
		var all []string
		for _, c := range r.of(without).Cases {
			all = append(all, paths(c)...)
		}
		Expect(all).To(ContainElement(And(HavePrefix("missing "), HaveSuffix(".result"))))
	})

	It("is told from a store that writes every child's text to the parent, which loses nothing of the parent's", func() {
		c := on(named("children-to-parent"), lost)
		Expect(c.Verdict).To(Equal(spec.Untestable), "it fails the clean twin, too")
		c = on(named("children-to-parent"), "session/balanced.clean.cagent-crash")
		Expect(c.Findings).To(ConsistOf(HaveField("Rule", "persist/no-foreign")))
		Expect(paths(c)).To(ContainElement(`extra sessions["P"].messages[1]`))
		Expect(paths(c)).NotTo(ContainElement(HavePrefix(`missing sessions["P"]`)))
	})
})
