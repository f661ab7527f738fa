package runner_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
)

// Our reader in Go and our codecs come from one hand. These know the guides alone, so
// that they find where a guide is silent and where we take our own habit for the format.
var _ = DescribeTable("A reader in Python that was written from its guide alone is green",
	func(script string, dialects ...string) {
		r := withCorpus(nightly.Count(40, 2000))
		r.selection.Dialects = dialects
		log := r.with(context.Background(), candidate.Command{Args: []string{pythonOrSkip(), python + script}, Harness: runner.Harness})
		Expect(attributedRules(log)).To(BeEmpty(), "%s", printedLog(log))
		Expect(passed(log)).To(ContainElement("noise/transparent"))
		Expect(len(passed(log))).To(BeNumerically(">", 12), "%v", passed(log))
		for _, c := range log.Cases {
			Expect(c.Verdict.Passed()).To(BeTrue(), "%s: %s %s", c.Name, c.Verdict, c.Detail)
		}
	},
	Entry("of the Agent Client Protocol", "acp.py", "acp:v1"),
	Entry("of Anthropic's Messages API", "anthropic.py", "anthropic"),
	Entry("of Chat Completions", "openai_chat.py", "openai:chat"),
	Entry("of session files of Claude Code", "claudecode_session.py", "claudecode:session"),
)
