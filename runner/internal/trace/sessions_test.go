package trace_test

import (
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec"
)

// The recorded session files of Claude Code, and what each must show.
var _ = Describe("A recorded session file of Claude Code", func() {
	folder := filepath.Join("..", "..", "..", "..", "shared", "recordings", "claude-session")
	BeforeEach(func() {
		if _, err := os.Stat(folder); err != nil {
			Skip("they are not beside the work tree")
		}
	})
	unknown, incomplete, cancelled := spec.OutcomeUnknown, spec.OutcomeIncomplete, spec.OutcomeCancelled
	DescribeTable("shows", func(name string, outcome spec.Outcome, shown string, hidden ...string) {
		file, err := os.Open(filepath.Join(folder, name+".jsonl"))
		Expect(err).NotTo(HaveOccurred())
		defer file.Close()
		r, err := trace.Read(file, trace.Options{})
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Features.Dialect).To(Equal("claudecode:session"))
		Expect(r.Problems).To(BeEmpty())
		Expect(r.Unknown).To(BeEmpty())
		Expect(r.Transcript.Outcome).To(Equal(outcome))
		Expect(r.Verdict().Passed).To(Equal(outcome == unknown))
		Expect(printed(r)).To(MatchRegexp("(?s)" + shown))
		for _, text := range hidden {
			Expect(printed(r)).NotTo(ContainSubstring(text))
		}
	},
		Entry("both calls of one message, whose results hang side by side", "parallel-tools-results-out-of-order/session", unknown,
			`msg_lab0000\n *thought: Let me look.*call toolu_a1 Bash: done.*call toolu_a2 Bash: failed.*assistant msg_lab0001`),
		Entry("four parts of a message, a result written between them", "result-between-blocks-of-one-message/session", unknown,
			`msg_w0000\n *text: Look first.*call toolu_w1 Bash: done.*text: Meanwhile.*call toolu_w2 Bash: done.*msg_w0001`),
		Entry("two children, and the text that only files hold", "two-parallel-subagents/bundle", unknown,
			`session "toolu_c1", agent general-purpose: closed.*text: one looks.*toolu_s1 Bash: done.*session "toolu_c2".*toolu_s1b Bash: failed`),
		Entry("a grandchild below its parent", "nested-subagents/bundle", unknown,
			`\n        session "toolu_n1".*\n {16}session "toolu_n2".*call toolu_n3 Bash: done`),
		Entry("a notification as a turn, and the agent that it is about", "background-subagent/bundle", unknown,
			`session "toolu_d1".*text: slow is done.*turn 2: completed.*text: The helper finished`, "task-notification"),
		Entry("a prompt that was queued in the turn that took it in", "two-turns-queued-prompt/session", unknown,
			`turn 1.*TURN ONE.*user c06d36a0…f1a4d01\n *text: also do this \(queued\).*turn 2.*TURN THREE`, "turn 3"),
		Entry("one turn of the first run", "resume-1-first/session", unknown, `turn 1`, "turn 2"),
		Entry("two turns where a resume went on in the file", "resume-2-same-file/session", unknown, `turn 2`, "turn 3"),
		Entry("the history that a fork repeats", "fork-copies-history/session", unknown, `turn 1: completed.*turn 3: completed`),
		Entry("the live branch, and nothing of the one that was left", "resume-at-earlier-branch/session", unknown,
			`text: First answer.*text: FOURTH.*Fourth answer`, "SECOND", "toolu_e2", "Second"),
		Entry("what was before a compaction, and no summary as a prompt", "compaction-then-turn/session", unknown,
			`text: FIRST.*Fourth answer.*text: FIFTH.*After compaction`, "SECOND", "This session is being continued", "1 of 5 turns incomplete"),
		Entry("a cut answer and the one that follows, in one turn", "stream-cut-then-resume/session", unknown,
			`This text is cut off.*This text is whole now`, "turn 2", "Your response above"),
		Entry("a late result, and no error as a message", "stream-cut-after-tool-error-record-is-dead-leaf/session", unknown,
			`toolu_v1 Bash: done.*Recovered`, "text: API Error"),
		Entry("arguments that are no JSON", "malformed-and-truncated-tool-input/session", unknown,
			`toolu_u1 Bash: failed.*args: {"command": "echo u\n.*toolu_u2 Bash: failed.*Recovered`, "text: API Error"),
		Entry("a call that was denied", "permission-denied/session", unknown, `toolu_j1 Bash: denied`),
		Entry("a call that was cancelled, by the user's mark", "sigint-interrupted/session", cancelled,
			`toolu_z1 Bash: done.*toolu_z2 Bash: cancelled`, "text: [Request interrupted"),
		Entry("a run without its last answer", "sigterm-result-no-end/session", incomplete, `turn 1: incomplete`),
		Entry("a call that is open", "sigkill-open-call/session", incomplete, `Bash: abandoned`),
		Entry("a refusal, which retracts nothing", "refusal-interrupts-tool/session", unknown,
			`I begin to ans.*toolu_r1 Bash: cancelled.*Answer from the fallback`, "was stopped by a safety classifier —"),
		Entry("a call of the server's, whose result is in its message", "server-tool-search/session", unknown,
			`call srvtoolu_1 web_search: done.*thought:.*text: Found A.*call toolu_srv1 Bash: done`),
		Entry("a server's tool of MCP", "server-tool-mcp/session", unknown, `call mcptoolu_1 lookup: done.*Row found`),
		Entry("no part for a fallback", "fallback-block/session", unknown, `text: I start.*text: The other model goes on`),
		Entry("no part for a compaction in a message", "compaction-block/session", unknown, `turn 1: completed`),
		Entry("the answer that took the place of a stream", "stream-aborted-then-non-streaming-message/session", unknown, `turn 1: completed`),
		Entry("an origin, and alone", "fork-by-sdk-new-uuids/origin", unknown, `turn 1: completed`, "turn 2"),
		Entry("its copy with new ids, alone", "fork-by-sdk-new-uuids/fork", unknown, `turn 1: completed`, "turn 2"),
		Entry("agents of a version without meta files, by their results", "v2.1.63-two-parallel-subagents-no-meta/bundle", unknown,
			`session "toolu_c1".*toolu_s1 Bash: failed.*session "toolu_c2".*toolu_s1b Bash: failed`),
		Entry("sidechains by themselves, and a warm-up between two blocks", "v2.0.21-sidechains-in-one-file/session", unknown,
			`call toolu_c1 Task: done.*call toolu_c2 Task: done.*session "396c9953…035aabc".*Warmup.*session ".*CHILD TWO.*session ".*CHILD ONE`),
		Entry("sidechains that have no link", "v1.0.100-sidechains-in-one-file/session", unknown, `Two helpers.*CHILD TWO work.*CHILD ONE work`),
		Entry("a resume with a warm-up of another process", "v2.0.21-resume/resumed", unknown, `FIRST.*SECOND.*Warmup`),
		Entry("a resume that is a new file", "v1.0.100-resume/resumed", unknown, `turn 1.*FIRST.*turn 2.*SECOND`, "turn 3"),
	)

	It("counts the usage of a message once, the last that is said", func() {
		file, err := os.Open(filepath.Join(folder, "v2.1.63-parallel-tools-usage-grows/session.jsonl"))
		Expect(err).NotTo(HaveOccurred())
		defer file.Close()
		r, err := trace.Read(file, trace.Options{})
		Expect(err).NotTo(HaveOccurred())
		Expect(r.Transcript.Sessions[0].Messages[1].Usage).To(HaveValue(Equal(spec.Usage{Input: 1320, Output: 80})))
	})
})
