package runner_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// brokenAdapters says which rules each broken adapter is charged with: those
// that it must be, and those that the same mistake breaks as well on some
// stream.
var brokenAdapters = []struct {
	script, bug, why string
	must, also       []string
	cases            int // generated ones, where 25 do not show it
}{
	{
		"responses_to_chat", "index-zero", "each call has index 0, so that readers give its arguments to the newest",
		[]string{"fragment/scoped-key"}, []string{"adapt/commutes", "fragment/slot-reuse", "fragment/truncated-not-repaired"}, 0,
	},
	{
		"responses_to_chat", "limit-stops", "a response that stopped at a limit stops like any other",
		[]string{"adapt/commutes"}, []string{"fragment/truncated-not-repaired"}, 0,
	},
	{
		"responses_to_chat", "empty-calls", "a message of text alone has a call that nobody made",
		[]string{"adapt/no-invention"}, nil, 0,
	},
	{
		"chat_to_responses", "idless-dropped", "a fragment without an id is dropped",
		[]string{"adapt/commutes"}, []string{"missing/no-loss"}, 0,
	},
	{
		"chat_to_responses", "limit-completes", "a completion that stopped at a limit has completed",
		[]string{"adapt/well-formed"}, []string{"adapt/commutes", "account/terminal-by-structure", "fragment/truncated-not-repaired"}, 0,
	},
	{
		"claudecode_to_acp", "children-in-parent", "what a sub-agent says is the root's",
		[]string{"session/no-leak"}, []string{"adapt/commutes", "adapt/no-invention", "session/parallel", "session/nested", "session/non-interference"}, 0,
	},
	{
		"claudecode_to_acp", "error-ends", "a turn that failed is answered like any other",
		[]string{"adapt/well-formed"}, []string{"account/outcome-distinct", "account/terminal-by-structure", "account/error-kept"}, 0,
	},
	{
		"claudecode_to_acp", "idless-chunks", "messages that follow each other are one",
		[]string{"adapt/commutes"}, nil, 0,
	},
	{
		"claudecode_to_acp", "refused-completes", "a call that was refused is completed",
		[]string{"account/outcome-distinct"}, []string{"adapt/commutes", "notify/terminal-absorbs"}, 40,
	},
	{
		"langgraph_v3_to_aisdk", "appended-arguments", "a record with all arguments so far is appended",
		[]string{"adapt/commutes"}, []string{"fragment/concatenate", "fragment/cut-invariant", "fragment/malformed-kept", "fragment/open-together", "fragment/first-may-carry"}, 0,
	},
	{
		"langgraph_v3_to_aisdk", "cancel-finishes", "a run that was cancelled ends in success",
		[]string{"adapt/well-formed"}, []string{"account/outcome-distinct"}, 120,
	},
	{
		"langgraph_to_aisdk", "children-last", "what ended before the root went on stands behind it",
		[]string{"adapt/commutes"}, []string{"session/no-leak", "session/parallel"}, 120,
	},
	{
		"langgraph_to_aisdk", "namespaced-name", "a tool that is not found under its namespaced name gets that prefix, whatever it is",
		[]string{"adapt/commutes"}, []string{"identity/alias"}, 0,
	},
	{
		"langgraph_to_aisdk", "flat-metadata", "the agent's name stands where readers demand an object, and they refuse the stream",
		[]string{"adapt/well-formed"}, nil, 0,
	},
	{
		"langgraph_to_aisdk", "bare-texts", "the agent's name is lost on texts, and kept on calls",
		[]string{"adapt/commutes"}, []string{"identity/metadata-kept"}, 0,
	},
	{
		"langgraph_to_aisdk", "default-label", "every sub-agent goes by the default name",
		[]string{"adapt/no-invention"}, nil, 0,
	},
	{
		"langgraph_to_aisdk", "split-calls", "each continuation becomes a call that nobody made",
		[]string{"adapt/no-invention"},
		[]string{"adapt/commutes", "repeat/partial-then-full", "fragment/first-may-carry", "fragment/unclaimed", "fragment/slot-reuse", "fragment/drifting-slot"}, 0,
	},
	{
		"langgraph_to_aisdk", "merged-calls", "two calls of a message become one, on clean streams too",
		[]string{"adapt/commutes"},
		[]string{
			// of a call that was never answered, whose result is another's then
			"adapt/well-formed", "fragment/truncated-not-repaired", "fragment/slot-reuse", "missing/abandoned", "repeat/partial-then-full",
		}, 0,
	},
}

// adapterScripts are the honest adapters. Each has a twin with the mistakes.
var adapterScripts = []string{"langgraph_to_aisdk", "langgraph_v3_to_aisdk", "responses_to_chat", "chat_to_responses", "claudecode_to_acp"}

// declared is what a broken adapter says of itself: the rules that it breaks,
// and the flags without which they do not show.
type declared struct{ Rules, Flags []string }

// declaredOnce asks each script once.
var declaredOnce = sync.OnceValues(func() (map[string]declared, error) {
	all := map[string]declared{}
	program, err := interpreter()
	if err != nil {
		return nil, err
	}
	for _, script := range adapterScripts {
		out, err := exec.Command(program, python+script+"_broken.py", "--list").Output()
		if err == nil {
			err = json.Unmarshal(out, &all)
		}
		if err != nil {
			return nil, fmt.Errorf("asking %s for its mistakes: %w", script, err)
		}
	}
	return all, nil
})

func declaredBugs() map[string]declared {
	GinkgoHelper()
	pythonOrSkip()
	all, err := declaredOnce()
	Expect(err).NotTo(HaveOccurred())
	return all
}

// adapting puts the run to a script that speaks the protocol.
func (r *trialRun) adapting(args ...string) *report.Log {
	GinkgoHelper()
	return r.with(context.Background(), candidate.Command{
		Args: slices.Concat([]string{pythonOrSkip()}, args, []string{"--probe"}), Harness: runner.Harness,
	})
}

var _ = Describe("The honest adapters", func() {
	DescribeTable("do what the rules ask, on written and generated streams",
		func(script string, flags ...string) {
			declaredBugs() // or skip
			r := withCorpus(nightly.Count(12, 150))
			if len(flags) > 0 {
				r = r.about("adapt/", "session/", "identity/")
			}
			log := r.adapting(append([]string{python + script + ".py"}, flags...)...)
			Expect(attributedRules(log)).To(BeEmpty(), "%s", printedLog(log))
			Expect(passed(log)).To(ContainElements("adapt/commutes", "adapt/well-formed", "adapt/no-invention"))
			for _, c := range log.Cases {
				Expect(c.Verdict.Passed()).To(BeTrue(), "%s: %s %s", c.Name, c.Verdict, c.Detail)
			}
		},
		Entry("in the older protocol, without sub-agents", "langgraph_to_aisdk"),
		Entry("in the older protocol, with sub-agents among the rest", "langgraph_to_aisdk", "--children", "flattened"),
		Entry("in the newer protocol, without sub-agents", "langgraph_to_aisdk", "--to", "v5"),
		Entry("in the newer protocol, with sub-agents by name", "langgraph_to_aisdk", "--to", "v5", "--children", "flattened", "--label", "langgraph.agent"),
		Entry("from protocol v3, without sub-agents", "langgraph_v3_to_aisdk"),
		Entry("from Responses to Chat Completions", "responses_to_chat"),
		Entry("from Chat Completions to Responses", "chat_to_responses"),
		Entry("from Claude Code to ACP", "claudecode_to_acp"),
		Entry("from protocol v3, with sub-agents by name", "langgraph_v3_to_aisdk", "--children", "flattened", "--label", "langgraph.agent"),
	)
})

// recorded is a recorded stream as a case for an adapter.
func recorded(file string, a plan.Adaptation) *plan.Case {
	GinkgoHelper()
	text, err := os.ReadFile(filepath.Join("..", "..", "shared", "traces", "langgraph", file))
	if os.IsNotExist(err) {
		Skip("the recorded traces are not beside the repository: " + file)
	}
	Expect(err).NotTo(HaveOccurred())
	codec, variant, reasons := dialects.DetectText(text)
	Expect(codec).NotTo(BeNil(), "%v", reasons)
	c := &plan.Case{Name: file, Adapts: &a}
	for batch, err := range wire.Decode(codec, variant, bytes.NewReader(text), wire.Limits{}) {
		Expect(err).NotTo(HaveOccurred())
		Expect(batch.Problem).To(BeNil())
		c.Records = append(c.Records, bytes.Clone(batch.Record.JSON))
	}
	c.Stream, _ = wire.DecodeRecords(codec, variant, c.Records)
	c.Dialect = c.Stream.Features.Dialect
	c.Observe = []int{len(c.Records) / 3, 2 * len(c.Records) / 3}
	return c
}

var _ = Describe("The adapter from LangGraph to the AI SDK, on recorded streams", func() {
	for _, file := range []string{
		"hitl-1-interrupt.jsonl", "hitl-2-resume.jsonl", "nested-subagents.jsonl", "parallel-same-subagent-colliding-ids.jsonl",
		"parallel-two-subagents.jsonl", "parallel-two-subagents.messages-legacy.sse", "parallel-two-subagents.messages-tuple.sse",
		"single-delegation.jsonl", "tool-error-aborts-run.jsonl",
	} {
		DescribeTable("says what "+file+" says", func(to string, a spec.Adapting) {
			c := recorded(file, plan.Adaptation{Out: "aisdk:" + to, Adapting: a})
			args := []string{pythonOrSkip(), python + "langgraph_to_aisdk.py", "--probe", "--to", to, "--children", a.Children, "--label", a.Label}
			t, err := runner.Try(context.Background(), candidate.Command{Args: args, Harness: runner.Harness}, candidate.NewLimits(patience, 0), c)
			Expect(err).NotTo(HaveOccurred())
			Expect(t.Verdict).To(Equal(spec.Pass), "%s %+v", t.Detail, t.Observed)
		},
			Entry("in the older protocol", "v4", spec.Adapting{Children: spec.ChildrenDropped}),
			Entry("in the newer one, sub-agents and all", "v5", spec.Adapting{Children: spec.ChildrenFlattened, Label: "langgraph.agent"}),
		)
	}
})

var _ = Describe("The tests of the adapter itself", func() {
	It("pass", func() {
		tests := exec.Command(pythonOrSkip(), "-m", "unittest", "test_langgraph_to_aisdk")
		tests.Dir = python
		out, err := tests.CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), "%s", out)
	})
})

var _ = Describe("Adapters that are broken in a known way", func() {
	It("are all in the table, and declare what they must be charged with", func() {
		all := declaredBugs()
		Expect(all).To(HaveLen(len(brokenAdapters)))
		for _, row := range brokenAdapters {
			Expect(all).To(HaveKey(row.bug))
			Expect(row.must).To(ContainElements(all[row.bug].Rules))
		}
	})

	for _, row := range brokenAdapters {
		It("are charged with what they break, and with nothing else: "+row.bug+", "+row.why, func() {
			bug := declaredBugs()[row.bug]
			args := append([]string{python + row.script + "_broken.py", "--bug", row.bug}, bug.Flags...)
			log := withCorpus(max(row.cases, nightly.Count(15, 100))).about(slices.Concat(row.must, row.also)...).adapting(args...)
			Expect(attributedRules(log)).To(ContainElements(row.must))
			for _, rule := range attributedRules(log) {
				Expect(slices.Concat(row.must, row.also)).To(ContainElement(rule), "%+v", findingOf(log, rule))
			}
		})
	}
})
