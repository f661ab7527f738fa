package acp_test

import (
	. "github.com/onsi/ginkgo/v2"
)

var _ = It("prints", func() {
	for _, f := range []string{"claude-v1-two-turns-parallel-failed-tool-first", "claude-v1-two-subagents-flat-tools-only", "claude-v1-two-subagents-flat-with-text", "claude-v1-two-subagents-child-sessions", "claude-v2-two-subagents-child-sessions", "claude-v1-nested-subagents-depth2-failed-tool", "claude-v1-nested-subagents-flat-depth2", "claude-v1-subagents-permission-answers-out-of-order", "claude-v1-background-subagent-turn-outlives-answer", "claude-v1-permission-allow-reject-cancel-pending", "claude-v1-cancel-two-running-tools-then-next-turn", "claude-v1-cancel-inside-text", "claude-v1-sigkill-inside-arguments-no-end", "claude-v1-two-sessions-one-connection-colliding-ids", "claude-v1-queued-second-prompt-first-answered-early", "claude-v1-plan-edit-diff-failed-edit", "claude-v1-model-stream-cut-then-retry", "claude-v1-compaction-as-call-updated-after-completed", "claude-v1-model-stops-hidden-notice-without-id", "claude-v1-prompt-never-answered-and-error-responses", "claude-v1-history-part1-live", "claude-v1-history-part2-load-then-reused-call-id", "claude-v1-history-part3-load-child-sessions-same-id-twice", "claude-v2-history-part4-resume-replay-upserts", "codex-v1-two-turns-start-order-failed-terminal-meta", "codex-v1-child-sessions-colliding-call-id-late-after-turn", "codex-v1-subagents-legacy-tool-calls", "codex-v1-cancel-call-never-completes", "codex-v1-permission-reject-cancels-turn", "codex-v1-edit-two-diffs", "gemini-v1-no-ids-update-without-tool-call", "gemini-v1-load-replay-after-response", "gemini-v1-cancel-tool-completed", "gemini-v1-client-fs-request-error", "gemini-v1-subagents-hidden", "opencode-v1-two-turns-parallel-failed", "opencode-v1-load-replay", "opencode-v1-subagents-hidden-completed-out-of-order", "opencode-v1-cancel-tool-completed", "opencode-v1-model-cut-prompt-error", "opencode-v1-sigkill-inside-arguments-no-end"} {
		println("\tEntry(\"\", \"" + f + "\", `\n" + told(recorded(f+".jsonl")) + "`),")
	}
	println(told(recorded("opencode-v1-unmarked-both-directions-by-acpx.ndjson")))
})
